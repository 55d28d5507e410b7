import SnapbackBasics

/// Limits the processor time that the loop may use at real-time priority.
///
/// In any span of time, the loop uses at most ``burst``, plus a quarter of the span (``divisor``),
/// plus the length of one turn. A client that keeps the daemon busy therefore cannot keep other
/// programs from the processor.
///
/// The allowance is a leaky bucket: processor time fills it, and time empties it. Granted → spent,
/// when the bucket is full; spent → granted, when it is empty.
struct RealTimeAllowance {
  /// The processor time that the loop may use at once, in nanoseconds: less than the sixtieth of a
  /// second that a renderer on the same processor has for a picture.
  static let burst: UInt64 = 10_000_000
  /// The part of the time that the loop may use permanently: one in so many nanoseconds. A renderer
  /// on the same processor keeps three quarters of it.
  static let divisor: UInt64 = 4

  /// The content of the bucket at ``moment``, in nanoseconds of processor time.
  private var level: UInt64 = 0
  private var moment = Instant.zero
  /// Whether the loop has to run at normal priority for now.
  private(set) var isSpent = false

  /// Charges the processor time that the loop has used at real-time priority since the last call,
  /// in nanoseconds.
  mutating func charge(_ used: UInt64, at now: Instant) {
    let passed = now > moment ? now.nanoseconds - moment.nanoseconds : 0
    moment = max(moment, now)
    level -= min(level, passed / Self.divisor)
    level += min(used, .max - level)
    if level >= Self.burst {
      isSpent = true
    } else if level == 0 {
      isSpent = false
    }
  }

  /// The time from which on the allowance is granted again; nil if it is granted.
  var renewal: Instant? {
    guard isSpent else { return nil }
    let time = level.multipliedReportingOverflow(by: Self.divisor)
    return time.overflow ? .distantFuture : moment.advanced(byNanoseconds: time.partialValue)
  }
}
