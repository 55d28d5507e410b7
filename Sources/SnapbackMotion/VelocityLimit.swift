/// The largest velocity with which a motion is handed over, alike in both directions.
public struct VelocityLimit: Hashable, Sendable {
  /// The largest magnitude, per second; infinite for none.
  public let absolute: Double
  /// The largest magnitude in distances to the target per second; infinite for none.
  ///
  /// It bounds how far a spring overshoots as a part of the way it goes. At the target itself it
  /// lets no velocity pass.
  public let relative: Double

  /// No limit.
  public static let none = VelocityLimit()

  private init() {
    absolute = .infinity
    relative = .infinity
  }

  /// The limits that are given; each at least 0, and infinite unless given.
  public init(absolute: Double = .infinity, relative: Double = .infinity) throws(MotionError) {
    // Infinite is a limit as well, which `require` would refuse.
    if absolute != .infinity {
      try MotionError.require(absolute >= 0, "absolute", absolute, "a number of at least 0")
    }
    if relative != .infinity {
      try MotionError.require(relative >= 0, "relative", relative, "a number of at least 0")
    }
    self.absolute = absolute
    self.relative = relative
  }

  /// The start with its velocity held to the limits; its value is the distance from the target.
  ///
  /// A velocity that is not a number becomes 0.
  public func limiting(_ start: MotionState) -> MotionState {
    var most = absolute
    // Not infinity · 0, which is not a number.
    if relative < .infinity { most = min(most, relative * start.value.magnitude) }
    var velocity = 0.0
    if start.velocity > 0 { velocity = min(start.velocity, most) }
    if start.velocity < 0 { velocity = max(start.velocity, -most) }
    return MotionState(value: start.value, velocity: velocity)
  }
}
