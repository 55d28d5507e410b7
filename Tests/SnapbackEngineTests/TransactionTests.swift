import SnapbackBasics
import SnapbackEngine
import SnapbackLayout
import SnapbackMotion
import SnapbackProtocol
import SnapbackTestSupport
import Testing

/// Animated changes from outside: the model changes at once, residual terms move the presentation.
@Suite struct TransactionTests {
  /// A bar over a list that fills the rest.
  private static let scene = """
    { snapback: 1, screen: { width: 400, height: 800 },
      views: [ { id: "bar" }, { id: "list", views: [ { id: "row" } ] } ],
      constraints: [
        "bar.top = 0", "bar.left = 0", "bar.width = screen.width",
        { id: "barHeight", rule: "bar.height = 60" },
        "list.top = bar.bottom", "list.left = 0", "list.width = screen.width",
        "list.bottom = screen.bottom", "row.top = bar.bottom", "row.height = 44",
        "row.left = list.left", "row.width = list.width" ] }
    """

  @Test func neighborsStayTogetherWhileTheyMoveWithDifferentSprings() throws {
    var driver = try EngineDriver(scene: Self.scene)
    let bouncy = try Spring(uikitDuration: 1, dampingRatio: 0.33)
    let brisk = try Spring(response: 0.2, dampingRatio: 1)
    try driver.engine.apply([.constant("barHeight", 200)], animatedBy: bouncy, at: .zero)
    var highest = 0.0
    for step in 1...240 {
      let now = Double(step) / 120
      if step == 13 {
        try driver.engine.apply(
          [.constant("barHeight", 120), .screenSize(Size(width: 300, height: 700))],
          animatedBy: brisk, at: EngineDriver.moment(now))
      }
      let bar = driver.see("bar", now).frame
      let list = driver.see("list", now).frame
      #expect(abs(bar.bottom - list.top) < 1e-9)
      #expect(abs(driver.see("row", now).toScreen.ty - bar.bottom) < 1e-9)
      highest = max(highest, bar.bottom)
    }
    #expect(highest > 150)
    #expect(driver.see("bar", 20).frame == Rect(x: 0, y: 0, width: 300, height: 120))
    #expect(driver.see("list", 20).frame == Rect(x: 0, y: 120, width: 300, height: 580))
    #expect(driver.engine.layoutPasses == 3)
  }

  @Test func withoutASpringItJumpsAndRunningMotionsGoOn() throws {
    var driver = try EngineDriver(scene: Self.scene)
    let spring = try Spring(response: 0.5, dampingRatio: 1)
    try driver.engine.apply([.constant("barHeight", 100)], animatedBy: spring, at: .zero)
    let before = driver.see("bar", 0.1).frame.bottom
    try driver.engine.apply(
      [.constant("barHeight", 110)], animatedBy: nil, at: EngineDriver.moment(0.1))
    #expect(abs(driver.see("bar", 0.1).frame.bottom - before - 10) < 1e-9)
    #expect(driver.engine.wakeUp == .everyFrame)
  }

  @Test func aRefusedChangeChangesNothing() throws {
    var driver = try EngineDriver(scene: Self.scene)
    let changes: [[SceneChange]] = [
      [.constant("barHeight", 100), .constant("none", 1)],
      [.constant("barHeight", 100), .alpha("nobody", 1)],
      [.constant("barHeight", .nan)], [.screenSize(Size(width: -1, height: 5))],
      [.translation("bar", Vector(dx: .infinity, dy: 0))], [.rotation("bar", .nan)],
    ]
    for change in changes {
      #expect(throws: EngineError.self) {
        try driver.engine.apply(change, animatedBy: nil, at: .zero)
      }
    }
    #expect(driver.see("bar", 1).frame.size.height == 60)
  }

  @Test func theErrorOfAKeyboardThatIsTooHighNamesTheKeyboard() throws {
    var driver = try EngineDriver(scene: Self.scene)
    for height in [1_000_001.0, -1_000_001, .infinity] {
      let error = EngineError.outOfRange("the height of the keyboard", height, limit: 1e6)
      #expect(throws: error) {
        try driver.engine.apply([.keyboardHeight(height)], animatedBy: nil, at: .zero)
      }
    }
    #expect(driver.engine.layoutTree.traits.keyboardHeight == 0)
  }

  @Test func whatAFingerHoldsIsNotMoved() throws {
    var driver = try EngineDriver(scene: PanTests.scene("follow: 'center'"))
    driver.finger(at: Point(x: 200, y: 400), 0)
    #expect(throws: EngineError.held("card")) {
      try driver.engine.apply(
        [.translation("card", Vector(dx: 5, dy: 5))], animatedBy: nil, at: .zero)
    }
  }

  @Test func alphaIsHeldToItsRangeWhenReadOut() throws {
    var driver = try EngineDriver(scene: Self.scene)
    let spring = try Spring(response: 0.3, dampingRatio: 0.2)
    try driver.engine.apply([.alpha("bar", 0)], animatedBy: spring, at: .zero)
    var lowest = 1.0
    for step in 1...60 { lowest = min(lowest, driver.see("bar", Double(step) / 120).alpha) }
    #expect(lowest < 0, "the channel overshoots; the encoder holds it to 0…1")
  }

  @Test func curvesThatPileUpBecomeSpringsWithoutAJumpAndKeepWhatIsTied() throws {
    var driver = try EngineDriver(scene: Self.scene)
    for step in 0..<60 {
      let now = Double(step) * 0.02
      let before = driver.see("bar", now).frame.bottom
      try driver.engine.apply(
        [.constant("barHeight", Double(100 + step % 7 * 20))],
        animation: .curve(.easeInOut, duration: 5), at: EngineDriver.moment(now))
      #expect(abs(driver.see("bar", now).frame.bottom - before) < 1e-9)
      #expect(abs(driver.see("list", now).frame.top - driver.see("bar", now).frame.bottom) < 1e-9)
    }
    let terms = driver.engine.motions.map(\.terms.count).max() ?? 0
    #expect(terms == 9, "eight curves, and one spring that 52 have become")
    #expect(driver.see("bar", 60).frame.bottom == Double(100 + 59 % 7 * 20))
  }
}
