/// Evenly spaced frame times: frame n is at `origin + n / rate`, rounded once.
///
/// The times are computed from n, never added up, so a 60 Hz schedule has no drift.
public struct FrameSchedule: Equatable, Sendable {
  /// The time of frame 0.
  public let origin: Instant
  /// Frames per second, 1…1000.
  public let rate: Double

  /// The rates that are accepted, in frames per second.
  public static let rates: ClosedRange<Double> = 1...1000

  /// A schedule of `rate` frames per second; a rate outside ``rates`` is held to it.
  public init(origin: Instant, rate: Double) {
    self.origin = origin
    // `max` lets not-a-number through, so it is asked for by name.
    self.rate = rate.isNaN ? 60 : min(max(rate, Self.rates.lowerBound), Self.rates.upperBound)
  }

  /// The time of frame `index`.
  public func time(ofFrame index: UInt64) -> Instant {
    origin.advanced(bySeconds: Double(index) / rate)
  }

  /// The first frame that is later than `now`; frame 0 when `now` is before the origin.
  public func index(after now: Instant) -> UInt64 {
    guard now >= origin else { return 0 }
    let near = UInt64(nearestTo: now.seconds(since: origin) * rate)
    // Frame times are rounded to nanoseconds, so the nearest frame is asked which side it is on.
    let next = near.addingReportingOverflow(time(ofFrame: near) <= now ? 1 : 0)
    return next.overflow ? .max : next.partialValue
  }

  /// The first frame that is not before `now`.
  public func index(atOrAfter now: Instant) -> UInt64 {
    now == .zero ? 0 : index(after: Instant(nanoseconds: now.nanoseconds - 1))
  }
}
