import SnapbackTiming

/// When a screen shows its pictures: at one moment that is known, and every refresh from there.
struct PhaseLock: Equatable, Sendable {
  /// The refreshes that are believed, in nanoseconds: 2000 pictures per second to one in two.
  static let refreshes: ClosedRange<UInt64> = 500_000...2_000_000_000

  /// After how many nanoseconds a moment may be off by one: 100 parts in a million, which quartzes
  /// keep.
  private static let nanosecondsPerDrift: UInt64 = 10_000

  /// When a picture was seen.
  let anchor: Instant
  /// From picture to picture, in nanoseconds.
  let refresh: UInt64

  /// Nothing for a refresh that is no screen's, as 0 for a variable one.
  init?(anchor: Instant, refresh: UInt64) {
    guard Self.refreshes.contains(refresh) else { return nil }
    self.anchor = anchor
    self.refresh = refresh
  }

  /// The time that a renderer needs at the least from a frame to a picture: a quarter of a
  /// refresh, and no more than 4 ms.
  var lead: UInt64 { min(refresh / 4, 4_000_000) }

  /// Whether the moments are right to a quarter of a refresh still, at the worst drift.
  func holds(at now: Instant) -> Bool {
    guard now > anchor else { return true }
    return (now.nanoseconds - anchor.nanoseconds) / Self.nanosecondsPerDrift < refresh / 4
  }

  /// The first moment of a picture that is not before `time`.
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
