#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Momentum slowed by drag: v(t) = v₀·e^{−λt} and x(t) = x₀ + v₀·(1 − e^{−λt})/λ.
///
/// The motion never stops completely; its limit is ``end(from:)``. Values are absolute, not
/// distances from a target.
public struct Decay: Hashable, Sendable {
  /// λ, the relative loss of velocity per second, in 1/s; above 0.
  public let rate: Double

  /// Creates drag with the rate λ > 0 in 1/s.
  public init(rate: Double) throws(MotionError) {
    try MotionError.require(rate > 0, "rate", rate, "a number above 0")
    self.rate = rate
  }

  /// Creates drag like `UIScrollView.DecelerationRate`, from the fraction d of the velocity that
  /// remains after a millisecond, above 0 and below 1. λ = −1000·ln d.
  public init(perMillisecond remaining: Double) throws(MotionError) {
    try MotionError.require(
      remaining > 0 && remaining < 1, "perMillisecond", remaining, "above 0 and below 1")
    try self.init(rate: -1000 * log(remaining))
  }

  private init(checked rate: Double) { self.rate = rate }

  /// `UIScrollView.DecelerationRate.normal`, 0.998 per millisecond: λ = 2.002 1/s.
  public static let normal = Decay(checked: -1000 * log(0.998))
  /// `UIScrollView.DecelerationRate.fast`, 0.99 per millisecond: λ = 10.05 1/s.
  public static let fast = Decay(checked: -1000 * log(0.99))

  /// The exact state `seconds` after `start`; `start` for times before it and for NaN. O(1), no
  /// allocation.
  public func state(after seconds: Double, from start: MotionState) -> MotionState {
    // Without a velocity there is nothing to compute.
    guard seconds > 0, start.velocity != 0 else { return start }
    let exponent = -rate * seconds
    return MotionState(
      value: start.value - start.velocity * expm1(exponent) / rate,
      velocity: start.velocity * exp(exponent))
  }

  /// The position where the motion comes to rest: x₀ + v₀/λ.
  public func end(from start: MotionState) -> Double { start.value + start.velocity / rate }

  /// The position where the motion would come to rest if it advanced in steps of a millisecond:
  /// x₀ + v₀/1000·d/(1 − d), where d = e^{−λ/1000} is the fraction of the velocity that remains
  /// after a step.
  ///
  /// This is the projection of "Designing Fluid Interfaces", WWDC 2018, session 803. The distance
  /// from the start is shorter than that of ``end(from:)`` by about v₀/2000: the distance covered
  /// in half a millisecond at v₀.
  public func discreteProjection(from start: MotionState) -> Double {
    // d/(1 − d) = 1/(e^{λ/1000} − 1)
    start.value + start.velocity / (1000 * expm1(rate / 1000))
  }

  /// The time in seconds at which the motion reaches `value`; nil if it never does.
  ///
  /// The result is 0 for the start value. The motion never reaches its end, nor any value behind
  /// the start.
  public func time(toReach value: Double, from start: MotionState) -> Double? {
    let distance = value - start.value
    if distance == 0 { return 0 }
    // −ln(1 − λ·distance/v₀)/λ
    let time = -log1p(-rate * (distance / start.velocity)) / rate
    return time > 0 && time.isFinite ? time : nil
  }

  /// The time in seconds from which the motion stays within the threshold's offset of its end and
  /// below the threshold's velocity.
  ///
  /// Exact except for rounding. Infinite if the threshold is not above 0, 0 if the start is not
  /// finite.
  public func settleTime(from start: MotionState, within threshold: RestThreshold) -> Double {
    guard start.isFinite, start.velocity != 0 else { return 0 }
    guard threshold.offset > 0, threshold.velocity > 0 else { return .infinity }
    let speed = start.velocity.magnitude
    let near = log(speed / rate / threshold.offset)
    let slow = log(speed / threshold.velocity)
    return max(0, near, slow) / rate
  }

  /// The drag with which the motion ends at `target` from the same start; nil if it would differ
  /// visibly.
  ///
  /// λ′ = v₀/(target − x₀), if it is within λ/2...4λ. Within that range the change of drag is not
  /// visible.
  public func ending(at target: Double, from start: MotionState) -> Decay? {
    let needed = start.velocity / (target - start.value)
    guard needed >= rate / 2, needed <= rate * 4, needed.isFinite else { return nil }
    return Decay(checked: needed)
  }
}
