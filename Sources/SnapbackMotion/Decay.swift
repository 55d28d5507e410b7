#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Momentum that drag uses up: v(t) = v₀·e^{−λt} and x(t) = x₀ + v₀·(1 − e^{−λt})/λ.
///
/// It never quite ends; where it would is ``end(from:)``. Values are absolute, not distances from
/// a target.
public struct Decay: Hashable, Sendable {
  /// λ, by how much of itself the velocity falls per second, in 1/s; above 0.
  public let rate: Double

  /// The drag with rate λ > 0 in 1/s.
  public init(rate: Double) throws(MotionError) {
    try MotionError.require(rate > 0, "rate", rate, "a number above 0")
    self.rate = rate
  }

  /// The drag of `UIScrollView.DecelerationRate`: what is left of the velocity after a
  /// millisecond, above 0 and below 1. λ = −1000·ln d.
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

  /// The exact state `seconds` after `start`; before the start, and for not-a-number, the start.
  /// O(1), no allocation.
  public func state(after seconds: Double, from start: MotionState) -> MotionState {
    guard seconds > 0 else { return start }
    let exponent = -rate * seconds
    return MotionState(
      value: start.value - start.velocity * expm1(exponent) / rate,
      velocity: start.velocity * exp(exponent))
  }

  /// Where it comes to rest: x₀ + v₀/λ.
  public func end(from start: MotionState) -> Double { start.value + start.velocity / rate }

  /// Where it comes to rest if it moves in steps of a millisecond: x₀ + v₀/1000·d/(1 − d).
  ///
  /// The projection of "Designing Fluid Interfaces", WWDC 2018, session 803; by half a
  /// millisecond's way shorter than ``end(from:)``.
  public func discreteProjection(from start: MotionState) -> Double {
    // d/(1 − d) = 1/(e^{λ/1000} − 1)
    start.value + start.velocity / (1000 * expm1(rate / 1000))
  }

  /// The time in seconds at which it is at `value`; nil when it never is.
  ///
  /// 0 at the start's own value. It never is at its end, nor behind the start.
  public func time(toReach value: Double, from start: MotionState) -> Double? {
    let distance = value - start.value
    if distance == 0 { return 0 }
    // −ln(1 − λ·distance/v₀)/λ
    let time = -log1p(-rate * (distance / start.velocity)) / rate
    return time > 0 && time.isFinite ? time : nil
  }

  /// The time in seconds from which on it is within the threshold's offset of its end and slower
  /// than the threshold's velocity.
  ///
  /// Exact, up to roundings; infinite for a threshold that is not above 0, 0 for a start that is
  /// not finite.
  public func settleTime(from start: MotionState, within threshold: RestThreshold) -> Double {
    guard start.isFinite, start.velocity != 0 else { return 0 }
    guard threshold.offset > 0, threshold.velocity > 0 else { return .infinity }
    let speed = start.velocity.magnitude
    let near = log(speed / rate / threshold.offset)
    let slow = log(speed / threshold.velocity)
    return max(0, near, slow) / rate
  }

  /// The drag with which it ends at `target` from the same start; nil when that is another motion.
  ///
  /// λ′ = v₀/(target − x₀), if that is within λ/2...4λ: then nobody sees that the drag was chosen.
  public func ending(at target: Double, from start: MotionState) -> Decay? {
    let needed = start.velocity / (target - start.value)
    guard needed >= rate / 2, needed <= rate * 4, needed.isFinite else { return nil }
    return Decay(checked: needed)
  }
}
