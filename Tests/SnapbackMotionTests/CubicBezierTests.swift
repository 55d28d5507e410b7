import SnapbackBasics
import SnapbackMotion
import SnapbackTestSupport
import Testing

@Suite struct CubicBezierTests {
  /// A random curve; the corners of the unit square are frequent.
  private static func random(_ generator: inout SeededGenerator) throws -> CubicBezier {
    func x(_ generator: inout SeededGenerator) -> Double {
      switch generator.next() % 4 {
      case 0: 0
      case 1: 1
      default: generator.unit()
      }
    }
    return try CubicBezier(
      x(&generator), Double.random(in: -2...3, using: &generator),
      x(&generator), Double.random(in: -2...3, using: &generator))
  }

  @Test func everyRowOfTheReferenceTableIsMet() throws {
    let table = try FixtureTable("physics/bezier.csv")
    #expect(table.rows.count == 238)
    var vertical = 0
    for row in table.rows {
      let curve = try CubicBezier(
        row.number("x1"), row.number("y1"), row.number("x2"), row.number("y2"))
      let state = curve.state(at: row.number("x"))
      let slope = row.number("slope")
      guard slope.isFinite else {
        vertical += 1
        continue
      }
      // x(s) is solved within 1e-15, so y is accurate within that times the slope, plus its own
      // rounding.
      let error = abs(state.value - row.number("y"))
      #expect(error <= 1e-15 * max(1, slope.magnitude) + 1e-15, "line \(row.line): \(error)")
      // The slope's error is (y″x′−x″y′)/x′³ times that of x.
      let steep = max(1, slope.magnitude)
      let slopeError = abs(state.velocity - slope)
      #expect(slopeError <= 1e-12 * steep * steep * steep, "line \(row.line): \(slopeError)")
    }
    #expect(vertical == 8)
  }

  /// At a vertical tangent the table contains infinity; with a control point at (0, 0) or (1, 1)
  /// its quotient is 0/0, although the curve does have a slope.
  @Test func verticalTangentsHaveACappedSlope() throws {
    let limit = CubicBezier.slopeLimit
    #expect(try CubicBezier(0, 0.3, 0, 1).state(at: 0).velocity == limit)
    #expect(try CubicBezier(0, 1, 1, 0).state(at: 1).velocity == limit)
    #expect(try CubicBezier(0, -1, 1, 0).state(at: 0).velocity == -limit)
    #expect(try CubicBezier(1, 0, 0, 1).state(at: 0.5).velocity == limit)
    #expect(try CubicBezier(1, 0, 0, 1).state(at: 0.5).value == 0.5)
    #expect(try CubicBezier(0.5, 1e6, 0.5, 0).state(at: 1e-9).velocity == limit)
    #expect(CubicBezier.easeOut.state(at: 0).velocity == 1 / 0.58)
    #expect(CubicBezier.linear.state(at: 0).velocity == 1)
    #expect(CubicBezier.linear.state(at: 1).velocity == 1)
    #expect(try CubicBezier(0, 0, 0, 0).state(at: 0).velocity == 1)
    #expect(try CubicBezier(0, 0, 0, 0.2).state(at: 0).velocity == limit)
  }

  @Test func theEndsAreExactAndOtherFractionsHeldToThem() throws {
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<200 {
      let curve = try Self.random(&generator)
      for fraction in [0, -0.0, -1, -.infinity, .nan] {
        #expect(curve.state(at: fraction) == curve.state(at: 0))
        #expect(curve.state(at: fraction).value == 0)
      }
      for fraction in [1, 1.5, 1e300, .infinity] {
        #expect(curve.state(at: fraction) == curve.state(at: 1))
        #expect(curve.state(at: fraction).value == 1)
      }
    }
  }

  /// The oracle bisects an interval down to the smallest step, with x(s) as Bernstein polynomials.
  @Test func randomCurvesAgreeWithBisection() throws {
    var generator = SeededGenerator(seed: 6)
    var (failures, first, worst) = (0, "", 0.0)
    for _ in 0..<5_000 {
      let curve = try Self.random(&generator)
      let x = generator.unit()
      func bezier(_ p: Double, _ q: Double, _ s: Double) -> Double {
        let r = 1 - s
        return 3 * r * r * s * p + 3 * r * s * s * q + s * s * s
      }
      var (low, high) = (0.0, 1.0)
      for _ in 0..<60 {
        let middle = (low + high) / 2
        if bezier(curve.x1, curve.x2, middle) < x { low = middle } else { high = middle }
      }
      let state = curve.state(at: x)
      // The possible values of y while x is within a few roundings, from the curve itself.
      let width = 4e-15
      var (below, above) = (low, high)
      while below > 0, bezier(curve.x1, curve.x2, below) > x - width { below -= 1e-9 }
      while above < 1, bezier(curve.x1, curve.x2, above) < x + width { above += 1e-9 }
      let ends = (bezier(curve.y1, curve.y2, below), bezier(curve.y1, curve.y2, above))
      let slack = 1e-14 + abs(ends.1 - ends.0)
      let error = abs(state.value - bezier(curve.y1, curve.y2, low))
      worst = max(worst, error)
      if !(error <= slack) {
        failures += 1
        if first.isEmpty { first = "\(curve) at \(x): \(state), off by \(error)" }
      }
    }
    #expect(failures == 0, "\(first)")
    #expect(worst < 1e-4)
  }

  @Test func theWarmStartChangesNothingButTheCost() throws {
    var generator = SeededGenerator(seed: 7)
    let guesses: [Double] = [
      .nan, -1, 2, .infinity, -1e300, 1e300, 0, 1, 0.5, .leastNonzeroMagnitude,
    ]
    var (failures, first) = (0, "")
    for _ in 0..<300 {
      let curve = try Self.random(&generator)
      var parameter = 0.0
      for frame in 0...120 {
        let x = Double(frame) / 120
        let cold = curve.state(at: x)
        let warm = curve.state(at: x, near: &parameter)
        var guess = guesses[frame % guesses.count]
        let wild = curve.state(at: x, near: &guess)
        for other in [warm, wild] {
          let slack = 4e-15 * max(1, cold.velocity.magnitude, other.velocity.magnitude)
          let exact = (0...1).contains(parameter) && (0...1).contains(guess)
          if !exact || !(abs(other.value - cold.value) <= slack) {
            failures += 1
            if first.isEmpty { first = "\(curve) at \(x): \(cold), \(other)" }
          }
        }
      }
    }
    #expect(failures == 0, "\(first)")
  }

  @Test func theSlopeIsTheDerivative() throws {
    var generator = SeededGenerator(seed: 8)
    var (failures, first) = (0, "")
    for _ in 0..<2_000 {
      let curve = try CubicBezier(
        Double.random(in: 0.1...1, using: &generator),
        Double.random(in: -2...3, using: &generator),
        Double.random(in: 0...0.9, using: &generator),
        Double.random(in: -2...3, using: &generator))
      let x = Double.random(in: 0.01...0.99, using: &generator)
      let slope = curve.state(at: x).velocity
      guard slope.magnitude < 5 else { continue }
      let h = 1e-5
      let difference = curve.state(at: x + h).value - curve.state(at: x - h).value
      if !(abs(difference / (2 * h) - slope) <= 1e-4) {
        failures += 1
        if first.isEmpty { first = "\(curve) at \(x): \(slope), \(difference / (2 * h))" }
      }
    }
    #expect(failures == 0, "\(first)")
  }

  @Test func aCurveAndItsReverseAreMirrored() throws {
    var generator = SeededGenerator(seed: 9)
    for _ in 0..<1_000 {
      let x1 = Double.random(in: 0.05...0.9, using: &generator)
      let x2 = Double.random(in: 0.1...0.95, using: &generator)
      let curve = try CubicBezier(x1, 0.2, x2, 0.9)
      let mirror = try CubicBezier(1 - x2, 1 - 0.9, 1 - x1, 1 - 0.2)
      let x = generator.unit()
      let (here, there) = (curve.state(at: x), mirror.state(at: 1 - x))
      let slack = 1e-14 * max(1, here.velocity.magnitude)
      #expect(abs(here.value + there.value - 1) <= slack)
    }
  }

  @Test func controlPointsOutOfRangeAreNamed() {
    #expect(throws: MotionError.self) { try CubicBezier(-0.1, 0, 1, 1) }
    #expect(throws: MotionError.self) { try CubicBezier(0, 0, 1.1, 1) }
    #expect(throws: MotionError.self) { try CubicBezier(.nan, 0, 1, 1) }
    #expect(throws: MotionError.self) { try CubicBezier(0, .infinity, 1, 1) }
    #expect(throws: MotionError.self) { try CubicBezier(0, 2e6, 1, 1) }
    do throws(MotionError) {
      _ = try CubicBezier(0.2, 0, 2, 1)
      Issue.record("accepted")
    } catch {
      #expect(error.description == "x2 is 2.0, but must be in 0...1")
    }
  }
}
