import SnapbackBasics
import SnapbackEngine
import SnapbackMotion
import SnapbackProtocol
import SnapbackTestSupport
import Testing

/// Grabbed points while springs, other fingers and transactions change the layout.
@Suite struct GrabMotionTests {
  /// A card under a heading whose height another gesture drives.
  private static func driven(_ keys: String = "") -> String {
    """
    { snapback: 1, screen: { width: 390, height: 844, scale: 3 },
      views: [ { id: "heading" }, { id: "card" } ],
      constraints: [ { format: "H:|[heading]|" }, "heading.top = screen.top",
        { id: "high", rule: "heading.height = 200" }, "card.top = 2 * heading.bottom",
        "card.left = 100", "card.right = 300", "card.bottom = screen.bottom - 44" ],
      gestures: [ { pan: "card", follow: "point", slop: 0 \(keys) },
        { pan: "heading", slop: 0, drives: { constant: "high", axis: "vertical",
          limits: [100, 250], release: "spring" } } ] }
    """
  }

  private static let card = """
    { snapback: 1, screen: { width: 390, height: 844, scale: 3 },
      views: [ { id: "card" } ],
      constraints: [ "card.width = 0.6 * screen.width", "card.height = 200",
        "card.centerX = screen.centerX", { id: "down", rule: "card.top = 300" } ],
      gestures: [ { pan: "card", follow: "point", slop: 0, simultaneous: ["zoom"] },
        { pinch: "card", name: "zoom" } ] }
    """

  /// The screen position of a point of a view, given as a share of its size.
  private func place(
    of share: Point, in view: String = "card", _ driver: inout EngineDriver, _ seconds: Double
  ) -> Point {
    let card = driver.see(view, seconds)
    return card.toScreen(
      Point(x: share.x * card.frame.size.width, y: share.y * card.frame.size.height))
  }

  private func share(
    at point: Point, in view: String = "card", _ driver: inout EngineDriver, _ seconds: Double
  ) -> Point {
    let card = driver.see(view, seconds)
    let own = card.toScreen.inverse?(point) ?? .zero
    return Point(x: own.x / card.frame.size.width, y: own.y / card.frame.size.height)
  }

  /// The driven scene with its heading pulled 60 points down and let go at 0.5 s.
  private func swinging(_ keys: String = "", held finger: Point?) throws -> EngineDriver {
    var driver = try EngineDriver(scene: Self.driven(keys))
    if let finger {
      driver.finger(at: finger + Vector(dx: 0, dy: 5), 0)
      driver.finger(at: finger, 0.1)
    }
    for step in 0...30 {
      driver.finger(2, at: Point(x: 50, y: 100 + 2 * Double(step)), 0.2 + Double(step) / 100)
    }
    driver.lift(finger: 2, 0.5)
    return driver
  }

  @Test func aFingerThatMovesWhileASpringDrivesTheLayoutKeepsItsPoint() throws {
    let start = Point(x: 220, y: 600)
    var driver = try swinging(held: start)
    let share = share(at: start, &driver, 0.5)
    for step in 0...1000 {
      let now = 0.5 + Double(step) / 1000
      let finger = start + Vector(dx: Double(step / 10), dy: 0)
      if step % 10 == 0 { driver.finger(at: finger, now) }
      #expect(place(of: share, &driver, now).distance(to: finger) < 1e-6, "at \(now)")
    }
  }

  @Test func aFingerThatComesWhileASpringDrivesTheLayoutStopsItsPoint() throws {
    var driver = try swinging(held: nil)
    let finger = Point(x: 220, y: 700)
    driver.finger(at: finger, 0.55)
    let before = driver.see("card", 0.56).toScreen(Point.zero)
    driver.finger(at: finger + Vector(dx: 1, dy: 0), 0.56)
    #expect(driver.see("card", 0.56).toScreen(Point.zero).distance(to: before) < 1.01)
    let place = finger + Vector(dx: 1, dy: 0)
    let share = share(at: place, &driver, 0.8)
    for step in 0...1000 {
      let now = 0.8 + Double(step) / 1000
      #expect(self.place(of: share, &driver, now).distance(to: place) < 2e-2, "at \(now)")
    }
  }

  @Test(arguments: ["", ", limits: { y: [-20, 20] }", ", axes: 'horizontal'"])
  func aRestingFingerNeverMakesTheViewJump(keys: String) throws {
    let finger = Point(x: 220, y: 600)
    var driver = try swinging(keys, held: finger)
    for step in 0...200 {
      let now = 0.5 + Double(step) / 200
      let before = driver.see("card", now).toScreen(Point.zero)
      if step == 150 { driver.lift(now) } else { driver.finger(at: finger, now) }
      if step == 150 { break }
      #expect(driver.see("card", now).toScreen(Point.zero).distance(to: before) < 1e-6, "at \(now)")
    }
  }

  @Test func theLiftInASpringOfTheLayoutDoesNotJump() throws {
    let finger = Point(x: 220, y: 600)
    for moment in stride(from: 0.5, to: 1.0, by: 0.05) {
      var driver = try swinging(held: finger)
      let before = driver.see("card", moment).toScreen(Point.zero)
      driver.lift(moment)
      #expect(driver.see("card", moment).toScreen(Point.zero).distance(to: before) < 1e-6)
      #expect(driver.rest(of: "card", after: moment).transform == .identity)
    }
  }

  /// A list whose heading stays at the top of the viewport and can be dragged by its point.
  private static let sticky = """
    { snapback: 1, screen: { width: 390, height: 844, scale: 3 },
      views: [ { id: "list", scroll: true, views: [ { id: "rows" }, { id: "heading" },
        { id: "row" } ] } ],
      constraints: [ { format: "H:|[list]|" }, "list.top = screen.top",
        "list.bottom = screen.bottom", { format: "H:|[rows]|", in: "list" },
        "rows.top = list.top", "rows.bottom = list.bottom", "rows.width = list.viewport.width",
        "rows.height = 3000", "heading.top = list.viewport.top + 40", "heading.height = 40",
        "heading.left = rows.left", "heading.right = rows.right", "row.top = rows.top + 200",
        "row.height = 50", "row.left = rows.left", "row.right = rows.right" ],
      gestures: [ { scroll: "list" }, { pan: "heading", follow: "point", slop: 0 },
        { pan: "row", follow: "point", slop: 0 } ] }
    """

  @Test(arguments: [("heading", 60.0), ("row", 220)])
  func aPointInAScrollViewStaysWhileTheContentMoves(view: String, y: Double) throws {
    var driver = try EngineDriver(scene: Self.sticky)
    let finger = Point(x: 100, y: y + 3)
    driver.finger(at: finger - Vector(dx: 0, dy: 3), 0)
    driver.finger(at: finger, 0.05)
    let share = share(at: finger, in: view, &driver, 0.05)
    try driver.apply(
      [.scrollOffset("list", Vector(dx: 0, dy: 300))], .curve(.easeInOut, duration: 0.5), 0.1)
    for step in 0...1000 {
      let now = 0.1 + Double(step) / 1000
      if step % 20 == 0, step > 400 { driver.finger(at: finger, now) }
      #expect(place(of: share, in: view, &driver, now).distance(to: finger) < 1e-6, "at \(now)")
    }
    #expect(driver.see("rows", 1.11).frame.top == -300)
  }

  /// The list with its views in another order, and with few or many other views.
  private static func reordered(_ others: Int) -> String {
    let views = (0..<others).map { "{ id: 'other\($0)' }, " }.joined()
    return sticky.replacing("views: [ { id: \"list\"", with: "views: [ \(views){ id: \"list\"")
      .replacing(
        "{ id: \"rows\" }, { id: \"heading\" }", with: "{ id: \"heading\" }, { id: \"rows\" }")
  }

  @Test(arguments: [(0, 30), (30, 0), (3, 5)])
  func aPointInAScrollViewStaysWhenTheSceneIsReplaced(old: Int, new: Int) throws {
    var driver = try EngineDriver(scene: Self.reordered(old))
    let finger = Point(x: 100, y: 63)
    driver.finger(at: finger - Vector(dx: 0, dy: 3), 0)
    driver.finger(at: finger, 0.05)
    let share = share(at: finger, in: "heading", &driver, 0.05)
    try driver.replaceScene(by: Self.reordered(new), animation: nil)
    try driver.apply(
      [.scrollOffset("list", Vector(dx: 0, dy: 300))], .curve(.easeInOut, duration: 0.5), 0.1)
    for step in 0...600 {
      let now = 0.1 + Double(step) / 1000
      if step % 20 == 0 { driver.finger(at: finger, now) }
      #expect(
        place(of: share, in: "heading", &driver, now).distance(to: finger) < 1e-6, "at \(now)")
    }
  }

  private let turned = SceneChange.screenSize(Size(width: 844, height: 390))

  @Test func aSecondFingerDuringALayoutChangeTakesThePointBetweenTheFingers() throws {
    var driver = try EngineDriver(scene: Self.card)
    let (first, second) = (Point(x: 160, y: 380), Point(x: 220, y: 420))
    driver.fingers([(1, first)], 0)
    driver.fingers([(1, first + Vector(dx: 0, dy: 4))], 0.1)
    try driver.apply([turned, .constant("down", 100)], .curve(.easeInOut, duration: 0.5), 0.1)
    driver.fingers([(1, first), (2, second)], 0.3)
    for step in 1...20 {
      let now = 0.3 + Double(step) / 1000
      let before = driver.see("card", now).toScreen(Point.zero)
      let way = Vector(dx: Double(step), dy: Double(step) * 2 / 3)
      driver.fingers([(1, first - way), (2, second + way)], now)
      #expect(driver.see("card", now).toScreen(Point.zero).distance(to: before) < 6, "at \(now)")
    }
    #expect(driver.steps().contains("zoom began"))
    let way = Vector(dx: 20, dy: 40.0 / 3)
    let middle = Point(x: 190, y: 400)
    let share = share(at: middle, &driver, 0.32)
    for step in 0...400 {
      let (now, shift) = (0.32 + Double(step) / 1000, Vector(dx: Double(step % 16) / 100, dy: 0))
      if step % 8 == 0 {
        driver.fingers([(1, first - way - shift), (2, second + way + shift)], now)
      }
      #expect(place(of: share, &driver, now).distance(to: middle) < 1e-3, "at \(now)")
    }
    driver.lift(fingers: [2], 0.75)
    driver.lift(fingers: [1], 0.8)
    #expect(driver.rest(of: "card", after: 0.8).transform == .identity)
  }

  @Test func anEndlessMotionOfTheFrameAndItsEndLeaveThePointUnderTheFinger() throws {
    let forever = Animation(
      .curve(.easeInOut, duration: 1), repeatCount: .infinity, autoreverses: true)
    var driver = try EngineDriver(scene: Self.card)
    let finger = Point(x: 160, y: 380)
    try driver.apply([.constant("down", 360)], forever, 0)
    driver.fingers([(1, finger)], 0.2)
    driver.fingers([(1, finger + Vector(dx: 0, dy: 1))], 0.21)
    let place = finger + Vector(dx: 0, dy: 1)
    let share = share(at: place, &driver, 0.9)
    for step in 0...1500 {
      let now = 0.9 + Double(step) / 1000
      if step == 700 {
        let spring = Animation.spring(.critical(response: 0.4))
        try driver.apply([turned, .constant("down", 150)], spring, now)
      }
      #expect(self.place(of: share, &driver, now).distance(to: place) < 1e-3, "at \(now)")
    }
    driver.lift(fingers: [1], 2.4)
    #expect(driver.rest(of: "card", after: 2.4).transform == .identity)
  }

  @Test func aViewThatIsReleasedFromAPausedChangeComesHome() throws {
    var driver = try EngineDriver(scene: Self.card)
    let finger = Point(x: 160, y: 380)
    driver.fingers([(1, finger)], 0)
    driver.fingers([(1, finger + Vector(dx: 0, dy: 4))], 0.1)
    let id = try driver.apply(
      [.constant("down", 100)], .curve(.linear, duration: 1), isControlled: true, 0.1)
    try driver.engine.pause(id, at: EngineDriver.moment(0.6))
    let before = driver.see("card", 0.7).toScreen(Point.zero)
    driver.lift(fingers: [1], 0.7)
    #expect(driver.see("card", 0.7).toScreen(Point.zero).distance(to: before) < 1e-6)
    let home = driver.see("card", 5)
    #expect(home.transform == .identity && abs(home.frame.top - 200) < 1e-6)
  }
}
