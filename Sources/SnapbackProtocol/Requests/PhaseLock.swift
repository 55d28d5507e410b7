import SnapbackBasics

/// The predicted display times of a screen: one known time plus or minus any number of refresh
/// intervals.
struct PhaseLock: Equatable, Sendable {
  /// The plausible refresh intervals, in nanoseconds: from 2000 pictures per second to one picture
  /// every two seconds.
  static let refreshes: ClosedRange<UInt64> = 500_000...2_000_000_000

  /// The time in nanoseconds after which a prediction may be wrong by one nanosecond. It
  /// corresponds to 100 ppm, a limit that quartz clocks keep.
  private static let nanosecondsPerDrift: UInt64 = 10_000

  /// The time at which a picture was displayed.
  let anchor: Instant
  /// The interval between pictures, in nanoseconds.
  let refresh: UInt64

  /// Creates a prediction. Nil if the refresh interval is implausible or 0, which means a variable
  /// rate.
  init?(anchor: Instant, refresh: UInt64) {
    guard Self.refreshes.contains(refresh) else { return nil }
    self.anchor = anchor
    self.refresh = refresh
  }

  /// The minimum time between the composition of a frame and its display, which the renderer needs:
  /// a quarter of a refresh, at most 4 ms.
  var lead: UInt64 { min(refresh / 4, 4_000_000) }

  /// Whether predicted times at `now` are exact to a quarter of a refresh, even with the worst
  /// drift.
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
