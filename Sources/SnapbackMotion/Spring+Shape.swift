#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The shape of a motion: turning points and crossings of the target.
extension Spring {
  /// The distance by which the motion from rest overshoots, as a fraction of its initial distance.
  ///
  /// e^{−πζ/√(1−ζ²)} for ζ < 1, the textbook formula for second-order systems; 0 from critical
  /// damping on, 1 without damping.
  public var overshoot: Double {
    discriminant < 0 ? exp(-.pi * decayRate / (-discriminant).squareRoot()) : 0
  }

  /// The first turning time after the start: the least t > 0 with velocity 0.
  ///
  /// An under-damped motion turns repeatedly, every half period. Any other motion turns at most
  /// once: if its velocity leads away from the target, or is high enough toward the target to pass
  /// it. Nil if the motion does not turn. O(1), no allocation.
  public func turningTime(from start: MotionState) -> Double? {
    // v(t) = v₀·C − (βv₀ + ω₀²x₀)·S, and s_fast·s_slow = ω₀².
    firstZero(
      level: start.velocity, slope: -(decayRate * start.velocity + stiffness * start.value),
      fastSum: -slowestDecayRate * (start.velocity + fastestDecayRate * start.value))
  }

  /// The time and value of the first turning point; see ``turningTime(from:)``.
  public func firstExtremum(from start: MotionState) -> (time: Double, value: Double)? {
    guard let time = turningTime(from: start) else { return nil }
    return (time, state(after: time, from: start).value)
  }

  /// The first time after the start at which the motion crosses the target: the least t > 0 with
  /// offset 0.
  ///
  /// A critically damped motion crosses it if the velocity points at the target and |v₀| > ω₀·|x₀|,
  /// an over-damped one if |v₀| exceeds |x₀| times the fast decay rate. Otherwise it only
  /// approaches the target, and the result is nil. O(1), no allocation.
  public func crossingTime(from start: MotionState) -> Double? {
    firstZero(
      level: start.value, slope: start.velocity + decayRate * start.value,
      fastSum: start.velocity + fastestDecayRate * start.value)
  }

  /// The least t > 0 with level·C(t) + slope·S(t) = 0, for D ≥ 0 with `fastSum` = slope + g·level,
  /// g = √D, computed without cancellation.
  private func firstZero(level: Double, slope: Double, fastSum: Double) -> Double? {
    var time: Double
    if discriminant < 0 {
      // tan ωt = −level·ω/slope; roots are π/ω apart. Flip both signs so that level ≥ 0: then the
      // angle is in 0...π, and exact if it is small.
      guard level != 0 || slope != 0 else { return nil }
      let frequency = (-discriminant).squareRoot()
      let angle = atan2(level.magnitude * frequency, level < 0 ? slope : -slope)
      time = (level == 0 ? .pi : angle) / frequency
    } else {
      // e^{2gt} = 1 − 2g·level/(slope + g·level); t = −level/slope as g vanishes.
      let root = 2 * discriminant.squareRoot()
      let quotient = -level / fastSum
      time = root * quotient > 1e-16 ? log1p(root * quotient) / root : quotient
    }
    return time > 0 && time.isFinite ? time : nil
  }

  /// The rate of the fastest decaying part of the motion, in 1/s: β up to critical damping, β + √D
  /// beyond it.
  public var fastestDecayRate: Double {
    discriminant > 0 ? decayRate + discriminant.squareRoot() : decayRate
  }

  /// The critically damped spring, at least as stiff as this one, that does not pass the target
  /// from `start`.
  ///
  /// ζ = 1, and ω₀ is raised to |v₀|/|x₀| if the velocity points at the target. No spring can avoid
  /// passing if it starts at the target (x₀ = 0) with a velocity; ω₀ then stays the same, and the
  /// motion leaves the target by |v₀|/(e·ω₀). ω₀ is not raised above that of ``shortestResponse``.
  public func neverPassing(from start: MotionState) -> Spring {
    var frequency = angularFrequency
    // If both signs are equal or one is zero, the velocity leads away, and a critically damped
    // motion returns without passing.
    if start.value != 0, (start.value < 0) != (start.velocity < 0) {
      let needed = (start.velocity / start.value).magnitude
      frequency = max(frequency, min(needed, 2 * .pi / Self.shortestResponse))
    }
    return Spring(
      decayRate: frequency, stiffness: frequency * frequency, discriminant: 0)
  }

  /// Core Animation's `settlingDuration`: ln((|x₀| + |v₀ + βx₀|/ω)/ε)/β for an under-damped spring.
  ///
  /// The defaults are those of Core Animation: a distance of 1 at rest, and ε = 0.001. Nil from
  /// critical damping on, where Core Animation searches in steps. Intended for tools that show the
  /// number; ``settleTime(from:within:)`` works for every spring and is never too early.
  public func coreAnimationSettlingDuration(
    from start: MotionState = MotionState(value: 1), epsilon: Double = 0.001
  ) -> Double? {
    guard discriminant < 0, decayRate > 0, epsilon > 0 else { return nil }
    let sine = (start.velocity + decayRate * start.value) / (-discriminant).squareRoot()
    let duration = log((start.value.magnitude + sine.magnitude) / epsilon) / decayRate
    return duration.isFinite ? max(0, duration) : nil
  }
}
