#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A damped spring on a unit mass: ẍ + 2β·ẋ + ω₀²·x = 0, with x the distance from the target.
///
/// Only two numbers shape the motion, the decay rate β = c/2m and ω₀² = k/m; mass, stiffness and
/// damping scaled together move alike. Evaluation is in closed form (``state(after:from:)``), so
/// it does not depend on a frame rate and needs no history. Every regime is one formula:
/// under-damped, critical, over-damped, undamped (c = 0), pure drag (k = 0) and free (both 0).
public struct Spring: Hashable, Sendable {
  /// Decay rate β = c/2m in 1/s, at least 0.
  public let decayRate: Double
  /// ω₀² = k/m in 1/s², at least 0.
  public let stiffness: Double
  /// √|D| with the sign of D = β² − ω₀², in 1/s: negative under-damped, zero critical, positive
  /// over-damped.
  ///
  /// Kept beside the other two because the difference cancels: each initialiser computes D from
  /// what it was given, with one rounding. Under-damped the magnitude is the frequency ω of the
  /// motion, over-damped half the distance g of its two decay rates.
  let signedRoot: Double
  /// The rate at which the last of the motion dies out, in 1/s; 0 when it never does.
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

  /// The longest time that is told from a longer one, in seconds.
  ///
  /// After an infinite time what has died out would be 0·∞. With this one no phase is infinite.
  static let longestTime = 1e150

  /// Undamped angular frequency ω₀ = √(k/m) in rad/s.
  public var angularFrequency: Double { stiffness.squareRoot() }
  /// Damping ratio ζ = β/ω₀, dimensionless; infinite for pure drag.
  public var dampingRatio: Double { decayRate / angularFrequency }

  /// The exact state `seconds` after `start`. O(1), no allocation.
  ///
  /// With C = e^{−βt}·cos ωt and S = e^{−βt}·sin(ωt)/ω, ω² = −D (hyperbolic for D > 0):
  /// x(t) = x₀·C + (v₀ + βx₀)·S and v(t) = v₀·C − (βv₀ + ω₀²x₀)·S. Before the start, and for
  /// not-a-number, it is the start. Times beyond 10¹⁵⁰ s count as that.
  public func state(after seconds: Double, from start: MotionState) -> MotionState {
    guard seconds > 0 else { return start }
    let (c, s, exponent) = basis(after: min(seconds, Self.longestTime))
    let value = start.value * c + (start.velocity + decayRate * start.value) * s
    let velocity =
      start.velocity * c - (decayRate * start.velocity + stiffness * start.value) * s
    // Last, because little then has to be kept while it is computed.
    let decay = exp(exponent)
    return MotionState(value: decay * value, velocity: decay * velocity)
  }

  /// The two functions C and S of ``state(after:from:)`` without e^exponent, by which to multiply.
  @inline(__always)
  func basis(after t: Double) -> (c: Double, s: Double, exponent: Double) {
    let phase = signedRoot * t
    if phase.magnitude < 1e-3 {
      // Near critical both quotients are 0/0; their series need no "is it critical?". The next
      // terms are below 1e-20.
      let square = phase * phase.magnitude
      return (
        1 + square * (1 / 2 + square * (1 / 24)), t * (1 + square * (1 / 6 + square * (1 / 120))),
        -decayRate * t
      )
    }
    if phase < 0 {
      // The phase has the sign of the root, which divides it out again.
      let turn = CosineAndSine(phase)
      return (turn.cosine, turn.sine / signedRoot, -decayRate * t)
    }
    // e^{−βt}·cosh gt overflows times underflows. By the two decay rates s and f it does neither:
    // C = (e^{−st} + e^{−ft})/2 and S = (e^{−st} − e^{−ft})/2g, with e^{−ft} = e^{−st}·e^{−2gt}.
    // From 2gt = 1 on the difference loses no digit, and exp is the faster function.
    let less = phase > 0.5 ? exp(-2 * phase) - 1 : expm1(-2 * phase)
    return (1 + less / 2, -less / (2 * signedRoot), -slowestDecayRate * t)
  }

  /// D = β² − ω₀² in 1/s².
  var discriminant: Double { signedRoot * signedRoot.magnitude }
}
