import Glibc
import SnapbackBasics
import SnapbackMotion
import SnapbackTestSupport
import Testing

@Suite struct SpringTransitionTests {
  /// A spring of any regime, and a step in which it moves visibly.
  private struct Example {
    let spring: Spring
    let step: Double
    let start: MotionState

    init(_ generator: inout SeededGenerator) throws {
      let frequency = generator.logUniform(-1...3)
      let near = 1 + Double.random(in: -1...1, using: &generator) * generator.logUniform(-15...(-1))
      let ratio = [generator.logUniform(-3...0), 1, near, generator.logUniform(0...2), 0]
        .randomElement(using: &generator)
      spring = try Spring(angularFrequency: frequency, dampingRatio: ratio ?? 1)
      step = generator.logUniform(-4...1) / frequency
      start = MotionState(
        value: Double.random(in: -500...500, using: &generator),
        velocity: Double.random(in: -500...500, using: &generator) * frequency)
    }

    /// The value that one rounding is relative to, for each number of a state after `transition`.
    func scale(_ transition: SpringTransition) -> (value: Double, velocity: Double) {
      let (x, v) = (start.value.magnitude, start.velocity.magnitude)
      let s = transition.valueFromVelocity.magnitude
      let c = (transition.valueFromValue + transition.velocityFromVelocity).magnitude / 2
      let c1 = c + spring.decayRate * s
      return (x * c1 + v * s, x * spring.stiffness * s + v * c1)
    }
  }

  @Test func aTransitionAnswersAsTheSpringDoes() throws {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<20_000 {
      let example = try Example(&generator)
      let transition = example.spring.transition(over: example.step)
      let wanted = example.spring.state(after: example.step, from: example.start)
      let found = transition(example.start)
      let scale = example.scale(transition)
      #expect(abs(found.value - wanted.value) <= 4 * 0x1p-52 * scale.value)
      #expect(abs(found.velocity - wanted.velocity) <= 4 * 0x1p-52 * scale.velocity)
    }
  }

  @Test func twoStepsMultiplyToTheStepOfBoth() throws {
    var generator = SeededGenerator(seed: 2)
    for _ in 0..<20_000 {
      let example = try Example(&generator)
      let spring = example.spring
      let first = example.step * Double.random(in: 0.1...0.9, using: &generator)
      let second = example.step - first
      let stepwise = spring.transition(over: second)(
        spring.transition(over: first)(example.start))
      let whole = spring.transition(over: first + second)(example.start)
      // The rates convert an ulp of the time into ulps of the state.
      let frequency = spring.angularFrequency
      let fastest = max(frequency, 2 * spring.decayRate)
      let reach = example.start.value.magnitude + example.start.velocity.magnitude / frequency
      let tolerance =
        8 * 0x1p-52 * (1 + fastest * example.step) * reach * (fastest / frequency)
      #expect(abs(stepwise.value - whole.value) <= tolerance)
      #expect(abs(stepwise.velocity - whole.velocity) <= tolerance * fastest)
    }
  }

  @Test func theDeterminantIsTheDecayOfBothDirections() throws {
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<20_000 {
      let example = try Example(&generator)
      let matrix = example.spring.transition(over: example.step)
      let main = matrix.valueFromValue * matrix.velocityFromVelocity
      let other = matrix.valueFromVelocity * matrix.velocityFromValue
      let rate = example.spring.decayRate
      let s = rate * matrix.valueFromVelocity
      let size = main.magnitude + other.magnitude + s * s
      let turns = example.spring.angularFrequency * example.step
      let tolerance = 16 * 0x1p-52 * (1 + turns + rate * example.step) * size
      #expect(abs(main - other - exp(-2 * rate * example.step)) <= tolerance)
    }
  }

  @Test(arguments: [0, -1, -.infinity, .nan] as [Double])
  func noTimeIsNoStep(seconds: Double) throws {
    let spring = try Spring(response: 0.4, dampingRatio: 0.8)
    let state = MotionState(value: 3, velocity: -7)
    #expect(spring.transition(over: seconds)(state) == state)
  }

  @Test(arguments: [0, 1, 2, 3, 1000]) func aBatchIsItsMembers(count: Int) throws {
    var generator = SeededGenerator(seed: 5)
    let transition = try Spring(response: 0.4, dampingRatio: 0.8).transition(over: 1 / 120)
    let start = (0..<count).map { _ in
      MotionState(value: generator.normal(), velocity: generator.normal())
    }
    let wanted = start.map { transition($0) }
    var states = start
    transition.advance(&states)
    #expect(states == wanted)
    var (values, velocities) = (start.map(\.value), start.map(\.velocity))
    transition.advance(values: &values, velocities: &velocities)
    #expect(values == wanted.map(\.value) && velocities == wanted.map(\.velocity))
  }

  @Test func whatHasNoPartnerStaysAsItIs() throws {
    let transition = try Spring(response: 0.4, dampingRatio: 0.8).transition(over: 0.1)
    let moved = transition(MotionState(value: 1, velocity: 4))
    var (values, velocities) = ([1, 2, 3] as [Double], [4] as [Double])
    transition.advance(values: &values, velocities: &velocities)
    #expect(values == [moved.value, 2, 3] && velocities == [moved.velocity])
  }

  @Test(arguments: [0, 0.05, 1, 1.5]) func manyStepsDoNotDrift(dampingRatio: Double) throws {
    let spring = try Spring(response: 0.5, dampingRatio: dampingRatio)
    let transition = spring.transition(over: 1 / 128)
    let start = MotionState(value: 300, velocity: -1500)
    var state = start
    for step in 1...1280 {
      state = transition(state)
      let exact = spring.state(after: Double(step) / 128, from: start)
      // An ulp per step, of each summand.
      let tolerance = 0x1p-52 * Double(step + 1) * 1000
      #expect(abs(state.value - exact.value) <= tolerance, "step \(step)")
    }
  }

  @Test func noNumberTraps() throws {
    let numbers = [0, 1e-300, 1, 1e300, .infinity, -.infinity, .nan]
    for stiffness in [0, 1e-300, 1, 1e300] {
      for damping in [0, 1e-150, 1, 1e150] {
        let spring = try Spring(mass: 1, stiffness: stiffness, damping: damping)
        for seconds in numbers {
          let transition = spring.transition(over: seconds)
          for number in numbers {
            let state = MotionState(value: number, velocity: -number)
            // A time that is not positive changes nothing, whatever the state.
            guard !(seconds > 0) else {
              _ = transition(state)
              continue
            }
            let same = transition(state).value.bitPattern == number.bitPattern
            #expect(same || !number.isFinite)
          }
        }
      }
    }
  }
}
