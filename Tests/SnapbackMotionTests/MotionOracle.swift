import Glibc
import SnapbackBasics
import SnapbackMotion
import SnapbackTestSupport

/// The future of a spring's motion from a state on, by its turning points.
///
/// Shares only the evaluation of the spring with the bounds of the settle time. Offset and velocity
/// are greatest now or at their first extremum, because every later one is smaller.
struct MotionOracle {
  let spring: Spring
  let start: MotionState

  /// The largest offset and velocity at `seconds` or any later time.
  func largest(from seconds: Double) -> (offset: Double, velocity: Double) {
    let state = spring.state(after: seconds, from: start)
    let (beta, k) = (spring.decayRate, spring.stiffness)
    // Offset, velocity and acceleration solve the same equation; each has an extremum where the
    // next is 0.
    let acceleration = -2 * beta * state.velocity - k * state.value
    let jerk = -2 * beta * acceleration - k * state.velocity
    var largest = (offset: state.value.magnitude, velocity: state.velocity.magnitude)
    if let turn = firstZero(state.velocity, derivative: acceleration) {
      let there = spring.state(after: turn, from: state)
      largest.offset = max(largest.offset, there.value.magnitude)
    }
    if let turn = firstZero(acceleration, derivative: jerk) {
      let there = spring.state(after: turn, from: state)
      largest.velocity = max(largest.velocity, there.velocity.magnitude)
    }
    return largest
  }

  /// How far the motion exceeds the threshold from `seconds` on; at most 1 at rest.
  func excess(from seconds: Double, over threshold: RestThreshold) -> Double {
    let largest = largest(from: seconds)
    return max(largest.offset / threshold.offset, largest.velocity / threshold.velocity)
  }

  /// The last time at which the motion is above the threshold, by bisection.
  func lastCrossing(of threshold: RestThreshold, before limit: Double) -> Double {
    var (low, high) = (0.0, limit)
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if excess(from: middle, over: threshold) > 1 { low = middle } else { high = middle }
    }
    return low
  }

  /// The first zero of a solution with the given value and derivative; nil if there is none.
  private func firstZero(_ value: Double, derivative: Double) -> Double? {
    let beta = spring.decayRate
    let slope = derivative + beta * value
    let discriminant = beta * beta - spring.stiffness
    if discriminant < 0 {
      guard value != 0 || slope != 0 else { return nil }
      let frequency = (-discriminant).squareRoot()
      let angle = atan2(value.magnitude * frequency, value < 0 ? slope : -slope)
      return (value == 0 ? .pi : angle) / frequency
    }
    let g = discriminant.squareRoot()
    if g * 1e8 < beta {
      let time = -value / slope
      return time > 0 && time.isFinite ? time : nil
    }
    let quotient = (slope - g * value) / (slope + g * value)
    return quotient > 1 && quotient.isFinite ? log(quotient) / (2 * g) : nil
  }
}

extension SeededGenerator {
  /// A number of either sign with a uniformly distributed logarithm of its magnitude.
  mutating func signedLogUniform(_ exponents: ClosedRange<Double>) -> Double {
    (next() & 1 == 0 ? 1 : -1) * logUniform(exponents)
  }

  /// A spring with mass, stiffness and damping over twelve decades each.
  mutating func spring() throws -> Spring {
    try Spring(
      mass: logUniform(-6...6), stiffness: logUniform(-6...6), damping: logUniform(-6...6))
  }

  /// A start with offset and velocity over twelve decades each.
  mutating func start() -> MotionState {
    MotionState(value: signedLogUniform(-6...6), velocity: signedLogUniform(-6...6))
  }
}

/// Counts the failures in a loop and keeps the first example, so that one expectation after the
/// loop reports them all.
struct Failures {
  private(set) var count = 0
  private(set) var first = "none"

  mutating func check(_ holds: Bool, _ example: @autoclosure () -> String) {
    guard !holds else { return }
    if count == 0 { first = example() }
    count += 1
  }
}
