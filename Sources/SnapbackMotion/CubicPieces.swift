/// A motion given by knots, with a cubic polynomial between successive knots.
///
/// It approximates a motion that has no finite formula, such as a follower of a moving value. At
/// the knots it has the value and the velocity of that motion; between them it differs by at most
/// ``error``. Before the first knot it has the value of the first one, and after the last knot the
/// value of the last one, without a velocity.
public struct CubicPieces: Hashable, Sendable {
  /// The state of the motion at a time.
  public struct Knot: Hashable, Sendable {
    /// The time in seconds, greater than that of the previous knot.
    public var time: Double
    /// The value and velocity at that time.
    public var state: MotionState

    /// Creates a knot from its parts.
    public init(time: Double, _ state: MotionState) {
      self.time = time
      self.state = state
    }
  }

  /// The knots, in the order of their times.
  public let knots: [Knot]
  /// The largest difference from the motion that the pieces approximate, in the unit of the value;
  /// at least 0.
  public let error: Double

  /// Creates the motion through `knots`, of which there must be at least one.
  public init(_ knots: [Knot], error: Double) throws(MotionError) {
    try MotionError.require(!knots.isEmpty, "knots", 0, "at least one")
    try MotionError.require(error >= 0 && error.isFinite, "error", error, "a number from 0")
    var last = -Double.infinity
    for knot in knots {
      try MotionError.require(
        knot.time > last && knot.time.isFinite, "time", knot.time, "above \(last)")
      try MotionError.require(
        knot.state.value.isFinite, "value", knot.state.value, "a finite number")
      try MotionError.require(
        knot.state.velocity.isFinite, "velocity", knot.state.velocity, "a finite number")
      last = knot.time
    }
    self.knots = knots
    self.error = error
  }

  /// Samples a motion from 0 to `end` seconds, so that the pieces differ from it by at most
  /// `limit`.
  ///
  /// Each piece is compared with the motion at seven times. If their largest difference, increased
  /// by a half for the times between them, exceeds the limit, the piece is halved. Exception:
  /// pieces shorter than 0.25 ms, which occur at corners and jumps of the motion, are kept;
  /// ``error`` includes their differences.
  ///
  /// - Parameters:
  ///   - end: finite; the number of pieces grows with it.
  ///   - inherited: the largest error of `motion` itself, which ``error`` includes.
  ///   - motion: the value and velocity at a time; finite.
  public init(
    to end: Double, within limit: Double, inherited: Double = 0,
    _ motion: (Double) -> MotionState
  ) {
    var knots = [Knot(time: 0, motion(0))]
    var worst = 0.0
    var span = Self.longest
    while let last = knots.last, last.time < end {
      span = min(span, end - last.time)
      let next = Knot(time: last.time + span, motion(last.time + span))
      let error = Self.difference(last, next, motion)
      if error > limit, span > Self.shortest {
        span /= 2
        continue
      }
      worst = max(worst, error)
      // A piece so short that adding its length does not change the time would not advance.
      guard next.time > last.time else { break }
      knots.append(next)
      span = min(Self.longest, span * 2)
    }
    self.knots = knots
    error = worst + inherited
  }

  /// The maximum length of a piece of a sampled motion, in seconds.
  private static let longest = 0.064
  /// The length below which the pieces of a sampled motion are not halved, in seconds.
  private static let shortest = 0.000_25

  /// A bound of the difference between a motion and the piece from one knot to the next.
  private static func difference(
    _ first: Knot, _ last: Knot, _ motion: (Double) -> MotionState
  ) -> Double {
    var worst = 0.0
    for part in 1..<8 {
      let time = first.time + Double(part) / 8 * (last.time - first.time)
      worst = max(worst, (state(at: time, first, last).value - motion(time).value).magnitude)
    }
    return 1.5 * worst
  }

  /// The value and velocity at a time in seconds. O(log n), no allocation.
  public func state(at time: Double) -> MotionState {
    let last = knots.count - 1
    guard time >= knots[0].time else { return MotionState(value: knots[0].state.value) }
    guard time < knots[last].time else { return MotionState(value: knots[last].state.value) }
    var (low, high) = (1, last)
    while low < high {
      let middle = (low + high) / 2
      if knots[middle].time > time { high = middle } else { low = middle + 1 }
    }
    return Self.state(at: time, knots[low - 1], knots[low])
  }

  /// The cubic Hermite polynomial between two knots.
  private static func state(at time: Double, _ first: Knot, _ last: Knot) -> MotionState {
    let span = last.time - first.time
    let u = (time - first.time) / span
    let (p, q) = (first.state.value, last.state.value)
    let (v, w) = (first.state.velocity * span, last.state.velocity * span)
    // value = p + u·(v + u·(b + u·a))
    let a = 2 * (p - q) + v + w
    let b = 3 * (q - p) - 2 * v - w
    return MotionState(
      value: p + u * (v + u * (b + u * a)), velocity: (v + u * (2 * b + u * 3 * a)) / span)
  }
}
