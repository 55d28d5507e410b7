import SnapbackBasics
import SnapbackEngine
import SnapbackMotion
import SnapbackProtocol
import SnapbackTestSupport
import Testing

/// Animations that repeat forever, and how they end.
@Suite struct EndlessTests {
  /// A box whose left edge a constant sets, a tail that is tied to the box's right edge, and a
  /// card.
  private static let scene = """
    { snapback: 1, screen: { width: 800, height: 800 },
      views: [ { id: "box" }, { id: "tail" }, { id: "card" } ],
      constraints: [ { id: "x", rule: "box.left = 0" }, { id: "w", rule: "box.width = 100" },
        "tail.left = box.right + 5", "tail.width = 20", "box.top = 0", "box.height = 10",
        "tail.top = 0", "tail.height = 10", "card.left = 0", "card.top = 100", "card.width = 50",
        "card.height = 50" ] }
    """
  private let endless = Animation(
    .curve(.linear, duration: 1), repeatCount: .infinity, autoreverses: true)

  /// The scene with changes that repeat forever from 0 s on.
  private func running(_ changes: [SceneChange]) throws -> EngineDriver {
    var driver = try EngineDriver(scene: Self.scene)
    try driver.apply(changes, endless, 0)
    return driver
  }

  @Test func aChangeTakesTheValueFromWhereItIsSeenToWhereItIsAskedFor() throws {
    var driver = try running([.rotation("card", 10)])
    #expect(abs(driver.see("card", 7.25).transform.rotation - 7.5) < 1e-9)
    let other = try driver.apply([.rotation("card", 0)], .curve(.linear, duration: 0.5), 7.25)
    #expect(abs(driver.see("card", 7.25).transform.rotation - 7.5) < 1e-9)
    #expect(driver.see("card", 7.75).transform.rotation == 0)
    #expect(driver.see("card", 30).transform.rotation == 0)
    #expect(driver.engine.isAtRest == true)
    #expect(driver.engine.wakeUp == .never)
    let events = driver.engine.drainTransactionEvents()
    let first = events.filter { $0.id != other }
    #expect(first.map(\.moment) == [.finished, .settled])
    #expect(first.allSatisfy { $0.isInterrupted && $0.time == EngineDriver.moment(7.25) })
    #expect(events.filter { $0.id == other }.allSatisfy { !$0.isInterrupted })
  }

  @Test func aSpringGoesOnWithItsVelocity() throws {
    var driver = try running([.rotation("card", 10)])
    let spring = try Spring(response: 0.5, dampingRatio: 0.8)
    try driver.apply([.rotation("card", 2)], .spring(spring), 6.4)
    for step in 0...40 {
      let t = Double(step) / 50
      let wanted =
        2
        + Textbook.spring(
          decayRate: spring.decayRate, stiffness: spring.stiffness, from: 4 - 2, 10, after: t
        ).value
      // It ends when the remainder is invisible.
      #expect(abs(driver.see("card", 6.4 + t).transform.rotation - wanted) < 0.005, "\(t)")
    }
  }

  @Test func aChangeWithoutAnimationJumps() throws {
    var driver = try running([.rotation("card", 10), .alpha("card", 0)])
    try driver.apply([.rotation("card", 1)], nil, 3.3)
    #expect(driver.see("card", 3.3).transform.rotation == 1)
    #expect(driver.see("card", 9).transform.rotation == 1)
    // The opacity has not been changed, so its animation continues.
    #expect(abs(driver.see("card", 9.5).alpha - 0.5) < 1e-9)
  }

  @Test func whatTheLayoutTiesTogetherEndsTogether() throws {
    var driver = try running([.constant("x", 300)])
    try driver.apply([.constant("w", 160)], .curve(.linear, duration: 0.4), 8.5)
    for step in 0...100 {
      let now = 8.5 + Double(step) / 200
      let (box, tail) = (driver.see("box", now).frame, driver.see("tail", now).frame)
      #expect(abs(tail.left - box.right - 5) < 1e-9 && abs(tail.size.width - 20) < 1e-9)
      let share = min(1, (now - 8.5) / 0.4)
      // A velocity of 300 pt/s dies out within v/(e·ω₀) = 1.76 pt.
      #expect(abs(box.left - (150 + 150 * share)) < 1.77, "\(now)")
      #expect(abs(box.size.width - (100 + 60 * share)) < 1e-6)
    }
    #expect(driver.engine.isAtRest == true)
  }

  @Test func aChangeOfOtherEdgesLeavesItAlone() throws {
    var driver = try running([.constant("x", 300)])
    try driver.apply([.translation("card", Vector(dx: 9, dy: 9))], nil, 8.25)
    #expect(abs(driver.see("box", 8.5).frame.left - 150) < 1e-9)
    #expect(driver.engine.isAtRest == false)
  }

  @Test func hidingAViewEndsIts() throws {
    var driver = try running([.rotation("card", 10)])
    try driver.apply([.hidden("card", true)], nil, 2.5)
    #expect(driver.see("card", 2.5).isVisible == false)
    #expect(driver.engine.isAtRest == true)
    #expect(driver.engine.drainTransactionEvents().map(\.moment) == [.finished, .settled])
    try driver.apply([.hidden("card", false)], nil, 3)
    #expect(driver.see("card", 3).transform.rotation == 10)
  }

  @Test func manyOverlappingCurvesEndNoneOfAnotherChannel() throws {
    var driver = try running([.alpha("card", 0)])
    for step in 1...12 {
      try driver.apply(
        [.rotation("card", Double(step))], .curve(.linear, duration: 3), 2 + Double(step) / 100)
    }
    #expect(abs(driver.see("card", 60.5).alpha - 0.5) < 1e-9)
    #expect(driver.see("card", 60.5).transform.rotation == 12)
  }

  @Test func aControlledOneRunsUntilItIsEnded() throws {
    var driver = try EngineDriver(scene: Self.scene)
    let id = try driver.apply([.rotation("card", 10)], endless, isControlled: true, 0)
    try driver.apply([.rotation("card", 0)], .curve(.linear, duration: 0.5), 3.5)
    let isControlled = driver.engine.isControlled(id)
    #expect(isControlled)
    try driver.engine.reverse(id, at: EngineDriver.moment(5))
    try driver.engine.end(id, at: .end, time: EngineDriver.moment(6))
    #expect(driver.engine.isAtRest == true)
  }

  @Test func aReplacedSceneEndsWhatItMoves() throws {
    var driver = try running([.constant("x", 300)])
    driver.updateFrame(at: EngineDriver.moment(8.5))
    let next = Self.scene.replacing("box.width = 100", with: "box.width = 160")
    try driver.replaceScene(by: next, animation: .curve(.linear, duration: 0.4))
    for step in 0...100 {
      let now = 8.5 + Double(step) / 200
      let (box, tail) = (driver.see("box", now).frame, driver.see("tail", now).frame)
      #expect(abs(tail.left - box.right - 5) < 1e-9, "\(now)")
    }
    #expect(driver.engine.isAtRest == true)
  }
}
