import Glibc
import SnapbackBasics
import SnapbackDocument
import SnapbackEngine
import SnapbackMotion
import SnapbackProtocol
import SnapbackScene
import SnapbackTestSupport
import Testing

/// Two fingers that zoom the content of a scroll view.
///
/// With the scale s, the point p of the photo midway between the fingers, and that midpoint c in
/// the scroll view, the offset is s·p − c. The band of the scale is d·(1 − 1/(1 + 0.55·x/d)) with
/// d = 3, the length of its range, and everything returns by a critical spring of 0.575 s.
@Suite struct ContentZoomTests {
  /// A photo of 300 × 400 points that fills a scroll view, with a mark of 50 × 50 points in it.
  private static func scene(_ zoom: String = "limits: [1, 4]", _ keys: String = "") -> String {
    """
    { snapback: 1, screen: { width: 400, height: 800, scale: 2 },
      views: [ { id: "page", scroll: true, views: [
        { id: "photo", anchor: [0, 0], views: [ { id: "mark" } ] } ] } ],
      constraints: [ "page.left = 20", "page.top = 100", "page.width = 300", "page.height = 400",
        { format: "H:|[photo(300)]|", in: "page" }, { format: "V:|[photo(400)]|", in: "page" },
        "mark.left = photo.left + 200", "mark.top = photo.top + 300", "mark.width = 50",
        "mark.height = 50" ],
      gestures: [ { scroll: "page", name: "scroll", zoom: { view: "photo", \(zoom) }, \(keys) } ] }
    """
  }

  private static let corner = Point(x: 20, y: 100)
  private static let omega = 2 * Double.pi / 0.575

  private func put(
    _ driver: inout EngineDriver, _ middle: Point, _ span: Double, _ seconds: Double
  ) {
    let half = Vector(dx: 0.3 * span, dy: 0.4 * span)
    driver.fingers([(1, middle - half), (2, middle + half)], seconds)
  }

  private func scale(_ driver: inout EngineDriver, _ seconds: Double) -> Double {
    driver.see("photo", seconds).transform.scale.dx
  }

  private func offset(_ driver: inout EngineDriver, _ seconds: Double) -> Vector {
    Point.zero - driver.see("photo", seconds).frame.origin
  }

  /// Zooms by a factor about a point of the screen, and rests the fingers until 0.5 s. The pinch
  /// begins when the distance of the fingers is 120 points.
  private func zoom(_ driver: inout EngineDriver, by factor: Double, about middle: Point) {
    put(&driver, middle, 60, 0)
    put(&driver, middle, 120, 0.1)
    for step in 1...20 {
      put(&driver, middle, 120 * (1 + (factor - 1) * Double(step) / 20), 0.1 + 0.01 * Double(step))
    }
    put(&driver, middle, 120 * factor, 0.5)
  }

  private func band(_ excess: Double) -> Double { 3 * (1 - 1 / (1 + 0.55 * excess / 3)) }

  @Test(arguments: 0..<20)
  func thePointBetweenTheFingersStaysThere(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    var driver = try EngineDriver(scene: Self.scene())
    var middle = Point(x: 170, y: 300)
    put(&driver, middle, 60, 0)
    put(&driver, middle, 120, 0.1)
    #expect(driver.turns() == ["scroll began"])
    let point = Point.zero + (middle - Self.corner)
    var span = 120.0
    for step in 1...60 {
      middle = middle + Vector(dx: generator.normal() * 6, dy: generator.normal() * 6)
      span = min(max(span + generator.normal() * 20, 120), 480)
      let now = 0.1 + 0.01 * Double(step)
      put(&driver, middle, span, now)
      let seen = driver.see("photo", now)
      #expect(abs(seen.transform.scale.dx - span / 120) < 1e-9, "seed \(seed), \(step)")
      #expect(seen.transform.scale.dx == seen.transform.scale.dy)
      #expect(seen.toScreen(point).distance(to: middle) < 1e-9, "seed \(seed), \(step)")
    }
  }

  @Test func aFingerThatScrollsAndASecondOneThatJoinsItZoomWithoutAJump() throws {
    var driver = try EngineDriver(
      scene: Self.scene().replacing("photo(400)", with: "photo(2000)"))
    driver.drag(from: Point(x: 150, y: 400), to: Point(x: 150, y: 290), 0...0.2)
    #expect(abs(offset(&driver, 0.2).dy - 100) < 1e-9)
    let first = Point(x: 150, y: 290)
    driver.fingers([(1, first), (2, Point(x: 150, y: 190))], 0.3)
    driver.fingers([(1, first), (2, Point(x: 150, y: 170))], 0.4)
    #expect(driver.turns() == ["scroll began", "scroll began"])
    #expect(scale(&driver, 0.4) == 1)
    // From here, the middle is at 230 and the distance 120.
    let toPhoto = try #require(driver.see("photo", 0.4).toScreen.inverse)
    let point = toPhoto(Point(x: 150, y: 230))
    for step in 1...10 {
      let now = 0.4 + 0.01 * Double(step)
      let second = Point(x: 150, y: 170 - 6 * Double(step))
      driver.fingers([(1, first), (2, second)], now)
      let seen = driver.see("photo", now)
      #expect(abs(seen.transform.scale.dx - (1 + 0.05 * Double(step))) < 1e-9)
      let middle = Point(x: 150, y: 230 - 3 * Double(step))
      #expect(seen.toScreen(point).distance(to: middle) < 1e-9, "\(step)")
    }
  }

  @Test func theRangeOfTheOffsetFollowsTheScale() throws {
    var driver = try EngineDriver(scene: Self.scene())
    zoom(&driver, by: 2, about: Point(x: 170, y: 300))
    driver.lift(fingers: [1, 2], 0.6)
    // 2·(150, 200) − (150, 200).
    #expect((offset(&driver, 0.6) - Vector(dx: 150, dy: 200)).length < 1e-9)
    #expect(driver.rest(of: "photo", after: 0.6).transform.scale == Vector(dx: 2, dy: 2))
    #expect((offset(&driver, 3) - Vector(dx: 150, dy: 200)).length < 1e-9)
    // 600 × 800 points in 300 × 400: one finger scrolls up to (300, 400), and back to 0.
    driver.drag(from: Point(x: 170, y: 300), to: Point(x: 170, y: 200), 3...3.2)
    #expect((offset(&driver, 3.2) - Vector(dx: 150, dy: 290)).length < 1e-9)
    driver.drag(from: Point(x: 170, y: 200), to: Point(x: -200, y: -200), 3.3...3.5)
    driver.lift(4)
    #expect((offset(&driver, 8) - Vector(dx: 300, dy: 400)).length < 1e-9)
    driver.drag(from: Point(x: 50, y: 120), to: Point(x: 400, y: 700), 8...8.2)
    driver.lift(9)
    #expect(offset(&driver, 12).length < 1e-9)
  }

  @Test func belowTheLimitItReturnsAboutTheMiddleOfTheFingers() throws {
    var driver = try EngineDriver(scene: Self.scene())
    let middle = Point(x: 170, y: 300)
    zoom(&driver, by: 0.5, about: middle)
    let scale = 1 - band(0.5)
    #expect(abs(self.scale(&driver, 0.5) - scale) < 1e-9)
    let way = (scale - 1) * Vector(dx: 150, dy: 200)
    #expect((offset(&driver, 0.5) - way).length < 1e-9)
    driver.lift(fingers: [1, 2], 0.6)
    for step in 0...40 {
      let time = 0.01 * Double(step)
      let left = (1 + Self.omega * time) * exp(-Self.omega * time)
      let seen = driver.see("photo", 0.6 + time)
      #expect(abs(seen.transform.scale.dx - (1 + (scale - 1) * left)) < 1e-9, "\(time)")
      #expect((offset(&driver, 0.6 + time) - left * way).length < 1e-9, "\(time)")
      let point = Point(x: 150, y: 200)
      #expect(seen.toScreen(point).distance(to: middle) < 1e-9, "\(time)")
    }
    #expect(driver.rest(of: "photo", after: 1).transform.scale == Vector(dx: 1, dy: 1))
    #expect(offset(&driver, 9) == .zero)
  }

  @Test func aboveTheLimitItReturnsAboutTheMiddleOfTheFingers() throws {
    var driver = try EngineDriver(scene: Self.scene())
    let middle = Self.corner + Vector(dx: 60, dy: 80)
    zoom(&driver, by: 8, about: middle)
    #expect(abs(scale(&driver, 0.5) - (4 + band(4))) < 1e-9)
    driver.lift(fingers: [1, 2], 0.6)
    for time in [0.65, 0.7, 0.8, 1] {
      let seen = driver.see("photo", time)
      #expect(seen.toScreen(Point(x: 60, y: 80)).distance(to: middle) < 1e-9, "\(time)")
    }
    // 4·(60, 80) − (60, 80).
    #expect((offset(&driver, 9) - Vector(dx: 180, dy: 240)).length < 1e-9)
    #expect(scale(&driver, 9) == 4)
  }

  @Test func withoutABandTheScaleStopsAtItsLimits() throws {
    var driver = try EngineDriver(scene: Self.scene("limits: [1, 4], rubberBand: false"))
    zoom(&driver, by: 8, about: Point(x: 170, y: 300))
    #expect(scale(&driver, 0.5) == 4)
    #expect((offset(&driver, 0.5) - 3 * Vector(dx: 150, dy: 200)).length < 1e-9)
  }

  @Test func contentThatIsMovedOutOfItsRangeReturns() throws {
    var driver = try EngineDriver(scene: Self.scene())
    zoom(&driver, by: 2, about: Point(x: 170, y: 300))
    // Both fingers move by (250, 0): the offset is 150 − 250 = −100 until they lift.
    put(&driver, Point(x: 420, y: 300), 240, 0.7)
    put(&driver, Point(x: 420, y: 300), 240, 0.8)
    #expect((offset(&driver, 0.8) - Vector(dx: -100, dy: 200)).length < 1e-9)
    driver.lift(fingers: [1, 2], 0.9)
    for time in [0.05, 0.1, 0.3] {
      let left = (1 + Self.omega * time) * exp(-Self.omega * time)
      #expect((offset(&driver, 0.9 + time) - Vector(dx: -100 * left, dy: 200)).length < 1e-9)
    }
    #expect((offset(&driver, 9) - Vector(dx: 0, dy: 200)).length < 1e-9)
  }

  @Test func aTouchDoesNotStopAZoomThatReturns() throws {
    var driver = try EngineDriver(scene: Self.scene())
    zoom(&driver, by: 0.5, about: Point(x: 170, y: 300))
    driver.lift(fingers: [1, 2], 0.6)
    driver.tap(at: Point(x: 170, y: 300), 0.65)
    let left = (1 + Self.omega * 0.2) * exp(-Self.omega * 0.2)
    #expect(abs(scale(&driver, 0.8) - (1 - band(0.5) * left)) < 1e-9)
    #expect((offset(&driver, 0.8) + band(0.5) * left * Vector(dx: 150, dy: 200)).length < 1e-9)
    #expect(offset(&driver, 9) == .zero)
  }

  @Test func aChangeOfTheScaleMovesTheOffsetIntoItsRange() throws {
    var driver = try EngineDriver(scene: Self.scene())
    let double = Vector(dx: 2, dy: 2)
    try driver.apply([.scale("photo", double)], nil, 0)
    try driver.apply([.scrollOffset("page", Vector(dx: 300, dy: 400))], nil, 0)
    #expect(offset(&driver, 0) == Vector(dx: 300, dy: 400))
    let linear = Animation.curve(.linear, duration: 1)
    try driver.apply([.scale("photo", Vector(dx: 1.5, dy: 1.5))], linear, 1)
    // From (300, 400) to (150, 200).
    #expect((offset(&driver, 1.5) - Vector(dx: 225, dy: 300)).length < 1e-9)
    #expect(abs(scale(&driver, 1.5) - 1.75) < 1e-9)
    #expect((offset(&driver, 3) - Vector(dx: 150, dy: 200)).length < 1e-9)
  }

  @Test func scrollingToAViewCountsTheScale() throws {
    var driver = try EngineDriver(scene: Self.scene())
    try driver.apply([.scale("photo", Vector(dx: 2, dy: 2))], nil, 0)
    try driver.apply([.scrollToVisible("page", .view("mark"))], nil, 1)
    // The mark is at (400, 600), 100 × 100 points.
    #expect(offset(&driver, 1) == Vector(dx: 200, dy: 300))
  }

  @Test func oneFingerScrollsZoomedContentWithUIKitsBand() throws {
    var driver = try EngineDriver(scene: Self.scene())
    try driver.apply([.scale("photo", Vector(dx: 2, dy: 2))], nil, 0)
    driver.finger(at: Point(x: 170, y: 300), 1)
    driver.finger(at: Point(x: 170, y: 210), 1.1)
    #expect(abs(offset(&driver, 1.1).dy - 80) < 1e-9)
    driver.finger(at: Point(x: 170, y: -210), 1.2)
    // 500 points of travel, 100 beyond the end at 400.
    let beyond = 400 * (1 - 1 / (1 + 0.55 * 100 / 400))
    #expect(abs(offset(&driver, 1.2).dy - 400 - beyond) < 1e-9)
  }

  @Test func wrongZoomsAreRefused() {
    let faults = [
      (Self.scene().replacing("anchor: [0, 0],", with: ""), "give \"photo\" the key"),
      (Self.scene().replacing("view: \"photo\"", with: "view: \"mark\""), "is not directly in"),
      (Self.scene().replacing("view: \"photo\"", with: "view: \"page\""), "is not directly in"),
      (Self.scene("limits: [2, 4]"), "exclude 1"), (Self.scene("rubberBand: true"), "\"limits\""),
      (Self.scene("limits: [1, 4]", "paging: true"), "cannot have \"paging\""),
      (Self.scene("limits: [1, 4]", "snap: { y: [0] }"), "cannot have \"snap\""),
    ]
    for (text, message) in faults {
      do throws(DocumentError) {
        _ = try SceneReader.read(Array(text.utf8), file: "test")
        Issue.record("accepted: \(message)")
      } catch {
        #expect(error.description.contains(message), "\(error)")
      }
    }
  }
}
