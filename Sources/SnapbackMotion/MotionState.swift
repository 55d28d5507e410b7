/// A number and how fast it changes: all that a motion is at one moment.
///
/// For a spring or a residual term the value is the distance from the target, value minus target.
public struct MotionState: Hashable, Sendable {
  /// The value, in the channel's unit.
  public var value: Double
  /// Its rate of change per second.
  public var velocity: Double

  /// At zero and still.
  public static let rest = MotionState(value: 0, velocity: 0)

  /// A state by its two numbers.
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

  /// The motion made `factor` times as large.
  public static func * (factor: Double, state: MotionState) -> MotionState {
    MotionState(value: factor * state.value, velocity: factor * state.velocity)
  }
}
