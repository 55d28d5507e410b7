import SnapbackBasics
import SnapbackEngine
import SnapbackMotion
import SnapbackProtocol
import SnapbackTestSupport
import Testing

/// Touches exactly on edges and thresholds, and discarded events.
@Suite struct EngineEdgeTests {
  private static func scene(_ views: String, _ rules: String, _ more: String) -> String {
    """
    { snapback: 1, screen: { width: 400, height: 400 }, views: [\(views)],
      constraints: [\(rules)], \(more) }
    """
  }

  private static func box(_ id: String, _ x: Int, _ y: Int, _ size: Int) -> String {
    "'\(id).left = \(x)', '\(id).top = \(y)', '\(id).width = \(size)', '\(id).height = \(size)',"
  }

  @Test func aTouchIsUpInsideOnTheLeftAndTopEdgesAndNotOnTheOthers() throws {
    let places: [(Double, Double, Bool)] = [
      (100, 150, true), (150, 100, true), (100, 100, true), (199.5, 199.5, true),
      (99.5, 150, false), (150, 99.5, false), (200, 150, false), (150, 200, false),
    ]
    for (x, y, isInside) in places {
      var driver = try EngineDriver(
        scene: Self.scene(
          "{ id: 'box' }, { id: 'lamp' }", Self.box("box", 100, 100, 100),
          """
          actions: [ { name: 'up', on: { touchUpInside: 'box' },
            changes: [ { view: 'lamp', alpha: 0.5 } ] } ]
          """))
      driver.finger(at: Point(x: 150, y: 150), 0)
      driver.finger(at: Point(x: x, y: y), 0.1)
      driver.lift(0.2)
      #expect((driver.see("lamp", 1).alpha == 0.5) == isInside, "\(x), \(y)")
    }
  }

  @Test func aViewIsTouchedOnItsLeftAndTopEdgesAndNotOnTheOthers() throws {
    let places: [(Double, Double, Bool)] = [
      (100, 150, true), (150, 100, true), (99.5, 150, false), (150, 99.5, false),
      (200, 150, false), (150, 200, false),
    ]
    for (x, y, isOn) in places {
      var driver = try EngineDriver(
        scene: Self.scene(
          "{ id: 'box' }", Self.box("box", 100, 100, 100), "gestures: [ { pan: 'box' } ]"))
      driver.drag(from: Point(x: x, y: y), to: Point(x: x + 40, y: y), 0...0.1)
      #expect(driver.phases().contains(.began) == isOn, "\(x), \(y)")
    }
  }

  /// The views that a touch misses, with the reasons.
  private static func misses(
    _ views: String, _ rules: String, _ point: Point
  ) throws -> [String] {
    var driver = try EngineDriver(
      scene: scene(views, rules, "gestures: [ { pan: 'front' } ]"))
    driver.engine.setExplains(true)
    driver.finger(at: point, 1)
    for case .hit(let hit) in driver.engine.drainDecisions() {
      return hit.misses.map { "\(driver.engine.appearances[$0.view].name) \($0.reason)" }
    }
    return ["no decision"]
  }

  @Test func viewsUnderTheTouchedViewAreCovered() throws {
    let views = "{ id: 'back', views: [ { id: 'deep' } ] }, { id: 'front' }"
    let rules =
      Self.box("back", 100, 100, 200) + Self.box("deep", 50, 50, 100)
      + Self.box("front", 0, 0, 400)
    let places: [(Double, Double, [String])] = [
      (200, 200, ["back covered", "deep covered"]), (120, 200, ["back covered"]),
      (100, 200, ["back covered"]), (200, 100, ["back covered"]), (99.5, 200, []),
      (200, 99.5, []), (300, 200, []), (200, 300, []),
      (150, 200, ["back covered", "deep covered"]),
      (200, 150, ["back covered", "deep covered"]), (200, 250, ["back covered"]),
    ]
    for (x, y, expected) in places {
      let found = try Self.misses(views, rules, Point(x: x, y: y))
      #expect(found == expected, "\(x), \(y)")
    }
  }

  @Test func eachMissNamesItsReason() throws {
    // View indices: 1 back, 2 deep, 3 front.
    let front = Self.box("front", 0, 0, 50)
    let under = Self.box("back", 100, 100, 100) + Self.box("deep", 50, 50, 100) + front
    func misses(_ back: String, _ deep: String, _ x: Double, _ y: Double) throws -> [String] {
      try Self.misses(
        "{ id: 'back', \(back) views: [ { id: 'deep', \(deep) } ] }, { id: 'front' }", under,
        Point(x: x, y: y))
    }
    #expect(try misses("", "", 220, 220) == ["deep outside(1)"])
    #expect(
      try misses("alpha: 0,", "", 170, 170) == [
        "back faint(1, alpha: 0.0)", "deep faint(1, alpha: 0.0)",
      ])
    #expect(try misses("", "alpha: 0.005", 170, 170) == ["deep faint(2, alpha: 0.005)"])
    let faintest = try Self.misses(
      "{ id: 'back', alpha: 0.01 }, { id: 'front' }",
      Self.box("back", 0, 0, 100) + Self.box("front", 0, 0, 50), Point(x: 20, y: 20))
    #expect(faintest == ["back covered"])
    #expect(try misses("hidden: true,", "", 170, 170) == ["back hidden(1)", "deep hidden(1)"])
    #expect(
      try misses("touches: 'none',", "", 170, 170) == [
        "back untouchable(1)", "deep untouchable(1)",
      ])
    #expect(
      try misses("touches: 'through',", "touches: 'through'", 170, 170) == [
        "back passing", "deep passing",
      ])
  }

  @Test func aHundredthOfOpacityCanBeTouchedAndLessCannot() throws {
    for (alpha, isTouched) in [(0.009, false), (0.01.nextDown, false), (0.01, true), (0.011, true)]
    {
      var driver = try EngineDriver(
        scene: Self.scene(
          "{ id: 'box' }", Self.box("box", 100, 100, 100), "gestures: [ { pan: 'box' } ]"))
      try driver.engine.apply([.alpha("box", alpha)], animatedBy: nil, at: .zero)
      driver.engine.setExplains(true)
      driver.finger(at: Point(x: 150, y: 150), 1)
      for case .hit(let hit) in driver.engine.drainDecisions() {
        #expect((hit.view == 1) == isTouched, "\(alpha)")
        #expect(hit.misses.map(\.reason) == (isTouched ? [] : [.faint(1, alpha: alpha)]))
      }
      driver.drag(from: Point(x: 150, y: 150), to: Point(x: 190, y: 150), 1.1...1.2)
      #expect(driver.phases().contains(.began) == isTouched, "\(alpha)")
    }
  }

  /// A scene in which each kind of event can be caused separately.
  private static let eventful = scene(
    "{ id: 'box' }",
    "{ id: 'place', rule: 'box.left = 100' }, 'box.top = 100', 'box.width = 100', "
      + "'box.height = 90'",
    "gestures: [ { pan: 'box' } ]")

  @Test func allEventsAreDiscardedWhateverThereIs() throws {
    func drag(_ driver: inout EngineDriver) {
      driver.drag(from: Point(x: 150, y: 150), to: Point(x: 190, y: 150), 0...0.1)
    }
    func animate(_ driver: inout EngineDriver) throws {
      _ = try driver.engine.apply(
        [.alpha("box", 0.5)], animation: .curve(.linear, duration: 0.1), at: .zero)
      driver.updateFrame(at: EngineDriver.moment(1))
    }
    func touch(_ driver: inout EngineDriver) {
      driver.engine.setExplains(true)
      driver.finger(at: Point(x: 5, y: 5), 1)
    }
    let kinds: [(String, (inout EngineDriver) throws -> Void)] = [
      ("gestures", drag), ("transactions", animate), ("decisions", touch),
      (
        "layout",
        { driver in
          try driver.engine.apply([.constant("place", 7)], animatedBy: nil, at: .zero)
        }
      ),
    ]
    for (name, make) in kinds {
      // Without discarding, the events are available.
      for isDiscarded in [false, true] {
        var driver = try EngineDriver(scene: Self.eventful)
        driver.engine.recordsLayout = true
        driver.engine.discardEvents()
        try make(&driver)
        if isDiscarded { driver.engine.discardEvents() }
        let counts = [
          "gestures": driver.engine.drainGestureEvents().count,
          "transactions": driver.engine.drainTransactionEvents().count,
          "layout": driver.engine.drainLayoutEvents().events.count,
          "decisions": driver.engine.drainDecisions().count,
        ]
        for (kind, count) in counts {
          #expect((count > 0) == (!isDiscarded && kind == name), "\(kind) of \(name)")
        }
      }
    }
  }
}
