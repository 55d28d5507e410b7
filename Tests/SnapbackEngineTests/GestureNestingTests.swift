import SnapbackBasics
import SnapbackEngine
import SnapbackProtocol
import SnapbackTestSupport
import Testing

/// Nested views with gestures: which of them gets the fingers.
@Suite struct GestureNestingTests {
  private let message = Point(x: 200, y: 150)
  private let plain = Point(x: 200, y: 350)

  private static func list(_ scroll: String, _ pan: String) -> String {
    """
    { snapback: 1, screen: { width: 400, height: 800 },
      views: [ { id: "list", scroll: true, views: [
        { id: "message" }, { id: "rest" } ] } ],
      constraints: [ "list.left = 0", "list.top = 0", "list.width = 400", "list.height = 800",
        { format: "H:|[message(400)]|", in: "list" },
        { format: "V:|[message(200)][rest(1800)]|", in: "list", align: ["left", "right"] } ],
      gestures: [ { scroll: "list", name: "scroll", \(scroll) },
        { pan: "message", name: "pull", axes: "horizontal", \(pan) } ] }
    """
  }

  /// The distance that the message is pulled, and that the list is scrolled.
  private func ways(_ driver: inout EngineDriver, _ seconds: Double) -> (Double, Double) {
    let seen = driver.see("message", seconds)
    return (seen.transform.translation.dx, -seen.frame.top)
  }

  @Test func byDirectionEachHasItsOwnWay() throws {
    let scene = Self.list("direction: 'vertical'", "direction: 'horizontal'")
    var across = try EngineDriver(scene: scene)
    across.drag(from: message, to: message + Vector(dx: -100, dy: 30), 0...0.2)
    let pulled = ways(&across, 0.2)
    #expect(pulled.0 < -80 && pulled.1 == 0)
    #expect(across.turns() == ["pull began"])

    var along = try EngineDriver(scene: scene)
    along.drag(from: message, to: message + Vector(dx: 30, dy: -100), 0...0.2)
    let scrolled = ways(&along, 0.2)
    #expect(scrolled.0 == 0 && scrolled.1 > 80)
    #expect(along.turns() == ["scroll began"])

    var beside = try EngineDriver(scene: scene)
    beside.drag(from: plain, to: plain + Vector(dx: -100, dy: 30), 0...0.2)
    #expect(beside.turns() == [])
    #expect(ways(&beside, 0.2) == (0, 0))
  }

  @Test func whereBothWantTheFingerTheDeepestHasIt() throws {
    for way in [Vector(dx: -100, dy: 0), Vector(dx: 0, dy: -100)] {
      var driver = try EngineDriver(scene: Self.list("", ""))
      driver.drag(from: message, to: message + way, 0...0.2)
      #expect(driver.turns() == ["pull began"])
      #expect(ways(&driver, 0.2).1 == 0)
      driver.lift(0.21)
      #expect(driver.turns() == ["pull ended"])
    }
  }

  @Test func theOneWithTheSmallerSlopIsFirst() throws {
    var driver = try EngineDriver(scene: Self.list("slop: 4", "slop: 10"))
    driver.drag(from: message, to: message + Vector(dx: 0, dy: -100), 0...0.2)
    #expect(driver.turns() == ["scroll began"])
    #expect(ways(&driver, 0.2).0 == 0)
  }

  @Test func simultaneousBothHaveIt() throws {
    var driver = try EngineDriver(scene: Self.list("", "simultaneous: ['scroll']"))
    driver.finger(at: message, 0)
    driver.finger(at: message + Vector(dx: -8, dy: -8), 0.01)
    driver.finger(at: message + Vector(dx: -48, dy: -78), 0.02)
    #expect(driver.turns() == ["pull began", "scroll began"])
    let both = ways(&driver, 0.02)
    #expect(abs(both.0 + 38) < 1e-9 && abs(both.1 - 68) < 1e-9)
  }

  @Test func aFingerThatGoesOnDoesNotComeToAnother() throws {
    // After a pull sideways and then down, the list must not take over.
    var driver = try EngineDriver(
      scene: Self.list("direction: 'vertical'", "direction: 'horizontal'"))
    driver.drag(from: message, to: message + Vector(dx: -60, dy: 0), 0...0.1)
    driver.drag(
      from: message + Vector(dx: -60, dy: 0), to: message + Vector(dx: -60, dy: 300), 0.11...0.3)
    #expect(ways(&driver, 0.3).1 == 0)
    driver.lift(0.3)
    #expect(driver.turns() == ["pull began", "pull ended"])
  }

  @Test func twoFingersOnTwoViewsAreTwoGestures() throws {
    let scene = """
      { snapback: 1, screen: { width: 400, height: 800 },
        views: [ { id: "left" }, { id: "right" } ],
        constraints: [ "left.left = 0", "left.width = 200", "left.top = 0", "left.height = 800",
          "right.left = 200", "right.width = 200", "right.top = 0", "right.height = 800" ],
        gestures: [ { pan: "left", name: "first" }, { pan: "right", name: "second" } ] }
      """
    var driver = try EngineDriver(scene: scene)
    let (one, two) = (Point(x: 100, y: 400), Point(x: 300, y: 400))
    driver.fingers([(1, one), (2, two)], 0)
    let (first, second) = (one + Vector(dx: 0, dy: 10), two + Vector(dx: 10, dy: 0))
    driver.fingers([(1, first), (2, second)], 0.01)
    for step in 1...30 {
      let (a, b) = (Vector(dx: 1, dy: 3), Vector(dx: -2, dy: 5))
      let now = 0.01 + Double(step) * 0.01
      driver.fingers([(1, first + Double(step) * a), (2, second + Double(step) * b)], now)
      let way = (driver.see("left", now), driver.see("right", now))
      #expect((way.0.transform.translation - Double(step) * a).length < 1e-9)
      #expect((way.1.transform.translation - Double(step) * b).length < 1e-9)
    }
    driver.lift(fingers: [1], 0.32)
    #expect(driver.see("right", 0.33).transform.translation.dy > 140)
    driver.lift(fingers: [2], 0.4)
    #expect(driver.turns() == ["first began", "second began", "first ended", "second ended"])
    #expect(driver.rest(of: "left", after: 0.4).transform == .identity)
    #expect(driver.see("right", 600).transform == .identity)
  }

  @Test func twoFingersOnTheSameViewInOneThatIsAncestorOfBoth() throws {
    // A pinch of the parent uses one finger on each of its children.
    let scene = """
      { snapback: 1, screen: { width: 400, height: 800 },
        views: [ { id: "board", views: [ { id: "left" }, { id: "right" } ] } ],
        constraints: [ "board.left = 0", "board.width = 400", "board.top = 0", "board.height = 800",
          "left.left = 0", "left.width = 200", "left.top = 0", "left.height = 800",
          "right.left = 200", "right.width = 200", "right.top = 0", "right.height = 800" ],
        gestures: [ { pinch: "board" }, { tap: "left" } ] }
      """
    var driver = try EngineDriver(scene: scene)
    driver.drag(
      (Point(x: 150, y: 400), Point(x: 50, y: 400)), (Point(x: 250, y: 400), Point(x: 350, y: 400)),
      0...0.2)
    #expect(driver.turns() == ["pinch began"])
    #expect(driver.see("board", 0.2).transform.scale.dx > 2)
  }

  @Test func aPanFromTheEdgeOfTheScreenComesBeforeOneOfADeeperView() throws {
    let scene = Self.list("", "").replacing(
      "gestures: [", with: #"gestures: [ { edgePan: "screen", name: "edge", edge: "left" },"#)
    for (x, way, begun) in [
      (5.0, Vector(dx: 100, dy: 0), "edge began"), (5, Vector(dx: 0, dy: -100), "pull began"),
      (60, Vector(dx: 100, dy: 0), "pull began"),
    ] {
      for y in [150.0, 350] {
        var driver = try EngineDriver(scene: scene)
        let place = Point(x: x, y: y)
        driver.drag(from: place, to: place + way, 0...0.2)
        let isOnList = y > 200
        // The list scrolls only vertically.
        let isStill = isOnList && x > 5
        let expected = isOnList ? begun.replacing("pull", with: "scroll") : begun
        #expect(driver.turns() == (isStill ? [] : [expected]))
      }
    }
  }

  @Test(arguments: [["once", "twice"], ["twice", "once"]])
  func aTapAndADoubleTapWithoutARelationAreBothRecognized(names: [String]) throws {
    // The second tap is only the double tap, whichever comes first in the scene.
    let taps = names.map { "{ tap: 'card', name: '\($0)', taps: \($0 == "once" ? 1 : 2) }" }
    let scene = """
      { snapback: 1, screen: { width: 400, height: 800 }, views: [ { id: "card" } ],
        constraints: [ "card.left = 0", "card.width = 400", "card.top = 0", "card.height = 800" ],
        gestures: [ \(taps.joined(separator: ", ")) ] }
      """
    var driver = try EngineDriver(scene: scene)
    driver.tap(at: message, 0)
    #expect(driver.steps() == ["once recognized"])
    driver.tap(at: message, 0.2)
    #expect(driver.steps() == ["twice recognized"])
    driver.tap(at: message, 1)
    #expect(driver.steps() == ["once recognized"])
  }

  @Test func hoverIsOverTheViewAndWhatItIsIn() throws {
    let scene = """
      { snapback: 1, screen: { width: 400, height: 800 },
        views: [ { id: "board", views: [ { id: "key" } ] }, { id: "cover" } ],
        constraints: [ "board.left = 0", "board.width = 400", "board.top = 100",
          "board.height = 600", "key.left = 100", "key.width = 100", "key.top = 200",
          "key.height = 100", "cover.left = 300", "cover.width = 100", "cover.top = 0",
          "cover.height = 800" ],
        gestures: [ { hover: "board", name: "board" }, { hover: "key", name: "key" } ] }
      """
    var driver = try EngineDriver(scene: scene)
    driver.hover(at: Point(x: 50, y: 50), 0)
    #expect(driver.steps() == [])
    driver.hover(at: Point(x: 50, y: 150), 0.1)
    #expect(driver.steps() == ["board began"])
    driver.hover(at: Point(x: 150, y: 350), 0.2)
    #expect(driver.steps() == ["board changed", "key began"])
    driver.hover(at: Point(x: 160, y: 350), 0.3)
    #expect(driver.steps() == ["board changed", "key changed"])
    driver.hover(at: Point(x: 250, y: 350), 0.4)
    #expect(driver.steps() == ["board changed", "key ended"])
    // The view on top keeps the pointer.
    driver.hover(at: Point(x: 350, y: 350), 0.5)
    #expect(driver.steps() == ["board ended"])
    driver.hover(at: Point(x: 150, y: 350), 0.6)
    driver.hover(at: nil, 0.7)
    #expect(driver.steps() == ["board began", "key began", "board ended", "key ended"])
    #expect(driver.engine.isAtRest == true)
  }
}
