import Glibc
import SnapbackBasics
import SnapbackMotion
import SnapbackTestSupport
import Testing

/// Phases and late times of springs, where angles are reduced and exponentials vanish.
@Suite struct SpringPhaseTests {
  /// Without damping and with ω = 1 the motion from (1, 0) is (cos t, −sin t).
  private func circle(_ t: Double) throws -> MotionState {
    try Spring(mass: 1, stiffness: 1, damping: 0).state(after: t, from: MotionState(value: 1))
  }

  private func expectCircle(_ t: Double, ulps: Double) throws {
    let state = try circle(t)
    let (x, v) = (cos(t), -sin(t))
    #expect(abs(state.value - x) <= ulps * x.ulp, "cos \(t)")
    #expect(abs(state.velocity - v) <= ulps * v.ulp, "sin \(t)")
  }

  @Test func theCircleIsThatOfTheCLibrary() throws {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<20_000 { try expectCircle(generator.logUniform(-2.9...2), ulps: 1) }
    for _ in 0..<20_000 { try expectCircle(generator.logUniform(2...8), ulps: 2) }
  }

  @Test func nothingHappensBetweenTheQuarters() throws {
    // Around odd multiples of π/4 the reduced angle changes its sign, around multiples of π/2
    // one of the functions does.
    for eighth in 1...2000 {
      let angle = Double(eighth) * .pi / 4
      for step in -3...3 { try expectCircle(angle + Double(step) * angle.ulp, ulps: 2) }
    }
    for angle in [1e6, (1e6).nextDown, (1e6).nextUp] { try expectCircle(angle, ulps: 2) }
  }

  @Test func bothBranchesOfTheOverDampedFormMeet() throws {
    // ζ = 1.25: the decay rates are ω₀/2 and 2ω₀, so the motion from rest is known exactly.
    let spring = try Spring(mass: 1, stiffness: 1, damping: 2.5)
    for step in 1...4000 {
      let t = Double(step) / 1000
      let state = spring.state(after: t, from: MotionState(value: 3))
      let (slow, fast) = (exp(-t / 2), exp(-2 * t))
      #expect(abs(state.value - (4 * slow - fast)) <= 8 * 0x1p-52 * 3)
      #expect(abs(state.velocity - 2 * (fast - slow)) <= 8 * 0x1p-52 * 3)
    }
  }

  @Test func theOverDampedFormLosesNoDigitAnywhere() throws {
    var generator = SeededGenerator(seed: 2)
    for _ in 0..<20_000 {
      let spring = try Spring(
        angularFrequency: 1, dampingRatio: 1 + generator.logUniform(-6...0))
      let (rate, ratio) = (spring.decayRate, spring.dampingRatio)
      let half = ((ratio - 1) * (ratio + 1)).squareRoot()
      let t = generator.logUniform(-2.9...0.5) / half
      guard rate * t < 500 else { continue }
      // Where the hyperbolic functions do not overflow, the textbook form is also exact.
      let wanted = exp(-rate * t) * sinh(half * t) / half
      let found = spring.state(after: t, from: MotionState(value: 0, velocity: 1)).value
      #expect(abs(found - wanted) <= 4 * 0x1p-52 * (1 + rate * t) * wanted)
    }
  }

  @Test(arguments: [0.1, 1, 1 + 1e-12, 5, 1e6])
  func afterAnInfiniteTimeADampedSpringIsHome(dampingRatio: Double) throws {
    let spring = try Spring(response: 0.5, dampingRatio: dampingRatio)
    for seconds in [1e12, 1e150, 1e300, .infinity] {
      let state = spring.state(after: seconds, from: MotionState(value: 300, velocity: -1e6))
      #expect(state.value == 0 && state.velocity == 0)
    }
  }

  @Test func withoutDampingOrStiffnessLateTimesAreFinite() throws {
    let start = MotionState(value: 1, velocity: 1)
    for (stiffness, damping) in [(1.0, 0.0), (0, 1), (0, 0)] {
      let spring = try Spring(mass: 1, stiffness: stiffness, damping: damping)
      #expect(spring.state(after: .infinity, from: start).isFinite)
    }
  }
}
