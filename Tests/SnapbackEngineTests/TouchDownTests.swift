import SnapbackBasics
import SnapbackEngine
import SnapbackProtocol
import SnapbackScene
import SnapbackTestSupport
import Testing

/// The triggers that let a scene show that a view is pressed: down, up and cancelled touches.
///
/// The times are those of the scripts, and 0.15 s, for which a touch in a scroll view waits.
@Suite struct TouchDownTests {
  /// A list of 2000 points in 600 with a button at its top, and a button above the list. The counts
  /// of the actions are the rotations of the marks.
  private static func scene(_ keys: String = "") -> String {
    """
    { snapback: 1, screen: { width: 400, height: 800 },
      views: [ { id: "down" }, { id: "inside" }, { id: "outside" }, { id: "cancel" },
        { id: "list", scroll: true, views: [ { id: "rows", views: [ { id: "button" } ] } ] },
        { id: "free" } ],
      constraints: [ { format: "H:|[down(1)][inside(1)][outside(1)][cancel(1)]" },
        { format: "V:|[down(1)]" }, { format: "V:|[inside(1)]" }, { format: "V:|[outside(1)]" },
        { format: "V:|[cancel(1)]" },
        "list.left = 0", "list.top = 100", "list.width = 400", "list.height = 600",
        { format: "H:|[rows(400)]|", in: "list" }, { format: "V:|[rows(2000)]|", in: "list" },
        "button.left = 100", "button.top = rows.top + 100", "button.width = 200",
        "button.height = 100", "free.left = 100", "free.top = 0", "free.width = 200",
        "free.height = 50" ],
      gestures: [ { scroll: "list", name: "scroll", \(keys) } ] }
    """
  }
  private static let names = ["down", "inside", "outside", "cancel"]
  private let inList = Point(x: 200, y: 250)
  private let above = Point(x: 200, y: 25)

  private func driver(_ keys: String = "") throws -> EngineDriver {
    var blueprint = try SceneReader.read(Array(Self.scene(keys).utf8), file: "test")
    for name in ["button", "free"] {
      let view = try #require(
        blueprint.views.firstIndex { $0.appearance.name == name })
      let triggers: [SceneAction.Trigger] = [
        .touchDown(view: view), .touchUpInside(view: view), .touchUpOutside(view: view),
        .touchCancel(view: view),
      ]
      for (mark, trigger) in zip(Self.names, triggers) {
        blueprint.actions.append(
          SceneAction(
            name: "\(name) \(mark)", triggers: [trigger],
            steps: (1...9).map { [.rotation(mark, Double($0))] }))
      }
    }
    return EngineDriver(blueprint)
  }

  /// How often each trigger has run an action: down, inside, outside, cancel.
  private func counts(_ driver: inout EngineDriver, _ seconds: Double) -> [Double] {
    Self.names.map { driver.see($0, seconds).transform.rotation }
  }

  @Test func aTouchOutsideScrollViewsIsDownAtOnce() throws {
    var driver = try driver()
    driver.finger(at: above, 1)
    #expect(counts(&driver, 1) == [1, 0, 0, 0])
    driver.lift(2)
    #expect(counts(&driver, 2) == [1, 1, 0, 0])
  }

  @Test func aTouchInAScrollViewIsDownAfterTheDelay() throws {
    var driver = try driver()
    driver.finger(at: inList, 1)
    #expect(driver.engine.nextChange == .at(EngineDriver.moment(1).advanced(bySeconds: 0.15)))
    #expect(driver.engine.isAtRest == false)
    #expect(counts(&driver, 1.149) == [0, 0, 0, 0])
    #expect(counts(&driver, 1.151) == [1, 0, 0, 0])
    #expect(driver.engine.isAtRest == true)
    driver.lift(2)
    #expect(counts(&driver, 2) == [1, 1, 0, 0])
  }

  @Test func withoutTheDelayItIsDownAtOnce() throws {
    var driver = try driver("delaysContentTouches: false")
    driver.finger(at: inList, 1)
    #expect(counts(&driver, 1) == [1, 0, 0, 0])
    driver.finger(at: inList - Vector(dx: 0, dy: 11), 1.05)
    #expect(driver.turns() == ["scroll began"])
    #expect(counts(&driver, 1.05) == [1, 0, 0, 1])
  }

  @Test func aDisabledScrollViewDelaysNothing() throws {
    var driver = try driver()
    try driver.engine.apply([.gesture("scroll", isEnabled: false)], at: .zero)
    driver.finger(at: inList, 1)
    #expect(counts(&driver, 1) == [1, 0, 0, 0])
  }

  @Test func aShortTapIsDownAndThenUp() throws {
    let text = Self.scene().replacing(
      "gestures:",
      with: """
        actions: [ { on: { touchDown: "button" }, changes: [ { view: "free", alpha: 0.5 } ] },
          { on: { touchUpInside: "button" }, changes: [ { view: "free", alpha: 0.75 } ] } ],
        gestures:
        """)
    var driver = try EngineDriver(scene: text)
    driver.tap(at: inList, 1)
    #expect(driver.see("free", 1.04).alpha == 0.75)
    var counted = try self.driver()
    counted.tap(at: inList, 1)
    #expect(counts(&counted, 3) == [1, 1, 0, 0])
  }

  @Test func aScrollBeforeTheDelayPressesNothing() throws {
    var driver = try driver()
    driver.finger(at: inList, 1)
    driver.finger(at: inList - Vector(dx: 0, dy: 11), 1.1)
    driver.lift(1.12)
    #expect(driver.turns() == ["scroll began", "scroll ended"])
    #expect(counts(&driver, 5) == [0, 0, 0, 0])
  }

  @Test func aScrollAfterTheDelayCancelsTheTouch() throws {
    var driver = try driver()
    driver.finger(at: inList, 1)
    #expect(counts(&driver, 1.2) == [1, 0, 0, 0])
    driver.finger(at: inList - Vector(dx: 0, dy: 11), 1.3)
    #expect(counts(&driver, 1.3) == [1, 0, 0, 1])
    driver.lift(1.4)
    #expect(counts(&driver, 5) == [1, 0, 0, 1])
  }

  @Test func aLiftOutsideAndAPalmAreToldApart() throws {
    var driver = try driver()
    driver.finger(at: above, 1)
    driver.finger(at: above + Vector(dx: 0, dy: 40), 1.1)
    driver.lift(1.2)
    #expect(counts(&driver, 1.2) == [1, 0, 1, 0])
    driver.finger(at: above, 2)
    driver.lift(2.1, phase: .cancelled)
    #expect(counts(&driver, 2.1) == [2, 0, 1, 1])
    driver.finger(at: above, 3)
    driver.engine.cancelContacts(at: EngineDriver.moment(3.1))
    #expect(counts(&driver, 3.1) == [3, 0, 1, 2])
    // A palm that is found while the touch waits has never pressed anything.
    driver.finger(at: inList, 4)
    driver.lift(4.1, phase: .cancelled)
    #expect(counts(&driver, 5) == [3, 0, 1, 2])
  }

  @Test func theTouchThatStopsAListPressesNothing() throws {
    for keys in ["", "delaysContentTouches: false"] {
      var driver = try driver(keys)
      // The touch of the flick is beside the button.
      let start = Point(x: 350, y: 600)
      driver.drag(from: start, to: start - Vector(dx: 0, dy: 60), 0...0.1)
      driver.lift(0.1)
      driver.finger(at: Point(x: 200, y: 150), 0.15)
      #expect(counts(&driver, 1) == [0, 0, 0, 0], "\(keys)")
      driver.lift(1)
      #expect(counts(&driver, 2) == [0, 0, 0, 0], "\(keys)")
    }
  }

  @Test func eachFingerWaitsForItself() throws {
    var driver = try driver()
    driver.finger(1, at: inList, 1)
    driver.finger(2, at: inList + Vector(dx: 20, dy: 0), 1.1)
    #expect(counts(&driver, 1.2) == [1, 0, 0, 0])
    #expect(counts(&driver, 1.26) == [2, 0, 0, 0])
  }

  @Test func scenesWithoutSuchTriggersHaveNoDeadline() throws {
    var driver = try EngineDriver(
      scene: Self.scene().replacing(
        "gestures:",
        with: "actions: [ { on: { tap: \"button\" }, changes: [] } ], gestures:"))
    driver.finger(at: inList, 1)
    #expect(driver.engine.nextChange == .never)
  }
}
