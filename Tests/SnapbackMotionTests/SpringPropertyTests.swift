import SnapbackBasics
import SnapbackMotion
import SnapbackTestSupport
import Testing

/// Identities that hold for every spring, checked on random ones.
@Suite struct SpringPropertyTests {
  /// Springs, starts and times over twelve decades each, with the scale of their roundings.
  ///
  /// Roundings are measured in 2⁻⁵² of |x₀| + |v₀|/ω₀, the farthest that the motion can reach, and
  /// for velocities ω₀ times that. A time t adds a rounding of ω₀t to the phase.
  private func overTwelveDecades(
    seed: UInt64, _ check: (Spring, MotionState, Double, _ rounding: Double) -> Void
  ) throws {
    var generator = SeededGenerator(seed: seed)
    for index in 0..<100_000 {
      let spring = try generator.spring()
      let start = generator.start()
      let frequency = spring.angularFrequency
      // Half of the times are close to the motion's own time scale.
      let t =
        index % 2 == 0 ? generator.logUniform(-6...6) : generator.logUniform(-3...3) / frequency
      let scale = start.value.magnitude + start.velocity.magnitude / frequency
      check(spring, start, t, 0x1p-52 * (1 + frequency * t) * scale)
    }
  }

  @Test func twoHalfStepsEqualOneWholeStep() throws {
    var failures = Failures()
    var worst = 0.0
    try overTwelveDecades(seed: 1) { spring, start, t, rounding in
      let whole = spring.state(after: t, from: start)
      let half = spring.state(after: t / 2, from: start)
      let halves = spring.state(after: t / 2, from: half)
      failures.check(whole.isFinite && halves.isFinite, "\(spring) \(start) \(t)")
      let error = max(
        abs(whole.value - halves.value) / rounding,
        abs(whole.velocity - halves.velocity) / rounding / spring.angularFrequency)
      worst = max(worst, error)
      failures.check(error <= 8, "\(spring) \(start) \(t): \(error)")
    }
    #expect(failures.count == 0, "\(failures.first)")
    #expect(worst > 0.5, "nothing was rounded: \(worst)")
  }

  @Test func energyNeverGrows() throws {
    var failures = Failures()
    try overTwelveDecades(seed: 2) { spring, start, t, _ in
      func energy(_ state: MotionState) -> Double {
        state.velocity * state.velocity + spring.stiffness * state.value * state.value
      }
      let later = energy(spring.state(after: t, from: start))
      let first = energy(start)
      failures.check(later <= first * (1 + 1e-12), "\(spring) \(start) \(t): \(later / first)")
    }
    #expect(failures.count == 0, "\(failures.first)")
  }

  @Test func withoutDampingEnergyIsKept() throws {
    var generator = SeededGenerator(seed: 3)
    var failures = Failures()
    for _ in 0..<20_000 {
      let spring = try Spring(
        mass: generator.logUniform(-6...6), stiffness: generator.logUniform(-6...6), damping: 0)
      let start = generator.start()
      func energy(_ state: MotionState) -> Double {
        state.velocity * state.velocity + spring.stiffness * state.value * state.value
      }
      let t = generator.logUniform(-6...6)
      let ratio = energy(spring.state(after: t, from: start)) / energy(start)
      failures.check(abs(ratio - 1) <= 1e-12, "\(spring) \(start) \(t): \(ratio)")
    }
    #expect(failures.count == 0, "\(failures.first)")
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
