import SnapbackBasics
import SnapbackEngine
import SnapbackProtocol
import SnapbackTestSupport
import Testing

/// Touches hit the views where they are drawn.
@Suite struct HitTestingTests {
  private static func scene(_ views: String, _ constraints: String, _ pans: String) -> String {
    """
    { snapback: 1, screen: { width: 400, height: 400 }, views: [\(views)],
      constraints: [\(constraints)], gestures: [\(pans)] }
    """
  }

  private static func box(_ id: String, _ x: Int, _ y: Int, _ size: Int) -> String {
    "'\(id).left = \(x)', '\(id).top = \(y)', '\(id).width = \(size)', '\(id).height = \(size)',"
  }

  /// The view that a drag from `point` moves, if any.
  private func moved(
    _ driver: inout EngineDriver, from point: Point, at seconds: Double
  ) -> String? {
    driver.drag(from: point, to: point + Vector(dx: 40, dy: 0), seconds...(seconds + 0.1))
    let events = driver.engine.drainGestureEvents()
    driver.lift(seconds + 0.2, phase: .cancelled)
    _ = driver.see("screen", seconds + 5)
    _ = driver.engine.drainGestureEvents()
    return events.first.map { driver.engine.appearances[$0.view].name }
  }

  @Test func theFrontmostViewIsHitAndTheGapBetweenViewsIsNot() throws {
    var driver = try EngineDriver(
      scene: Self.scene(
        "{ id: 'back' }, { id: 'front' }",
        Self.box("back", 0, 0, 200) + Self.box("front", 100, 100, 200),
        "{ pan: 'back' }, { pan: 'front' }"))
    #expect(moved(&driver, from: Point(x: 50, y: 50), at: 0) == "back")
    #expect(moved(&driver, from: Point(x: 150, y: 150), at: 10) == "front")
    #expect(moved(&driver, from: Point(x: 350, y: 50), at: 20) == nil)
    #expect(moved(&driver, from: Point(x: -5, y: 50), at: 30) == nil)
  }

  @Test func aChildWithoutAPanPassesTheTouchToItsParent() throws {
    var driver = try EngineDriver(
      scene: Self.scene(
        "{ id: 'card', views: [ { id: 'label' } ] }",
        Self.box("card", 0, 0, 200) + Self.box("label", 50, 50, 50), "{ pan: 'card' }"))
    #expect(moved(&driver, from: Point(x: 60, y: 60), at: 0) == "card")
  }

  @Test func whatSticksOutOfItsParentIsNotHit() throws {
    var driver = try EngineDriver(
      scene: Self.scene(
        "{ id: 'card', views: [ { id: 'ear' } ] }",
        Self.box("card", 0, 0, 100) + Self.box("ear", 50, 50, 200), "{ pan: 'ear' }"))
    #expect(moved(&driver, from: Point(x: 80, y: 80), at: 0) == "ear")
    #expect(moved(&driver, from: Point(x: 150, y: 150), at: 10) == nil)
  }

  @Test func whatIsTooFaintIsNotHit() throws {
    var driver = try EngineDriver(
      scene: Self.scene("{ id: 'card' }", Self.box("card", 0, 0, 100), "{ pan: 'card' }"))
    try driver.engine.apply([.alpha("card", 0.009)], animatedBy: nil, at: .zero)
    #expect(moved(&driver, from: Point(x: 50, y: 50), at: 1) == nil)
    try driver.engine.apply([.alpha("card", 0.011)], animatedBy: nil, at: .zero)
    #expect(moved(&driver, from: Point(x: 50, y: 50), at: 10) == "card")
  }

  /// A view behind another one that covers it and has a view of its own.
  private static func covered(_ keys: String) -> String {
    scene(
      "{ id: 'back' }, { id: 'cover', \(keys) views: [ { id: 'note' } ] }",
      box("back", 0, 0, 200) + box("cover", 0, 0, 200) + box("note", 100, 100, 50),
      "{ pan: 'back' }, { pan: 'cover' }, { pan: 'note' }")
  }

  @Test(arguments: [
    ("", "cover", "note"), ("touches: 'self',", "cover", "note"),
    ("touches: 'through',", "back", "note"), ("touches: 'none',", "back", "back"),
  ])
  func aViewLetsTouchesThroughIfItIsTold(keys: String, beside: String, onTheNote: String) throws {
    var driver = try EngineDriver(scene: Self.covered(keys))
    #expect(moved(&driver, from: Point(x: 50, y: 50), at: 0) == beside)
    #expect(moved(&driver, from: Point(x: 120, y: 120), at: 10) == onTheNote)
  }

  @Test func whatAViewReceivesChangesWhileTheSceneRuns() throws {
    var driver = try EngineDriver(scene: Self.covered(""))
    let off = SceneChange.touches("cover", .nothing)
    try driver.engine.apply([off], at: .zero)
    #expect(moved(&driver, from: Point(x: 50, y: 50), at: 0.1) == "back")
    try driver.engine.apply([.touches("cover", .through)], at: EngineDriver.moment(6))
    #expect(moved(&driver, from: Point(x: 50, y: 50), at: 6.1) == "back")
    #expect(moved(&driver, from: Point(x: 120, y: 120), at: 12) == "note")
    // The way back of a transaction switches it on again.
    driver = try EngineDriver(scene: Self.covered(""))
    let id = try driver.engine.apply(
      [off, .alpha("cover", 0.5)], animation: .curve(.linear, duration: 1), isControlled: true,
      at: .zero)
    try driver.engine.reverse(try #require(id), at: EngineDriver.moment(0.1))
    #expect(moved(&driver, from: Point(x: 50, y: 50), at: 0.2) == "cover")
    #expect(throws: EngineError.unknownView("lid")) {
      try driver.engine.apply([.touches("lid", .own)], at: .zero)
    }
  }

  @Test func aFingerThatIsDownKeepsAViewThatReceivesNoMoreTouches() throws {
    var driver = try EngineDriver(scene: Self.covered(""))
    driver.finger(at: Point(x: 50, y: 50), 0)
    try driver.engine.apply([.touches("cover", .nothing)], at: .zero)
    driver.finger(at: Point(x: 90, y: 50), 0.1)
    #expect(driver.see("cover", 0.1).transform.translation.dx == 30)
  }

  @Test func aWheelAndAPointerReachWhatIsBehindAView() throws {
    for (keys, isThrough) in [("", false), ("touches: 'none'", true)] {
      var driver = try EngineDriver(
        scene: """
          { snapback: 1, screen: { width: 400, height: 400 },
            views: [ { id: "list", scroll: true, views: [ { id: "rows" } ] },
              { id: "cover", \(keys) } ],
            constraints: [ { format: "H:|[list]|" }, { format: "V:|[list]|" },
              { format: "H:|[cover]|" }, { format: "V:|[cover]|" },
              { format: "H:|[rows(400)]|", in: "list" },
              { format: "V:|[rows(2000)]|", in: "list" } ],
            gestures: [ { scroll: "list" }, { hover: "list", name: "over" } ] }
          """)
      let point = Point(x: 200, y: 200)
      driver.scroll(.step, by: Vector(dx: 0, dy: -40), at: point, 0.1)
      #expect(driver.see("rows", 5).frame.top == (isThrough ? -40 : 0))
      _ = driver.engine.drainGestureEvents()
      driver.hover(at: point, 6)
      #expect(driver.turns() == (isThrough ? ["over began"] : []))
    }
  }

  @Test func aMovedAndTurnedViewIsHitWhereItIsSeen() throws {
    var driver = try EngineDriver(
      scene: Self.scene(
        "{ id: 'bar' }",
        "'bar.left = 100', 'bar.top = 190', 'bar.width = 200', 'bar.height = 20'",
        "{ pan: 'bar' }"))
    #expect(moved(&driver, from: Point(x: 120, y: 200), at: 0) == "bar")
    try driver.engine.apply([.rotation("bar", .pi / 2)], animatedBy: nil, at: .zero)
    #expect(moved(&driver, from: Point(x: 120, y: 200), at: 10) == nil)
    try driver.engine.apply([.rotation("bar", .pi / 2)], animatedBy: nil, at: .zero)
    #expect(moved(&driver, from: Point(x: 200, y: 120), at: 20) == "bar")
  }

  @Test func twoViewsPanAtOnce() throws {
    var driver = try EngineDriver(
      scene: Self.scene(
        "{ id: 'a' }, { id: 'b' }", Self.box("a", 0, 0, 100) + Self.box("b", 200, 0, 100),
        "{ pan: 'a' }, { pan: 'b' }"))
    for step in 0...20 {
      driver.finger(1, at: Point(x: 50, y: 50 + Double(step) * 3), Double(step) * 0.008)
      driver.finger(2, at: Point(x: 250 + Double(step), y: 50), Double(step) * 0.008)
    }
    #expect(driver.see("a", 0.2).transform.translation.dy > 40)
    #expect(driver.see("b", 0.2).transform.translation.dx > 5)
    #expect(driver.see("b", 0.2).transform.translation.dy == 0)
  }
}
