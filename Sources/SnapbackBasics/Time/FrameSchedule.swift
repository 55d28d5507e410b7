/// Evenly spaced times of frames sent to clients: frame n is at `origin + n / rate`, rounded once.
///
/// Each time is computed from n instead of from the time before, so a 60 Hz schedule does not
/// drift.
public struct FrameSchedule: Equatable, Sendable {
  /// The time of frame 0.
  public let origin: Instant
  /// Frames per second, 1…1000.
  public let rate: Double

  /// The accepted rates, in frames per second.
  public static let rates: ClosedRange<Double> = 1...1000

  /// Makes a schedule of `rate` frames per second. The rate is clamped to ``rates``, and is 60 if
  /// `rate` is not a number.
  public init(origin: Instant, rate: Double) {
    self.origin = origin
    // `max` lets not-a-number through, so check for it explicitly.
    self.rate = rate.isNaN ? 60 : min(max(rate, Self.rates.lowerBound), Self.rates.upperBound)
  }

  /// The time of frame `index`.
  public func time(ofFrame index: UInt64) -> Instant {
    origin.advanced(bySeconds: Double(index) / rate)
  }

  /// The index of the first frame later than `now`; 0 when `now` is before the origin.
  public func index(after now: Instant) -> UInt64 {
    guard now >= origin else { return 0 }
    let near = UInt64(nearestTo: now.seconds(since: origin) * rate)
    // Frame times are rounded to nanoseconds, so check whether the nearest frame is before or after
    // `now`.
    let next = near.addingReportingOverflow(time(ofFrame: near) <= now ? 1 : 0)
    return next.overflow ? .max : next.partialValue
  }

  /// The index of the first frame at or after `now`.
  public func index(atOrAfter now: Instant) -> UInt64 {
    now == .zero ? 0 : index(after: Instant(nanoseconds: now.nanoseconds - 1))
  }
}
