/// UIKit's spring with its relative initial velocity, for code ported from UIKit.
///
/// UIKit gives the initial velocity in distances per second: velocity / (target − value), positive
/// toward the target. Velocities in this module are absolute; this type stores the relative one
/// until the distance is known.
public struct UIKitSpringTiming: Hashable, Sendable {
  /// The spring of the motion.
  public let spring: Spring
  /// The initial velocity in distances per second, positive toward the target.
  public let relativeVelocity: Double

  /// Creates the timing of
  /// `animate(withDuration:delay:usingSpringWithDamping:initialSpringVelocity:)`.
  ///
  /// The spring is that of ``Spring/init(uikitDuration:dampingRatio:initialVelocity:)``.
  public init(
    duration: Double, dampingRatio: Double, initialVelocity: Double = 0
  ) throws(MotionError) {
    try self.init(
      spring: Spring(
        uikitDuration: duration, dampingRatio: dampingRatio, initialVelocity: initialVelocity),
      initialVelocity: initialVelocity)
  }

  /// Creates the timing of `UISpringTimingParameters(mass:stiffness:damping:initialVelocity:)`,
  /// along one axis.
  ///
  /// As in UIKit, over-damped constants are limited to critical damping.
  public init(
    mass: Double, stiffness: Double, damping: Double, initialVelocity: Double = 0
  ) throws(MotionError) {
    let spring = try Spring(mass: mass, stiffness: stiffness, damping: damping)
    try self.init(spring: spring.limitedToCritical, initialVelocity: initialVelocity)
  }

  private init(spring: Spring, initialVelocity: Double) throws(MotionError) {
    try MotionError.require(
      initialVelocity.isFinite, "initialVelocity", initialVelocity, "a finite number")
    self.spring = spring
    relativeVelocity = initialVelocity
  }

  /// The absolute velocity, per second, of a motion over `distance`, target − value.
  ///
  /// It is 0 if the distance is 0, whatever the relative velocity.
  public func velocity(over distance: Double) -> Double { relativeVelocity * distance }

  /// The initial state of the spring: the offset from the target, and the absolute velocity.
  public func start(from value: Double, to target: Double) -> MotionState {
    MotionState(value: value - target, velocity: velocity(over: target - value))
  }

  /// The relative velocity for an absolute one over `distance`, target − value.
  ///
  /// Nil if the distance is 0 or the quotient is not finite.
  public static func relativeVelocity(of velocity: Double, over distance: Double) -> Double? {
    let quotient = velocity / distance
    return quotient.isFinite ? quotient : nil
  }
}
