#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// When a motion counts as over, in the channel's own units.
public struct RestThreshold: Hashable, Sendable {
  /// The largest distance from the target that nobody sees.
  public let offset: Double
  /// The largest velocity that nobody sees, per second.
  public let velocity: Double

  /// A threshold on distance and, unless given, a velocity of one such distance per 16 ms.
  ///
  /// The ratio is that of Android's `SpringForce`: within a frame nothing moves visibly.
  public init(offset: Double, velocity: Double? = nil) {
    self.offset = offset
    self.velocity = velocity ?? offset * 62.5
  }
}

extension Spring {
  /// A time in seconds after which the motion from `start` stays within `threshold` for ever.
  ///
  /// It is an upper bound of the exact time, never early; infinite when the motion does not die
  /// out (no damping, or no stiffness and a finite reach). O(1), no allocation.
  public func settleTime(from start: MotionState, within threshold: RestThreshold) -> Double {
    let atTarget = bound(
      level: start.value.magnitude,
      slope: (start.velocity + decayRate * start.value).magnitude,
      epsilon: threshold.offset)
    guard threshold.velocity.isFinite else { return atTarget }
    let slow = bound(
      level: start.velocity.magnitude,
      slope: (decayRate * start.velocity + stiffness * start.value).magnitude,
      epsilon: threshold.velocity)
    return max(atTarget, slow)
  }

  /// When |level·C(t) + slope·S(t)| stays below `epsilon`: the least of the bounds that apply.
  ///
  /// |C| ≤ e^{−st} and |S| ≤ t·e^{−st} hold in every regime, with s the slowest decay rate;
  /// under-damped |level·C + slope·S| ≤ √(level² + (slope/ω)²)·e^{−st}, and over-damped
  /// |S| ≤ e^{−st}/2g, which are closer far from critical damping.
  private func bound(level: Double, slope: Double, epsilon: Double) -> Double {
    guard level > 0 || slope > 0 else { return 0 }
    let rate = slowestDecayRate
    guard rate > 0, epsilon > 0 else { return .infinity }
    var best = linearBound(level: level, slope: slope, rate: rate, epsilon: epsilon)
    let root = discriminant.magnitude.squareRoot()
    if root > 0 {
      let amplitude = discriminant < 0 ? hypot(level, slope / root) : level + slope / (2 * root)
      best = min(best, max(0, log(amplitude / epsilon) / rate))
    }
    return best
  }

  /// The last t with (level + slope·t)·e^{−rate·t} = epsilon, approached from above.
  ///
  /// Newton on the logarithm, a concave function: started right of its last root, each step
  /// stays right of it, so stopping early is safe.
  private func linearBound(
    level: Double, slope: Double, rate: Double, epsilon: Double
  ) -> Double {
    // slope·t·e^{−rate·t/2} ≤ 2·slope/(e·rate) makes the first guess an upper bound.
    let ceiling = level + 2 * slope / (M_E * rate)
    var t = max(0, 2 * log(ceiling / epsilon) / rate)
    for _ in 0..<6 {
      let sum = level + slope * t
      let derivative = slope / sum - rate
      guard derivative < 0 else { break }
      let next = t - (log(sum / epsilon) - rate * t) / derivative
      guard next < t else { break }
      t = max(0, next)
    }
    return t
  }
}
