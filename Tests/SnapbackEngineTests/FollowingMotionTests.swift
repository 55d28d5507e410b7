import SnapbackBasics
import SnapbackEngine
import SnapbackMotion
import SnapbackProtocol
import SnapbackTestSupport
import Testing

/// Chains of followers, compared with a numerical integration of their equations and with the exact
/// response to a line.
@Suite struct FollowingMotionTests {
  /// The springs of the three beads of ``FollowingScene``.
  private static let springs = [
    FollowingScene.spring(0.3, 0.6), FollowingScene.spring(0.4, 1),
    FollowingScene.spring(0.35, 1.4),
  ]
  private static let beads = ["bead1", "bead2", "bead3"]

  /// ẍ + 2βẋ + ω²x = ω²u(t) for a chain, by the classical Runge–Kutta method with steps of 0.1 ms.
  /// Each member's input is the value of the member before it.
  private struct Chain {
    static let step = 1e-4
    var states: [MotionState]
    var rate = 1.0

    /// The rates of change of all members.
    private func slopes(_ states: [MotionState], _ input: Double) -> [MotionState] {
      var input = input
      return zip(states, FollowingMotionTests.springs).map { state, spring in
        let force =
          rate * rate * spring.stiffness * (input - state.value)
          - 2 * rate * spring.decayRate * state.velocity
        input = state.value
        return MotionState(value: state.velocity, velocity: force)
      }
    }

    private func moved(by slopes: [MotionState], _ time: Double) -> [MotionState] {
      zip(states, slopes).map { $0 + time * $1 }
    }

    /// Advances by one step. `input` gives the value of the source after a part of the step.
    mutating func advance(_ input: (Double) -> Double) {
      let (first, middle, last) = (input(0), input(0.5), input(1))
      let k1 = slopes(states, first)
      let k2 = slopes(moved(by: k1, Self.step / 2), middle)
      let k3 = slopes(moved(by: k2, Self.step / 2), middle)
      let k4 = slopes(moved(by: k3, Self.step), last)
      for index in states.indices {
        let sum: MotionState = k1[index] + 2.0 * (k2[index] + k3[index]) + k4[index]
        states[index] = states[index] + (Self.step / 6) * sum
      }
    }
  }

  /// The first bead that is not where a chain is, among frames every 10 ms for `length` seconds.
  private func fault(
    _ driver: inout EngineDriver, from start: Double, for length: Double, rate: Double = 1,
    within room: Double
  ) throws -> String? {
    let motion = driver.motion(.translationX, of: "head")
    let source = try #require(motion)
    var chain = Chain(
      states: Self.beads.map { driver.seen(.translationX, of: $0, start) }, rate: rate)
    for step in 1...Int((length / Chain.step).rounded()) {
      let before = start + Double(step - 1) * Chain.step
      chain.advance {
        source.presentation(at: EngineDriver.moment(before + $0 * Chain.step)).value
      }
      guard step % 100 == 0 else { continue }
      let now = start + Double(step) * Chain.step
      for (place, bead) in Self.beads.enumerated() {
        let view = driver.see(bead, now)
        let wanted = chain.states[place]
        let way = view.transform.translation.dx - wanted.value
        let speed = view.translationVelocity.dx - wanted.velocity
        if !(abs(way) <= room && abs(speed) <= 100 * room) {
          return "\(bead) is off by \(way) and \(speed)/s, \(now - start) s on"
        }
      }
    }
    return nil
  }

  @Test func afterAReleaseTheChainSolvesItsEquations() throws {
    let start = FollowingScene.release
    var driver = try FollowingScene.driver(through: start)
    let speed = driver.seen(.translationX, of: "bead3", start).velocity
    #expect(abs(speed) > 1, "the chain does not move yet")
    let end = driver.motion(.translationX, of: "head")?.end ?? .zero
    try #require(end > EngineDriver.moment(start + 1))
    let fault = try fault(&driver, from: start, for: 1, within: 1e-8)
    #expect(fault == nil, "\(fault ?? "")")
  }

  @Test func slowMotionSlowsTheWholeChain() throws {
    var driver = try FollowingScene.driver(through: FollowingScene.release)
    driver.engine.setMotionRate(0.5, at: EngineDriver.moment(0.3))
    let fault = try fault(&driver, from: 0.3, for: 1, rate: 0.5, within: 1e-8)
    #expect(fault == nil, "\(fault ?? "")")
  }

  /// The acceleration of this source jumps when it turns around.
  @Test func anEndlessSourceIsFollowedForALongTime() throws {
    var driver = try FollowingScene.endlessDriver()
    let fault = try fault(&driver, from: 0, for: 6, within: 1e-6)
    #expect(fault == nil, "\(fault ?? "")")
  }

  /// A source that nobody reads for longer than motions are computed ahead.
  @Test func anEndlessSourceIsFollowedWithoutFrames() throws {
    var driver = try FollowingScene.endlessDriver()
    let motion = driver.motion(.translationX, of: "head")
    let source = try #require(motion)
    var chain = Chain(states: Array(repeating: .rest, count: 3))
    for step in 0..<70_000 {
      let before = Double(step) * Chain.step
      chain.advance {
        source.presentation(at: EngineDriver.moment(before + $0 * Chain.step)).value
      }
    }
    for (place, bead) in Self.beads.enumerated() {
      let seen = driver.see(bead, 7).transform.translation.dx
      #expect(abs(seen - chain.states[place].value) <= 1e-6, "\(bead)")
    }
  }

  // MARK: Fingers

  /// The exact state after a time in which the input rises from `input` at a constant rate: the
  /// particular solution u − 2β/ω²·u′, and a free motion.
  private static func response(
    _ spring: Spring, from state: MotionState, _ input: Double, rising rate: Double,
    after time: Double
  ) -> MotionState {
    let lag = rate * 2 * spring.decayRate / spring.stiffness
    let free = Textbook.spring(
      decayRate: spring.decayRate, stiffness: spring.stiffness, from: state.value - input + lag,
      state.velocity - rate, after: time)
    return free + MotionState(value: input - lag + rate * time, velocity: rate)
  }

  /// Between two reports, the input is a line; after a pause, the line begins 20 ms before the
  /// report. The later beads follow the motion of the first one.
  @Test(arguments: [nil, 1.0 / 60, 0.001])
  func whileAFingerDragsTheInputIsALine(frames: Double?) throws {
    var driver = try EngineDriver(scene: FollowingScene.text)
    let gaps = [0.008, 0.004, 0.012, 0.008, 0.1, 0.008, 0.017, 0.03, 0.008]
    let ways = [5.0, 8, -3, 9, 6, 12, 7, -20, 4]
    var (now, place, input) = (0.1, Point(x: 200, y: 600), 0.0)
    var (wanted, chain) = (MotionState.rest, Chain(states: Array(repeating: .rest, count: 3)))
    driver.finger(at: place, now)
    for (gap, way) in zip(gaps, ways) {
      if let frames {
        for step in 1..<max(2, Int(gap / frames)) where Double(step) * frames < gap {
          driver.updateFrame(at: EngineDriver.moment(now + Double(step) * frames))
        }
      }
      now += gap
      place = place + Vector(dx: way, dy: 0)
      driver.finger(at: place, now)
      let (next, line) = (driver.seen(.translationX, of: "head", now).value, min(gap, 0.02))
      #expect(abs(next - input - way) < 1e-9, "the finger does not move the head")
      wanted = Self.response(Self.springs[0], from: wanted, input, rising: 0, after: gap - line)
      wanted = Self.response(
        Self.springs[0], from: wanted, input, rising: (next - input) / line, after: line)
      for step in 0..<Int((gap / Chain.step).rounded()) {
        chain.advance {
          let time = (Double(step) + $0) * Chain.step
          return input + (next - input) * max(0, time - (gap - line)) / line
        }
      }
      input = next
      let seen = driver.seen(.translationX, of: "bead1", now)
      #expect(abs(seen.value - wanted.value) <= 1e-8, "at \(now) s")
      #expect(abs(seen.velocity - wanted.velocity) <= 1e-6, "at \(now) s")
      for (bead, state) in zip(Self.beads, chain.states) {
        let way = driver.seen(.translationX, of: bead, now).value - state.value
        #expect(abs(way) <= 1e-7, "\(bead) is off by \(way) at \(now) s")
      }
    }
  }

  /// A client moves the source in the moment of a report of a finger elsewhere. The source jumps.
  @Test func aChangeAtTheMomentOfAReportIsNoLine() throws {
    var driver = try EngineDriver(scene: FollowingScene.text)
    driver.finger(3, at: Point(x: 40, y: 760), 0.1)
    driver.finger(3, at: Point(x: 44, y: 760), 0.11)
    try driver.apply([.translation("head", Vector(dx: 50, dy: 0))], nil, 0.11)
    let seen = driver.seen(.translationX, of: "bead1", 0.11)
    #expect(seen == .rest)
    let later = driver.seen(.translationX, of: "bead1", 0.2)
    let wanted = Self.response(Self.springs[0], from: .rest, 50, rising: 0, after: 0.09)
    #expect(abs(later.value - wanted.value) <= 1e-9)
  }
}
