/// A value and its velocity: the complete state of a motion at one moment.
///
/// For a spring or a residual term the value is the offset from the target, value minus target.
public struct MotionState: Hashable, Sendable {
  /// The value, in the channel's unit.
  public var value: Double
  /// Its rate of change per second.
  public var velocity: Double

  /// Value 0 and velocity 0.
  public static let rest = MotionState(value: 0, velocity: 0)

  /// Creates a state from its two numbers.
  public init(value: Double, velocity: Double = 0) {
    self.value = value
    self.velocity = velocity
  }

  /// Whether both numbers are finite.
  public var isFinite: Bool { value.isFinite && velocity.isFinite }

  /// The sum of two motions.
  public static func + (left: MotionState, right: MotionState) -> MotionState {
    MotionState(value: left.value + right.value, velocity: left.velocity + right.velocity)
  }

  /// The difference of two motions.
  public static func - (left: MotionState, right: MotionState) -> MotionState {
    MotionState(value: left.value - right.value, velocity: left.velocity - right.velocity)
  }

  /// The state multiplied by `factor`.
  public static func * (factor: Double, state: MotionState) -> MotionState {
    MotionState(value: factor * state.value, velocity: factor * state.velocity)
  }

  /// The product of two motions: the product of the values, and its rate of change.
  public func product(_ other: MotionState) -> MotionState {
    MotionState(
      value: value * other.value,
      velocity: velocity * other.value + value * other.velocity)
  }
}
