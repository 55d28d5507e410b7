import SnapbackBasics
import SnapbackMotion
import SnapbackTestSupport
import Testing

@Suite struct CubicPiecesTests {
  private static func knot(
    _ time: Double, _ value: Double, _ velocity: Double
  ) -> CubicPieces.Knot {
    CubicPieces.Knot(time: time, MotionState(value: value, velocity: velocity))
  }

  /// The pieces of each case of the table of knots.
  private static func cases() throws -> [String: CubicPieces] {
    var knots: [String: [CubicPieces.Knot]] = [:]
    for row in try FixtureTable("physics/pieces_knots.csv").rows {
      knots[row.text("case"), default: []].append(
        knot(row.number("time"), row.number("value"), row.number("velocity")))
    }
    return try knots.mapValues { try CubicPieces($0, error: 0) }
  }

  @Test func everyRowOfTheTableIsMet() throws {
    let cases = try Self.cases()
    let table = try FixtureTable("physics/pieces.csv")
    #expect(table.rows.count == 262)
    for row in table.rows {
      let pieces = try #require(cases[row.text("case")])
      let x = row.number("x")
      let state = x * pieces.state(at: row.number("t"))
      // The unit of a rounding error: what the pieces pass through, and how fast.
      let value = pieces.knots.map { $0.state.value.magnitude }.max() ?? 0
      let speed = pieces.knots.map { $0.state.velocity.magnitude }.max() ?? 0
      let spans = zip(pieces.knots, pieces.knots.dropFirst()).map { $1.time - $0.time }
      let size = x.magnitude * (value + speed * (spans.max() ?? 0))
      let rate = x.magnitude * (speed + value / (spans.min() ?? 1))
      #expect(abs(state.value - row.number("value")) <= 0x1p-49 * size, "line \(row.line)")
      #expect(abs(state.velocity - row.number("velocity")) <= 0x1p-49 * rate, "line \(row.line)")
    }
  }

  /// All numbers are short binary fractions, so that nothing is rounded.
  @Test func aCubicPolynomialIsExact() throws {
    let pieces = try CubicPieces(
      [-1, 1, 5].map { Self.knot($0, $0 * $0 * $0, 3 * $0 * $0) }, error: 0)
    for step in -64..<320 {
      let time = Double(step) / 64
      let state = pieces.state(at: time)
      #expect(state == MotionState(value: time * time * time, velocity: 3 * time * time))
    }
  }

  @Test func aSampledCubicPolynomialNeedsOnlyTheLongestPieces() {
    func motion(_ t: Double) -> MotionState {
      MotionState(value: ((2 * t - 3) * t + 0.5) * t - 7, velocity: (6 * t - 6) * t + 0.5)
    }
    let pieces = CubicPieces(to: 1, within: 1e-12, motion)
    #expect(pieces.knots.count == 17)
    #expect(pieces.error <= 1e-14)
    for step in 0..<1000 {
      let time = Double(step) / 1000
      let (state, expected) = (pieces.state(at: time), motion(time))
      #expect(abs(state.value - expected.value) <= 1e-14)
      #expect(abs(state.velocity - expected.velocity) <= 1e-12)
    }
  }

  @Test(arguments: [0.2, 0.4, 0.8], [0.3, 0.8, 1, 1.5])
  func aSampledSpringDiffersByItsError(response: Double, dampingRatio: Double) throws {
    let spring = try Spring(response: response, dampingRatio: dampingRatio)
    for (velocity, limit) in [(0.0, 0.1), (-2000, 0.01), (4000, 0.1), (4000, 0.01)] {
      let start = MotionState(value: -300, velocity: velocity)
      let pieces = CubicPieces(to: 1.5, within: limit) { spring.state(after: $0, from: start) }
      func difference(_ time: Double) -> Double {
        let state = spring.state(after: time, from: start)
        return abs(pieces.state(at: time).value - state.value)
      }
      #expect(pieces.error <= limit)
      var worst = 0.0
      for (knot, next) in zip(pieces.knots, pieces.knots.dropFirst()) {
        #expect(pieces.state(at: knot.time).value == knot.state.value)
        #expect(knot.state == spring.state(after: knot.time, from: start))
        for part in 1..<8 {
          worst = max(worst, difference(knot.time + Double(part) / 8 * (next.time - knot.time)))
        }
      }
      // 1e-12 is more than the rounding of a few hundred points.
      #expect(abs(1.5 * worst - pieces.error) <= 1e-12)
      for step in 0..<6000 {
        #expect(difference(Double(step) / 4000) <= pieces.error + 1e-12)
      }
    }
  }

  @Test func piecesAreHalvedOnlyAtAKink() throws {
    let kink = 0.1
    let pieces = CubicPieces(to: 0.5, within: 1e-6) { time in
      MotionState(value: abs(time - kink), velocity: time < kink ? -1 : 1)
    }
    // Eight halvings to the shortest piece, and as many doublings.
    #expect(pieces.knots.count < 32)
    var bent = 0
    for (knot, next) in zip(pieces.knots, pieces.knots.dropFirst()) {
      let span = next.time - knot.time
      #expect(span <= 0.064 + 1e-12 && span >= 0.000_125)
      guard knot.time < kink, next.time >= kink else {
        // Both sides of the kink are straight.
        let middle = knot.time + span / 2
        #expect(abs(pieces.state(at: middle).value - abs(middle - kink)) <= 1e-15)
        continue
      }
      bent += 1
      #expect(span <= 0.000_25 + 1e-12)
    }
    #expect(bent == 1)
    // The error at the kink is above the limit, and below the length of its piece.
    #expect(pieces.error > 1e-6 && pieces.error < 0.000_25)
  }

  @Test func beyondItsEndsItRests() throws {
    let pieces = try CubicPieces([Self.knot(0.5, 3, -7), Self.knot(2, -1, 9)], error: 0.25)
    for time in [-Double.infinity, -1, 0, 0.5.nextDown, .nan] {
      #expect(pieces.state(at: time) == MotionState(value: 3))
    }
    #expect(pieces.state(at: 0.5) == MotionState(value: 3, velocity: -7))
    for time in [2, 2.0.nextUp, 1e300, .infinity] {
      #expect(pieces.state(at: time) == MotionState(value: -1))
    }
    let single = try CubicPieces([Self.knot(0.5, 3, -7)], error: 0)
    for time in [0, 0.5, 1] { #expect(single.state(at: time) == MotionState(value: 3)) }
  }

  @Test(arguments: [0.3, 0.064, 1.5, 1e-9]) func samplesEndAtTheEnd(end: Double) {
    let pieces = CubicPieces(to: end, within: 1) { MotionState(value: $0, velocity: 1) }
    #expect(pieces.knots.first?.time == 0)
    #expect(abs((pieces.knots.last?.time ?? 0) - end) <= end.ulp)
  }

  @Test(arguments: [0, -1, Double.nan]) func withoutAnEndThereIsOneKnot(end: Double) {
    let pieces = CubicPieces(to: end, within: 1) { MotionState(value: 5 + $0, velocity: 1) }
    #expect(pieces.knots == [Self.knot(0, 5, 1)])
    #expect(pieces.error == 0)
  }

  @Test(
    arguments: [
      ([], 0, "knots is 0.0, but must be at least one"),
      ([(0, 1, 1)], -1, "error is -1.0, but must be a number from 0"),
      ([(0, 1, 1)], .nan, "error is nan, but must be a number from 0"),
      ([(0, 1, 1)], .infinity, "error is inf, but must be a number from 0"),
      ([(0, 1, 1), (0, 2, 1)], 0, "time is 0.0, but must be above 0.0"),
      ([(0.5, 1, 1), (0.25, 2, 1)], 0, "time is 0.25, but must be above 0.5"),
      ([(0, 1, 1), (.nan, 2, 1)], 0, "time is nan, but must be above 0.0"),
      ([(.infinity, 2, 1)], 0, "time is inf, but must be above -inf"),
      ([(0, .nan, 1)], 0, "value is nan, but must be a finite number"),
      ([(0, 1, -.infinity)], 0, "velocity is -inf, but must be a finite number"),
    ] as [([(Double, Double, Double)], Double, String)])
  func wrongKnotsAreRefused(
    knots: [(Double, Double, Double)], error: Double, problem: String
  ) {
    let found = #expect(throws: MotionError.self) {
      try CubicPieces(knots.map { Self.knot($0.0, $0.1, $0.2) }, error: error)
    }
    #expect(found?.description == problem)
  }

  /// The polynomial t³ between −1 and 2, times 2, at half the speed.
  @Test func aTermMultipliesThePieces() throws {
    let pieces = try CubicPieces([Self.knot(-1, -1, 3), Self.knot(2, 8, 12)], error: 0)
    let end = Instant(nanoseconds: 4_000_000_000)
    let clock = MotionClock(anchor: .zero, local: -0.5, rate: 0.5)
    func term(isLater: Bool) -> ResidualTerm {
      ResidualTerm(
        .pieces(pieces), from: MotionState(value: 2), clock: clock, until: end, isLater: isLater)
    }
    let moment = Instant(nanoseconds: 3_000_000_000)
    #expect(term(isLater: false).state(at: .zero) == MotionState(value: -0.25, velocity: 0.75))
    #expect(term(isLater: true).state(at: .zero) == .rest)
    for isLater in [false, true] {
      #expect(term(isLater: isLater).state(at: moment) == MotionState(value: 2, velocity: 3))
      #expect(term(isLater: isLater).state(at: end) == .rest)
    }
  }
}
