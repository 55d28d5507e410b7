public import SnapbackEngine
public import SnapbackFrames
public import SnapbackGeometry
public import SnapbackTiming
public import SnapbackTouches

/// What happens in a replay, one thing at a time and in order; ``ReplayDriver/run(_:)``.
///
/// At the same time a touch frame comes before what it sets off, a gesture before the layout pass
/// and the ends of transactions, and these before the frame that shows them.
public enum ReplayMoment: Sendable {
  /// The scene before the first event, at time zero; the first moment of every replay.
  case start(SceneFrame, screen: ScreenDescription)
  /// What the device said; the engine takes it next.
  case touches(TouchFrame)
  /// A decision about input and its reason; only where they are asked for.
  case decision(GestureDecision)
  /// A step of a gesture.
  case gesture(GestureEvent)
  /// The views have been laid out anew; `passes` counts all layout passes, the first included.
  case layout(passes: Int, at: Instant)
  /// A transaction has come to one of its ends.
  case transaction(TransactionEvent)
  /// Something differs from the frame before.
  case frame(ReplayFrame)
  /// Nothing moves until the next touch frame, if there is one.
  case idle(Instant)
}

/// A frame of a replay that differs from the one before.
public struct ReplayFrame: Sendable {
  /// Its place on the grid: it is at `index / rate` seconds; ``SceneFrame/time`` is that time.
  public var index: UInt64
  /// All views.
  public var frame: SceneFrame
  /// The revision of the frame before: views with a later one have changed.
  public var since: UInt64
  /// The contacts that are down, in the order in which they touched.
  public var touches: [(id: UInt64, position: Point)]
}
