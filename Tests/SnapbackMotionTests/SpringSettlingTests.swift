import Glibc
import SnapbackBasics
import SnapbackMotion
import SnapbackTestSupport
import Testing

/// Compares the settle time with exact last crossings.
@Suite struct SpringSettlingTests {
  @Test func theTabledCrossingsAreNotMissedNorLongPast() throws {
    let table = try FixtureTable("physics/spring_settle.csv")
    #expect(table.rows.count == 43)
    var worst = 0.0
    for row in table.rows {
      let spring = try Spring(
        mass: row.number("mass"), stiffness: row.number("stiffness"),
        damping: row.number("damping"))
      let start = MotionState(value: row.number("x0"), velocity: row.number("v0"))
      let threshold = RestThreshold(offset: row.number("eps"), velocity: .infinity)
      let bound = spring.settleTime(from: start, within: threshold)
      let exact = row.number("t_last_above_eps")
      #expect(bound >= exact, "line \(row.line): \(bound) before \(exact)")
      worst = max(worst, bound / exact)
      let estimate = row.number("t_core_animation_estimate")
      guard estimate.isFinite else { continue }
      let ours = try #require(
        spring.coreAnimationSettlingDuration(from: start, epsilon: row.number("eps")))
      #expect(abs(ours - estimate) <= 1e-11 * estimate, "line \(row.line)")
    }
    #expect(worst < 1.35, "\(worst)")
  }

  /// One draw of a property test: a spring, a start, a threshold.
  private typealias Draw = (inout SeededGenerator) throws -> (Spring, MotionState, RestThreshold)

  /// Checks that the bound is never early and, where it matters, at most 2.2 times too late.
  private func checkBound(_ count: Int, seed: UInt64, _ draw: Draw) throws {
    var generator = SeededGenerator(seed: seed)
    var (early, late) = (Failures(), Failures())
    var judged = 0
    for _ in 0..<count {
      let (spring, start, threshold) = try draw(&generator)
      let oracle = MotionOracle(spring: spring, start: start)
      let end = spring.settleTime(from: start, within: threshold)
      // Evaluated only on failure: a hundred thousand descriptions take longer than the rest.
      func example() -> String { "\(spring), \(start), \(threshold): \(end)" }
      let frequency = spring.angularFrequency
      // An evaluation need not distinguish times beyond 30,000 years.
      if end < 1e12 {
        // The rounding of the evaluation itself, which decays at the slowest rate.
        let fast = max(frequency, spring.fastestDecayRate)
        let left = 16 * 0x1p-52 * exp(-spring.slowestDecayRate * end)
        let (x, v) = (start.value.magnitude, start.velocity.magnitude)
        let largest = oracle.largest(from: end)
        early.check(
          largest.offset <= threshold.offset + left * (x + v / fast)
            && largest.velocity <= threshold.velocity + left * (v + spring.stiffness * x / fast),
          example())
      }
      guard oracle.excess(from: 1 / frequency, over: threshold) > 1 else { continue }
      judged += 1
      late.check(oracle.excess(from: end / 2.2, over: threshold) > 1, example())
    }
    #expect(early.count == 0, "seed \(seed), early: \(early.first)")
    #expect(late.count == 0, "seed \(seed), late: \(late.first)")
    #expect(judged > count / 3)
  }

  @Test func itIsNeverEarlyNorLongPastOverTwelveDecades() throws {
    try checkBound(100_000, seed: 11) { generator in
      let offset = generator.logUniform(-6...6)
      let velocity = generator.next() & 1 == 0 ? nil : offset * generator.logUniform(-3...3)
      return (
        try generator.spring(), generator.start(),
        RestThreshold(offset: offset, velocity: velocity)
      )
    }
  }

  @Test func norAroundCriticalDamping() throws {
    try checkBound(30_000, seed: 12) { generator in
      let spring = try Spring(
        angularFrequency: 1, dampingRatio: 1 + generator.signedLogUniform(-16...(-0.3)))
      let start = MotionState(
        value: generator.signedLogUniform(-1...0), velocity: generator.signedLogUniform(-1...0))
      let offset = generator.logUniform(-3...0)
      let velocity = generator.next() % 3 == 0 ? .infinity : generator.logUniform(-3...0)
      return (spring, start, RestThreshold(offset: offset, velocity: velocity))
    }
  }

  @Test func norWhereOneModeIsNearlyAbsent() throws {
    // With v₀ near −s·x₀ or −f·x₀ only one exponential remains.
    try checkBound(20_000, seed: 13) { generator in
      let spring = try Spring(
        angularFrequency: generator.logUniform(-1...1), dampingRatio: generator.logUniform(0...2))
      let rate = generator.next() & 1 == 0 ? spring.slowestDecayRate : spring.fastestDecayRate
      let x = generator.signedLogUniform(-1...2)
      let start = MotionState(
        value: x, velocity: -rate * x * (1 + generator.signedLogUniform(-12...0)))
      return (spring, start, RestThreshold(offset: generator.logUniform(-4...(-2))))
    }
  }

  /// x(t) = 64·e^{−t}·sin((t − 24)/64) solves ẍ + 2ẋ + (1 + 1/64²)·x = 0. It crosses the target at
  /// 24 s and overshoots by e^{−25} a second later, which a fine threshold detects.
  @Test func aLateOvershootIsWaitedFor() throws {
    let spring = try Spring(decayRate: 1, stiffness: 1 + 1.0 / 4096)
    let offset = -64 * sin(24.0 / 64)
    let start = MotionState(value: offset, velocity: cos(24.0 / 64) - offset)
    for share in [0.9, 0.5, 0.1] {
      let visible = share * exp(-25)
      var last = 0.0
      for index in 0..<8000 {
        let time = 24 + Double(index) / 1000
        if (64 * exp(-time) * sin((time - 24) / 64)).magnitude > visible { last = time }
      }
      #expect(last > 25)
      let threshold = RestThreshold(offset: visible, velocity: .infinity)
      let end = spring.settleTime(from: start, within: threshold)
      #expect(end >= last, "\(share): \(end) before \(last)")
      #expect(end < last + 0.1, "\(share): \(end) long after \(last)")
    }
  }

  @Test func theOracleAgreesWithDenseSampling() throws {
    var generator = SeededGenerator(seed: 14)
    var failures = Failures()
    for _ in 0..<60 {
      let spring = try Spring(angularFrequency: 1, dampingRatio: generator.logUniform(-1...1))
      let start = MotionState(
        value: generator.signedLogUniform(-1...0), velocity: generator.signedLogUniform(-1...0))
      let threshold = RestThreshold(
        offset: generator.logUniform(-3...(-1)), velocity: generator.logUniform(-3...(-1)))
      let end = spring.settleTime(from: start, within: threshold)
      let step = max(end, 1) * 1.5 / 4000
      var last = 0.0
      for index in 0...4000 {
        let state = spring.state(after: Double(index) * step, from: start)
        let isOutside =
          state.value.magnitude > threshold.offset || state.velocity.magnitude > threshold.velocity
        if isOutside { last = Double(index) * step }
      }
      let exact = MotionOracle(spring: spring, start: start)
        .lastCrossing(of: threshold, before: max(end, 1) * 1.5)
      failures.check(
        last <= exact + 1e-9 && exact <= max(last + 2 * step, last * 1.02),
        "\(spring) \(start) \(threshold): sampled \(last), exact \(exact)")
      failures.check(last <= end, "\(spring) \(start) \(threshold): sampled \(last), bound \(end)")
    }
    #expect(failures.count == 0, "\(failures.first)")
  }

  @Test func motionsThatDoNotDieOutNeverSettle() throws {
    let threshold = RestThreshold(offset: 0.25)
    let ringing = try Spring(mass: 1, stiffness: 100, damping: 0)
    #expect(ringing.settleTime(from: .init(value: 1), within: threshold) == .infinity)
    #expect(ringing.settleTime(from: .init(value: 0.2, velocity: 0.1), within: threshold) == 0)
    let drag = try Spring(mass: 1, stiffness: 0, damping: 4)
    #expect(drag.settleTime(from: .init(value: 1), within: threshold) == .infinity)
    #expect(drag.settleTime(from: .init(value: 1, velocity: -4), within: threshold) < 2)
    #expect(drag.settleTime(from: .init(value: 0, velocity: 0.9), within: threshold) < 2)
    let free = try Spring(mass: 1, stiffness: 0, damping: 0)
    #expect(free.settleTime(from: .init(value: 0.2), within: threshold) == 0)
    #expect(free.settleTime(from: .init(value: -1), within: threshold) == .infinity)
    #expect(free.settleTime(from: .init(value: 0, velocity: 1e-9), within: threshold) == .infinity)
  }

  @Test func nothingTrapsAndThereIsAlwaysAnAnswer() throws {
    let numbers: [Double] = [
      0, -0.0, 1, -1, 1e-300, 1e300, -1e300, .leastNonzeroMagnitude, .infinity, -.infinity, .nan,
    ]
    let springs = [
      try Spring(response: 0.5, dampingRatio: 0), try Spring(response: 0.5, dampingRatio: 0.5),
      try Spring(response: 0.5, dampingRatio: 1), try Spring(response: 0.5, dampingRatio: 1e100),
      try Spring(response: 0.5, dampingRatio: 1 - 1e-16),
      try Spring(response: 1e150, dampingRatio: 2),
      try Spring(mass: 1, stiffness: 0, damping: 1), try Spring(mass: 1, stiffness: 0, damping: 0),
      try Spring(mass: 1, stiffness: 1e-300, damping: 1e150),
      try Spring(mass: 1, stiffness: 1e300, damping: 1e-300),
    ]
    for spring in springs {
      for x in numbers {
        for v in numbers {
          for epsilon in numbers {
            let start = MotionState(value: x, velocity: v)
            let time = spring.settleTime(from: start, within: RestThreshold(offset: epsilon))
            #expect(time >= 0, "\(spring) \(start) \(epsilon)")
            if !start.isFinite { #expect(time == 0) }
          }
        }
      }
    }
  }

  @Test func coreAnimationsEstimateIsTheDocumentedOne() throws {
    // Vendor documentation: mass 1, stiffness 100, damping 5 settles in about 2.85 s.
    let soft = try Spring(mass: 1, stiffness: 100, damping: 5)
    #expect(abs(try #require(soft.coreAnimationSettlingDuration()) - 2.855) < 5e-4)
    let usual = try #require(Spring.coreAnimationDefault.coreAnimationSettlingDuration())
    #expect(abs(usual - 1.4727) < 5e-5)
    #expect(Spring.smooth.coreAnimationSettlingDuration() == nil)
  }
}
