#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// What a motion looks like: where it turns, whether it passes the target.
extension Spring {
  /// How far the motion from rest passes the target, as a part of the distance it came.
  ///
  /// e^{−πζ/√(1−ζ²)} for ζ < 1, which is any text on second-order systems; 0 from critical
  /// damping on, 1 without damping.
  public var overshoot: Double {
    discriminant < 0 ? exp(-.pi * decayRate / (-discriminant).squareRoot()) : 0
  }

  /// When the motion first turns after the start: the least t > 0 with velocity 0.
  ///
  /// An under-damped motion turns again and again, half a period apart. Any other turns at most
  /// once: if the velocity leads away from the target, or toward it fast enough to pass it. Nil
  /// when it does not turn. O(1), no allocation.
  public func turningTime(from start: MotionState) -> Double? {
    // v(t) = v₀·C − (βv₀ + ω₀²x₀)·S, and s_fast·s_slow = ω₀².
    firstZero(
      level: start.velocity, slope: -(decayRate * start.velocity + stiffness * start.value),
      fastSum: -slowestDecayRate * (start.velocity + fastestDecayRate * start.value))
  }

  /// The first turning point, and when; see ``turningTime(from:)``.
  public func firstExtremum(from start: MotionState) -> (time: Double, value: Double)? {
    guard let time = turningTime(from: start) else { return nil }
    return (time, state(after: time, from: start).value)
  }

  /// When the motion first is at the target after the start: the least t > 0 with offset 0.
  ///
  /// Critically damped it gets there if the velocity points at the target and |v₀| > ω₀·|x₀|,
  /// over-damped if |v₀| exceeds |x₀| times the fast decay rate. Nil when it does not: such a
  /// motion approaches the target and never is at it. O(1), no allocation.
  public func crossingTime(from start: MotionState) -> Double? {
    firstZero(
      level: start.value, slope: start.velocity + decayRate * start.value,
      fastSum: start.velocity + fastestDecayRate * start.value)
  }

  /// The least t > 0 with level·C(t) + slope·S(t) = 0; `fastSum` is slope + g·level with g = √D,
  /// free of cancellation, for D ≥ 0.
  private func firstZero(level: Double, slope: Double, fastSum: Double) -> Double? {
    var time: Double
    if discriminant < 0 {
      // tan ωt = −level·ω/slope; roots are π/ω apart. Both signs turned so that level ≥ 0, the
      // angle is in 0...π, and exact where it is small.
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

  /// The rate at which the first of the motion dies out, in 1/s: β up to critical damping, β + √D
  /// beyond it.
  public var fastestDecayRate: Double {
    discriminant > 0 ? decayRate + discriminant.squareRoot() : decayRate
  }

  /// The critically damped spring that does not pass the target from `start`, at least as stiff
  /// as this one.
  ///
  /// ζ = 1, and ω₀ raised to |v₀|/|x₀| where the velocity points at the target. From the target
  /// itself (x₀ = 0) with a velocity no spring can do that, as there is nothing to brake in: ω₀
  /// then stays, and the motion leaves the target by |v₀|/(e·ω₀). ω₀ is not raised above that of
  /// ``shortestResponse``.
  public func neverPassing(from start: MotionState) -> Spring {
    var frequency = angularFrequency
    // One sign for both or a zero: the velocity leads away, and a critical motion comes back
    // without passing.
    if start.value != 0, (start.value < 0) != (start.velocity < 0) {
      let needed = (start.velocity / start.value).magnitude
      frequency = max(frequency, min(needed, 2 * .pi / Self.shortestResponse))
    }
    return Spring(
      decayRate: frequency, stiffness: frequency * frequency, discriminant: 0)
  }

  /// Core Animation's `settlingDuration`: ln((|x₀| + |v₀ + βx₀|/ω)/ε)/β for an under-damped spring.
  ///
  /// The defaults are its start, a distance of 1 at rest, and its ε of a thousandth. Nil from
  /// critical damping on, where Core Animation searches in steps. For tools that show the number;
  /// ``settleTime(from:within:)`` holds for every spring and is never early.
  public func coreAnimationSettlingDuration(
    from start: MotionState = MotionState(value: 1), epsilon: Double = 0.001
  ) -> Double? {
    guard discriminant < 0, decayRate > 0, epsilon > 0 else { return nil }
    let sine = (start.velocity + decayRate * start.value) / (-discriminant).squareRoot()
    let duration = log((start.value.magnitude + sine.magnitude) / epsilon) / decayRate
    return duration.isFinite ? max(0, duration) : nil
  }
}
