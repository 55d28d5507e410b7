/// A moment on the monotonic clock, in nanoseconds.
///
/// The core never reads a clock; the caller passes the time. In live operation, the time is that of
/// `CLOCK_MONOTONIC`; in a replay, the recorded time. Only differences are meaningful, except on
/// the wire, where the handshake names the clock. Arithmetic saturates and never traps.
public struct Instant: Comparable, Hashable, Sendable {
  /// Nanoseconds since the clock's origin.
  public let nanoseconds: UInt64

  /// The clock's origin.
  public static var zero: Instant { Instant(nanoseconds: 0) }
  /// The latest moment, used for "never".
  public static var distantFuture: Instant { Instant(nanoseconds: .max) }

  /// The moment `nanoseconds` after the clock's origin.
  public init(nanoseconds: UInt64) {
    self.nanoseconds = nanoseconds
  }

  /// The moment of an evdev `timeval`; saturates when `seconds` or `microseconds` is out of range.
  public init(seconds: Int64, microseconds: Int64) {
    let whole = UInt64(clamping: seconds).multipliedReportingOverflow(by: 1_000_000_000)
    let part = UInt64(clamping: microseconds).multipliedReportingOverflow(by: 1000)
    let sum = whole.partialValue.addingReportingOverflow(part.partialValue)
    let overflows = whole.overflow || part.overflow || sum.overflow
    self.init(nanoseconds: overflows ? .max : sum.partialValue)
  }

  /// Seconds elapsed since `earlier`; negative when `earlier` is later.
  ///
  /// Exact to a nanosecond for spans under 104 days (2⁵³ ns).
  public func seconds(since earlier: Instant) -> Double {
    nanoseconds >= earlier.nanoseconds
      ? Double(nanoseconds - earlier.nanoseconds) * 1e-9
      : -Double(earlier.nanoseconds - nanoseconds) * 1e-9
  }

  /// The moment `seconds` later, or earlier when negative, rounded to the nearest nanosecond.
  ///
  /// Saturates at the origin and at ``distantFuture``; not-a-number is taken as zero.
  public func advanced(bySeconds seconds: Double) -> Instant {
    let step = UInt64(nearestTo: seconds.magnitude * 1e9)
    if seconds < 0 {
      return Instant(nanoseconds: nanoseconds >= step ? nanoseconds - step : 0)
    }
    let sum = nanoseconds.addingReportingOverflow(step)
    return Instant(nanoseconds: sum.overflow ? .max : sum.partialValue)
  }

  /// The moment `nanoseconds` later, saturating at ``distantFuture``.
  public func advanced(byNanoseconds step: UInt64) -> Instant {
    let sum = nanoseconds.addingReportingOverflow(step)
    return Instant(nanoseconds: sum.overflow ? .max : sum.partialValue)
  }

  /// Whether this moment is before `other`.
  public static func < (left: Instant, right: Instant) -> Bool {
    left.nanoseconds < right.nanoseconds
  }

  /// The earlier of two optional moments; nil only if both are nil.
  public static func earlier(_ one: Instant?, _ other: Instant?) -> Instant? {
    guard let one, let other else { return one ?? other }
    return min(one, other)
  }
}
