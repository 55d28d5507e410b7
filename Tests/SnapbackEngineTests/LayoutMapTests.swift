import SnapbackBasics
import SnapbackEngine
import SnapbackMotion
import SnapbackProtocol
import SnapbackTestSupport
import Testing

/// Maps of bindings whose points depend on the layout, before, during and after changes of it.
@Suite struct LayoutMapTests {
  private static let linear = Animation.curve(.linear, duration: 1)

  /// A panel that is 200 points wide, or 400 after a change, and a card at a translation of 100.
  private static func driver(_ bindings: String) throws -> EngineDriver {
    var driver = try EngineDriver(
      scene: """
        { snapback: 1, screen: { width: 400, height: 800 }, metrics: { gap: 20 },
          views: [ { id: "panel" }, { id: "shade" }, { id: "badge" }, { id: "card" } ],
          constraints: [
            "panel.left = 0", "panel.top = 0", { id: "wide", rule: "panel.width = 200" },
            "panel.height = 40", "shade.left = 0", "shade.top = 0", "shade.width = 10",
            "shade.height = 10", "badge.left = 0", "badge.top = 0", "badge.width = 10",
            "badge.height = 10", "card.left = 0", "card.top = 0", "card.width = 100",
            "card.height = 100" ],
          bindings: [\(bindings)] }
        """)
    try driver.apply([.translation("card", Vector(dx: 100, dy: 0))], nil, 0)
    return driver
  }

  private static let dim = """
    { name: "dim", from: "card.translation.x", to: "shade.alpha",
      map: [[0, 0], ["panel.width", 0.5]] }
    """

  private static func alpha(_ driver: inout EngineDriver, _ seconds: Double) -> Double {
    driver.see("shade", seconds).alpha
  }

  /// Half of the opacity at the width of the panel; from 20 points to this width over the screen.
  @Test func aMapIsThatOfThePresentLayout() throws {
    var driver = try Self.driver(
      """
      \(Self.dim), { from: "card.translation.x", to: "shade.translation.y",
        map: [[0, "gap"], ["screen.width - 100", "panel.width"]] }
      """)
    func y(_ driver: inout EngineDriver, _ seconds: Double) -> Double {
      driver.see("shade", seconds).transform.translation.dy
    }
    #expect(abs(Self.alpha(&driver, 1) - 0.25) < 1e-9)
    #expect(abs(y(&driver, 1) - (20 + 180 / 3.0)) < 1e-9)
    try driver.apply([.constant("wide", 400)], nil, 2)
    #expect(abs(Self.alpha(&driver, 2) - 0.125) < 1e-9)
    #expect(abs(y(&driver, 2) - (20 + 380 / 3.0)) < 1e-9)
    try driver.apply([.screenSize(Size(width: 800, height: 400))], nil, 3)
    #expect(abs(Self.alpha(&driver, 3) - 0.125) < 1e-9)
    #expect(abs(y(&driver, 3) - (20 + 380 / 7.0)) < 1e-9)
    let isAtRest = driver.engine.isAtRest
    #expect(isAtRest)
  }

  /// The difference between the two maps vanishes linearly, whether the source rests or moves.
  @Test(arguments: [100.0, 200])
  func theAnimationOfTheLayoutMovesTheMap(goal: Double) throws {
    var driver = try Self.driver(Self.dim)
    try driver.apply(
      [.constant("wide", 400), .translation("card", Vector(dx: goal, dy: 0))], Self.linear, 1)
    for share in [0.0, 0.1, 0.5, 0.75, 1] {
      let x = 100 + (goal - 100) * share
      let wanted = x / 800 + 0.125 * (1 - share)
      #expect(abs(Self.alpha(&driver, 1 + share) - wanted) < 1e-9, "\(share)")
      #expect(abs(driver.seen(.alpha, of: "shade", 1 + share).value - wanted) < 1e-9, "\(share)")
    }
  }

  /// The panel is always half as wide as the screen, so its share of the width stays a half.
  @Test func aShareOfTheScreenStaysWhileBothGrow() throws {
    var driver = try Self.driver(
      """
      { from: "panel.frame.width", to: "shade.alpha", map: [[0, 0], ["screen.width", 1]] }
      """)
    #expect(abs(Self.alpha(&driver, 1) - 0.5) < 1e-9)
    try driver.apply(
      [.screenSize(Size(width: 800, height: 400)), .constant("wide", 400)], Self.linear, 1)
    for share in [0.0, 0.25, 0.5, 1, 1.5] {
      #expect(abs(Self.alpha(&driver, 1 + share) - 0.5) < 1e-9, "\(share)")
    }
  }

  /// The second number of a chain is always the map of the first one as drawn.
  @Test func aChainFollowsTheFirstNumber() throws {
    var driver = try Self.driver(
      "\(Self.dim), { from: 'shade.alpha', to: 'badge.scale', map: [[0, 1], [0.5, 3]] }")
    try driver.apply([.constant("wide", 400)], .spring(.smooth), 1)
    for step in 0...40 {
      let moment = 1 + Double(step) / 20
      let alpha = Self.alpha(&driver, moment)
      let scale = driver.see("badge", moment).transform.scale.dx
      #expect(abs(scale - (1 + 4 * alpha)) < 1e-9, "\(moment)")
    }
    #expect(abs(Self.alpha(&driver, 5) - 0.125) < 1e-9)
  }

  @Test func aFollowerMovesToTheNewMap() throws {
    var driver = try Self.driver(
      """
      { from: "card.translation.x", to: "badge.translation.x", map: [[0, 0], ["panel.width", 100]],
        follow: { response: 0.3, dampingRatio: 1 } }
      """)
    func x(_ driver: inout EngineDriver, _ seconds: Double) -> Double {
      driver.see("badge", seconds).transform.translation.dx
    }
    #expect(abs(x(&driver, 5) - 50) < 0.01)
    try driver.apply([.constant("wide", 400)], nil, 5)
    #expect(abs(x(&driver, 5) - 50) < 0.01)
    let middle = x(&driver, 5.1)
    #expect(middle > 26 && middle < 49)
    #expect(abs(x(&driver, 10) - 25) < 0.01)
  }

  /// A kink at the width of the panel moves with it.
  @Test func aMovingSourceMeetsTheNewKink() throws {
    var driver = try Self.driver(Self.dim)
    try driver.apply([.constant("wide", 400)], nil, 1)
    try driver.apply([.translation("card", Vector(dx: 700, dy: 0))], Self.linear, 2)
    for step in 0...30 {
      let share = Double(step) / 30
      let wanted = min(0.5, (100 + 600 * share) / 800)
      #expect(abs(Self.alpha(&driver, 2 + share) - wanted) < 1e-9, "\(share)")
    }
  }

  @Test func aMapThatFallsStaysAsItWas() throws {
    var driver = try Self.driver(
      """
      { name: "dim", from: "card.translation.x", to: "shade.alpha",
        map: [["panel.width - 300", 0], [0, 0.5], [300, 1]] }
      """)
    let (before, warnings) = (Self.alpha(&driver, 1), driver.engine.layoutWarnings)
    #expect(abs(before - (0.5 + 0.5 / 3)) < 1e-9 && warnings.isEmpty)
    try driver.apply([.constant("wide", 400)], nil, 2)
    let (after, reported) = (Self.alpha(&driver, 2), driver.engine.layoutWarnings)
    #expect(after == before)
    #expect(
      reported == [
        "binding \"dim\": in this layout, the values of the source are 100.0, 0.0, 300.0; they "
          + "have to rise, with slopes up to 1000.0, so the map stays as it was"
      ])
    try driver.apply([.constant("wide", 250)], nil, 3)
    let (last, cleared) = (Self.alpha(&driver, 3), driver.engine.layoutWarnings)
    #expect(abs(last - before) < 1e-9 && cleared.isEmpty)
  }

  /// Without an earlier layout, the number has the first value. A slope of 4000 is too steep.
  @Test(arguments: [
    "[['panel.width', 0.25], [50, 1]]", "[[100, 0.25], ['panel.width - 99.9', 401]]",
  ])
  func aMapThatIsNeverValidHasItsFirstValue(map: String) throws {
    var driver = try Self.driver(
      "{ from: 'card.translation.x', to: 'shade.translation.y', map: \(map) }")
    #expect(driver.see("shade", 1).transform.translation.dy == 0.25)
    let warnings = driver.engine.layoutWarnings
    #expect(warnings.count == 1)
  }

  /// Half of the way forward and half back.
  @Test func aReversalTakesTheMapBack() throws {
    var driver = try Self.driver(Self.dim)
    let id = try driver.apply([.constant("wide", 400)], Self.linear, isControlled: true, 1)
    #expect(abs(Self.alpha(&driver, 1.5) - 0.1875) < 1e-9)
    try driver.engine.reverse(id, at: EngineDriver.moment(1.5))
    for (seconds, wanted) in [(1.5, 0.1875), (1.75, 0.21875), (2, 0.25), (3, 0.25)] {
      #expect(abs(Self.alpha(&driver, seconds) - wanted) < 1e-9, "\(seconds)")
    }
  }

  private static let ends: [(Engine.EndPosition, Double)] = [
    (.start, 0.25), (.current, 0.1875), (.end, 0.125),
  ]

  @Test(arguments: ends)
  func anEndedTransactionLeavesItsMap(position: Engine.EndPosition, alpha: Double) throws {
    var driver = try Self.driver(Self.dim)
    let id = try driver.apply([.constant("wide", 400)], Self.linear, isControlled: true, 1)
    #expect(abs(Self.alpha(&driver, 1.5) - 0.1875) < 1e-9)
    try driver.engine.end(id, at: position, time: EngineDriver.moment(1.5))
    #expect(abs(Self.alpha(&driver, 1.5) - alpha) < 1e-9)
    // The next layout pass ends what was set directly.
    try driver.apply([.constant("wide", 800)], nil, 2)
    #expect(abs(Self.alpha(&driver, 2) - 0.0625) < 1e-9)
  }

  @Test func aSceneThatReplacesAnotherMovesToItsOwnMap() throws {
    var driver = try Self.driver(Self.dim)
    let text = """
      { snapback: 1, screen: { width: 400, height: 800 },
        views: [ { id: "shade" }, { id: "card" } ],
        constraints: [ "card.width = 100", "card.height = 100" ],
        bindings: [ { from: "card.translation.x", to: "shade.alpha",
          map: [[0, 0], ["10 * card.width", 1]] } ] }
      """
    #expect(abs(Self.alpha(&driver, 1) - 0.25) < 1e-9)
    try driver.replaceScene(by: text, animation: Self.linear)
    for share in [0.0, 0.5, 1] {
      #expect(abs(Self.alpha(&driver, 1 + share) - (0.25 - 0.15 * share)) < 1e-9, "\(share)")
    }
  }
}
