import SnapbackBasics
import SnapbackEngine
import SnapbackMotion
import SnapbackProtocol
import SnapbackTestSupport
import Testing

/// A view that a stack hides is drawn until its animation ends; one that it shows is drawn from the
/// start.
@Suite struct HidingTests {
  private static let scene = """
    { snapback: 1, screen: { width: 400, height: 800 },
      views: [
        { id: "rows", stack: { axis: "vertical" }, views: [
          { id: "one", alpha: 0.5, contents: { width: 40, height: 100 } },
          { id: "two", contents: { width: 40, height: 60 } } ] },
        { id: "free", alpha: 0.75 } ],
      constraints: [ "rows.left = 0", "rows.top = 0", "rows.width = 40",
        "free.left = 0", "free.width = 10", "free.top = rows.bottom", "free.height = 10" ] }
    """
  private let linear = Animation.curve(.linear, duration: 1)

  @Test func aViewThatIsHiddenStaysDrawnToTheEnd() throws {
    var driver = try EngineDriver(scene: Self.scene)
    try driver.apply([.hidden("one", true)], linear, 0)
    for step in 0...9 {
      let now = Double(step) / 10
      #expect(driver.see("one", now).alpha == 0.5)
      #expect(abs(driver.see("one", now).frame.size.height - 100 * (1 - now)) < 1e-9)
      #expect(abs(driver.see("two", now).frame.top - 100 * (1 - now)) < 1e-9)
      #expect(abs(driver.see("free", now).frame.top - 160 + 100 * now) < 1e-9)
    }
    #expect(driver.see("one", 0.999999).alpha == 0.5)
    #expect(driver.see("one", 1).alpha == 0)
    #expect(driver.see("two", 1).frame.top == 0)
  }

  @Test func aViewThatIsShownIsDrawnFromTheStart() throws {
    var driver = try EngineDriver(scene: Self.scene)
    try driver.apply([.hidden("one", true)], nil, 0)
    #expect(driver.see("one", 0).alpha == 0)
    try driver.apply([.toggleHidden("one")], linear, 1)
    #expect(driver.see("one", 1).alpha == 0.5)
    #expect(driver.see("one", 1).frame.size.height == 0)
    #expect(abs(driver.see("one", 1.5).frame.size.height - 50) < 1e-9)
  }

  @Test func outsideAStackItIsGoneAtOnce() throws {
    var driver = try EngineDriver(scene: Self.scene)
    let id = try driver.apply([.hidden("free", true)], linear, 0)
    #expect(driver.see("free", 0).alpha == 0)
    #expect(driver.ends(of: id, 0) == .init(finished: [0], settled: [0]))
    try driver.apply([.hidden("free", false)], linear, 0.5)
    #expect(driver.see("free", 0.5).alpha == 0.75)
  }

  @Test func withoutAnAnimationItIsGoneAtOnceWhateverMoves() throws {
    var driver = try EngineDriver(scene: Self.scene)
    try driver.apply([.hidden("one", true)], linear, 0)
    try driver.apply([.hidden("one", false)], nil, 0.25)
    #expect(driver.see("one", 0.25).alpha == 0.5)
    try driver.apply([.hidden("one", true)], nil, 0.5)
    #expect(driver.see("one", 0.5).alpha == 0)
  }

  @Test func whatWasStagedIsHiddenByTheBlockThatSweepsItIn() throws {
    var driver = try EngineDriver(scene: Self.scene)
    try driver.engine.stage([.hidden("one", true)], at: .zero)
    try driver.apply([.alpha("free", 0)], linear, 0)
    #expect(driver.see("one", 0.5).alpha == 0.5)
    #expect(abs(driver.see("two", 0.5).frame.top - 50) < 1e-9)
    #expect(driver.see("one", 1).alpha == 0)
  }

  @Test func shownAgainOnTheWayItStaysDrawn() throws {
    var driver = try EngineDriver(scene: Self.scene)
    try driver.apply([.hidden("one", true)], linear, 0)
    try driver.apply([.hidden("one", false)], linear, 0.5)
    for now in [0.5, 0.9, 1.2, 1.6] { #expect(driver.see("one", now).alpha == 0.5) }
    #expect(driver.see("one", 2).frame.size.height == 100)
  }

  @Test func whileItStandsStillItIsDrawn() throws {
    var driver = try EngineDriver(scene: Self.scene)
    let id = try driver.apply([.hidden("one", true)], linear, isControlled: true, 0)
    try driver.engine.pause(id, at: EngineDriver.moment(0.5))
    #expect(driver.see("one", 7).alpha == 0.5)
    #expect(abs(driver.see("one", 7).frame.size.height - 50) < 1e-9)
    try driver.engine.scrub(id, to: 1, at: EngineDriver.moment(8))
    #expect(driver.see("one", 8).alpha == 0, "at its end it is as it was asked for")
    try driver.engine.scrub(id, to: 0.75, at: EngineDriver.moment(8))
    #expect(driver.see("one", 8).alpha == 0.5)
    try driver.engine.resume(id, at: EngineDriver.moment(9))
    #expect(driver.see("one", 9.2).alpha == 0.5)
    #expect(driver.see("one", 9.25).alpha == 0)
  }

  @Test func slowMotionDrawsItTenTimesAsLong() throws {
    var driver = try EngineDriver(scene: Self.scene)
    try driver.apply([.hidden("one", true)], linear, 0)
    driver.engine.setMotionRate(0.1, at: EngineDriver.moment(0.5))
    #expect(driver.see("one", 5.4).alpha == 0.5)
    #expect(driver.see("one", 5.5).alpha == 0)
  }

  @Test func whatIsShownAndTurnedRoundIsDrawnUntilItHasGone() throws {
    var driver = try EngineDriver(scene: Self.scene)
    try driver.apply([.hidden("one", true)], nil, 0)
    let id = try driver.apply([.hidden("one", false)], linear, isControlled: true, 0)
    try driver.engine.reverse(id, at: EngineDriver.moment(0.5))
    #expect(driver.see("one", 0.75).alpha == 0.5)
    #expect(abs(driver.see("one", 0.75).frame.size.height - 25) < 1e-9)
    #expect(driver.see("one", 1).alpha == 0)
    #expect(driver.see("one", 1).frame.size.height == 0)
  }

  @Test func whatIsHiddenAndTurnedRoundIsShownAgain() throws {
    var driver = try EngineDriver(scene: Self.scene)
    let id = try driver.apply([.hidden("one", true)], linear, isControlled: true, 0)
    try driver.engine.reverse(id, at: EngineDriver.moment(0.5))
    #expect(driver.see("one", 0.75).alpha == 0.5)
    #expect(driver.see("one", 3).alpha == 0.5)
    #expect(driver.see("one", 3).frame.size.height == 100)
  }
}
