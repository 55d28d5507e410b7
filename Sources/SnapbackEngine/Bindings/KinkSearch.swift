import SnapbackBasics
import SnapbackMotion

/// The search for the moment at which a motion leaves a range of values.
///
/// The search samples the closed form every 4 ms for up to half a second. If the velocities of two
/// neighboring samples have opposite signs, it also tests the turning point between them. It can
/// miss the moment only if the motion turns at least twice between two samples.
struct KinkSearch {
  /// The time step, in seconds.
  private static let step = 1.0 / 250
  /// The maximum time that one search looks ahead, in seconds.
  private static let horizon = 0.5
  /// The time by which the spans of two consecutive searches overlap, in seconds. Because of the
  /// overlap, a kink is known at least 150 ms ahead, unless a search ends early at its limit or the
  /// motion has many terms.
  private static let overlap = 0.15
  /// The maximum number of terms that a search evaluates at its samples. A motion of more than 40
  /// terms is searched for a shorter time, of at least eight samples.
  private static let work = 5000

  private let start: Instant
  /// The moment at which the search ends.
  private let end: Instant
  /// The moment at which the next search has to start; nil if the motion rests from `end` on.
  let continuation: Instant?

  /// Creates a search in a motion of `terms` terms that rests from `rest` on. At `limit`, the
  /// motion may change, so the search ends there.
  init(from start: Instant, to rest: Instant, terms: Int, before limit: Instant?) {
    self.start = start
    let samples = max(8, Self.work / max(1, terms))
    let span = min(Self.horizon, Double(samples) * Self.step)
    let horizon = start.advanced(bySeconds: span)
    // A limit that has already passed would end the search at its start, and the next one, too. So
    // a search covers at least one step.
    let change = limit.map { max($0, start.advanced(bySeconds: Self.step)) } ?? .distantFuture
    end = min(rest, horizon, change)
    if rest <= end {
      continuation = nil
    } else {
      continuation = min(change, start.advanced(bySeconds: span - min(Self.overlap, span / 2)))
    }
  }

  /// The first nanosecond at which `motion` is outside `range`; nil if the search finds none. At
  /// the start of the search, the motion has to be inside.
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

  /// Finds, by bisection, the nanosecond from which a condition holds. The condition must not hold
  /// at `first`, and must hold at `last`.
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
