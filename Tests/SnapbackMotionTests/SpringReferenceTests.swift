import SnapbackMotion
import SnapbackTestSupport
import Testing

/// Springs against tables computed with 60 digits (mpmath), independent of this code.
@Suite struct SpringReferenceTests {
  @Test func everyRowOfTheReferenceTableIsExact() throws {
    let table = try FixtureTable("physics/spring_reference.csv")
    #expect(table.rows.count == 490)
    var checked = 0
    for row in table.rows {
      let (k, c) = (row.number("stiffness"), row.number("damping"))
      let spring = try Spring(mass: row.number("mass"), stiffness: k, damping: c)
      let start = MotionState(value: row.number("x0"), velocity: row.number("v0"))
      let state = spring.state(after: row.number("t"), from: start)
      #expect(state.value.isFinite && state.velocity.isFinite, "line \(row.line)")
      guard k > 0, c > 0 else { continue }
      let frequency = (k / row.number("mass")).squareRoot()
      let scale = start.value.magnitude + start.velocity.magnitude / frequency
      #expect(abs(state.value - row.number("x")) <= 1e-12 * scale, "line \(row.line)")
      #expect(abs(state.velocity - row.number("v")) <= 1e-12 * scale * frequency, "\(row.line)")
      checked += 1
    }
    #expect(checked == 460)
  }

  @Test func undampedAndDraggedRowsFollowTheTableToo() throws {
    for row in try FixtureTable("physics/spring_reference.csv").rows {
      let (k, c) = (row.number("stiffness"), row.number("damping"))
      guard k == 0 || c == 0 else { continue }
      let spring = try Spring(mass: row.number("mass"), stiffness: k, damping: c)
      let start = MotionState(value: row.number("x0"), velocity: row.number("v0"))
      let t = row.number("t")
      let state = spring.state(after: t, from: start)
      // The reach of a free or dragged body grows with time, and with it what a rounding is of.
      let scale = start.value.magnitude + start.velocity.magnitude * max(t, 1)
      #expect(abs(state.value - row.number("x")) <= 1e-11 * scale, "line \(row.line)")
    }
  }

  @Test func settleTimeIsNeverEarlyAndAtMostTwiceTooLate() throws {
    let table = try FixtureTable("physics/spring_settle.csv")
    #expect(table.rows.count == 43)
    for row in table.rows {
      let spring = try Spring(
        mass: row.number("mass"), stiffness: row.number("stiffness"),
        damping: row.number("damping"))
      let start = MotionState(value: row.number("x0"), velocity: row.number("v0"))
      let threshold = RestThreshold(offset: row.number("eps"), velocity: .infinity)
      let bound = spring.settleTime(from: start, within: threshold)
      let exact = row.number("t_last_above_eps")
      #expect(bound >= exact * (1 - 1e-9), "line \(row.line): \(bound) before \(exact)")
      #expect(bound <= exact * 2, "line \(row.line): \(bound) long after \(exact)")
    }
  }

  @Test func uikitDurationsGiveTheTabledSprings() throws {
    let table = try FixtureTable("physics/uikit_duration.csv")
    #expect(table.rows.count == 238)
    for row in table.rows {
      let spring = try Spring(
        uikitDuration: row.number("duration"), dampingRatio: row.number("damping_ratio"))
      let omega = row.number("omega0")
      #expect(abs(spring.angularFrequency - omega) <= 1e-12 * omega, "line \(row.line)")
      let damping = row.number("damping")
      #expect(abs(2 * spring.decayRate - damping) <= 1e-12 * damping, "line \(row.line)")
    }
  }

  @Test func responseAndDampingRatioGiveTheTabledSprings() throws {
    var checked = 0
    for row in try FixtureTable("physics/spring_params.csv").rows {
      guard row.text("model").contains("response") else { continue }
      guard row.number("p1") > 0 else { continue }
      let spring = try Spring(response: row.number("p1"), dampingRatio: row.number("p2"))
      let (k, c) = (row.number("stiffness"), row.number("damping"))
      #expect(abs(spring.stiffness - k) <= 1e-12 * k, "line \(row.line)")
      #expect(abs(2 * spring.decayRate - c) <= 1e-12 * max(c, 1), "line \(row.line)")
      checked += 1
    }
    #expect(checked > 5)
  }
}
