import SnapbackBasics
import SnapbackMotion
import SnapbackTestSupport
import Testing

@Suite struct RubberBandTests {
  @Test func everyRowOfTheReferenceTableIsMet() throws {
    let table = try FixtureTable("physics/rubber_band.csv")
    #expect(table.rows.count == 200)
    for row in table.rows {
      let band = try RubberBand(
        dimension: row.number("dimension"), coefficient: row.number("c"))
      let x = row.number("x")
      func isNear(_ value: Double, _ column: String) -> Bool {
        abs(value - row.number(column)) <= 1e-12 * row.number(column).magnitude
      }
      #expect(isNear(band.overscroll(at: x), "band"), "line \(row.line)")
      #expect(isNear(band.slope(at: x), "derivative"), "line \(row.line)")
      #expect(isNear(band.finger(at: row.number("band")), "inverse_of_band"), "line \(row.line)")
      #expect(band.overscroll(at: -x) == -band.overscroll(at: x))
      #expect(band.finger(at: -row.number("band")) == -band.finger(at: row.number("band")))
    }
  }

  @Test func thereAndBackIsTheSamePlace() throws {
    var generator = SeededGenerator(seed: 41)
    var failures = Failures()
    for _ in 0..<20_000 {
      let band = try RubberBand(
        dimension: generator.logUniform(1...4), coefficient: generator.logUniform(-1...0))
      let x = generator.signedLogUniform(-3...5)
      let stretch = 1 + (band.coefficient * x / band.dimension).magnitude
      let back = band.finger(at: band.overscroll(at: x))
      // 1 − b/d loses digits by cancellation, in proportion to the stretch.
      failures.check(
        abs(back - x) <= 8 * 0x1p-52 * stretch * x.magnitude, "\(band) \(x): \(back)")
      failures.check(band.overscroll(at: x).magnitude < band.dimension, "\(band) \(x)")
    }
    #expect(failures.count == 0, "\(failures.first)")
  }

  @Test func theSlopeIsTheDerivativeAndFallsWithTheOverscroll() throws {
    let band = try RubberBand(dimension: 800)
    #expect(band.coefficient == 0.55)
    #expect(band.slope(at: 0) == 0.55)
    for x in stride(from: -3000.0, through: 3000, by: 61) {
      let h = 1e-3
      let difference = (band.overscroll(at: x + h) - band.overscroll(at: x - h)) / (2 * h)
      #expect(abs(difference - band.slope(at: x)) <= 1e-9)
      let part = 1 - band.overscroll(at: x).magnitude / 800
      #expect(abs(band.slope(at: x) - 0.55 * part * part) <= 1e-14)
      let state = band.state(of: MotionState(value: x, velocity: -1200))
      #expect(
        state == MotionState(value: band.overscroll(at: x), velocity: -1200 * band.slope(at: x)))
    }
  }

  @Test func theOverscrollDoesNotDependOnHowOftenTheFingerIsSeen() throws {
    // The integral of the slope gives the same position as the formula.
    let band = try RubberBand(dimension: 844, coefficient: 0.52)
    let steps = 100_000
    var overscroll = 0.0
    for index in 0..<steps {
      overscroll +=
        band.slope(at: (Double(index) + 0.5) * 400 / Double(steps)) * 400 / Double(steps)
    }
    #expect(abs(overscroll - band.overscroll(at: 400)) <= 1e-6)
    #expect(abs(band.overscroll(at: 400) - 166.9) < 0.1)
  }

  @Test func beyondTheDimensionTheFingerIsHeld() throws {
    let band = try RubberBand(dimension: 800)
    let far = band.finger(at: 800)
    #expect(far.isFinite && far > 1e9 * 800)
    for b in [800.1, 1e300, .infinity] {
      #expect(band.finger(at: b) == far)
      #expect(band.finger(at: -b) == -far)
    }
    #expect(band.overscroll(at: .infinity) == 800)
    #expect(band.overscroll(at: -.infinity) == -800)
    #expect(band.overscroll(at: 1e300) == 800)
    #expect(band.overscroll(at: .nan) == 0)
    #expect(band.finger(at: .nan) == 0)
    #expect(band.slope(at: .infinity) == 0)
    let huge = try RubberBand(dimension: 1e300, coefficient: 1)
    #expect(huge.finger(at: .infinity) == .greatestFiniteMagnitude)
  }

  @Test func bandsThatCannotBeAreNamed() {
    #expect(throws: MotionError.self) { try RubberBand(dimension: 0) }
    #expect(throws: MotionError.self) { try RubberBand(dimension: .infinity) }
    #expect(throws: MotionError.self) { try RubberBand(dimension: 1, coefficient: 0) }
    #expect(throws: MotionError.self) { try RubberBand(dimension: 1e300, coefficient: 1e-100) }
    #expect(throws: MotionError.self) { try RubberBand(dimension: 1, coefficient: .nan) }
  }
}
