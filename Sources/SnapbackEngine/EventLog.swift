public import SnapbackFrames
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
    if !gestures.isEmpty { gestures.removeAll(keepingCapacity: true) }
    if !layout.isEmpty { layout.removeAll(keepingCapacity: true) }
    if !decisions.isEmpty { decisions.removeAll(keepingCapacity: true) }
  }

  /// Continues for another scene. Decisions name gestures by their places, so they are forgotten.
  mutating func startScene() { decisions.removeAll(keepingCapacity: true) }
}

extension Engine {
  /// The most layout events that wait to be taken; then the oldest is dropped for each new one.
  public static let layoutEventLimit = EventLog.layoutLimit

  /// Whether ``takeGestureEvents()`` reports steps of gestures. Off, they cost nothing.
  public var recordsGestures: Bool {
    get { loop.log.recordsGestures }
    set { loop.log.recordsGestures = newValue }
  }

  /// Whether ``takeLayoutEvents()`` reports layout passes. Off, they cost nothing.
  public var recordsLayout: Bool {
    get { loop.log.recordsLayout }
    set { loop.log.recordsLayout = newValue }
  }

  /// Whether decisions about input are recorded.
  public var explains: Bool { loop.log.explains }

  /// Starts or stops recording decisions about input. They cost allocations.
  public mutating func setExplains(_ explains: Bool) { loop.log.setExplains(explains) }

  /// Steps of gestures since they were last taken by ``takeGestureEvents()``.
  public var gestureEvents: [GestureEvent] { loop.log.gestures }

  /// Takes the steps of gestures since the last call, in order.
  public mutating func takeGestureEvents() -> [GestureEvent] { loop.log.takeGestures() }

  /// Takes the ends of transactions since the last call, in order.
  public mutating func takeTransactionEvents() -> [TransactionEvent] {
    loop.parts.motion.transactions.takeEvents()
  }

  /// Takes the changes by layout passes since the last call, in order; `dropped` counts the events
  /// that were lost because nothing took them.
  public mutating func takeLayoutEvents() -> (events: [LayoutEvent], dropped: UInt64) {
    loop.log.takeLayout()
  }

  /// Takes the decisions since the last call, in order. They name views and gestures by their
  /// places, so take them before the scene is replaced, which discards them.
  public mutating func takeDecisions() -> [GestureDecision] { loop.log.takeDecisions() }

  /// Takes the warnings of actions since the last call, a line each.
  public mutating func takeActionWarnings() -> [String] { loop.log.takeWarnings() }

  /// Discards the events and decisions that wait to be taken, and keeps their storage.
  public mutating func discardEvents() {
    loop.log.discard()
    _ = loop.parts.motion.transactions.takeEvents()
  }
}
