import SnapbackBasics
import SnapbackEngine
import SnapbackLayout
import SnapbackMotion
import SnapbackProtocol
import SnapbackTestSupport
import Testing

/// A finger drives the constant of a constraint, and the layout follows.
@Suite struct GestureConstantTests {
  /// A sheet of 200 points at the lower edge of a screen of 800, and a map above it, on a grid of
  /// half points. The map's center moves half as far as the sheet's edge.
  private static func scene(_ keys: String) -> String {
    """
    { snapback: 1, screen: { width: 400, height: 800, scale: 2 },
      views: [ { id: "map" }, { id: "pin" }, { id: "sheet" } ],
      constraints: [ { format: "H:|[map]|" }, { format: "H:|[sheet]|" },
        { format: "V:|[map][sheet]|" }, { id: "high", rule: "sheet.height = 200" },
        "pin.centerX = map.centerX", "pin.centerY = map.centerY", "pin.width = 10",
        "pin.height = 10" ],
      gestures: [ { pan: "sheet", drives: { constant: "high", axis: "vertical", factor: -1,
        \(keys) } } ] }
    """
  }

  private let start = Point(x: 200, y: 700)
  private let began = Point(x: 200, y: 690)

  /// A sheet whose pan has just begun, at (200, 690).
  private func held(_ keys: String = "") throws -> EngineDriver {
    var driver = try EngineDriver(scene: Self.scene(keys))
    driver.finger(at: start, 0)
    driver.finger(at: began, 0.01)
    return driver
  }

  /// A sheet pulled up to a height of 350 at 1000 points a second, the finger still down at 0.16 s.
  private func pulled(_ keys: String = "") throws -> EngineDriver {
    var driver = try EngineDriver(scene: Self.scene(keys))
    driver.finger(at: start, 0)
    // Every 6 ms, because times are whole nanoseconds.
    for step in 0...25 {
      driver.finger(
        at: began - Vector(dx: 0, dy: 6 * Double(step)), Double(10 + 6 * step) / 1000)
    }
    return driver
  }

  @Test func theLayoutFollowsTheFingerExactly() throws {
    var driver = try held()
    for step in 1...60 {
      let way = Double(step) * 3.3 - Double(step * step) * 0.02
      let now = 0.01 + Double(step) * 0.008
      driver.finger(at: began - Vector(dx: Double(step), dy: way), now)
      // Edges that follow the constant are not rounded to the grid of half points; others stay.
      let edge = 800 - 200 - way
      let (sheet, map) = (driver.see("sheet", now), driver.see("map", now))
      #expect(abs(sheet.frame.top - edge) < 1e-9 && abs(map.frame.bottom - edge) < 1e-9)
      #expect(sheet.frame.bottom == 800 && map.frame.top == 0 && sheet.frame.size.width == 400)
      #expect(sheet.transform == .identity)
      let pin = driver.see("pin", now).frame.center.y
      #expect(abs(pin - (600 - way) / 2) < 1e-9)
    }
  }

  @Test func theEdgesHaveTheVelocityOfTheFingerAndTheSpringGoesOnWithIt() throws {
    var driver = try pulled("release: 'spring', spring: { response: 0.5, dampingRatio: 1 }")
    func edges(_ driver: borrowing EngineDriver) -> [MotionState] {
      [
        driver.seen(.top, of: "sheet", 0.16), driver.seen(.bottom, of: "map", 0.16),
        driver.seen(.top, of: "pin", 0.16), driver.seen(.bottom, of: "sheet", 0.16),
      ]
    }
    let before = edges(driver)
    for (edge, velocity) in zip(before, [-1000.0, -1000, -500, 0]) {
      #expect(abs(edge.velocity - velocity) < 1e-6)
    }
    driver.lift(0.16)
    #expect(edges(driver) == before)
    // Critical: x(t) = (x₀ + (v₀ + ω₀·x₀)·t)·e^(−ω₀·t) about the edge at 600.
    let frequency = 2 * Double.pi / 0.5
    let (x, v) = (before[0].value - 600, before[0].velocity)
    let step = driver.see("sheet", 0.17).frame.top - 600
    let power = 0.8819113782981762  // e^(−ω₀·0.01)
    #expect(abs(step - (x + (v + frequency * x) * 0.01) * power) < 1e-6)
    #expect(driver.rest(of: "sheet", after: 0.17).frame.size.height == 200)
  }

  @Test func atAnEdgeThatTheFingerCannotPassNothingMoves() throws {
    var driver = try held("limits: [150, 300]")
    for (way, height) in [(50.0, 250.0), (150, 300), (400, 300), (-20, 180), (-300, 150)] {
      driver.finger(at: began - Vector(dx: 0, dy: way), 0.02)
      #expect(driver.see("sheet", 0.02).frame.size.height == height)
    }
    #expect(driver.seen(.top, of: "sheet", 0.02).velocity == 0)
  }

  @Test func aBandGivesWayAndTheSheetComesBack() throws {
    var driver = try held("limits: [150, 300], rubberBand: true")
    for step in 0...30 {
      let way = Double(step) * 10
      let now = 0.02 + Double(step) * 0.01
      driver.finger(at: began - Vector(dx: 0, dy: way), now)
      // b(x) = d·(1 − 1/(1 + 0.55·x/d)), where d is the distance between the limits.
      let beyond = max(0, way - 100)
      let wanted = 200 + min(way, 100) + 150 * (1 - 1 / (1 + 0.55 * beyond / 150))
      #expect(abs(driver.see("sheet", now).frame.size.height - wanted) <= 0.25 + 1e-9)
    }
    driver.lift(0.6)
    #expect(driver.see("sheet", 0.6).frame.size.height > 360)
    #expect(driver.rest(of: "sheet", after: 0.6).frame.size.height == 300)
  }

  @Test func itStaysWhereItIsLetGo() throws {
    var driver = try pulled()
    driver.lift(0.16)
    #expect(driver.rest(of: "sheet", after: 0.16).frame.size.height == 350)
    #expect(driver.seen(.top, of: "sheet", 1).velocity == 0)
    // The next pan continues from there.
    driver.finger(at: Point(x: 200, y: 600), 2)
    driver.finger(at: Point(x: 200, y: 610), 2.01)
    driver.finger(at: Point(x: 200, y: 630), 2.02)
    #expect(driver.see("sheet", 2.02).frame.size.height == 330)
  }

  @Test func aFlickGoesToThePlaceNearestToWhereItWouldEnd() throws {
    // 350 + 1000/λ = 350 + 499.5, with UIScrollView's rate.
    for (places, goal) in [
      ("[200, 400, 700]", 700.0), ("[200, 840, 860]", 840), ("[200, 400]", 400),
    ] {
      var driver = try pulled("release: 'snap', snap: \(places)")
      driver.lift(0.16)
      #expect(driver.rest(of: "sheet", after: 0.16).frame.size.height == min(goal, 800))
    }
    // At rest, the nearest snap target wins.
    var driver = try pulled("release: 'snap', snap: [200, 400, 700]")
    driver.lift(0.5)
    #expect(driver.rest(of: "sheet", after: 0.5).frame.size.height == 400)
    #expect(driver.turns() == ["pan began", "pan ended"])
  }

  @Test func aFingerThatRestsHasNoVelocity() throws {
    var driver = try pulled()
    _ = driver.see("sheet", 0.2)
    #expect(driver.seen(.top, of: "sheet", 0.2).velocity == 0)
    #expect(driver.engine.wakeUp == .never)
    driver.finger(at: began - Vector(dx: 0, dy: 160), 0.3)
    #expect(driver.see("sheet", 0.3).frame.size.height == 360)
  }

  @Test func aSheetOnItsWayIsCaughtWhereItIsSeen() throws {
    var driver = try pulled(
      "release: 'snap', snap: [200, 700], spring: { response: 1, dampingRatio: 1 }")
    driver.lift(0.16)
    let now = 0.36
    let finger = Point(x: 200, y: 600)
    driver.finger(at: finger, now - 0.01)
    let before = driver.seen(.top, of: "sheet", now)
    #expect(before.velocity < -500 && before.value > 150 && before.value < 400)
    driver.finger(at: finger - Vector(dx: 0, dy: 10), now)
    let after = driver.seen(.top, of: "sheet", now)
    #expect(abs(after.value - before.value) < 0.5, "on the pixel grid nothing jumps")
    // The finger has moved by 10 points in 10 ms.
    #expect(abs(after.velocity - before.velocity + 1000) < 1, "nor is it stopped dead")
    #expect(
      abs(driver.see("map", now).frame.bottom - driver.see("sheet", now).frame.top) < 1e-9)
    // It moves on by v/(e·ω₀) and then stays where it was caught.
    let yielded = driver.see("sheet", now + 0.1 / (2 * .pi)).frame.top
    let way = before.velocity / (2.718281828459045 * 2 * .pi / 0.1)
    #expect(abs(yielded - after.value - way) < 0.5)
    let held = driver.see("sheet", now + 0.4).frame.top
    #expect(abs(held - after.value) <= 0.5)
    driver.finger(at: finger + Vector(dx: 0, dy: 40), now + 0.4)
    #expect(abs(driver.see("sheet", now + 0.4).frame.top - held - 50) <= 0.5)
    driver.lift(now + 1)
    #expect(driver.rest(of: "sheet", after: now + 1).frame.size.height == 700)
  }

  @Test func viewsThatNothingTiesToTheFingerKeepTheirOwnMotion() throws {
    let keys = "release: 'spring', spring: { response: 0.4, dampingRatio: 1 }"
    let text = Self.scene(keys).replacing("views: [", with: "views: [ { id: 'bar' },")
      .replacing(
        "constraints: [",
        with: "constraints: [ 'bar.left = 0', 'bar.top = 0', 'bar.height = 10',"
          + " { id: 'long', rule: 'bar.width = 112' },")
    var driver = try EngineDriver(scene: text)
    driver.finger(at: start, 0)
    driver.drag(from: began, to: began - Vector(dx: 0, dy: 60), 0.01...0.1)
    try driver.apply([.constant("long", 76)], .curve(.linear, duration: 0.4), 0.1)
    driver.finger(at: began - Vector(dx: 0, dy: 66), 0.108)
    driver.lift(0.112)
    for step in 0...900 {
      let now = 0.112 + Double(step) / 1000
      let width = driver.see("bar", now).frame.size.width
      #expect(abs(width - max(76, 112 - 90 * (now - 0.1))) < 1e-6, "\(width) at \(now)")
    }
  }

  /// Two sheets side by side, each under its own finger; the second finger is optional.
  private func pair(second: Bool, firstLiftsFirst: Bool) throws -> [Double] {
    let drives =
      "axis: 'vertical', factor: -1, release: 'spring',"
      + " spring: { response: 0.5, dampingRatio: 0.7 }"
    let text = """
      { snapback: 1, screen: { width: 400, height: 800 },
        views: [ { id: "one" }, { id: "two" } ],
        constraints: [ "one.left = 0", "one.width = 200", "one.bottom = screen.bottom",
          { id: "a", rule: "one.height = 300" }, "two.left = 200", "two.width = 200",
          "two.bottom = screen.bottom", { id: "b", rule: "two.height = 300" } ],
        gestures: [ { pan: "one", drives: { constant: "a", \(drives) } },
          { pan: "two", drives: { constant: "b", \(drives) } } ] }
      """
    var driver = try EngineDriver(scene: text)
    for scan in 0...36 {
      let (way, now) = (Double(scan) * 4, Double(scan) / 120)
      var places: [(UInt64, Point)] = []
      if scan <= 24 || !firstLiftsFirst { places.append((1, Point(x: 100, y: 700 - way))) }
      if second, scan <= 24 || firstLiftsFirst { places.append((2, Point(x: 300, y: 700 - way))) }
      driver.fingers(places, now)
      guard scan == 24 else { continue }
      if firstLiftsFirst { driver.lift(fingers: [1], now) }
      if !firstLiftsFirst, second { driver.lift(fingers: [2], now) }
    }
    if !firstLiftsFirst { driver.lift(fingers: [1], 0.3) }
    return (0...100).map { driver.see("one", 0.3 + Double($0) / 100).frame.size.height }
  }

  @Test(arguments: [true, false])
  func aFingerOnAnotherConstantChangesNothing(firstLiftsFirst: Bool) throws {
    let alone = try pair(second: false, firstLiftsFirst: firstLiftsFirst)
    let together = try pair(second: true, firstLiftsFirst: firstLiftsFirst)
    #expect(alone.max() ?? 0 > 340)
    for (one, other) in zip(alone, together) { #expect(abs(one - other) < 1e-6) }
  }

  @Test func aConstraintThatIsGoneCancelsTheGesture() throws {
    let text = Self.scene("").replacing(
      "gestures:",
      with: "actions: [ { name: 'out', on: [], changes: [ "
        + "{ removeConstraint: 'high' } ] } ], gestures:")
    var driver = try EngineDriver(scene: text)
    try driver.engine.run(action: "out", at: .zero)
    driver.finger(at: start, 0.1)
    driver.drag(from: began, to: began - Vector(dx: 0, dy: 150), 0.11...0.3)
    driver.lift(0.3)
    #expect(driver.turns() == ["pan began", "pan cancelled"])
    #expect(driver.engine.isAtRest == true)
  }

  /// The range of a driven constant is that of a constant that a change sets.
  @Test func aFingerSetsNoConstantAboveAMillion() throws {
    let text = """
      { snapback: 1, screen: { width: 20000, height: 800 },
        views: [ { id: "pad" }, { id: "ball" } ],
        constraints: [ { format: "H:|[pad]|" }, { format: "V:|[pad]|" },
          { id: "place", rule: "ball.left = 0" }, "ball.top = 0", "ball.width = 10",
          "ball.height = 10" ],
        gestures: [ { pan: "pad",
          drives: { constant: "place", axis: "horizontal", factor: 100 } } ] }
      """
    var driver = try EngineDriver(scene: text)
    let began = Point(x: 110, y: 400)
    driver.finger(at: Point(x: 100, y: 400), 0)
    driver.finger(at: began, 0.01)
    // A constant that would be too large keeps its value.
    let ways: [(Double, Double)] = [(9000, 900_000), (15_000, 900_000), (5000, 500_000)]
    for (step, (way, wanted)) in ways.enumerated() {
      let now = 0.02 + Double(step) * 0.01
      driver.finger(at: began + Vector(dx: way, dy: 0), now)
      let left = driver.see("ball", now).frame.left
      let constant = driver.engine.layoutTree.constraint("place")?.constant ?? .nan
      #expect(abs(constant - wanted) < 1e-6 && abs(left - wanted) < 1e-3, "\(way)")
    }
  }

  @Test func aPalmReleasesItToo() throws {
    var driver = try pulled("release: 'spring'")
    driver.lift(0.16, phase: .cancelled)
    #expect(driver.turns() == ["pan began", "pan cancelled"])
    #expect(driver.rest(of: "sheet", after: 0.16).frame.size.height == 200)
  }
}
