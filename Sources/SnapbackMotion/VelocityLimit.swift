/// The largest initial velocity of a motion, the same in both directions.
public struct VelocityLimit: Hashable, Sendable {
  /// The largest magnitude, per second; infinite for none.
  public let absolute: Double
  /// The largest magnitude in distances to the target per second; infinite for none.
  ///
  /// It bounds the overshoot of a spring as a fraction of its distance. At the target itself it
  /// limits the velocity to 0.
  public let relative: Double

  /// No limit.
  public static let none = VelocityLimit()

  private init() {
    absolute = .infinity
    relative = .infinity
  }

  /// Creates limits, each at least 0 and by default infinite.
  public init(absolute: Double = .infinity, relative: Double = .infinity) throws(MotionError) {
    // Infinity is valid here, but `require` would refuse it.
    if absolute != .infinity {
      try MotionError.require(absolute >= 0, "absolute", absolute, "a number of at least 0")
    }
    if relative != .infinity {
      try MotionError.require(relative >= 0, "relative", relative, "a number of at least 0")
    }
    self.absolute = absolute
    self.relative = relative
  }

  /// The start with its velocity clamped to the limits; its value is the distance from the target.
  ///
  /// A velocity that is NaN becomes 0.
  public func limiting(_ start: MotionState) -> MotionState {
    var most = absolute
    // Avoids ∞ · 0, which is NaN.
    if relative < .infinity { most = min(most, relative * start.value.magnitude) }
    var velocity = 0.0
    if start.velocity > 0 { velocity = min(start.velocity, most) }
    if start.velocity < 0 { velocity = max(start.velocity, -most) }
    return MotionState(value: start.value, velocity: velocity)
  }
}
