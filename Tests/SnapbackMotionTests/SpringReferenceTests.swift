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
      // The range of a free or dragged body grows with time, and so does its rounding.
      let scale = start.value.magnitude + start.velocity.magnitude * max(t, 1)
      #expect(abs(state.value - row.number("x")) <= 1e-11 * scale, "line \(row.line)")
    }
  }

}
