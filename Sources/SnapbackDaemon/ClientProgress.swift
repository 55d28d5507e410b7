import SnapbackEngine
import SnapbackTiming

/// The state of the scene that a client has received.
struct ClientProgress {
  /// The sample that the client has received by frames.
  var mark = SampleMark(revision: 0, target: .zero)
  /// The revision of the motions that the client has received by segments.
  var motionRevision: UInt64 = 0
  /// The start of the segment that the client has received ahead of its time.
  var scheduledStart: Instant?
  /// Whether the client has received the message that nothing moves.
  var knowsIdle = false
  /// The number of events that the client has missed since it connected.
  var droppedEvents: UInt64 = 0
}
