public import SnapbackBasics
public import SnapbackEngine
public import SnapbackProtocol
public import SnapbackTouches

/// Something that a replay reports; see ``ReplayDriver/run(_:)``.
///
/// Moments at the same time have this order: touch frame, gestures, layout pass, looks, transaction
/// ends, events, and the frame that shows their effects.
public enum ReplayMoment: Sendable {
  /// The scene before the first event, at time zero; always the first moment of a replay.
  case start(SceneFrame, screen: ScreenDescription)
  /// The looks of all views that have one: after the start, and when something of a look has
  /// changed that cannot move. A scene without looks has no such moment.
  case looks([ViewLook], at: Instant)
  /// A touch frame from a device, which the engine processes next.
  case touches(TouchFrame)
  /// A note about the input of a device, reported before the device's touch frame; only if
  /// requested.
  case note(InputNote)
  /// A decision about input and its reason; only if requested.
  case decision(GestureDecision)
  /// A step of a gesture.
  case gesture(GestureEvent)
  /// A layout pass; `passes` counts all passes, including the first.
  case layout(passes: Int, at: Instant)
  /// A transaction reached one of its ends.
  case transaction(TransactionEvent)
  /// An event of an action, a release or a view; only if requested.
  case event(SceneEvent)
  /// A frame sent to clients that differs from the previous one.
  case frame(ReplayFrame)
  /// Nothing moves until the next touch frame, if any.
  case idle(Instant)
}

/// A frame sent to clients that differs from the previous one.
public struct ReplayFrame: Sendable {
  /// The frame's index on the time grid. Its time, ``SceneFrame/time``, is `index / rate` seconds.
  public var index: UInt64
  /// The state of all views.
  public var frame: SceneFrame
  /// The revision of the previous frame. Views with a later revision have changed since then.
  public var since: UInt64
  /// The contacts that are down, in touch-down order.
  public var touches: [(id: UInt64, position: Point)]
}
