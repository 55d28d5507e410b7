import SnapbackMotion
import SnapbackRecording
import SnapbackTestSupport
import Testing

/// Identities that hold for every spring, on random ones.
@Suite struct SpringPropertyTests {
  private static func random(_ generator: inout SeededGenerator) throws -> Spring {
    try Spring(
      mass: 1, stiffness: generator.logUniform(-2...8), damping: generator.logUniform(-3...5))
  }

  @Test func twoHalfStepsEqualOneWholeStep() throws {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<20_000 {
      let spring = try Self.random(&generator)
      let frequency = spring.angularFrequency
      let t = generator.logUniform(-4...1)
      let start = MotionState(
        value: Double.random(in: -500...500, using: &generator),
        velocity: Double.random(in: -5000...5000, using: &generator))
      let whole = spring.state(after: t, from: start)
      let half = spring.state(after: t / 2, from: start)
      let halves = spring.state(after: t / 2, from: half)
      let scale = start.value.magnitude + start.velocity.magnitude / frequency
      let stiff = max(frequency, 2 * spring.decayRate)
      let tolerance = 16 * 2.3e-16 * (1 + stiff * t) * scale * max(1, stiff / frequency)
      #expect(whole.value.isFinite && whole.velocity.isFinite)
      #expect(abs(whole.value - halves.value) <= tolerance, "\(spring) \(t)")
    }
  }

  @Test func energyNeverGrows() throws {
    var generator = SeededGenerator(seed: 2)
    for _ in 0..<20_000 {
      let spring = try Self.random(&generator)
      let start = MotionState(
        value: Double.random(in: -500...500, using: &generator),
        velocity: Double.random(in: -5000...5000, using: &generator))
      func energy(_ state: MotionState) -> Double {
        state.velocity * state.velocity + spring.stiffness * state.value * state.value
      }
      let later = spring.state(after: generator.logUniform(-4...1), from: start)
      #expect(energy(later) <= energy(start) * (1 + 1e-12))
    }
  }

  @Test func nothingExceedsTheThresholdAfterTheSettleTime() throws {
    var generator = SeededGenerator(seed: 3)
    let threshold = RestThreshold(offset: 0.05)
    for _ in 0..<2_000 {
      let spring = try Self.random(&generator)
      let start = MotionState(
        value: Double.random(in: -500...500, using: &generator),
        velocity: Double.random(in: -5000...5000, using: &generator))
      let end = spring.settleTime(from: start, within: threshold)
      guard end.isFinite else { continue }
      for step in 0..<50 {
        let later = end * (1 + Double(step) / 25) + 1e-12
        let state = spring.state(after: later, from: start)
        #expect(state.value.magnitude <= threshold.offset * (1 + 1e-9))
        #expect(state.velocity.magnitude <= threshold.velocity * (1 + 1e-9))
      }
    }
  }

  @Test func theDifferentialEquationHolds() throws {
    var generator = SeededGenerator(seed: 4)
    for _ in 0..<500 {
      let spring = try Spring(
        response: Double.random(in: 0.1...2, using: &generator),
        dampingRatio: Double.random(in: 0...3, using: &generator))
      let start = MotionState(value: 100, velocity: -300)
      let t = Double.random(in: 0.01...1, using: &generator)
      let h = 1e-4 / spring.angularFrequency
      let (back, here, ahead) = (
        spring.state(after: t - h, from: start), spring.state(after: t, from: start),
        spring.state(after: t + h, from: start)
      )
      let acceleration = (ahead.velocity - back.velocity) / (2 * h)
      let law = -2 * spring.decayRate * here.velocity - spring.stiffness * here.value
      let scale = spring.stiffness * 100 + spring.angularFrequency * 300
      #expect(abs(acceleration - law) <= 1e-5 * scale * (1 + spring.dampingRatio))
      #expect(abs((ahead.value - back.value) / (2 * h) - here.velocity) <= 1e-5 * scale)
    }
  }

  @Test(arguments: [-1e-3, -1e-9, -1e-15, 0, 1e-15, 1e-9, 1e-3] as [Double])
  func nothingHappensAtCriticalDamping(distance: Double) throws {
    let ratio = 1 + distance
    let spring = try Spring(response: 0.5, dampingRatio: ratio)
    let critical = try Spring(response: 0.5, dampingRatio: 1)
    let start = MotionState(value: 300, velocity: -1500)
    for step in 1...60 {
      let t = Double(step) / 60
      let difference =
        spring.state(after: t, from: start).value - critical.state(after: t, from: start).value
      #expect(difference.magnitude <= 1e-9 + 300 * 10 * (ratio - 1).magnitude)
    }
  }

  @Test func overshootFromRestIsTheTextbookOne() throws {
    // e^(−πζ/√(1−ζ²)), any text on second-order systems.
    for (ratio, percent) in [(0.5, 16.3), (0.7, 4.6), (0.8, 1.5), (0.9, 0.15)] {
      let spring = try Spring(response: 1, dampingRatio: ratio)
      let deepest = (1...4000).map {
        spring.state(after: Double($0) / 2000, from: .init(value: 1, velocity: 0)).value
      }.min()
      #expect(abs((deepest ?? 1) * -100 - percent) < 0.06)
    }
  }

  @Test func parametersThatNoSpringHasAreNamed() {
    #expect(throws: MotionError.self) { try Spring(mass: 0, stiffness: 1, damping: 1) }
    #expect(throws: MotionError.self) { try Spring(mass: 1, stiffness: -1, damping: 1) }
    #expect(throws: MotionError.self) { try Spring(mass: 1, stiffness: 1, damping: .nan) }
    #expect(throws: MotionError.self) { try Spring(mass: 1, stiffness: .infinity, damping: 1) }
    #expect(throws: MotionError.self) { try Spring(mass: 1e-300, stiffness: 1e300, damping: 1) }
    #expect(throws: MotionError.self) { try Spring(response: 0, dampingRatio: 1) }
    #expect(throws: MotionError.self) { try Spring(response: 1, dampingRatio: -0.1) }
    #expect(throws: MotionError.self) { try Spring(uikitDuration: .nan, dampingRatio: 1) }
    do throws(MotionError) {
      _ = try Spring(response: -2, dampingRatio: 1)
      Issue.record("accepted")
    } catch {
      #expect(
        error.description
          == "response is -2.0, but must be a number of seconds of at least 1.6e-05")
    }
  }

  @Test func theTiltIsZeroAtHomeAndItsSlopeIsItsDerivative() throws {
    let map = try #require(TiltMap(angle: 0.2, reach: 150))
    #expect(map.rotation(at: 0) == 0)
    for x in stride(from: -400.0, through: 400, by: 37) {
      let difference = (map.rotation(at: x + 1e-3) - map.rotation(at: x - 1e-3)) / 2e-3
      #expect(abs(difference - map.slope(at: x)) < 1e-9)
      #expect(map.rotation(at: x).magnitude <= 0.2)
    }
    #expect(TiltMap(angle: .nan, reach: 1) == nil)
    #expect(TiltMap(angle: 1, reach: 0) == nil)
  }
}
