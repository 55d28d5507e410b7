#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Springs from physical constants and from a response.
extension Spring {
  /// The shortest accepted response, in seconds: a thousandth of a display frame at 60 Hz.
  public static let shortestResponse = 1.6e-5

  /// Creates the spring with mass m > 0, stiffness k ≥ 0 and damping c ≥ 0, in coherent units.
  public init(mass: Double, stiffness: Double, damping: Double) throws(MotionError) {
    try MotionError.require(mass > 0, "mass", mass, "a number above 0")
    try MotionError.require(stiffness >= 0, "stiffness", stiffness, "a number of at least 0")
    try MotionError.require(damping >= 0, "damping", damping, "a number of at least 0")
    let spring = Spring(checkedMass: mass, stiffness: stiffness, damping: damping)
    try MotionError.require(
      spring.discriminant.isFinite, "mass", mass, "large enough for k/m and (c/m)²")
    self = spring
  }

  /// Creates the spring with a decay rate β ≥ 0 in 1/s and ω₀² ≥ 0 in 1/s², the two numbers that
  /// describe a motion to other programs.
  ///
  /// If β² and ω₀² nearly cancel, their difference is less precise than in the original spring. The
  /// visible motion differs by no more than the rounding of β² itself.
  public init(decayRate: Double, stiffness: Double) throws(MotionError) {
    try MotionError.require(decayRate >= 0, "decayRate", decayRate, "a number of at least 0")
    try MotionError.require(stiffness >= 0, "stiffness", stiffness, "a number of at least 0")
    let discriminant = (-stiffness).addingProduct(decayRate, decayRate)
    try MotionError.require(
      discriminant.isFinite, "decayRate", decayRate, "small enough to be squared")
    self.init(decayRate: decayRate, stiffness: stiffness, discriminant: discriminant)
  }

  /// Creates a spring from constants that are known to be in range.
  init(checkedMass mass: Double, stiffness: Double, damping: Double) {
    let decayRate = damping / (2 * mass)
    let ratio = stiffness / mass
    // A fused operation: rounding β² first would lose the difference near critical damping.
    let discriminant = (-ratio).addingProduct(decayRate, decayRate)
    self.init(decayRate: decayRate, stiffness: ratio, discriminant: discriminant)
  }

  /// Creates the spring with a stiffness k > 0 and a damping ratio ζ ≥ 0, on a unit mass.
  ///
  /// These are the parameters of Android's `SpringForce` and Compose's `spring`.
  public init(stiffness: Double, dampingRatio: Double) throws(MotionError) {
    try MotionError.require(stiffness > 0, "stiffness", stiffness, "a number above 0")
    try MotionError.require(
      dampingRatio >= 0, "dampingRatio", dampingRatio, "a number of at least 0")
    let spring = Spring(checkedStiffness: stiffness, dampingRatio: dampingRatio)
    try MotionError.require(
      spring.discriminant.isFinite, "stiffness", stiffness, "small enough for ζ²·k")
    self = spring
  }

  /// Creates a spring from a stiffness and damping ratio that are known to be in range.
  init(checkedStiffness stiffness: Double, dampingRatio: Double) {
    self.init(
      decayRate: dampingRatio * stiffness.squareRoot(), stiffness: stiffness,
      discriminant: stiffness * ((dampingRatio - 1) * (dampingRatio + 1)))
  }

  /// Creates the spring with a response in seconds and a damping ratio ζ ≥ 0.
  ///
  /// The response is the period of the same spring without damping, 2π/ω₀; "Designing Fluid
  /// Interfaces", WWDC 2018, session 803. ζ = 1 is critical: as fast as possible without overshoot
  /// from rest. SwiftUI's `response` and `dampingFraction`, and react-spring's `frequency` and
  /// `damping`, are the same parameters.
  public init(response: Double, dampingRatio: Double) throws(MotionError) {
    try MotionError.require(
      response >= Self.shortestResponse, "response", response,
      "a number of seconds of at least \(Self.shortestResponse)")
    try self.init(angularFrequency: 2 * .pi / response, dampingRatio: dampingRatio)
  }

  /// Creates the spring with an undamped angular frequency ω₀ in rad/s and a damping ratio ζ ≥ 0.
  public init(angularFrequency: Double, dampingRatio: Double) throws(MotionError) {
    try MotionError.require(
      angularFrequency > 0, "angularFrequency", angularFrequency, "a number above 0")
    try MotionError.require(
      dampingRatio >= 0, "dampingRatio", dampingRatio, "a number of at least 0")
    let spring = Spring(checkedFrequency: angularFrequency, dampingRatio: dampingRatio)
    try MotionError.require(
      spring.discriminant.isFinite, "angularFrequency", angularFrequency,
      "small enough to be squared")
    self = spring
  }

  /// Creates a spring from a frequency and damping ratio that are known to be in range.
  init(checkedFrequency frequency: Double, dampingRatio: Double) {
    let square = frequency * frequency
    self.init(
      decayRate: dampingRatio * frequency, stiffness: square,
      discriminant: square * ((dampingRatio - 1) * (dampingRatio + 1)))
  }

  /// The critically damped spring with a response in seconds, clamped to 1 ms…60 s.
  ///
  /// Does not throw, so that code can define constants with it.
  public static func critical(response: Double) -> Spring {
    let frequency = 2 * .pi / (response.isNaN ? 1 : min(max(response, 0.001), 60))
    return Spring(
      decayRate: frequency, stiffness: frequency * frequency, discriminant: 0)
  }

  /// Returns the spring, critically damped if it is over-damped.
  ///
  /// Core Animation and `UISpringTimingParameters` treat over-damped constants like this unless
  /// over-damping is explicitly allowed.
  public var limitedToCritical: Spring {
    guard discriminant > 0 else { return self }
    return Spring(decayRate: angularFrequency, stiffness: stiffness, discriminant: 0)
  }
}
