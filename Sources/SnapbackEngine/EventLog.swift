import SnapbackBasics
import SnapbackMotion
public import SnapbackProtocol

/// The events, decisions and warnings of a scene that have not been drained yet.
struct EventLog: Sendable {
  /// The maximum number of waiting layout events; beyond it, each new event drops the oldest.
  static let layoutLimit = 256
  /// The maximum number of waiting action warnings.
  private static let warningLimit = 100

  /// Whether gesture steps and layout passes are recorded. Recording costs nothing when off.
  var recordsGestures = true
  var recordsLayout = false
  /// Whether events of actions, releases and views are recorded.
  var recordsEvents = false
  /// Whether decisions about input are recorded.
  private(set) var explains = false
  private(set) var gestures: [GestureEvent] = []
  private var events: [SceneEvent] = []
  private var decisions: [GestureDecision] = []
  private var layout: [LayoutEvent] = []
  private var droppedLayout: UInt64 = 0
  private var warnings: [String] = []
  private var followers = FollowerWatch()

  init() { gestures.reserveCapacity(64) }

  mutating func note(_ event: GestureEvent) { gestures.append(event) }

  mutating func note(_ event: SceneEvent) { events.append(event) }

  mutating func note(_ decision: GestureDecision) { decisions.append(decision) }

  /// Records the followers that have begun to move or come to rest since the last call.
  mutating func noteFollowers(of bindings: BindingTable, at now: Instant) {
    decisions += followers.changes(in: bindings, at: now).map { .follower($0) }
  }

  mutating func note(_ event: LayoutEvent) {
    if layout.count >= Self.layoutLimit {
      layout.removeFirst()
      droppedLayout += 1
    }
    layout.append(event)
  }

  /// Adds the warning of an action whose changes were refused.
  mutating func warn(_ text: String) {
    if warnings.count < Self.warningLimit { warnings.append(text) }
  }

  mutating func drainGestures() -> [GestureEvent] {
    defer { gestures.removeAll(keepingCapacity: true) }
    return gestures
  }

  mutating func drainEvents() -> [SceneEvent] {
    defer { events.removeAll(keepingCapacity: true) }
    return events
  }

  mutating func drainDecisions() -> [GestureDecision] {
    defer { decisions.removeAll(keepingCapacity: true) }
    return decisions
  }

  mutating func drainLayout() -> (events: [LayoutEvent], dropped: UInt64) {
    defer {
      layout.removeAll(keepingCapacity: true)
      droppedLayout = 0
    }
    return (layout, droppedLayout)
  }

  mutating func drainWarnings() -> [String] {
    defer { warnings.removeAll() }
    return warnings
  }

  mutating func setExplains(_ explains: Bool) {
    self.explains = explains
    decisions.removeAll()
    followers = FollowerWatch()
  }

  /// Discards everything except the warnings, and keeps the storage.
  mutating func discard() {
    if !gestures.isEmpty { gestures.removeAll(keepingCapacity: true) }
    if !layout.isEmpty { layout.removeAll(keepingCapacity: true) }
    if !events.isEmpty { events.removeAll(keepingCapacity: true) }
    if !decisions.isEmpty { decisions.removeAll(keepingCapacity: true) }
  }

  /// Starts another scene. Discards the decisions, because they name gestures by index.
  mutating func startScene() { decisions.removeAll(keepingCapacity: true) }
}

extension Engine {
  /// The maximum number of layout events that wait to be drained; beyond it, each new event drops
  /// the oldest.
  public static let layoutEventLimit = EventLog.layoutLimit

  /// Whether ``drainGestureEvents()`` reports gesture steps. Recording costs nothing when off.
  public var recordsGestures: Bool {
    get { loop.log.recordsGestures }
    set { loop.log.recordsGestures = newValue }
  }

  /// Whether ``drainLayoutEvents()`` reports layout passes. Recording costs nothing when off.
  public var recordsLayout: Bool {
    get { loop.log.recordsLayout }
    set { loop.log.recordsLayout = newValue }
  }

  /// Whether ``drainEvents()`` reports events of actions, releases and views. Recording costs
  /// nothing when off.
  public var recordsEvents: Bool {
    get { loop.log.recordsEvents }
    set { loop.log.recordsEvents = newValue }
  }

  /// Whether decisions about input are recorded.
  public var explains: Bool { loop.log.explains }

  /// Starts or stops recording decisions about input. Recording allocates.
  public mutating func setExplains(_ explains: Bool) { loop.log.setExplains(explains) }

  /// The gesture steps since the last call of ``drainGestureEvents()``.
  public var gestureEvents: [GestureEvent] { loop.log.gestures }

  /// Removes and returns the gesture steps since the last call, in order.
  public mutating func drainGestureEvents() -> [GestureEvent] { loop.log.drainGestures() }

  /// Removes and returns the events of actions, releases and views since the last call, in order.
  public mutating func drainEvents() -> [SceneEvent] { loop.log.drainEvents() }

  /// Removes and returns the ends of transactions since the last call, in order.
  public mutating func drainTransactionEvents() -> [TransactionEvent] {
    loop.parts.motion.transactions.drainEvents()
  }

  /// Removes and returns the changes by layout passes since the last call, in order. `dropped` is
  /// the number of events that were lost because they were not drained in time.
  public mutating func drainLayoutEvents() -> (events: [LayoutEvent], dropped: UInt64) {
    loop.log.drainLayout()
  }

  /// Removes and returns the decisions since the last call, in order. They name views and gestures
  /// by index, so drain them before the scene is replaced, which discards them.
  public mutating func drainDecisions() -> [GestureDecision] { loop.log.drainDecisions() }

  /// Removes and returns the action warnings since the last call, one line each.
  public mutating func drainActionWarnings() -> [String] { loop.log.drainWarnings() }

  /// Discards the events and decisions that wait to be drained, and keeps their storage.
  public mutating func discardEvents() {
    loop.log.discard()
    _ = loop.parts.motion.transactions.drainEvents()
  }
}
