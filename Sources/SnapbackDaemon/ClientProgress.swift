import SnapbackBasics
import SnapbackEngine

/// The state of the scene that a client has received.
struct ClientProgress {
  /// The last sample that the client received in frames.
  var mark = SampleMark(revision: 0, target: .zero)
  /// The last revision of the motions that the client received in segments.
  var motionRevision: UInt64 = 0
  /// The start of the segment that the client received ahead of its time.
  var scheduledStart: Instant?
  /// Whether the client was sent `idle` since the last change.
  var knowsIdle = false
  /// The number of events that the client has missed since it connected.
  var droppedEvents: UInt64 = 0
}
