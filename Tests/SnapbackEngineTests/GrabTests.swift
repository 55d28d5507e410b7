import SnapbackBasics
import SnapbackEngine
import SnapbackMotion
import SnapbackProtocol
import SnapbackTestSupport
import Testing

/// A view that fingers hold while a layout change moves and resizes its frame.
@Suite struct GrabTests {
  private static func scene(_ follow: String, _ keys: String = "") -> String {
    """
    { snapback: 1, screen: { width: 390, height: 844, scale: 3 },
      views: [ { id: "box", views: [ { id: "card" } ] } ],
      constraints: [ { format: "H:|[box]|" }, "box.top = screen.top + 20",
        "box.bottom = screen.bottom", "card.width = 0.6 * box.width", "card.height = 200",
        "card.centerX = box.centerX", "card.centerY = box.centerY" ],
      gestures: [ { pan: "card", follow: "\(follow)", slop: 0 \(keys) } ] }
    """
  }

  private let turned = SceneChange.screenSize(Size(width: 844, height: 390))

  /// A card that a finger has grabbed 60 points beside its center and moved, at 0.2 s.
  private func held(_ follow: String, _ keys: String = "") throws -> EngineDriver {
    var driver = try EngineDriver(scene: Self.scene(follow, keys))
    driver.finger(at: Point(x: 255, y: 400), 0)
    driver.drag(from: Point(x: 255, y: 401), to: Point(x: 215, y: 451), 0.1...0.2)
    return driver
  }

  /// The screen position of a point of the card, given as a share of its size.
  private func place(
    of share: Point, _ driver: inout EngineDriver, _ seconds: Double
  ) -> Point {
    let card = driver.see("card", seconds)
    return card.toScreen(
      Point(x: share.x * card.frame.size.width, y: share.y * card.frame.size.height))
  }

  private func share(at point: Point, _ driver: inout EngineDriver, _ seconds: Double) -> Point {
    let card = driver.see("card", seconds)
    let own = card.toScreen.inverse?(point) ?? .zero
    return Point(x: own.x / card.frame.size.width, y: own.y / card.frame.size.height)
  }

  @Test(arguments: ["", ", tilt: { degrees: 20, reach: 100 }"], [true, false])
  func theGrabbedPointStaysUnderTheFinger(tilt: String, isAnimated: Bool) throws {
    var driver = try held("point", tilt)
    let share = share(at: Point(x: 215, y: 451), &driver, 0.2)
    let curve = Animation.curve(.easeInOut, duration: 0.4)
    try driver.apply([turned], isAnimated ? curve : nil, 0.2)
    for step in 0...500 {
      let now = 0.2 + Double(step) / 1000
      let finger = Point(x: 215 + Double(step / 10), y: 451)
      if step % 10 == 0 { driver.finger(at: finger, now) }
      #expect(place(of: share, &driver, now).distance(to: finger) < 1e-6, "at \(now)")
    }
    #expect(abs(driver.see("card", 0.7).frame.size.width - 0.6 * 844) < 0.34)
  }

  @Test func theReleaseStartsWhereTheCardIsSeenAndTakesItHome() throws {
    var driver = try held("point")
    try driver.apply([turned], .curve(.easeInOut, duration: 0.4), 0.2)
    driver.finger(at: Point(x: 215, y: 451), 0.4)
    let before = driver.see("card", 0.4)
    driver.lift(0.4)
    let after = driver.see("card", 0.4)
    #expect(before.toScreen(.zero).distance(to: after.toScreen(.zero)) < 1e-6)
    let home = driver.rest(of: "card", after: 0.4)
    #expect(home.transform == .identity && home.frame.top == 85)
  }

  @Test func withTheCenterTheTransformIsLeftAlone() throws {
    var driver = try held("center")
    let before = driver.see("card", 0.2).transform
    try driver.apply([turned], .curve(.easeInOut, duration: 0.4), 0.2)
    for step in 0...40 {
      #expect(driver.see("card", 0.2 + Double(step) / 100).transform == before)
    }
  }

  @Test func segmentsAgreeWithFrames() throws {
    var driver = try held("point")
    try driver.apply([turned], .curve(.easeInOut, duration: 0.4), 0.2)
    var frame = driver.engine.makeFrame()
    let card = driver.place(of: "card")
    for step in 0...39 {
      let now = 0.2 + Double(step) / 100
      driver.engine.sample(&frame, at: EngineDriver.moment(now), resampling: .none)
      let seen = frame.views[card].transform.translation
      #expect(abs(driver.seen(.translationX, of: "card", now).value - seen.dx) < 1e-6)
      #expect(abs(driver.seen(.translationY, of: "card", now).value - seen.dy) < 1e-6)
    }
  }

  /// The largest distance of the grabbed point from a finger at rest in half a second.
  private func drift(
    _ driver: inout EngineDriver, from start: Double, at finger: Point
  ) -> Double {
    let share = share(at: finger, &driver, start)
    var largest = 0.0
    for step in 0...500 {
      let now = start + Double(step) / 1000
      largest = max(largest, place(of: share, &driver, now).distance(to: finger))
    }
    return largest
  }

  @Test func aViewThatIsGrabbedDuringALayoutChangeStopsUnderTheFinger() throws {
    var driver = try EngineDriver(scene: Self.scene("point"))
    try driver.apply([turned], .curve(.easeInOut, duration: 0.6), 0)
    let finger = Point(x: 300, y: 300)
    driver.finger(at: finger, 0.2)
    driver.finger(at: finger + Vector(dx: 1, dy: 0), 0.21)
    // The velocity of the frame dies out; then nothing moves.
    let place = finger + Vector(dx: 1, dy: 0)
    let share = share(at: place, &driver, 0.4)
    let stopped = self.place(of: share, &driver, 0.4)
    for step in 0...300 {
      let now = 0.4 + Double(step) / 1000
      #expect(self.place(of: share, &driver, now).distance(to: stopped) < 1e-3, "at \(now)")
    }
    #expect(stopped.distance(to: place) < 40)
    driver.lift(0.7)
    #expect(driver.rest(of: "card", after: 0.7).transform == .identity)
  }

  @Test(arguments: [TransformComponents(scale: Vector(dx: 0.5, dy: 0.5)), .identity])
  func thePointStaysInAParentThatIsScaled(transform: TransformComponents) throws {
    var driver = try EngineDriver(scene: Self.scene("point"))
    try driver.apply([.transform("box", transform)], nil, 0)
    let middle = driver.see("card", 0).toScreen(Point(x: 117, y: 100))
    driver.finger(at: middle, 0.1)
    driver.finger(at: middle + Vector(dx: 5, dy: 5), 0.2)
    try driver.apply([.frame("card", Rect(x: 10, y: 60, width: 100, height: 90))], nil, 0.3)
    #expect(drift(&driver, from: 0.3, at: middle + Vector(dx: 5, dy: 5)) < 1e-9)
  }

  /// A card under a heading whose height another gesture drives.
  private static let driven = """
    { snapback: 1, screen: { width: 390, height: 844, scale: 3 },
      views: [ { id: "heading" }, { id: "card" } ],
      constraints: [ { format: "H:|[heading]|" }, "heading.top = screen.top",
        { id: "high", rule: "heading.height = 200" }, "card.top = 2 * heading.bottom",
        "card.left = 100", "card.right = 300", "card.bottom = screen.bottom - 44" ],
      gestures: [ { pan: "card", follow: "point", slop: 0 },
        { pan: "heading", slop: 0, drives: { constant: "high", axis: "vertical",
          limits: [100, 250], release: "spring" } } ] }
    """

  @Test func thePointStaysWhileAnotherFingerOrASpringDrivesTheLayout() throws {
    var driver = try EngineDriver(scene: Self.driven)
    let finger = Point(x: 220, y: 600)
    driver.finger(at: finger + Vector(dx: 0, dy: 5), 0)
    driver.finger(at: finger, 0.1)
    let share = share(at: finger, &driver, 0.1)
    driver.finger(2, at: Point(x: 50, y: 100), 0.2)
    for step in 1...40 {
      let now = 0.2 + Double(step) / 100
      driver.finger(2, at: Point(x: 50, y: 100 + Double(step)), now)
      // The edges are rounded until they follow the constant.
      #expect(place(of: share, &driver, now).distance(to: finger) < 0.4, "at \(now)")
    }
    driver.lift(finger: 2, 0.61)
    for step in 0...1000 {
      let now = 0.61 + Double(step) / 1000
      #expect(place(of: share, &driver, now).distance(to: finger) < 0.4, "at \(now)")
    }
    #expect(abs(driver.see("card", 1.61).frame.top - 400) < 0.34)
  }

  @Test func aSceneThatIsReplacedKeepsThePointUnderTheFinger() throws {
    var driver = try held("point")
    let share = share(at: Point(x: 215, y: 451), &driver, 0.2)
    let next = Self.scene("point").replacing("height = 200", with: "height = 400")
    try driver.replaceScene(by: next, animation: .curve(.easeInOut, duration: 0.4))
    for step in 0...500 {
      let now = 0.2 + Double(step) / 1000
      let place = place(of: share, &driver, now)
      #expect(place.distance(to: Point(x: 215, y: 451)) < 1e-6, "at \(now)")
    }
  }
}
