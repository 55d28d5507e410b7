import SnapbackBasics

/// The last interruption of a motion, and its end.
struct Trace: Sendable {
  /// The revision of the last interruption.
  var stamp: UInt64 = 0
  /// The moment at which the motion ends unless it is interrupted.
  var end = Instant.zero

  /// Whether the motion may look different from a sample with this revision and moment.
  func differs(_ revision: UInt64, _ moment: Instant) -> Bool {
    stamp > revision || end > moment
  }

  func joined(with other: Trace) -> Trace {
    Trace(stamp: max(stamp, other.stamp), end: max(end, other.end))
  }
}
