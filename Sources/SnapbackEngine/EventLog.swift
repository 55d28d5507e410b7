import SnapbackFrames
import SnapbackMotion

/// The events, decisions and warnings of a scene that wait to be taken.
struct EventLog: Sendable {
  /// The most layout events that wait; then the oldest is dropped for each new one.
  static let layoutLimit = 256
  /// The most warnings of actions that wait.
  private static let warningLimit = 100

  /// Whether steps of gestures and layout passes are recorded. Off, they cost nothing.
  var recordsGestures = true
  var recordsLayout = false
  /// Whether decisions about input are recorded.
  private(set) var explains = false
  private(set) var gestures: [GestureEvent] = []
  private var decisions: [GestureDecision] = []
  private var layout: [LayoutEvent] = []
  private var droppedLayout: UInt64 = 0
  private var warnings: [String] = []

  init() { gestures.reserveCapacity(64) }

  mutating func note(_ event: GestureEvent) { gestures.append(event) }

  mutating func note(_ decision: GestureDecision) { decisions.append(decision) }

  mutating func note(_ event: LayoutEvent) {
    if layout.count >= Self.layoutLimit {
      layout.removeFirst()
      droppedLayout += 1
    }
    layout.append(event)
  }

  /// Notes what an action could not do.
  mutating func warn(_ text: String) {
    if warnings.count < Self.warningLimit { warnings.append(text) }
  }

  mutating func takeGestures() -> [GestureEvent] {
    defer { gestures.removeAll(keepingCapacity: true) }
    return gestures
  }

  mutating func takeDecisions() -> [GestureDecision] {
    defer { decisions.removeAll(keepingCapacity: true) }
    return decisions
  }

  mutating func takeLayout() -> (events: [LayoutEvent], dropped: UInt64) {
    defer {
      layout.removeAll(keepingCapacity: true)
      droppedLayout = 0
    }
    return (layout, droppedLayout)
  }

  mutating func takeWarnings() -> [String] {
    defer { warnings.removeAll() }
    return warnings
  }

  mutating func setExplains(_ explains: Bool) {
    self.explains = explains
    decisions.removeAll()
  }

  /// Forgets all but the warnings, and keeps the storage.
  mutating func discard() {
    gestures.removeAll(keepingCapacity: true)
    layout.removeAll(keepingCapacity: true)
    decisions.removeAll(keepingCapacity: true)
  }

  /// Continues for another scene. Decisions name gestures by their places, so they are forgotten.
  mutating func startScene() { decisions.removeAll(keepingCapacity: true) }
}
