import SnapbackMotion

/// Evaluates value and velocity of each spring at its own time.
struct SpringWorkload: MotionWorkload {
  private let springs: [Spring]
  private let starts: [MotionState]
  private let times: [Double]
  private var states: [MotionState]

  init(_ cases: [MotionCases.SpringCase]) {
    springs = cases.map(\.spring)
    starts = cases.map(\.start)
    times = cases.map(\.seconds)
    states = starts
  }

  @inline(never)
  mutating func measurePass() {
    for index in springs.indices {
      states[index] = springs[index].state(after: times[index], from: starts[index])
    }
  }

  var answers: [Double] { states.flatMap { [$0.value, $0.velocity] } }
}

/// Advances many motions of one spring by a step in each pass.
struct SharedStepWorkload: MotionWorkload {
  private let transition: SpringTransition
  private var states: [MotionState]

  init?(_ cases: [MotionCases.SpringCase], step: Double) {
    guard let spring = cases.first?.spring else { return nil }
    transition = spring.transition(over: step)
    states = cases.map(\.start)
  }

  @inline(never)
  mutating func measurePass() {
    transition.advance(&states)
  }

  var answers: [Double] { states.flatMap { [$0.value, $0.velocity] } }
}

/// Like ``SharedStepWorkload``, with values and velocities in separate arrays.
struct ColumnStepWorkload: MotionWorkload {
  private let transition: SpringTransition
  private var values: [Double]
  private var velocities: [Double]

  init?(_ cases: [MotionCases.SpringCase], step: Double) {
    guard let spring = cases.first?.spring else { return nil }
    transition = spring.transition(over: step)
    values = cases.map(\.start.value)
    velocities = cases.map(\.start.velocity)
  }

  @inline(never)
  mutating func measurePass() {
    transition.advance(values: &values, velocities: &velocities)
  }

  var answers: [Double] { zip(values, velocities).flatMap { [$0, $1] } }
}

/// Advances different springs, each with the matrix of its own step.
struct OwnStepWorkload: MotionWorkload {
  private let transitions: [SpringTransition]
  private var states: [MotionState]

  init(_ cases: [MotionCases.SpringCase], step: Double) {
    transitions = cases.map { $0.spring.transition(over: step) }
    states = cases.map(\.start)
  }

  @inline(never)
  mutating func measurePass() {
    for index in transitions.indices { states[index] = transitions[index](states[index]) }
  }

  var answers: [Double] { states.flatMap { [$0.value, $0.velocity] } }
}

/// Moves the target of each spring in flight; computes its value, velocity and settle time.
struct RetargetWorkload: MotionWorkload {
  private let cases: [MotionCases.SpringCase]
  private let threshold: RestThreshold
  private var states: [MotionState]
  private var ends: [Double]

  init(_ cases: [MotionCases.SpringCase], threshold: Double) {
    self.cases = cases
    self.threshold = RestThreshold(offset: threshold)
    states = cases.map(\.start)
    ends = cases.map(\.seconds)
  }

  @inline(never)
  mutating func measurePass() {
    for index in cases.indices {
      let one = cases[index]
      var state = one.spring.state(after: one.seconds, from: one.start)
      state.value -= one.shift
      states[index] = state
      ends[index] = one.spring.settleTime(from: state, within: threshold)
    }
  }

  var answers: [Double] {
    zip(states, ends).flatMap { [$0.value, $0.velocity, $1] }
  }
}
