#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

extension Spring {
  /// The shortest response that is accepted, in seconds: a thousandth of a frame at 60 Hz.
  public static let shortestResponse = 1.6e-5

  /// The spring with mass m > 0, stiffness k ≥ 0 and damping c ≥ 0, in coherent units.
  public init(mass: Double, stiffness: Double, damping: Double) throws(MotionError) {
    try MotionError.require(mass > 0, "mass", mass, "a number above 0")
    try MotionError.require(stiffness >= 0, "stiffness", stiffness, "a number of at least 0")
    try MotionError.require(damping >= 0, "damping", damping, "a number of at least 0")
    let decayRate = damping / (2 * mass)
    let ratio = stiffness / mass
    // One fused operation: β² alone would round away what is left of it near critical damping.
    let discriminant = (-ratio).addingProduct(decayRate, decayRate)
    try MotionError.require(discriminant.isFinite, "mass", mass, "large enough for k/m and (c/m)²")
    self.init(decayRate: decayRate, stiffness: ratio, discriminant: discriminant)
  }

  /// The spring with a response in seconds and a damping ratio ζ ≥ 0.
  ///
  /// The response is the period of the same spring without damping, 2π/ω₀; "Designing Fluid
  /// Interfaces", WWDC 2018, session 803. ζ = 1 is critical: as fast as possible without
  /// overshoot from rest.
  public init(response: Double, dampingRatio: Double) throws(MotionError) {
    try MotionError.require(
      response >= Self.shortestResponse, "response", response,
      "a number of seconds of at least \(Self.shortestResponse)")
    try self.init(angularFrequency: 2 * .pi / response, dampingRatio: dampingRatio)
  }

  /// The spring of UIKit's `animate(withDuration:usingSpringWithDamping:)`.
  ///
  /// The duration is when the sine part of the motion from rest has shrunk to a thousandth,
  /// solved in closed form: ω₀ = ln(ζ / (ε√(1 − ζ²))) / (ζT) with ε = 0.001 for ζ < 1, and the
  /// root of (1 + ω₀T)·e^{−ω₀T} = ε for ζ = 1. As in UIKit, T is held to 0.01…10 s and ζ to at
  /// most 1; ζ is held to at least 0.01, below which the equation has no root worth the name.
  /// The formula is not monotone in ζ near 1; that is UIKit's.
  public init(uikitDuration: Double, dampingRatio: Double) throws(MotionError) {
    try MotionError.require(uikitDuration >= 0, "duration", uikitDuration, "a number of at least 0")
    try MotionError.require(
      dampingRatio >= 0, "dampingRatio", dampingRatio, "a number of at least 0")
    let duration = min(max(uikitDuration, 0.01), 10)
    let ratio = min(max(dampingRatio, 0.01), 1)
    let epsilon = 0.001
    // (1 + u)·e^{−u} = 0.001
    var product = 9.233413476451586
    if ratio < 1 {
      let sine = ((1 - ratio) * (1 + ratio)).squareRoot()
      product = log(ratio / (epsilon * sine)) / ratio
    }
    try self.init(angularFrequency: product / duration, dampingRatio: ratio)
  }

  /// The spring with an undamped angular frequency ω₀ in rad/s and a damping ratio ζ ≥ 0.
  public init(angularFrequency: Double, dampingRatio: Double) throws(MotionError) {
    try MotionError.require(
      angularFrequency > 0, "angularFrequency", angularFrequency, "a number above 0")
    try MotionError.require(
      dampingRatio >= 0, "dampingRatio", dampingRatio, "a number of at least 0")
    let square = angularFrequency * angularFrequency
    let discriminant = square * ((dampingRatio - 1) * (dampingRatio + 1))
    try MotionError.require(
      discriminant.isFinite, "angularFrequency", angularFrequency, "small enough to be squared")
    self.init(
      decayRate: dampingRatio * angularFrequency, stiffness: square, discriminant: discriminant)
  }

  /// The critically damped spring with a response in seconds, held to a sensible range.
  ///
  /// For constants of the code: it does not throw, and a response outside 1 ms…60 s is the
  /// nearer end.
  public static func critical(response: Double) -> Spring {
    let frequency = 2 * .pi / (response.isNaN ? 1 : min(max(response, 0.001), 60))
    return Spring(
      decayRate: frequency, stiffness: frequency * frequency, discriminant: 0)
  }
}
