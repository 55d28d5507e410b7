import Glibc
import SnapbackBasics
import SnapbackMotion
import SnapbackTestSupport
import Testing

/// Momentum that reaches an edge, and Android's momentum.
@Suite struct FlightTests {
  @Test func everyRowOfTheBounceTableIsMet() throws {
    let table = try FixtureTable("physics/decay_bounce.csv")
    #expect(table.rows.count == 20)
    for row in table.rows {
      let edge = row.number("edge")
      let start = MotionState(value: row.number("x0"), velocity: row.number("v0"))
      let bounce = try BouncingDecay(
        Decay(perMillisecond: row.number("rate")), from: start,
        lower: start.velocity < 0 ? edge : -.infinity,
        upper: start.velocity < 0 ? .infinity : edge,
        spring: Spring(response: row.number("response"), dampingRatio: 1))
      #expect(bounce.edge == edge)
      #expect(bounce.target == edge)
      func isNear(_ value: Double, _ column: String, _ scale: Double) -> Bool {
        abs(value - row.number(column)) <= 1e-12 * scale
      }
      #expect(isNear(bounce.edgeTime, "t_edge", bounce.edgeTime), "line \(row.line)")
      let speed = start.velocity.magnitude
      #expect(isNear(bounce.edgeState.velocity, "v_edge", speed), "line \(row.line)")
      let state = bounce.state(after: row.number("t_edge") + row.number("dt_after_edge"))
      #expect(isNear(state.value, "x", edge.magnitude + speed), "line \(row.line)")
      // The time of the edge is rounded, and the velocity changes at a rate of ω₀ times itself.
      #expect(isNear(state.velocity, "v", speed * 10), "line \(row.line)")
    }
  }

  @Test func itIsContinuousAndItsVelocityIsItsDerivative() throws {
    var generator = SeededGenerator(seed: 61)
    var failures = Failures()
    var met = 0
    for _ in 0..<1_000 {
      let start = MotionState(
        value: Double.random(in: -300...1300, using: &generator),
        velocity: Double.random(in: -4000...4000, using: &generator))
      let bounce = try BouncingDecay(
        .normal, from: start, lower: 0, upper: 1000,
        spring: Spring(response: 0.575, dampingRatio: Double.random(in: 0.5...2, using: &generator))
      )
      func example() -> String { "\(bounce)" }
      failures.check(bounce.state(after: 0).value == start.value, example())
      if bounce.edgeTime.isFinite, bounce.edgeTime > 0 {
        met += 1
        let (before, after) = (
          bounce.state(after: bounce.edgeTime.nextDown), bounce.state(after: bounce.edgeTime)
        )
        failures.check(abs(before.value - after.value) <= 1e-9, example())
        failures.check(abs(before.velocity - after.velocity) <= 1e-8, example())
      }
      for step in 1...40 {
        let t = Double(step) / 20
        guard abs(t - bounce.edgeTime) > 1e-4 else { continue }
        let h = 1e-5
        let slope = (bounce.state(after: t + h).value - bounce.state(after: t - h).value) / (2 * h)
        failures.check(abs(slope - bounce.state(after: t).velocity) <= 1e-2, example())
      }
      let threshold = RestThreshold(offset: 0.25)
      let end = bounce.settleTime(within: threshold)
      for step in 0...20 {
        let state = bounce.state(after: end * (1 + Double(step) / 10))
        failures.check(abs(state.value - bounce.target) <= 0.25 * (1 + 1e-9), example())
        failures.check(state.velocity.magnitude <= threshold.velocity * (1 + 1e-9), example())
      }
      failures.check((0...1000).contains(bounce.target), example())
    }
    #expect(failures.count == 0, "\(failures.first)")
    #expect(met > 300)
  }

  @Test func beyondTheEdgeTheSpringStartsAtOnce() throws {
    let spring = Spring.smooth
    func bounce(_ value: Double, _ velocity: Double, cap: Double = .infinity) throws
      -> BouncingDecay
    {
      try BouncingDecay(
        .normal, from: MotionState(value: value, velocity: velocity), lower: 0, upper: 100,
        spring: spring, velocityCap: cap)
    }
    let above = try bounce(130, 500)
    #expect(above.edge == 100 && above.edgeTime == 0)
    #expect(above.edgeState == MotionState(value: 30, velocity: 500))
    let below = try bounce(-30, 500)
    #expect(below.edge == 0 && below.edgeState == MotionState(value: -30, velocity: 500))
    #expect(try bounce(100, 500).edgeTime == 0)
    #expect(try bounce(100, -10).edge == nil)
    #expect(try bounce(100, 0).edge == nil)
    #expect(try bounce(50, 1).edge == nil)
    #expect(try bounce(50, 1).target == Decay.normal.end(from: .init(value: 50, velocity: 1)))
    // The cap applies in both directions.
    #expect(try bounce(130, 9000, cap: 5000).edgeState.velocity == 5000)
    #expect(try bounce(-30, -9000, cap: 5000).edgeState.velocity == -5000)
    #expect(try bounce(50, -9000, cap: 5000).edgeState.velocity == -5000)
    #expect(try bounce(50, 9000, cap: 5000).state(after: 0).velocity == 9000)
    #expect(try bounce(.nan, 1).edge == nil)
    #expect(throws: MotionError.self) { try bounce(50, 1, cap: -1) }
    #expect(throws: MotionError.self) {
      try BouncingDecay(.normal, from: .rest, lower: 1, upper: 0, spring: spring)
    }
    #expect(throws: MotionError.self) {
      try BouncingDecay(.normal, from: .rest, lower: .nan, upper: 0, spring: spring)
    }
  }

  @Test func androidsFlingsTakeAsLongAndGoAsFarAsTabled() throws {
    let table = try FixtureTable("physics/android_fling.csv")
    #expect(table.rows.count == 12)
    for row in table.rows {
      let fling = try AndroidFling(density: row.number("density"))
      for sign in [1.0, -1] {
        let velocity = sign * row.number("velocity_px_s")
        let (duration, distance) = (row.number("duration_ms"), row.number("distance_px"))
        #expect(abs(fling.duration(for: velocity) * 1000 - duration) <= 1e-12 * duration)
        #expect(abs(fling.distance(for: velocity) - sign * distance) <= 1e-12 * distance)
      }
    }
  }

  @Test func androidsFlingsStartAsFastAsTheFingerAndStop() throws {
    let fling = try AndroidFling(density: 2)
    for velocity in [-8000.0, -50, 300, 2500] {
      let start = MotionState(value: 70, velocity: velocity)
      let duration = fling.duration(for: velocity)
      let first = fling.state(after: duration * 1e-9, from: start)
      #expect(abs(first.velocity - velocity) <= 1e-6 * velocity.magnitude)
      let last = fling.state(after: duration, from: start)
      #expect(last == MotionState(value: fling.end(from: start)))
      let near = fling.state(after: duration * (1 - 1e-9), from: start)
      #expect(abs(near.value - last.value) <= 1e-6 && near.velocity.magnitude <= 1e-3)
      for step in 1...49 {
        let t = duration * Double(step) / 50
        let h = duration * 1e-5
        let difference =
          fling.state(after: t + h, from: start).value
          - fling.state(after: t - h, from: start).value
        let speed = fling.state(after: t, from: start).velocity
        #expect(abs(difference / (2 * h) - speed) <= 1e-6 * velocity.magnitude)
      }
    }
    let still = MotionState(value: 5, velocity: 0)
    #expect(fling.duration(for: 0) == 0)
    #expect(fling.state(after: 1, from: still) == still)
    #expect(fling.duration(for: .nan) == 0)
    #expect(fling.distance(for: .infinity).isFinite)
    #expect(fling.state(after: .nan, from: .init(value: 1, velocity: 2)).value == 1)
    #expect(fling.state(after: .infinity, from: .init(value: 1, velocity: 2)).velocity == 0)
    #expect(throws: MotionError.self) { try AndroidFling(density: 0) }
    #expect(throws: MotionError.self) { try AndroidFling(friction: .nan) }
    #expect(throws: MotionError.self) { try AndroidFling(density: 1e300) }
  }
}
