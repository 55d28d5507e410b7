import SnapbackBasics
import SnapbackMotion
import SnapbackTestSupport
import Testing

/// Piecewise linear maps, compared with the weighted mean of the two points around a number.
@Suite struct PiecewiseMapTests {
  /// Points at random distances, in ascending order.
  private static func points(_ generator: inout SeededGenerator) -> [Point] {
    var x = Double.random(in: -500...500, using: &generator)
    return (0..<Int.random(in: 2...6, using: &generator)).map { _ in
      x += Double.random(in: 0.5...300, using: &generator)
      return Point(x: x, y: Double.random(in: -90...90, using: &generator))
    }
  }

  /// The function, written as a weighted mean.
  private static func mean(_ points: [Point], at x: Double, extends: Bool) -> Double {
    if !extends, x <= points[0].x { return points[0].y }
    if !extends, x >= points[points.count - 1].x { return points[points.count - 1].y }
    let place = points.dropFirst().dropLast().filter { $0.x <= x }.count
    let (a, b) = (points[place], points[place + 1])
    return (a.y * (b.x - x) + b.y * (x - a.x)) / (b.x - a.x)
  }

  @Test(arguments: 0..<50, [false, true])
  func itIsTheWeightedMeanOfTheNeighbors(seed: UInt64, extends: Bool) throws {
    var generator = SeededGenerator(seed: seed)
    let points = Self.points(&generator)
    let map = try #require(PiecewiseMap(points, extends: extends))
    var places = points.map(\.x)
    for _ in 0..<100 { places.append(Double.random(in: -1000...2500, using: &generator)) }
    for x in places {
      let wanted = Self.mean(points, at: x, extends: extends)
      let seen = map.state(at: MotionState(value: x)).value
      #expect(abs(seen - wanted) <= 1e-10 * max(1, abs(wanted)), "seed \(seed) at \(x)")
    }
  }

  @Test(arguments: 0..<50) func theVelocityIsThatOfTheSideToWhichItMoves(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let points = Self.points(&generator)
    let map = try #require(PiecewiseMap(points))
    for x in points.map(\.x) {
      for velocity in [-3.0, 3] {
        let seen = map.state(at: MotionState(value: x, velocity: velocity)).velocity
        let step = velocity > 0 ? 0.25 : -0.25
        let way = Self.mean(points, at: x + step, extends: false)
        let wanted = (way - Self.mean(points, at: x, extends: false)) / step * velocity
        #expect(abs(seen - wanted) <= 1e-9 * max(1, abs(wanted)), "seed \(seed) at \(x)")
      }
    }
  }

  @Test func piecesCoverAllNumbersAndMeetAtThePoints() throws {
    let points = [Point(x: 300, y: 1), Point(x: 500, y: 0.25), Point(x: 800, y: 0)]
    let clamped = try #require(PiecewiseMap(points))
    #expect(clamped.pieces.map(\.lower) == [-.infinity, 300, 500, 800])
    #expect(clamped.pieces.map(\.upper) == [300, 500, 800, .infinity])
    let slopes = [0, -0.75 / 200, -0.25 / 300, 0]
    #expect(clamped.pieces.map(\.slope) == slopes)
    let extended = try #require(PiecewiseMap(points, extends: true))
    #expect(extended.pieces.map(\.lower) == [-.infinity, 500])
    #expect(extended.pieces.map(\.upper) == [500, .infinity])
    let bounded = try #require(PiecewiseMap(points, extends: true, limit: 1.75))
    #expect(bounded.pieces.map(\.lower) == [-.infinity, 100, 500, 2900])
    #expect(bounded.pieces.map(\.upper) == [100, 500, 2900, .infinity])
    #expect(bounded.state(at: MotionState(value: 0, velocity: 1)) == MotionState(value: 1.75))
    #expect(bounded.state(at: MotionState(value: 3000, velocity: 1)) == MotionState(value: -1.75))
    #expect(PiecewiseMap(points, extends: true, limit: 0.5) == nil)
    #expect(clamped.index(at: 500, isRising: true) == 2)
    #expect(clamped.index(at: 500, isRising: false) == 1)
  }

  @Test func mapsWithoutAFunctionAreRefused() {
    let start = Point(x: 0, y: 0)
    #expect(PiecewiseMap([]) == nil)
    #expect(PiecewiseMap([start]) == nil)
    #expect(PiecewiseMap([start, Point(x: 0, y: 1)]) == nil)
    #expect(PiecewiseMap([start, Point(x: -1, y: 1)]) == nil)
    #expect(PiecewiseMap([start, Point(x: 1, y: .nan)]) == nil)
    #expect(PiecewiseMap([start, Point(x: .infinity, y: 1)]) == nil)
    #expect(PiecewiseMap([start, Point(x: 1e-300, y: 1e300)]) == nil)
  }

  @Test func theIdentityReturnsItsArgument() {
    let state = MotionState(value: -12.5, velocity: 3)
    #expect(PiecewiseMap.identity.state(at: state) == state)
  }
}
