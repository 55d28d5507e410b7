public import SnapbackBasics
public import SnapbackEngine
public import SnapbackProtocol
public import SnapbackTouches

/// An event of a replay, in order; see ``ReplayDriver/run(_:)``.
///
/// At the same time, a touch frame precedes its effects, a gesture precedes the layout pass and the
/// ends of transactions, and these precede the frame that shows them.
public enum ReplayMoment: Sendable {
  /// The scene before the first event, at time zero; always the first moment of a replay.
  case start(SceneFrame, screen: ScreenDescription)
  /// Input from a device; the engine processes it next.
  case touches(TouchFrame)
  /// A note about the input of a device, which precedes its touches; only if requested.
  case note(InputNote)
  /// A decision about input and its reason; only if requested.
  case decision(GestureDecision)
  /// A step of a gesture.
  case gesture(GestureEvent)
  /// A layout pass; `passes` counts all passes, including the first.
  case layout(passes: Int, at: Instant)
  /// A transaction reached one of its ends.
  case transaction(TransactionEvent)
  /// A frame that differs from the previous one.
  case frame(ReplayFrame)
  /// Nothing moves until the next touch frame, if any.
  case idle(Instant)
}

/// A frame of a replay that differs from the previous one.
public struct ReplayFrame: Sendable {
  /// The frame's index on the grid: it is at `index / rate` seconds, which equals
  /// ``SceneFrame/time``.
  public var index: UInt64
  /// All views.
  public var frame: SceneFrame
  /// The revision of the previous frame: views with a later one have changed.
  public var since: UInt64
  /// The contacts that are down, in touch-down order.
  public var touches: [(id: UInt64, position: Point)]
}
