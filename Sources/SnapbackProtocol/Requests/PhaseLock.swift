import SnapbackBasics

/// The display times of a screen: one known time, and every refresh from there.
struct PhaseLock: Equatable, Sendable {
  /// The plausible refresh intervals, in nanoseconds: from 2000 pictures per second to one in two
  /// seconds.
  static let refreshes: ClosedRange<UInt64> = 500_000...2_000_000_000

  /// The number of nanoseconds after which a predicted time may be off by one: 100 ppm, which
  /// quartz clocks keep.
  private static let nanosecondsPerDrift: UInt64 = 10_000

  /// The time when a picture was displayed.
  let anchor: Instant
  /// The interval between pictures, in nanoseconds.
  let refresh: UInt64

  /// Nil if the refresh is implausible or, as for a variable rate, 0.
  init?(anchor: Instant, refresh: UInt64) {
    guard Self.refreshes.contains(refresh) else { return nil }
    self.anchor = anchor
    self.refresh = refresh
  }

  /// The minimum time that a renderer needs between receiving a frame and its display: a quarter of
  /// a refresh, at most 4 ms.
  var lead: UInt64 { min(refresh / 4, 4_000_000) }

  /// Whether predicted times are still exact to a quarter of a refresh at the worst drift.
  func holds(at now: Instant) -> Bool {
    guard now > anchor else { return true }
    return (now.nanoseconds - anchor.nanoseconds) / Self.nanosecondsPerDrift < refresh / 4
  }

  /// The first display time at or after `time`.
  func first(atOrAfter time: Instant) -> Instant {
    if time <= anchor {
      let steps = (anchor.nanoseconds - time.nanoseconds) / refresh
      return Instant(nanoseconds: anchor.nanoseconds - steps * refresh)
    }
    let (steps, rest) = (time.nanoseconds - anchor.nanoseconds)
      .quotientAndRemainder(dividingBy: refresh)
    guard rest > 0 else { return time }
    return anchor.advanced(byNanoseconds: steps * refresh).advanced(byNanoseconds: refresh)
  }
}
