/// UIKit's spring with its relative initial velocity, for code that comes from there.
///
/// UIKit gives the initial velocity in distances per second: velocity / (target − value), positive
/// toward the target. Here a velocity is absolute, so it exists at every distance; this type
/// carries the relative one until the distance is known. The velocity does not enter the spring:
/// it is where the motion starts, and a spring that followed from it would be another one for
/// each flick.
public struct UIKitSpringTiming: Hashable, Sendable {
  /// The equation of the motion.
  public let spring: Spring
  /// Distances per second, positive toward the target.
  public let relativeVelocity: Double

  /// `animate(withDuration:delay:usingSpringWithDamping:initialSpringVelocity:)`.
  ///
  /// Duration and damping ratio as in ``Spring/init(uikitDuration:dampingRatio:)``.
  public init(
    duration: Double, dampingRatio: Double, initialVelocity: Double = 0
  ) throws(MotionError) {
    try self.init(
      spring: Spring(uikitDuration: duration, dampingRatio: dampingRatio),
      initialVelocity: initialVelocity)
  }

  /// `UISpringTimingParameters(mass:stiffness:damping:initialVelocity:)`, along one axis.
  ///
  /// Over-damped constants are played critically, as there.
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
  /// Over a distance of 0 it is 0, whatever the relative velocity: that one cannot say it.
  public func velocity(over distance: Double) -> Double { relativeVelocity * distance }

  /// Where the spring starts: the offset from the target, and the absolute velocity.
  public func start(from value: Double, to target: Double) -> MotionState {
    MotionState(value: value - target, velocity: velocity(over: target - value))
  }

  /// The relative velocity of an absolute one over `distance`, target − value.
  ///
  /// Nil at a distance of 0, and where the quotient is not finite.
  public static func relativeVelocity(of velocity: Double, over distance: Double) -> Double? {
    let quotient = velocity / distance
    return quotient.isFinite ? quotient : nil
  }
}
