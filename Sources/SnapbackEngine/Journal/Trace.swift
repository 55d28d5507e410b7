import SnapbackTiming

/// The last interruption of a motion, and its end.
struct Trace: Sendable {
  /// The revision of the last interruption.
  var stamp: UInt64 = 0
  /// The moment from which on it is at rest if nothing interrupts it.
  var end = Instant.zero

  /// Whether it may look different by now from the sample of a revision and a moment.
  func differs(_ revision: UInt64, _ moment: Instant) -> Bool {
    stamp > revision || end > moment
  }

  func joined(with other: Trace) -> Trace {
    Trace(stamp: max(stamp, other.stamp), end: max(end, other.end))
  }
}
