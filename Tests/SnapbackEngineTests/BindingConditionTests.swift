import SnapbackBasics
import SnapbackEngine
import SnapbackMotion
import SnapbackProtocol
import SnapbackScene
import SnapbackTestSupport
import Testing

/// The key `when` of bindings: what a number is while conditions are false, and when they change.
@Suite struct BindingConditionTests {
  private static let linear = Animation.curve(.linear, duration: 1)

  private static func text(_ bindings: String, states: String = "'on', 'off', 'third'") -> String {
    """
    { snapback: 1, screen: { width: 400, height: 800 }, states: { mode: [\(states)] },
      views: [ { id: "card" }, { id: "shade" } ],
      constraints: [ "card.left = 0", "card.top = 0", "card.width = 100", "card.height = 100",
        "shade.left = 0", "shade.top = 0", "shade.width = 10", "shade.height = 10" ],
      bindings: [\(bindings)] }
    """
  }

  private static let rising = """
    { from: "card.translation.x", to: "shade.alpha", map: [[0, 0], [400, 1]], when: "mode = on" }
    """
  private static let falling = """
    { from: "card.translation.x", to: "shade.alpha", map: [[0, 1], [400, 0]], when: "mode = off" }
    """

  private static func move(_ x: Double) -> SceneChange {
    .translation("card", Vector(dx: x, dy: 0))
  }

  private static func alpha(_ driver: inout EngineDriver, _ seconds: Double) -> Double {
    driver.see("shade", seconds).alpha
  }

  /// A driver with the card at a translation of 100.
  private static func driver(_ bindings: String) throws -> EngineDriver {
    var driver = try EngineDriver(scene: text(bindings))
    try driver.apply([move(100)], nil, 0)
    return driver
  }

  @Test func aNumberStaysWhileTheConditionIsFalse() throws {
    var driver = try Self.driver(Self.rising)
    #expect(abs(Self.alpha(&driver, 1) - 0.25) < 1e-9)
    try driver.apply([.state("mode", "off")], nil, 1)
    #expect(abs(Self.alpha(&driver, 1) - 0.25) < 1e-9)
    try driver.apply([Self.move(200)], Self.linear, 2)
    for seconds in [2.0, 2.5, 3] {
      #expect(abs(Self.alpha(&driver, seconds) - 0.25) < 1e-9, "\(seconds)")
    }
    try driver.apply([.state("mode", "on")], Self.linear, 4)
    for share in [0.0, 0.25, 0.5, 1] {
      #expect(abs(Self.alpha(&driver, 4 + share) - (0.25 + 0.25 * share)) < 1e-9, "\(share)")
    }
    try driver.apply([.state("mode", "third")], nil, 6)
    try driver.apply([Self.move(0)], nil, 6)
    #expect(abs(Self.alpha(&driver, 6) - 0.5) < 1e-9)
    try driver.apply([.state("mode", "on")], nil, 7)
    #expect(abs(Self.alpha(&driver, 7)) < 1e-9)
  }

  /// The number has the value at the beginning of the scene until the condition is true.
  @Test func aConditionThatIsFalseAtFirstKeepsTheFirstValue() throws {
    let binding = """
      { from: "card.translation.x", to: "shade.alpha", map: [[0, 0.5], [400, 1]],
        when: "mode = off" }
      """
    var driver = try Self.driver(binding)
    #expect(abs(Self.alpha(&driver, 1) - 0.5) < 1e-9)
    try driver.apply([.state("mode", "off")], nil, 2)
    #expect(abs(Self.alpha(&driver, 2) - 0.625) < 1e-9)
  }

  /// Of two bindings, that of the present state gives the number; without one, the last one does.
  @Test func bindingsOfDifferentStatesReplaceEachOther() throws {
    var driver = try Self.driver("\(Self.rising), \(Self.falling)")
    #expect(abs(Self.alpha(&driver, 1) - 0.25) < 1e-9)
    try driver.apply([.state("mode", "off")], Self.linear, 1)
    for share in [0.0, 0.25, 0.5, 1] {
      #expect(abs(Self.alpha(&driver, 1 + share) - (0.25 + 0.5 * share)) < 1e-9, "\(share)")
    }
    try driver.apply([Self.move(200)], nil, 3)
    #expect(abs(Self.alpha(&driver, 3) - 0.5) < 1e-9)
    try driver.apply([Self.move(100)], nil, 4)
    try driver.apply([.state("mode", "third")], nil, 4)
    try driver.apply([Self.move(400)], nil, 4)
    #expect(abs(Self.alpha(&driver, 4) - 0.75) < 1e-9)
    try driver.apply([.state("mode", "on")], nil, 5)
    #expect(abs(Self.alpha(&driver, 5) - 1) < 1e-9)
  }

  /// The card moves at 400 points per second when its state changes. Nothing jumps, and the number
  /// comes to rest at its value at that moment.
  @Test func aMovingNumberStopsWithTheAnimationOfTheChange() throws {
    var driver = try Self.driver(Self.rising)
    try driver.apply([Self.move(0)], nil, 0.5)
    try driver.apply([Self.move(400)], Self.linear, 1)
    try driver.apply([.state("mode", "off")], .spring(.smooth), 1.5)
    let (start, later) = (Self.alpha(&driver, 1.5), Self.alpha(&driver, 1.501))
    #expect(abs(start - 0.5) < 1e-9)
    // The velocity of 1 per second continues.
    #expect(abs(later - 0.501) < 1e-4)
    #expect(abs(Self.alpha(&driver, 4) - 0.5) < 1e-9)
  }

  @Test func aReversalTakesTheConditionBack() throws {
    var driver = try Self.driver("\(Self.rising), \(Self.falling)")
    let id = try driver.apply([.state("mode", "off")], Self.linear, isControlled: true, 1)
    #expect(abs(Self.alpha(&driver, 1.5) - 0.5) < 1e-9)
    try driver.engine.reverse(id, at: EngineDriver.moment(1.5))
    for (seconds, wanted) in [(1.5, 0.5), (1.75, 0.375), (2, 0.25), (3, 0.25)] {
      #expect(abs(Self.alpha(&driver, seconds) - wanted) < 1e-9, "\(seconds)")
    }
  }

  /// A factor of another state is 1.
  @Test func factorsOfDifferentStatesReplaceEachOther() throws {
    var driver = try Self.driver(
      """
      { from: "card.translation.x", to: "shade.scale", map: [[0, 1], [400, 3]],
        combine: "multiply" },
      { from: "card.translation.x", to: "shade.scale", map: [[0, 2], [400, 4]],
        combine: "multiply", when: "mode = on" },
      { from: "card.translation.x", to: "shade.scale", map: [[0, 4], [400, 8]],
        combine: "multiply", when: "mode = off" }
      """)
    #expect(abs(driver.see("shade", 1).transform.scale.dx - 1.5 * 2.5) < 1e-9)
    try driver.apply([.state("mode", "off")], nil, 2)
    #expect(abs(driver.see("shade", 2).transform.scale.dx - 1.5 * 5) < 1e-9)
  }

  /// The card is at 100 while the binding is active, and at 200 when the scene is replaced.
  @Test(arguments: [(true, 0.25), (false, 0)])
  func aPatchKeepsTheNumber(goesOn: Bool, alpha: Double) throws {
    let scene = Self.text(Self.rising, states: "'off', 'on'")
    var driver = try EngineDriver(scene: scene)
    try driver.apply([.state("mode", "on"), Self.move(100)], nil, 0)
    try driver.apply([.state("mode", "off")], nil, 1)
    try driver.apply([Self.move(200)], nil, 2)
    #expect(abs(Self.alpha(&driver, 2) - 0.25) < 1e-9)
    let blueprint = try SceneReader.read(Array(scene.utf8), file: "scene.json5")
    driver.engine.replaceScene(blueprint, goesOn: goesOn)
    var frame = driver.engine.makeFrame()
    driver.engine.sample(&frame, at: EngineDriver.moment(3), resampling: .none)
    #expect(abs(frame.views[driver.place(of: "shade")].alpha - alpha) < 1e-9)
  }
}
