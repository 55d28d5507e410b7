#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The effect of a spring on any state in one step of fixed length, as a 2×2 matrix.
///
/// With C and S as in ``Spring/state(after:from:)`` it is [C + βS, S; −ω₀²S, C − βS], applied to
/// the column (value, velocity). Its determinant is e^{−2βt}, and the product of the matrices of
/// two steps is that of both together. If many motions share a spring and a step, or one motion is
/// shown at a fixed rate, the transcendental functions are computed only once.
///
/// Each application rounds, so errors accumulate by about one ulp of the state per step. For a
/// motion of many thousand steps, restart from ``Spring/state(after:from:)`` from time to time.
public struct SpringTransition: Hashable, Sendable {
  /// The new value for an old value of 1.
  public let valueFromValue: Double
  /// The new value for an old velocity of 1; in seconds.
  public let valueFromVelocity: Double
  /// The new velocity for an old value of 1; in 1/s.
  public let velocityFromValue: Double
  /// The new velocity for an old velocity of 1.
  public let velocityFromVelocity: Double

  /// The state one step after `state`. O(1), no allocation.
  public func callAsFunction(_ state: MotionState) -> MotionState {
    MotionState(
      value: valueFromValue * state.value + valueFromVelocity * state.velocity,
      velocity: velocityFromValue * state.value + velocityFromVelocity * state.velocity)
  }

  /// Advances all states by one step. O(states), no allocation unless the array is shared.
  public func advance(_ states: inout [MotionState]) {
    for index in states.indices { states[index] = self(states[index]) }
  }

  /// Advances values and velocities in separate arrays by one step, which is faster for large
  /// arrays.
  ///
  /// If the arrays have different lengths, the surplus elements do not change. O(states), no
  /// allocation unless an array is shared.
  public func advance(values: inout [Double], velocities: inout [Double]) {
    for index in 0..<min(values.count, velocities.count) {
      let state = self(MotionState(value: values[index], velocity: velocities[index]))
      values[index] = state.value
      velocities[index] = state.velocity
    }
  }
}

extension Spring {
  /// The transition over `seconds`; the identity for 0, negative numbers and NaN.
  ///
  /// It costs as much as one ``state(after:from:)``.
  public func transition(over seconds: Double) -> SpringTransition {
    guard seconds > 0 else {
      return SpringTransition(
        valueFromValue: 1, valueFromVelocity: 0, velocityFromValue: 0, velocityFromVelocity: 1)
    }
    let (c, s, exponent) = basis(after: min(seconds, Self.longestTime))
    let decay = exp(exponent)
    return SpringTransition(
      valueFromValue: decay * (c + decayRate * s), valueFromVelocity: decay * s,
      velocityFromValue: -stiffness * (decay * s),
      velocityFromVelocity: decay * (c - decayRate * s))
  }
}
