import SnapbackBasics
import SnapbackMotion
import SnapbackTestSupport
import Testing

@Suite struct SnapTargetsTests {
  private let pages: SnapTargets

  init() throws { pages = try SnapTargets([0, 400, 800, 1200]) }

  @Test func everyRowOfTheReferenceTableIsMet() throws {
    let table = try FixtureTable("physics/snap_projection.csv")
    #expect(table.rows.count == 14)
    for row in table.rows {
      let decay = try Decay(perMillisecond: row.number("rate"))
      let points = row.text("points").split(separator: ";").compactMap { Double($0) }
      let targets = try SnapTargets(points.reversed() + points)
      #expect(targets.points == points)
      let state = MotionState(value: row.number("x"), velocity: row.number("v"))
      let end = decay.end(from: state)
      #expect(abs(end - row.number("projected")) <= 1e-12 * max(1, end.magnitude))
      let target = try #require(targets.target(from: state, decay: decay))
      #expect(target == row.number("target"), "line \(row.line)")
      let relative = UIKitSpringTiming.relativeVelocity(
        of: state.velocity, over: target - state.value)
      let tabled = row.number("relative_velocity")
      #expect(
        tabled.isFinite ? abs((relative ?? .nan) - tabled) <= 1e-12 * tabled : relative == nil,
        "line \(row.line)")
    }
  }

  /// A motion at `value` that ends at `end`.
  private func flick(_ value: Double, to end: Double) -> MotionState {
    MotionState(value: value, velocity: (end - value) * Decay.normal.rate)
  }

  @Test func tiesGoWithTheMotion() throws {
    let decay = try Decay(rate: 2)
    #expect(pages.target(from: .init(value: 100, velocity: 200), decay: decay) == 400)
    #expect(pages.target(from: .init(value: 300, velocity: -200), decay: decay) == 0)
    #expect(pages.target(from: .init(value: 200)) == 0)
  }

  @Test func aFlickThatNeverTurnsBackGoesOnToTheNextValueAtLeast() throws {
    let rule = SnapTargets.Rule(neverTurnsBack: true)
    // Too slow for the next value, which is nevertheless where it goes; else it changes nothing.
    for (from, end, goal) in [
      (410.0, 420.0, 800.0), (790, 780, 400), (410, 1150, 1200), (400, 420, 400),
      (1250, 1300, 1200), (-10, -20, 0),
    ] {
      #expect(pages.target(from: flick(from, to: end), rule: rule) == goal, "\(from) to \(end)")
    }
    #expect(pages.target(from: flick(410, to: 420)) == 400)
    #expect(pages.target(from: MotionState(value: 410), rule: rule) == 400, "no flick")
  }

  @Test func everyChoiceIsTheNearestByCounting() throws {
    var generator = SeededGenerator(seed: 51)
    var failures = Failures()
    for _ in 0..<2_000 {
      let points = (0..<Int(generator.next() % 12 + 1)).map { _ in
        generator.signedLogUniform(0...3)
      }
      let targets = try SnapTargets(points)
      let release = MotionState(
        value: generator.signedLogUniform(0...3), velocity: generator.signedLogUniform(0...4))
      let end = Decay.normal.end(from: release)
      let nearest = points.map { abs($0 - end) }.min() ?? .nan
      let target = targets.target(from: release) ?? .nan
      failures.check(abs(target - end) == nearest, "\(points) \(release): \(target)")
    }
    #expect(failures.count == 0, "\(failures.first)")
  }

  @Test func aPageTurnsOneAtMost() {
    let rule = SnapTargets.Rule(onePageAtMost: true)
    #expect(pages.target(from: flick(450, to: 5000), start: 400, rule: rule) == 800)
    #expect(pages.target(from: flick(350, to: -5000), start: 400, rule: rule) == 0)
    #expect(pages.target(from: flick(450, to: 500), start: 400, rule: rule) == 400)
    // From the page where the gesture began, not from the one under the finger.
    #expect(pages.target(from: flick(790, to: 900), start: 0, rule: rule) == 400)
    #expect(pages.target(from: flick(1190, to: 5000), start: 1200, rule: rule) == 1200)
    #expect(pages.target(from: flick(10, to: -5000), start: 0, rule: rule) == 0)
    #expect(pages.target(from: flick(450, to: 5000), start: 400) == 1200)
  }

  @Test func aFlickNeverLandsBehindItsStart() {
    let rule = SnapTargets.Rule(neverBehindStart: true)
    #expect(pages.target(from: flick(430, to: 450), rule: rule) == 800)
    #expect(pages.target(from: flick(370, to: 350), rule: rule) == 0)
    #expect(pages.target(from: flick(430, to: 450)) == 400)
    #expect(pages.target(from: flick(430, to: 450), start: 400, rule: rule) == 400)
    #expect(pages.target(from: flick(1250, to: 1300), rule: rule) == 1200)
    #expect(pages.target(from: flick(-50, to: -90), rule: rule) == 0)
    #expect(pages.target(from: .init(value: 430), rule: rule) == 400)
    let both = SnapTargets.Rule(onePageAtMost: true, neverBehindStart: true)
    #expect(pages.target(from: flick(430, to: 450), rule: both) == 800)
    #expect(pages.target(from: flick(430, to: 4500), rule: both) == 800)
  }

  @Test func aSlowReleaseStaysWhereItIs() {
    let rule = SnapTargets.Rule(neverBehindStart: true, velocityFloor: 120)
    #expect(pages.target(from: .init(value: 195, velocity: 119), rule: rule) == 0)
    #expect(pages.target(from: .init(value: 195, velocity: 120), rule: rule) == 400)
    #expect(pages.target(from: .init(value: 205, velocity: -119), rule: rule) == 400)
    #expect(pages.target(from: .init(value: 205, velocity: -120), rule: rule) == 0)
  }

  @Test func withoutPlacesOrNumbersThereIsNoTarget() throws {
    let none = try SnapTargets([])
    #expect(none.target(from: flick(0, to: 100)) == nil)
    #expect(none.index(from: flick(0, to: 100), rule: .init(onePageAtMost: true)) == nil)
    #expect(pages.target(from: .init(value: .nan)) == nil)
    #expect(pages.target(from: .init(value: 0, velocity: .nan)) == nil)
    #expect(pages.target(from: .init(value: 0, velocity: .infinity)) == 1200)
    #expect(pages.target(from: .init(value: -.infinity)) == 0)
    #expect(pages.target(from: .init(value: .infinity, velocity: -.infinity)) == 0)
    #expect(
      pages.target(from: flick(0, to: 9), start: .nan, rule: .init(onePageAtMost: true)) != nil)
    let rule = SnapTargets.Rule(neverBehindStart: true, velocityFloor: .nan)
    #expect(pages.target(from: flick(10, to: 20), start: .nan, rule: rule) != nil)
    #expect(try SnapTargets([7]).target(from: flick(0, to: -900)) == 7)
    #expect(throws: MotionError.self) { try SnapTargets([1, .nan]) }
    #expect(throws: MotionError.self) { try SnapTargets([.infinity]) }
  }

  @Test func valuesHaveNames() throws {
    let targets = try SnapTargets(
      [0, 400, 400, 800, 0, 900], names: [0: "shut", 1: "open", 2: "wide", 3: "edge", 4: "edge"])
    #expect(targets.points == [0, 400, 800, 900])
    for (value, wanted) in [
      (0, ["shut", "edge"]), (400.4, ["open", "wide"]), (399.6, ["open", "wide"]), (400.5, []),
      (799.6, ["edge"]), (900, []), (.nan, []),
    ] {
      #expect(targets.names(at: value, tolerance: 0.5) == wanted, "\(value)")
    }
    #expect(try SnapTargets([1]).names(at: 1, tolerance: 9) == [])
  }

  @Test func inThePlaneTheVectorDecides() throws {
    let corners = try SnapPlaces([
      Point(x: 0, y: 0), Point(x: 300, y: 0), Point(x: 0, y: 600), Point(x: 300, y: 600),
    ])
    let middle = Point(x: 100, y: 200)
    let rate = Decay.normal.rate
    func flick(_ dx: Double, _ dy: Double) -> Point? {
      corners.target(from: middle, velocity: Vector(dx: dx * rate, dy: dy * rate))
    }
    #expect(flick(0, 0) == Point(x: 0, y: 0))
    #expect(flick(100, 0) == Point(x: 300, y: 0))
    #expect(flick(0, 150) == Point(x: 0, y: 600))
    #expect(flick(200, 900) == Point(x: 300, y: 600))
    // Of two equally near targets, the one farther along.
    #expect(flick(50, -200) == Point(x: 300, y: 0))
    #expect(corners.target(from: Point(x: 150, y: 300), velocity: .zero) == Point(x: 0, y: 0))
    #expect(try SnapPlaces([]).target(from: middle, velocity: .zero) == nil)
    #expect(corners.target(from: Point(x: .nan, y: 0), velocity: .zero) == nil)
    #expect(corners.target(from: middle, velocity: Vector(dx: .infinity, dy: 0)) == nil)
    #expect(throws: MotionError.self) { try SnapPlaces([Point(x: 0, y: .nan)]) }
  }
}
