import Glibc
import SnapbackBasics
import SnapbackMotion
import Testing

/// Followers, compared with a numerical integration of ẍ + 2βẋ + ω²x = ω²u(t) and with the exact
/// response to a ramp.
@Suite struct FollowerMotionTests {
  /// The input of a follower: a function of seconds, and the time from which it is constant.
  struct Input: CustomTestStringConvertible, Sendable {
    let testDescription: String
    var rest = 0.8
    /// The largest error of the follower's value. A corner is located only to within the shortest
    /// piece.
    var room = 1e-8
    let value: @Sendable (Double) -> Double
  }

  private static let start = Instant(nanoseconds: 5_000_000_000)
  private static let threshold = RestThreshold(offset: 0.01)

  private static func moment(_ seconds: Double) -> Instant { start.advanced(bySeconds: seconds) }

  private static func seconds(_ moment: Instant) -> Double { moment.seconds(since: start) }

  /// The classical Runge–Kutta method with steps of 0.01 ms; the input has no corners inside steps.
  private static func integrated(
    _ spring: Spring, from state: MotionState, to end: Double, rate: Double = 1,
    _ input: (Double) -> Double
  ) -> MotionState {
    func force(_ time: Double, _ x: Double, _ v: Double) -> Double {
      rate * rate * spring.stiffness * (input(time) - x) - 2 * rate * spring.decayRate * v
    }
    let count = Int((end / 0.000_01).rounded())
    let h = end / Double(max(count, 1))
    var (x, v) = (state.value, state.velocity)
    for step in 0..<count {
      let t = Double(step) * h
      let (k1, a1) = (v, force(t, x, v))
      let (k2, a2) = (v + h / 2 * a1, force(t + h / 2, x + h / 2 * k1, v + h / 2 * a1))
      let (k3, a3) = (v + h / 2 * a2, force(t + h / 2, x + h / 2 * k2, v + h / 2 * a2))
      let (k4, a4) = (v + h * a3, force(t + h, x + h * k3, v + h * a3))
      x += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
      v += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4)
    }
    return MotionState(value: x, velocity: v)
  }

  private static let springs: [Spring] = [
    .critical(response: 0.4), spring(0.5, 0.4), spring(0.25, 2.5), .critical(response: 0.02),
  ]

  private static func spring(_ response: Double, _ dampingRatio: Double) -> Spring {
    (try? Spring(response: response, dampingRatio: dampingRatio)) ?? .critical(response: response)
  }

  private static let inputs: [Input] = [
    Input(testDescription: "the same spring") { t in
      Spring.critical(response: 0.4)
        .state(after: t, from: MotionState(value: 300, velocity: -900)).value
    },
    Input(testDescription: "a springy source") { t in
      400 * exp(-5 * t) * cos(17 * t) - 20
    },
    Input(testDescription: "momentum") { t in 800 * (1 - exp(-2 * t)) },
    Input(testDescription: "a corner at 0.3 s", room: 2e-5) { t in t < 0.3 ? 500 * t : 150 },
    Input(testDescription: "a jump at 0.3 s", room: 0.2) { t in t < 0.3 ? 0 : 100 },
    Input(testDescription: "a source at rest", rest: 0) { _ in 75 },
  ]

  private static func follower(
    _ spring: Spring, _ input: Input, from state: MotionState, rate: Double = 1
  ) -> FollowerMotion {
    var follower = FollowerMotion(spring: spring)
    follower.start(
      from: state, at: start, rate: rate, until: moment(input.rest), within: threshold
    ) { input.value(min(seconds($0), input.rest)) }
    return follower
  }

  @Test(arguments: springs.indices, inputs.indices)
  func itSolvesTheEquation(spring: Int, input: Int) {
    let (spring, input) = (Self.springs[spring], Self.inputs[input])
    let state = MotionState(value: 40, velocity: -250)
    let follower = Self.follower(spring, input, from: state)
    for time in [0.0, 0.001, 0.1, 0.29, 0.31, 0.5, 0.79, 0.8]
    where Self.moment(time) < follower.end {
      let wanted = Self.integrated(spring, from: state, to: time) {
        input.value(min($0, input.rest))
      }
      let seen = follower.state(at: Self.moment(time))
      #expect(abs(seen.value - wanted.value) <= input.room, "\(input.testDescription) at \(time)")
      #expect(
        abs(seen.velocity - wanted.velocity) <= input.room * 1000,
        "\(input.testDescription) at \(time)")
    }
    #expect(follower.goal == input.value(input.rest))
    #expect(follower.state(at: follower.end) == MotionState(value: follower.goal))
  }

  @Test func afterTheInputItIsAFreeSpring() {
    for spring in Self.springs {
      let follower = Self.follower(
        spring, Self.inputs[5], from: MotionState(value: 40, velocity: -250))
      for time in [0.0, 0.01, 0.2, 0.7] where Self.moment(time) < follower.end {
        let wanted = spring.state(after: time, from: MotionState(value: -35, velocity: -250))
        let seen = follower.state(at: Self.moment(time))
        #expect(abs(seen.value - 75 - wanted.value) <= 1e-11)
        #expect(abs(seen.velocity - wanted.velocity) <= 1e-9)
      }
    }
  }

  /// The response at rest to u = r·t: the particular solution r·(t − 2β/ω²) plus a free motion.
  private static func ramp(_ spring: Spring, _ rate: Double, after time: Double) -> MotionState {
    let delay = 2 * spring.decayRate / spring.stiffness
    let free = spring.state(after: time, from: MotionState(value: rate * delay, velocity: -rate))
    return MotionState(value: rate * (time - delay), velocity: rate) + free
  }

  @Test func betweenTwoReportsTheInputIsALine() {
    for spring in Self.springs {
      var follower = FollowerMotion(spring: spring)
      follower.rest(at: 10, Self.start)
      let (span, rise) = (0.008, 12.0)
      let seen = follower.move(to: Self.moment(span), since: Self.start, readsFollowers: false) {
        _ in 10 + rise
      }
      let wanted = Self.ramp(spring, rise / span, after: span)
      #expect(abs(seen.value - (10 + wanted.value)) <= 1e-10)
      #expect(abs(seen.velocity - wanted.velocity) <= 1e-7)
    }
  }

  /// A second follower moves along the motion of the first one between two reports.
  @Test func betweenTwoReportsAChainIsExact() {
    let (span, rise) = (0.016, 40.0)
    var (first, second) = (
      FollowerMotion(spring: Self.springs[1]), FollowerMotion(spring: Self.springs[0])
    )
    first.rest(at: 10, Self.start)
    second.rest(at: 10, Self.start)
    let now = Self.moment(span)
    let state = first.move(to: now, since: Self.start, readsFollowers: false) { _ in 10 + rise }
    first.start(from: state, at: now, rate: 1, until: now, within: Self.threshold) { _ in 50 }
    let seen = second.move(to: now, since: Self.start, readsFollowers: true) {
      first.state(at: $0).value
    }
    let wanted = Self.integrated(Self.springs[0], from: MotionState(value: 10), to: span) {
      10 + Self.ramp(Self.springs[1], rise / span, after: $0).value
    }
    #expect(abs(seen.value - wanted.value) <= 1e-9)
    #expect(abs(seen.velocity - wanted.velocity) <= 1e-6)
  }

  @Test func aReportThatAgreesChangesNothing() {
    var follower = Self.follower(
      Self.springs[0], Self.inputs[1], from: MotionState(value: 40, velocity: -250))
    let (now, expected) = (Self.moment(0.2), follower)
    let seen = follower.move(to: now, since: Self.moment(0.19), readsFollowers: false) {
      expected.input(at: $0)
    }
    #expect(abs(seen.value - expected.state(at: now).value) <= 1e-10)
  }

  /// Solving the motion again would place the jump elsewhere in its piece of 0.06 ms.
  @Test func aReportThatAgreesChangesNothingAfterAJumpOfTheInput() {
    let before = Self.moment(0.095)
    for span in [0.0011, 0.0033, 0.0052] {
      let input = Input(testDescription: "a jump") { $0 < 0.09917 ? 0 : 100 }
      var follower = Self.follower(Self.springs[0], input, from: .rest)
      let (now, expected) = (Self.moment(0.09917 + span), follower)
      let seen = follower.move(to: now, since: before, readsFollowers: false) {
        input.value(Self.seconds($0))
      }
      #expect(seen == expected.state(at: now))
      for share in [0.25, 0.5, 0.75] {
        let moment = before.advanced(bySeconds: share * now.seconds(since: before))
        #expect(follower.state(at: moment) == expected.state(at: moment))
      }
    }
  }

  /// A follower that rests at 75, and reports 4 ms before and after it has come to rest.
  private static let rested = follower(
    springs[0], inputs[5], from: MotionState(value: 40, velocity: -250))
  private static let reports = (
    rested.end.advanced(bySeconds: -0.004), rested.end.advanced(bySeconds: 0.004)
  )

  /// The motion that the follower would have if it never came to rest.
  private static func restless(_ moment: Instant) -> MotionState {
    let free = springs[0].state(
      after: seconds(moment), from: MotionState(value: -35, velocity: -250))
    return MotionState(value: 75) + free
  }

  @Test func aFollowerThatRestsStaysAtRestIfAReportDoesNotMoveItsInput() {
    var follower = Self.rested
    let (before, now) = Self.reports
    let seen = follower.move(to: now, since: before, readsFollowers: false) { _ in 75 }
    #expect(seen == MotionState(value: 75))
    // The past can still be read, with the end of the motion.
    for share in [-0.003, -0.001] {
      let moment = follower.end.advanced(bySeconds: share)
      let (past, wanted) = (follower.state(at: moment), Self.restless(moment))
      #expect(abs(past.value - wanted.value) <= 1e-10)
      #expect(wanted.value != 75)
    }
    for share in [0.001, 0.003] {
      let moment = follower.end.advanced(bySeconds: share)
      #expect(abs(follower.state(at: moment).value - 75) <= 1e-12)
    }
  }

  @Test func aFollowerMovesFromTheReportBeforeItsRestIfTheNextOneMovesItsInput() {
    var follower = Self.rested
    let (before, now) = Self.reports
    let seen = follower.move(to: now, since: before, readsFollowers: false) { _ in 87 }
    let span = now.seconds(since: before)
    let wanted = Self.restless(now) + Self.ramp(Self.springs[0], 12 / span, after: span)
    #expect(abs(seen.value - wanted.value) <= 1e-9)
    #expect(abs(seen.velocity - wanted.velocity) <= 1e-6)
  }

  /// The second follower still moves when the first one has come to rest.
  @Test func aFollowerOfOneThatRestsKeepsItsMotionIfAReportMovesNothing() {
    var (first, second) = (Self.rested, FollowerMotion(spring: Self.springs[1]))
    let (before, now) = Self.reports
    second.start(
      from: MotionState(value: 60, velocity: 300), at: Self.start, rate: 1, until: first.end,
      within: Self.threshold
    ) { first.state(at: $0).value }
    #expect(second.end > now)
    let wanted = second.state(at: now)
    let state = first.move(to: now, since: before, readsFollowers: false) { _ in 75 }
    first.start(from: state, at: now, rate: 1, until: now, within: Self.threshold) { _ in 75 }
    let seen = second.move(to: now, since: before, readsFollowers: true) {
      first.state(at: $0).value
    }
    #expect(abs(seen.value - wanted.value) <= 1e-9)
    #expect(abs(seen.velocity - wanted.velocity) <= 1e-6)
  }

  @Test func theInputIsKnown() {
    for input in Self.inputs.prefix(3) {
      let follower = Self.follower(Self.springs[1], input, from: .rest)
      for step in 0..<80 {
        let time = Double(step) / 100 + 0.003
        #expect(abs(follower.input(at: Self.moment(time)) - input.value(time)) <= 1e-7)
      }
    }
  }

  @Test func slowMotionSlowsTheSpringOnly() {
    let (spring, input) = (Self.springs[1], Self.inputs[1])
    let follower = Self.follower(
      spring, input, from: MotionState(value: 0, velocity: 100), rate: 0.25)
    let wanted = Self.integrated(
      spring, from: MotionState(value: 0, velocity: 100), to: 0.6, rate: 0.25, input.value)
    let seen = follower.state(at: Self.moment(0.6))
    #expect(abs(seen.value - wanted.value) <= 1e-8)
    #expect(abs(seen.velocity - wanted.velocity) <= 1e-6)
  }

  @Test(arguments: [0.1, 0.01, 0.001])
  func termsStateTheirLargestError(limit: Double) throws {
    for (spring, input) in [(0, 0), (1, 1), (2, 2), (3, 1), (1, 3)] {
      let follower = Self.follower(
        Self.springs[spring], Self.inputs[input], from: MotionState(value: 40, velocity: -250))
      for first in [0.0, 0.123, 0.9] {
        let moment = Self.moment(first)
        let terms = follower.terms(from: moment, within: limit)
        var stated = 1e-9
        if case .pieces(let pieces)? = terms.first?.course { stated += pieces.error }
        #expect(stated <= limit + 1e-9)
        for step in 0...900 {
          let time = moment.advanced(bySeconds: Double(step) * 0.002_3)
          guard time < follower.end else { break }
          let seen = terms.reduce(follower.goal) { $0 + $1.state(at: time).value }
          let difference = abs(seen - follower.state(at: time).value)
          #expect(difference <= stated, "\(first) + \(Double(step) * 0.002_3)")
        }
      }
    }
  }

  @Test func anEndlessInputIsKnownForASecond() {
    let spring = Self.springs[0]
    let input = { @Sendable (time: Double) in 50 * sin(9 * time) }
    var follower = FollowerMotion(spring: spring)
    var state = MotionState.rest
    for second in 0..<3 {
      let now = Self.moment(0.75 * Double(second))
      if second > 0 { state = follower.state(at: now) }
      follower.start(
        from: state, at: now, rate: 1, until: .distantFuture, within: Self.threshold
      ) { input(Self.seconds($0)) }
      #expect(follower.horizon == now.advanced(bySeconds: 1))
    }
    let wanted = Self.integrated(spring, from: .rest, to: 2.4, input)
    #expect(abs(follower.state(at: Self.moment(2.4)).value - wanted.value) <= 1e-8)
  }
}
