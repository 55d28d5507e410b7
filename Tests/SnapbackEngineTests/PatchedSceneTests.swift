import SnapbackBasics
import SnapbackEngine
import SnapbackMotion
import SnapbackProtocol
import SnapbackScene
import SnapbackTestSupport
import Testing

/// Animated replacement of a scene.
@Suite struct PatchedSceneTests {
  private static func scene(_ views: String, _ left: Int, rows: String = "") -> String {
    """
    { snapback: 1, screen: { width: 400, height: 800 },
      views: [ \(views), { id: "rows", stack: { axis: "vertical" }, views: [
        { id: "up", contents: { width: 40, height: 100 } \(rows) },
        { id: "down", contents: { width: 40, height: 60 } } ] } ],
      constraints: [ "one.left = \(left)", "one.top = 50", "one.width = 50", "one.height = 50",
        "rows.left = 0", "rows.top = 200" ] }
    """
  }
  private static let plain = scene("{ id: \"one\", color: \"#000000\" }", 0)
  private let linear = Animation.curve(.linear, duration: 1)

  private func moment(_ seconds: Double) -> Instant { EngineDriver.moment(seconds) }

  @Test func viewsOfTheSameNameMoveFromWhereTheyAreSeen() throws {
    var driver = try EngineDriver(scene: Self.plain)
    // The view is already moving, by 100 points.
    try driver.apply([.centerBy("one", Vector(dx: 100, dy: 0))], linear, 0)
    let before = driver.see("one", 0.5)
    try driver.replaceScene(
      by: Self.scene("{ id: \"one\", color: \"#c80000\", alpha: 0.5 }", 300),
      animation: linear)
    let after = driver.see("one", 0.5)
    #expect(abs(after.frame.left - before.frame.left) < 1e-9)
    #expect(after.alpha == 1 && after.color == before.color)
    // The remainder of the first motion, 50 of 100 points, plus 200 points.
    #expect(abs(driver.see("one", 0.75).frame.left - (300 - 25 - 150)) < 1e-9)
    #expect(abs(driver.see("one", 1).alpha - 0.75) < 1e-9)
    #expect(driver.see("one", 1).color == Color(red: 100, green: 0, blue: 0))
    #expect(driver.see("one", 2).frame.left == 300 && driver.see("one", 2).alpha == 0.5)
    let events = driver.events(2)
    #expect(events.count == 4 && events.allSatisfy { !$0.isInterrupted })
  }

  @Test func newViewsStandWhereTheyAreAndDoNotFlyIn() throws {
    var driver = try EngineDriver(scene: Self.plain)
    let text = Self.scene("{ id: \"one\", views: [ { id: \"new\", color: \"#00ff00\" } ] }", 300)
      .replacing(
        "constraints: [",
        with: """
          constraints: [ "new.left = 200", "new.top = 10", "new.width = 30", "new.height = 20",
          """)
    try driver.replaceScene(by: text, animation: linear)
    for now in [0, 0.3, 0.9, 2] {
      #expect(driver.see("new", now).color == Color(red: 0, green: 255, blue: 0))
      #expect(driver.see("new", now).alpha == 1)
      // Its own edges do not move, but its parent does.
      let left = driver.seen(.left, of: "new", now)
      #expect(left == MotionState(value: 500, velocity: 0))
      #expect(driver.see("new", now).frame.size == Size(width: 30, height: 20))
      #expect(abs(driver.see("new", now).toScreen.tx - 500) < 1e-9)
    }
  }

  @Test func withoutAnAnimationItJumpsAndRunningMotionsGoOn() throws {
    var driver = try EngineDriver(scene: Self.plain)
    try driver.apply([.centerBy("one", Vector(dx: 100, dy: 0))], linear, 0)
    driver.updateFrame(at: moment(0.5))
    try driver.replaceScene(
      by: Self.scene("{ id: \"one\", color: \"#c80000\" }", 300))
    #expect(abs(driver.see("one", 0.5).frame.left - 250) < 1e-9)
    #expect(driver.see("one", 1).frame.left == 300)
  }

  @Test func aColorThatIsNewDoesNotComeFromBlack() throws {
    var driver = try EngineDriver(scene: Self.scene("{ id: \"one\" }", 0))
    try driver.replaceScene(
      by: Self.scene("{ id: \"one\", color: \"#c80000\" }", 0),
      animation: linear)
    #expect(driver.see("one", 0).color == Color(red: 200, green: 0, blue: 0))
  }

  @Test func aRowThatTheNewSceneHidesStaysDrawnUntilItHasGone() throws {
    var driver = try EngineDriver(scene: Self.plain)
    let hidden = Self.scene("{ id: \"one\", color: \"#000000\" }", 0, rows: ", hidden: true")
    try driver.replaceScene(by: hidden, animation: linear)
    #expect(driver.see("up", 0.5).alpha == 1)
    #expect(abs(driver.see("down", 0.5).frame.top - 50) < 1e-9)
    // Another scene replaces that one while it moves.
    try driver.replaceScene(by: hidden, animation: linear)
    #expect(driver.see("up", 0.75).alpha == 1)
    #expect(driver.see("up", 1).alpha == 0)
  }

  @Test func aControlledTransactionOfItsViewsGoesOn() throws {
    var driver = try EngineDriver(scene: Self.plain)
    let id = try driver.apply([.alpha("one", 0)], linear, isControlled: true, 0)
    driver.updateFrame(at: moment(0.25))
    try driver.replaceScene(by: Self.plain)
    try driver.engine.pause(id, at: moment(0.5))
    #expect(driver.seen(.alpha, of: "one", 9).velocity == 0)
    try driver.engine.resume(id, at: moment(1))
    #expect(driver.ends(of: id, 9).settled == [1.5])
  }
}
