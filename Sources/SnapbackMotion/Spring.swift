#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A damped spring on a unit mass: ẍ + 2β·ẋ + ω₀²·x = 0, with x the distance from the target.
///
/// Only two numbers determine the motion, the decay rate β = c/2m and ω₀² = k/m; scaling mass,
/// stiffness and damping together changes nothing. Evaluation is in closed form
/// (``state(after:from:)``), so it does not depend on a frame rate and needs no history. One
/// formula covers every regime: under-damped, critical, over-damped, undamped (c = 0), pure drag (k
/// = 0) and free (both 0).
public struct Spring: Hashable, Sendable {
  /// Decay rate β = c/2m in 1/s, at least 0.
  public let decayRate: Double
  /// ω₀² = k/m in 1/s², at least 0.
  public let stiffness: Double
  /// √|D| with the sign of D = β² − ω₀², in 1/s: negative if under-damped, zero if critical,
  /// positive if over-damped.
  ///
  /// Stored because computing the difference from the other two would cancel: each initializer
  /// computes D from its parameters with one rounding. The magnitude is the frequency ω of an
  /// under-damped motion, and half the difference g of the two decay rates of an over-damped one.
  let signedRoot: Double
  /// The rate of the slowest decaying part of the motion, in 1/s; 0 if it never decays.
  ///
  /// β up to critical damping; ω₀²/(β + √D) beyond it, the form without cancellation.
  public let slowestDecayRate: Double

  init(decayRate: Double, stiffness: Double, discriminant: Double) {
    self.decayRate = decayRate
    self.stiffness = stiffness
    let root = discriminant.magnitude.squareRoot()
    signedRoot = discriminant < 0 ? -root : root
    slowestDecayRate = discriminant > 0 ? stiffness / (decayRate + root) : decayRate
  }

  /// The time to which longer times are clamped, in seconds.
  ///
  /// With an infinite time, a motion that has decayed would be 0·∞. With this limit every phase is
  /// finite.
  static let longestTime = 1e150

  /// The undamped angular frequency ω₀ = √(k/m) in rad/s.
  public var angularFrequency: Double { stiffness.squareRoot() }
  /// The damping ratio ζ = β/ω₀, dimensionless; infinite for pure drag.
  public var dampingRatio: Double { decayRate / angularFrequency }

  /// The exact state `seconds` after `start`. O(1), no allocation.
  ///
  /// With C = e^{−βt}·cos ωt and S = e^{−βt}·sin(ωt)/ω, ω² = −D (hyperbolic for D > 0): x(t) = x₀·C
  /// + (v₀ + βx₀)·S and v(t) = v₀·C − (βv₀ + ω₀²x₀)·S. Returns `start` for times before it and for
  /// NaN. Times beyond 10¹⁵⁰ s are clamped.
  public func state(after seconds: Double, from start: MotionState) -> MotionState {
    guard seconds > 0 else { return start }
    let (c, s, exponent) = basis(after: min(seconds, Self.longestTime))
    let value = start.value * c + (start.velocity + decayRate * start.value) * s
    let velocity =
      start.velocity * c - (decayRate * start.velocity + stiffness * start.value) * s
    // Computed last, so that few values are live across the call.
    let decay = exp(exponent)
    return MotionState(value: decay * value, velocity: decay * velocity)
  }

  /// The functions C and S of ``state(after:from:)``, to be multiplied by e^exponent.
  @inline(__always)
  func basis(after t: Double) -> (c: Double, s: Double, exponent: Double) {
    let phase = signedRoot * t
    if phase.magnitude < 1e-3 {
      // Near critical damping both quotients are 0/0; their series avoid a special case. The next
      // terms are below 1e-20.
      let square = phase * phase.magnitude
      return (
        1 + square * (1 / 2 + square * (1 / 24)), t * (1 + square * (1 / 6 + square * (1 / 120))),
        -decayRate * t
      )
    }
    if phase < 0 {
      // The phase has the sign of the root; dividing by the root cancels it.
      let turn = CosineAndSine(phase)
      return (turn.cosine, turn.sine / signedRoot, -decayRate * t)
    }
    // e^{−βt}·cosh gt would overflow or underflow. With the two decay rates s and f it does
    // neither: C = (e^{−st} + e^{−ft})/2 and S = (e^{−st} − e^{−ft})/2g, with e^{−ft} =
    // e^{−st}·e^{−2gt}. From 2gt = 1 on, the difference loses no digits, and exp is the faster
    // function.
    let less = phase > 0.5 ? exp(-2 * phase) - 1 : expm1(-2 * phase)
    return (1 + less / 2, -less / (2 * signedRoot), -slowestDecayRate * t)
  }

  /// D = β² − ω₀² in 1/s².
  var discriminant: Double { signedRoot * signedRoot.magnitude }

  /// Whether it is critically damped.
  var isCritical: Bool { signedRoot == 0 }
}
