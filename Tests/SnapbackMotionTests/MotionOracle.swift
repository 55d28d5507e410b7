import Glibc
import SnapbackMotion
import SnapbackRecording
import SnapbackTestSupport

/// What a spring's motion does from a state on, by its turning points.
///
/// Shares nothing with the bounds of the settle time but the evaluation of the spring: offset and
/// velocity are greatest now or at their first extremum, because every later one is smaller.
struct MotionOracle {
  let spring: Spring
  let start: MotionState

  /// The largest offset and velocity at `seconds` and at any time after.
  func largest(from seconds: Double) -> (offset: Double, velocity: Double) {
    let state = spring.state(after: seconds, from: start)
    let (beta, k) = (spring.decayRate, spring.stiffness)
    // Offset, velocity and acceleration solve one equation; each turns where the next is 0.
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

  /// How far the motion exceeds the threshold from `seconds` on: at most 1 when it is at rest.
  func excess(from seconds: Double, over threshold: RestThreshold) -> Double {
    let largest = largest(from: seconds)
    return max(largest.offset / threshold.offset, largest.velocity / threshold.velocity)
  }

  /// When the motion is last above the threshold; halving, so slow and sure.
  func lastCrossing(of threshold: RestThreshold, before limit: Double) -> Double {
    var (low, high) = (0.0, limit)
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if excess(from: middle, over: threshold) > 1 { low = middle } else { high = middle }
    }
    return low
  }

  /// The first zero of a solution with a value and derivative now; nil when there is none.
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
  /// A number of either sign whose magnitude has a uniform logarithm.
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

/// Counts what fails in a loop and keeps the first example, so that one expectation at its end
/// says it all.
struct Failures {
  private(set) var count = 0
  private(set) var first = "none"

  mutating func check(_ holds: Bool, _ example: @autoclosure () -> String) {
    guard !holds else { return }
    if count == 0 { first = example() }
    count += 1
  }
}
