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
  /// D = β² − ω₀² in 1/s²: negative under-damped, zero critical, positive over-damped.
  ///
  /// Kept beside the other two because the difference cancels: each initialiser computes it
  /// from what it was given, with one rounding.
  let discriminant: Double

  init(decayRate: Double, stiffness: Double, discriminant: Double) {
    self.decayRate = decayRate
    self.stiffness = stiffness
    self.discriminant = discriminant
  }

  /// Undamped angular frequency ω₀ = √(k/m) in rad/s.
  public var angularFrequency: Double { stiffness.squareRoot() }
  /// Damping ratio ζ = β/ω₀, dimensionless; infinite for pure drag.
  public var dampingRatio: Double { decayRate / angularFrequency }

  /// The exact state `seconds` after `start`. O(1), no allocation.
  ///
  /// With C = e^{−βt}·cos ωt and S = e^{−βt}·sin(ωt)/ω, ω² = −D (hyperbolic for D > 0):
  /// x(t) = x₀·C + (v₀ + βx₀)·S and v(t) = v₀·C − (βv₀ + ω₀²x₀)·S. Before the start, and for
  /// not-a-number, it is the start.
  public func state(after seconds: Double, from start: MotionState) -> MotionState {
    guard seconds > 0 else { return start }
    let (c, s) = transition(after: seconds)
    return MotionState(
      value: start.value * c + (start.velocity + decayRate * start.value) * s,
      velocity: start.velocity * c - (decayRate * start.velocity + stiffness * start.value) * s)
  }

  /// The two functions C and S of ``state(after:from:)``.
  private func transition(after t: Double) -> (c: Double, s: Double) {
    let square = discriminant * t * t
    if square.magnitude < 1e-6 {
      // Near critical both quotients are 0/0; their series need no "is it critical?".
      let decay = exp(-decayRate * t)
      let c = 1 + square / 2 * (1 + square / 12 * (1 + square / 30))
      let s = t * (1 + square / 6 * (1 + square / 20 * (1 + square / 42)))
      return (decay * c, decay * s)
    }
    if discriminant < 0 {
      let frequency = (-discriminant).squareRoot()
      let decay = exp(-decayRate * t)
      return (decay * cos(frequency * t), decay * sin(frequency * t) / frequency)
    }
    // e^{−βt}·cosh gt overflows times underflows; by the two decay rates it does neither.
    let half = discriminant.squareRoot()
    let slow = exp(-slowestDecayRate * t)
    let fast = exp(-(decayRate + half) * t)
    return ((slow + fast) / 2, -slow * expm1(-2 * half * t) / (2 * half))
  }

  /// The rate at which the last of the motion dies out, in 1/s; 0 when it never does.
  ///
  /// β up to critical damping; ω₀²/(β + √D) beyond it, the form without cancellation.
  public var slowestDecayRate: Double {
    discriminant > 0 ? stiffness / (decayRate + discriminant.squareRoot()) : decayRate
  }
}
