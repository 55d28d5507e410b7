import Glibc
import SnapbackBasics
import SnapbackMotion
import SnapbackTestSupport
import Testing

/// Turning points, crossings and values derived from them.
@Suite struct SpringShapeTests {
  @Test func theFirstTurningPointsAreTheTabledOnes() throws {
    let table = try FixtureTable("physics/first_extremum.csv")
    #expect(table.rows.count == 36)
    var (turning, atRest) = (0, 0)
    for row in table.rows {
      let spring = try Spring(
        mass: row.number("mass"), stiffness: row.number("stiffness"),
        damping: row.number("damping"))
      let start = MotionState(value: row.number("x0"), velocity: row.number("v0"))
      let time = row.number("t_first_extremum")
      if time < 1e-40 {
        // Over-damped from rest: the table contains the start itself, within its 60 digits.
        #expect(spring.firstExtremum(from: start) == nil, "line \(row.line)")
        atRest += 1
        continue
      }
      let extremum = try #require(spring.firstExtremum(from: start), "line \(row.line)")
      // The time depends on the root of D, which is a difference near critical damping.
      #expect(abs(extremum.time - time) <= 1e-12 * time, "line \(row.line)")
      let scale = start.value.magnitude + start.velocity.magnitude / spring.angularFrequency
      #expect(abs(extremum.value - row.number("x_at")) <= 1e-12 * scale, "line \(row.line)")
      turning += 1
    }
    #expect(turning == 33)
    #expect(atRest == 3)
  }

  @Test func overshootFromRestIsTheTextbookOne() throws {
    // e^(−πζ/√(1−ζ²)), any text on second-order systems.
    for (ratio, percent) in [(0.5, 16.3), (0.7, 4.6), (0.8, 1.5), (0.825, 1.0), (0.9, 0.15)] {
      let spring = try Spring(response: 1, dampingRatio: ratio)
      let deepest = (1...4000).map {
        spring.state(after: Double($0) / 2000, from: .init(value: 1, velocity: 0)).value
      }.min()
      #expect(abs((deepest ?? 1) * -100 - percent) < 0.06)
      #expect(abs(spring.overshoot + (deepest ?? 1)) < 1e-6)
    }
    #expect(try Spring(response: 1, dampingRatio: 0).overshoot == 1)
    #expect(try Spring(response: 1, dampingRatio: 1).overshoot == 0)
    #expect(try Spring(response: 1, dampingRatio: 3).overshoot == 0)
  }

  /// The first turning point or crossing, found by stepping along the motion and bisecting.
  private func firstSignChange(
    until limit: Double, _ value: (Double) -> Double
  ) -> Double? {
    let steps = 2000
    for index in 1..<steps {
      // Increasing steps, because the first change may come at once.
      let (from, to) = (Double(index) / Double(steps), Double(index + 1) / Double(steps))
      var (low, high) = (limit * from * from, limit * to * to)
      guard (value(low) > 0) != (value(high) > 0) else { continue }
      for _ in 0..<60 {
        let middle = (low + high) / 2
        if (value(middle) > 0) == (value(low) > 0) { low = middle } else { high = middle }
      }
      return low
    }
    return nil
  }

  @Test func crossingsAndTurningPointsAreWhereTheMotionHasThem() throws {
    var generator = SeededGenerator(seed: 21)
    var failures = Failures()
    var (crossings, turns) = (0, 0)
    for _ in 0..<400 {
      let spring = try Spring(angularFrequency: 1, dampingRatio: generator.logUniform(-1...1))
      let start = MotionState(
        value: generator.signedLogUniform(-1...0), velocity: generator.signedLogUniform(-1...1))
      let limit = 30.0
      func example() -> String { "\(spring) \(start)" }
      let crossing = firstSignChange(until: limit) { spring.state(after: $0, from: start).value }
      let turn = firstSignChange(until: limit) { spring.state(after: $0, from: start).velocity }
      for (found, given) in [
        (crossing, spring.crossingTime(from: start)), (turn, spring.turningTime(from: start)),
      ] {
        // A change before the first step or after the last one is not found.
        if let found {
          failures.check(abs((given ?? -1) - found) <= 1e-6, example())
        } else if let given {
          failures.check(given < 1e-5 || given > limit * 0.98, example())
        }
      }
      crossings += crossing == nil ? 0 : 1
      turns += turn == nil ? 0 : 1
    }
    #expect(failures.count == 0, "\(failures.first)")
    #expect(crossings > 100 && turns > 100)
  }

  @Test func criticalAndOverDampedMotionsCrossOnlyIfFastEnough() throws {
    let critical = try Spring(angularFrequency: 10, dampingRatio: 1)
    #expect(critical.crossingTime(from: .init(value: 1)) == nil)
    #expect(critical.crossingTime(from: .init(value: 1, velocity: -9.9)) == nil)
    #expect(critical.crossingTime(from: .init(value: 1, velocity: -10.1)) != nil)
    #expect(critical.crossingTime(from: .init(value: 1, velocity: 1000)) == nil)
    #expect(critical.crossingTime(from: .init(value: 0, velocity: 5)) == nil)
    let over = try Spring(angularFrequency: 10, dampingRatio: 2)
    let fast = over.fastestDecayRate
    #expect(over.crossingTime(from: .init(value: 1, velocity: -0.99 * fast)) == nil)
    #expect(over.crossingTime(from: .init(value: 1, velocity: -1.01 * fast)) != nil)
    let under = try Spring(angularFrequency: 10, dampingRatio: 0.5)
    let half = Double.pi / (10 * 0.75.squareRoot())
    for sign in [1.0, -1, -0.0] {
      let start = MotionState(value: 0 * sign, velocity: 5 * (sign == 0 ? -1 : sign))
      let crossing = try #require(under.crossingTime(from: start))
      #expect(abs(crossing - half) <= 1e-14)
    }
    #expect(under.crossingTime(from: .rest) == nil)
    #expect(under.turningTime(from: .rest) == nil)
    // An impulse on a critical spring turns at 1/ω₀, |v₀|/(e·ω₀) away.
    let hit = try #require(critical.firstExtremum(from: .init(value: 0, velocity: 10)))
    #expect(abs(hit.time - 0.1) <= 1e-15)
    #expect(abs(hit.value - exp(-1)) <= 1e-15)
  }

  @Test func neverPassingNeverPasses() throws {
    var generator = SeededGenerator(seed: 22)
    var failures = Failures()
    for _ in 0..<2000 {
      let spring = try Spring(
        angularFrequency: generator.logUniform(0...2), dampingRatio: generator.logUniform(-1...1))
      let start = MotionState(
        value: generator.signedLogUniform(0...3), velocity: generator.signedLogUniform(0...5))
      let safe = spring.neverPassing(from: start)
      failures.check(
        safe.angularFrequency >= spring.angularFrequency * (1 - 1e-15), "\(spring) \(start)")
      for step in 0...50 {
        let t = Double(step * step) / 100 / safe.angularFrequency
        let value = safe.state(after: t, from: start).value
        failures.check(value * start.value >= 0, "\(spring) \(start) at \(t): \(value)")
      }
    }
    #expect(failures.count == 0, "\(failures.first)")
    let spring = try Spring(angularFrequency: 20, dampingRatio: 0.5)
    // At its target a motion passes it, whatever the damping; away from it no change is needed.
    let critical = try Spring(angularFrequency: 20, dampingRatio: 1)
    #expect(spring.neverPassing(from: .init(value: 0, velocity: 900)) == critical)
    #expect(spring.neverPassing(from: .init(value: 5, velocity: 900)) == critical)
    #expect(spring.neverPassing(from: .init(value: -5, velocity: 900)).angularFrequency == 180)
    let most = 2 * .pi / Spring.shortestResponse
    #expect(
      spring.neverPassing(from: .init(value: -1e-300, velocity: 900)).angularFrequency == most)
  }

  @Test func aVelocityLimitHoldsBothWays() throws {
    let limit = try VelocityLimit(absolute: 5000, relative: 4)
    func velocity(_ value: Double, _ velocity: Double) -> Double {
      limit.limiting(MotionState(value: value, velocity: velocity)).velocity
    }
    #expect(velocity(1e4, 9000) == 5000)
    #expect(velocity(1e4, -9000) == -5000)
    #expect(velocity(-100, 9000) == 400)
    #expect(velocity(100, -9000) == -400)
    #expect(velocity(100, -300) == -300)
    #expect(velocity(0, 300) == 0)
    #expect(velocity(100, .nan) == 0)
    #expect(velocity(100, -.infinity) == -400)
    let none = VelocityLimit.none.limiting(MotionState(value: 0, velocity: -1e9))
    #expect(none == MotionState(value: 0, velocity: -1e9))
    #expect(try VelocityLimit(absolute: 10).limiting(.init(value: 0, velocity: 90)).velocity == 10)
    #expect(throws: MotionError.self) { try VelocityLimit(absolute: -1) }
    #expect(throws: MotionError.self) { try VelocityLimit(relative: .nan) }
  }

  @Test func theRelativeLimitBoundsTheOvershoot() throws {
    // By stepping through the motion from −1 with velocity 8: 0.883 % beyond the target.
    let spring = try Spring(response: 0.45, dampingRatio: 0.85)
    let limit = try VelocityLimit(relative: 8)
    for distance in [0.01, 3, 1e4] {
      for velocity in [1.0, 100, 1e6] {
        let start = MotionState(value: -distance, velocity: velocity)
        let held = try #require(spring.firstExtremum(from: limit.limiting(start))).value / distance
        #expect(held <= 0.00884)
        if velocity >= 8 * distance {
          #expect(abs(held - 0.008827) < 1e-6)
          #expect(try #require(spring.firstExtremum(from: start)).value / distance >= held)
        }
      }
    }
  }
}
