#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Springs from the parameters of other toolkits.
extension Spring {
  /// Creates the spring of SwiftUI's `Spring(duration:bounce:)`, with a duration in seconds and a
  /// bounce in −1...1.
  ///
  /// The duration is the response: ω₀ = 2π/duration. The bounce is 1 − ζ up to critical damping and
  /// 1/ζ − 1 beyond it: 0 is critical, 1 undamped. It must be above −1, because a spring with
  /// bounce −1 would never move. Core Animation's `perceptualDuration` and `bounce` have the same
  /// meaning.
  public init(duration: Double, bounce: Double) throws(MotionError) {
    try MotionError.require(
      duration >= Self.shortestResponse, "duration", duration,
      "a number of seconds of at least \(Self.shortestResponse)")
    try MotionError.require(
      bounce > -1 && bounce <= 1, "bounce", bounce, "above -1 and at most 1")
    try self.init(
      angularFrequency: 2 * .pi / duration,
      dampingRatio: bounce < 0 ? 1 / (1 + bounce) : 1 - bounce)
  }

  /// Creates the spring of Motion's `visualDuration` and `bounce`.
  ///
  /// ω₀ = 2π/(1.2·visualDuration), and ζ = 1 − bounce, clamped to 0.05...1. Apart from the bounce,
  /// a motion from rest visibly arrives after the visual duration, which is in seconds.
  public init(visualDuration: Double, bounce: Double) throws(MotionError) {
    try MotionError.require(
      visualDuration >= Self.shortestResponse, "visualDuration", visualDuration,
      "a number of seconds of at least \(Self.shortestResponse)")
    try MotionError.require(bounce.isFinite, "bounce", bounce, "a number")
    try self.init(
      angularFrequency: 2 * .pi / (1.2 * visualDuration),
      dampingRatio: min(max(1 - bounce, 0.05), 1))
  }

  /// Creates the spring of react-spring's `tension` (stiffness) and `friction` (damping).
  public init(tension: Double, friction: Double, mass: Double = 1) throws(MotionError) {
    try MotionError.require(tension >= 0, "tension", tension, "a number of at least 0")
    try MotionError.require(friction >= 0, "friction", friction, "a number of at least 0")
    try self.init(mass: mass, stiffness: tension, damping: friction)
  }

  /// Creates the spring of Origami Studio and Rebound: k = 3.62·(tension − 30) + 194 and c =
  /// 3·(friction − 8) + 25.
  ///
  /// k and c must not be negative.
  public init(origamiTension: Double, friction: Double) throws(MotionError) {
    let stiffness = (origamiTension - 30) * 3.62 + 194
    let damping = (friction - 8) * 3 + 25
    try MotionError.require(
      stiffness >= 0, "origamiTension", origamiTension, "a number of at least -23.59")
    try MotionError.require(damping >= 0, "friction", friction, "a number of at least -0.33")
    try self.init(mass: 1, stiffness: stiffness, damping: damping)
  }

  /// Stiffness and damping ratio constants of Android's `SpringForce`.
  public enum Android {
    /// `STIFFNESS_HIGH`.
    public static let highStiffness = 10_000.0
    /// `STIFFNESS_MEDIUM`, the default.
    public static let mediumStiffness = 1_500.0
    /// `STIFFNESS_LOW`.
    public static let lowStiffness = 200.0
    /// `STIFFNESS_VERY_LOW`.
    public static let veryLowStiffness = 50.0
    /// `DAMPING_RATIO_HIGH_BOUNCY`.
    public static let highBouncyRatio = 0.2
    /// `DAMPING_RATIO_MEDIUM_BOUNCY`, the default.
    public static let mediumBouncyRatio = 0.5
    /// `DAMPING_RATIO_LOW_BOUNCY`.
    public static let lowBouncyRatio = 0.75
    /// `DAMPING_RATIO_NO_BOUNCY`.
    public static let noBounceRatio = 1.0
  }
}
