import Glibc
import SnapbackBasics
import SnapbackMotion
import SnapbackTestSupport
import Testing

@Suite struct DecayTests {
  @Test func everyRowOfTheReferenceTableIsMet() throws {
    let table = try FixtureTable("physics/decay.csv")
    #expect(table.rows.count == 240)
    for row in table.rows {
      let decay = try Decay(perMillisecond: row.number("rate_per_ms"))
      let start = MotionState(value: row.number("x0"), velocity: row.number("v0"))
      let state = decay.state(after: row.number("t"), from: start)
      func isNear(_ value: Double, _ column: String, _ scale: Double = 0) -> Bool {
        let tabled = row.number(column)
        return abs(value - tabled) <= 1e-12 * max(tabled.magnitude, scale)
      }
      // A position is a sum, so its error is relative to the summands.
      let x = start.value.magnitude
      #expect(isNear(state.value, "x", x), "line \(row.line)")
      #expect(isNear(state.velocity, "v"), "line \(row.line)")
      #expect(isNear(decay.end(from: start), "projected_end_continuous", x), "line \(row.line)")
      #expect(
        isNear(decay.discreteProjection(from: start), "projected_end_discrete_sum", x),
        "line \(row.line)")
      let threshold = RestThreshold(offset: 0.5, velocity: .infinity)
      let within = decay.settleTime(from: start, within: threshold)
      #expect(isNear(within, "t_within_0.5_of_end"), "line \(row.line): \(within)")
    }
  }

  @Test func everyRowOfTheTimesTableIsMet() throws {
    let table = try FixtureTable("physics/decay_time_at.csv")
    #expect(table.rows.count == 24)
    for row in table.rows {
      let decay = try Decay(rate: row.number("lambda"))
      let start = MotionState(value: 0, velocity: row.number("v0"))
      let time = try #require(decay.time(toReach: row.number("x"), from: start))
      let tabled = row.number("t_at_x")
      #expect(abs(time - tabled) <= 1e-12 * tabled, "line \(row.line)")
      let velocity = decay.state(after: tabled, from: start).velocity
      let speed = row.number("v_at_x")
      #expect(abs(velocity - speed) <= 1e-12 * speed.magnitude, "line \(row.line)")
    }
  }

  @Test func theNamedRatesAreThoseOfScrollViews() throws {
    #expect(try Decay.normal == Decay(perMillisecond: 0.998))
    #expect(try Decay.fast == Decay(perMillisecond: 0.99))
    let start = MotionState(value: 0, velocity: 1000)
    // v₀/1000·d/(1 − d), the sum of steps of a millisecond.
    #expect(abs(Decay.normal.discreteProjection(from: start) - 499) <= 1e-9)
    #expect(abs(Decay.fast.discreteProjection(from: start) - 99) <= 1e-9)
  }

  @Test func twoHalfStepsEqualOneWholeStep() throws {
    var generator = SeededGenerator(seed: 31)
    var failures = Failures()
    for _ in 0..<20_000 {
      let decay = try Decay(rate: generator.logUniform(-6...6))
      let start = generator.start()
      let t = generator.logUniform(-6...6)
      let whole = decay.state(after: t, from: start)
      let halves = decay.state(after: t / 2, from: decay.state(after: t / 2, from: start))
      let scale = start.value.magnitude + (start.velocity / decay.rate).magnitude
      failures.check(
        abs(whole.value - halves.value) <= 8 * 0x1p-52 * scale, "\(decay) \(start) \(t)")
      let rounding = 8 * 0x1p-52 * (1 + decay.rate * t)
      failures.check(
        abs(whole.velocity - halves.velocity) <= rounding * whole.velocity.magnitude
          + .leastNormalMagnitude,
        "\(decay) \(start) \(t)")
      // It never turns and never passes its end.
      let end = decay.end(from: start)
      failures.check(
        (end - whole.value) * start.velocity >= -4 * 0x1p-52 * scale * start.velocity.magnitude,
        "\(decay) \(start) \(t)")
    }
    #expect(failures.count == 0, "\(failures.first)")
  }

  @Test func theTimeToReachAValueIsWhenItIsThere() throws {
    var generator = SeededGenerator(seed: 32)
    for _ in 0..<2_000 {
      let decay = try Decay(rate: generator.logUniform(-1...2))
      let start = MotionState(
        value: generator.signedLogUniform(0...3), velocity: generator.signedLogUniform(1...4))
      let way = start.velocity / decay.rate
      let value = start.value + way * Double.random(in: 0.001...0.999, using: &generator)
      let time = try #require(decay.time(toReach: value, from: start))
      let error = decay.state(after: time, from: start).value - value
      #expect(abs(error) <= 1e-12 * (start.value.magnitude + way.magnitude))
      #expect(decay.time(toReach: start.value + way * 1.001, from: start) == nil)
      #expect(decay.time(toReach: start.value - way * 0.001, from: start) == nil)
      #expect(decay.time(toReach: start.value, from: start) == 0)
    }
    #expect(Decay.normal.time(toReach: 5, from: .rest) == nil)
    #expect(Decay.normal.time(toReach: .nan, from: .init(value: 0, velocity: 1)) == nil)
    #expect(Decay.normal.time(toReach: .infinity, from: .init(value: 0, velocity: 1)) == nil)
  }

  @Test func itSettlesWhenItIsNearItsEndAndSlow() throws {
    var generator = SeededGenerator(seed: 33)
    for _ in 0..<2_000 {
      let decay = try Decay(rate: generator.logUniform(-1...2))
      let start = MotionState(value: 0, velocity: generator.signedLogUniform(0...4))
      let threshold = RestThreshold(
        offset: generator.logUniform(-3...0), velocity: generator.logUniform(-1...2))
      let time = decay.settleTime(from: start, within: threshold)
      func excess(_ t: Double) -> Double {
        let state = decay.state(after: t, from: start)
        // The remaining distance is v/λ; the difference of positions would cancel.
        return max(
          state.velocity.magnitude / decay.rate / threshold.offset,
          state.velocity.magnitude / threshold.velocity)
      }
      #expect(excess(time) <= 1 + 1e-12)
      if time > 0 { #expect(abs(excess(time) - 1) <= 1e-12) }
    }
    let still = RestThreshold(offset: 0)
    #expect(Decay.normal.settleTime(from: .init(value: 0, velocity: 1), within: still) == .infinity)
    #expect(Decay.normal.settleTime(from: .init(value: 9), within: still) == 0)
    #expect(Decay.normal.settleTime(from: .init(value: 9, velocity: .nan), within: still) == 0)
  }

  @Test func anotherRateEndsAtTheTargetIfItIsNearlyTheSame() throws {
    let start = MotionState(value: 100, velocity: 1000)
    let end = Decay.normal.end(from: start)
    for target in [end, end + 200, end - 200, 100 + (end - 100) / 3.9, 100 + (end - 100) * 1.9] {
      let decay = try #require(Decay.normal.ending(at: target, from: start))
      #expect(abs(decay.end(from: start) - target) <= 1e-12 * target)
      #expect(decay.state(after: 0, from: start) == start)
    }
    #expect(Decay.normal.ending(at: 100 + (end - 100) / 4.1, from: start) == nil)
    #expect(Decay.normal.ending(at: 100 + (end - 100) * 2.1, from: start) == nil)
    #expect(Decay.normal.ending(at: 50, from: start) == nil)
    #expect(Decay.normal.ending(at: 100, from: start) == nil)
    #expect(Decay.normal.ending(at: .nan, from: start) == nil)
    #expect(Decay.normal.ending(at: 100, from: .init(value: 100)) == nil)
  }

  @Test func ratesThatNoDragHasAreNamed() {
    #expect(throws: MotionError.self) { try Decay(rate: 0) }
    #expect(throws: MotionError.self) { try Decay(rate: .infinity) }
    #expect(throws: MotionError.self) { try Decay(perMillisecond: 1) }
    #expect(throws: MotionError.self) { try Decay(perMillisecond: 0) }
    #expect(throws: MotionError.self) { try Decay(perMillisecond: .nan) }
  }
}
