import SnapbackBasics
import SnapbackMotion

/// The search for the moment at which a motion leaves a range of values.
///
/// The search samples the closed form every 4 ms for up to half a second, and looks for a turning
/// point between two samples whose velocities have opposite signs. It finds every moment unless the
/// motion turns twice between two samples.
struct KinkSearch {
  /// The time step, in seconds.
  private static let step = 1.0 / 250
  /// The look-ahead, in seconds.
  private static let horizon = 0.5
  /// The time by which the next search starts before this one's half second has passed, in seconds.
  /// A kink is thus known at least 150 ms ahead.
  private static let overlap = 0.15

  private let start: Instant
  /// The moment at which the search ends.
  private let end: Instant
  /// The moment at which to search again; nil if the motion rests from ``end`` on.
  let continuation: Instant?

  /// Creates a search in a motion that rests from `rest` on, and may change at `limit`.
  init(from start: Instant, to rest: Instant, before limit: Instant?) {
    self.start = start
    let horizon = start.advanced(bySeconds: Self.horizon)
    // A search that makes no progress continues a step later.
    let change = limit.map { max($0, start.advanced(bySeconds: Self.step)) } ?? .distantFuture
    end = min(rest, horizon, change)
    if rest <= end {
      continuation = nil
    } else {
      continuation = min(change, start.advanced(bySeconds: Self.horizon - Self.overlap))
    }
  }

  /// The first nanosecond at which `motion` is outside `range`; nil if the search does not find
  /// one. The motion is inside at the beginning of the search.
  func leave(_ range: ClosedRange<Double>, _ motion: (Instant) -> MotionState) -> Instant? {
    var (last, state) = (start, motion(start))
    while last < end {
      let next = min(last.advanced(bySeconds: Self.step), end)
      let seen = motion(next)
      if !range.contains(seen.value) {
        return Self.divide(last, next) { !range.contains(motion($0).value) }
      }
      if state.velocity * seen.velocity < 0 {
        let isFalling = state.velocity < 0
        let turn = Self.divide(last, next) { (motion($0).velocity < 0) != isFalling }
        if !range.contains(motion(turn).value) {
          return Self.divide(last, turn) { !range.contains(motion($0).value) }
        }
      }
      (last, state) = (next, seen)
    }
    return nil
  }

  /// The first moment, to the nanosecond, from which a condition holds. It does not hold at `first`
  /// and holds at `last`.
  private static func divide(
    _ first: Instant, _ last: Instant, _ holds: (Instant) -> Bool
  ) -> Instant {
    var (before, after) = (first.nanoseconds, last.nanoseconds)
    while after - before > 1 {
      let middle = before + (after - before) / 2
      if holds(Instant(nanoseconds: middle)) { after = middle } else { before = middle }
    }
    return Instant(nanoseconds: after)
  }
}
