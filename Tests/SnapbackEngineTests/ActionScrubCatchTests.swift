import SnapbackBasics
import SnapbackEngine
import SnapbackMotion
import SnapbackProtocol
import SnapbackScene
import SnapbackTestSupport
import Testing

/// Gestures catch an action that is still moving after a release, and scenes are replaced while
/// fingers hold an action.
@Suite struct ActionScrubCatchTests {
  private typealias Scene = ActionScrubScene

  private func moment(_ seconds: Double) -> Instant { EngineDriver.moment(seconds) }

  /// Moves a finger that presses the pad along x.
  private func press(
    _ driver: inout EngineDriver, _ start: Double, to end: Double, _ seconds: ClosedRange<Double>
  ) {
    driver.drag(
      from: Scene.pad + Vector(dx: start, dy: 0), to: Scene.pad + Vector(dx: end, dy: 0), seconds)
  }

  /// An engine whose action a press has moved to an offset of 300, and released at 1 s.
  private func released(at offset: Double) throws -> EngineDriver {
    var driver = try EngineDriver()
    driver.finger(at: Scene.pad, 0)
    driver.engine.advance(to: moment(0.2))
    press(&driver, 0, to: offset, 0.2...0.6)
    driver.finger(at: Scene.pad + Vector(dx: offset, dy: 0), 1)
    driver.lift(1)
    return driver
  }

  /// The numbers of the action at a time; the first is the translation.
  private func numbers(_ driver: borrowing EngineDriver, _ seconds: Double) -> [Double] {
    var numbers: [Double] = []
    for number in Scene.channels {
      numbers.append(driver.seen(number.channel, of: "card", seconds).value)
    }
    return numbers
  }

  /// Catches the action by a still finger that touches at 1.05 s. Returns the numbers at 1.15 s,
  /// before the press begins.
  private func touch(_ driver: inout EngineDriver) -> [Double] {
    driver.finger(at: Scene.pad, 1.05)
    let before = numbers(driver, 1.15)
    driver.engine.advance(to: moment(1.15))
    return before
  }

  private func expectSame(_ seen: [Double], _ wanted: [Double], _ comment: String) {
    for (seen, wanted) in zip(seen, wanted) {
      #expect(abs(seen - wanted) < 1e-9, "\(comment)")
    }
  }

  @Test(arguments: [100.0, 200]) func aStillFingerCatchesItWithoutAJump(offset: Double) throws {
    var driver = try released(at: offset)
    #expect(abs(driver.card(1) - offset / 300 * 200) < 1e-9)
    let before = touch(&driver)
    // It was moving: up from two thirds of the way, down from one third.
    #expect(offset < 150 ? before[0] < 60 && before[0] > 1 : before[0] > 140 && before[0] < 199)
    expectSame(numbers(driver, 1.15), before, "at the catch")
    expectSame(numbers(driver, 9), before, "while it is held")
  }

  @Test(arguments: [100.0, 200]) func fromTheCatchItFollowsTheFingerOverItsWholeWay(
    offset: Double
  ) throws {
    var driver = try released(at: offset)
    let before = touch(&driver)[0]
    var now = 1.2
    for move in [10.0, -10, -40, 30, -300, 300] {
      driver.finger(at: Scene.pad + Vector(dx: move, dy: 0), now)
      let wanted = min(max(before + move / 300 * 200, 0), 200)
      #expect(abs(driver.card(now) - wanted) < 1e-9, "\(move)")
      let alpha = driver.seen(.alpha, of: "card", now).value
      #expect(abs(alpha - (1 - 0.8 * wanted / 200)) < 1e-9, "\(move)")
      now += 0.1
    }
  }

  @Test(arguments: [100.0, 200], [true, false])
  func afterTheCatchItFinishesOrIsUndone(offset: Double, finishes: Bool) throws {
    var driver = try released(at: offset)
    _ = touch(&driver)
    press(&driver, 0, to: finishes ? 250 : -250, 1.2...1.6)
    driver.finger(at: Scene.pad + Vector(dx: finishes ? 250 : -250, dy: 0), 2)
    driver.lift(2)
    let card = driver.see("card", 20)
    #expect(card.frame.left == (finishes ? 100 : 0) && card.alpha == (finishes ? 0.2 : 1))
    #expect(driver.engine.layoutTree.states["page"] == (finishes ? "detail" : "list"))
    #expect(driver.see("pad", 20).alpha == (finishes ? 0.5 : 1))
    let caught = ["open actionBegan", "open actionInterrupted", "open actionBegan"]
    #expect(
      driver.actionEvents(20)
        == caught
        + (finishes
          ? ["open actionFinished", "after actionBegan", "after actionFinished"]
          : ["open actionInterrupted"]))
    let isAtRest = driver.engine.isAtRest
    #expect(isAtRest)
  }

  @Test func aMovingFingerCatchesIt() throws {
    var driver = try EngineDriver()
    driver.swipe(0, to: 200, 0...0.5)
    driver.lift(0.5)
    let before = driver.card(0.55)
    driver.finger(at: Scene.floor, 0.55)
    driver.finger(at: Scene.floor + Vector(dx: 3, dy: 0), 0.55)
    #expect(abs(driver.card(0.55) - (before + 2)) < 1e-6)
    #expect(driver.engine.layoutTree.states["page"] == "detail")
  }

  @Test func aCatchCrossesNoThreshold() throws {
    let text = Scene.text().replacing(
      "actions: [",
      with: """
        actions: [
          { name: "watch", on: { crosses: "card.translation.x", at: 100 }, changes: [] },
        """)
    var driver = try EngineDriver(scene: text)
    driver.engine.recordsEvents = true
    driver.engine.advance(to: .zero)
    driver.swipe(0, to: 200, 0...0.5)
    driver.lift(0.5)
    let before = driver.engine.drainEvents().filter { $0.kind == .crossed }
    #expect(before.count == 1)
    driver.finger(at: Scene.floor, 0.55)
    driver.finger(at: Scene.floor + Vector(dx: 3, dy: 0), 0.56)
    #expect(driver.card(0.56) > 130)
    let after = driver.engine.drainEvents().map(\.kind)
    #expect(after.contains(.actionBegan) && !after.contains(.crossed))
  }

  /// The events of actions when a finger catches an action that turns the screen. The changes are
  /// made between the release and the catch.
  private func eventsOfTurn(caughtAfter changes: [SceneChange]) throws -> [String] {
    let state = "{ state: 'page', value: 'detail' }"
    let text = Scene.text().replacing(state, with: state + ", { screen: { size: [800, 400] } }")
      .replacing(
        "actions: [", with: "actions: [ { name: \"turn\", on: \"rotate\", changes: [] },")
    var driver = try EngineDriver(scene: text)
    driver.engine.recordsEvents = true
    driver.engine.advance(to: .zero)
    let start = Point(x: 50, y: 60)
    driver.drag(from: start, to: start + Vector(dx: 200, dy: 0), 0...0.5)
    driver.lift(0.5)
    let before = driver.actionEvents(0.5)
    #expect(before.filter { $0.hasSuffix("Began") } == ["open actionBegan", "turn actionBegan"])
    if !changes.isEmpty { try driver.engine.apply(changes, at: moment(0.52)) }
    driver.finger(at: start, 0.55)
    driver.finger(at: start + Vector(dx: 3, dy: 0), 0.56)
    return driver.actionEvents(0.56)
  }

  @Test func aCatchOfAnActionThatTurnsTheScreenIsNoRotation() throws {
    let events = try eventsOfTurn(caughtAfter: [])
    #expect(events == ["open actionInterrupted", "open actionBegan"])
  }

  @Test func anActionThatCannotBeginAgainLeavesTheScreenTurnedBack() throws {
    let events = try eventsOfTurn(caughtAfter: [.removeConstraint("x")])
    #expect(events.contains("turn actionBegan") && !events.contains("open actionBegan"))
  }

  @Test func alongTheCurveACatchDoesNotJump() throws {
    var driver = try EngineDriver(
      scrubbing: ", animate: { curve: 'easeInOut', duration: 0.5 }", binding: ", scrub: 'curve'")
    driver.swipe(0, to: 200, 0...0.5)
    driver.lift(0.5)
    let before = driver.card(0.53)
    driver.finger(at: Scene.floor, 0.53)
    driver.finger(at: Scene.floor + Vector(dx: 0.001, dy: 0), 0.53)
    // The steepest slope of the curve is below 2.
    let step = driver.card(0.53) - before
    #expect(abs(step) < 0.001_334)
  }

  @Test func itIsCaughtAtHalfTheRate() throws {
    var driver = try released(at: 200)
    driver.engine.setMotionRate(0.5, at: moment(1.02))
    let before = touch(&driver)
    expectSame(numbers(driver, 1.15), before, "at the catch")
  }

  @Test func anActionThatWasRunSinceIsNotCaught() throws {
    var driver = try released(at: 100)
    try driver.engine.run(action: "open", at: moment(1.05))
    let before = touch(&driver)
    expectSame(numbers(driver, 1.15), before, "when the press begins")
    #expect(driver.engine.layoutTree.states["page"] == "detail")
    driver.lift(1.5)
    #expect(driver.see("card", 20).frame.left == 100)
  }

  // MARK: Another scene

  @Test func anotherSceneLetsTheActionGo() throws {
    var driver = try EngineDriver()
    driver.swipe(0, to: 90, 0...0.3)
    let before = driver.card(0.3)
    try driver.replaceScene(by: Scene.text(), animation: .curve(.linear, duration: 0.5))
    #expect(abs(driver.card(0.3) - before) < 1e-9)
    // The transform keeps its model, and the layout is that of the new scene.
    driver.finger(at: Scene.floor, 0.4)
    driver.lift(0.5)
    let card = driver.rest(of: "card", after: 0.5)
    #expect(card.frame.left == 0 && card.alpha == 1)
    #expect(driver.card(30) == 200)
    let isAtRest = driver.engine.isAtRest
    #expect(isAtRest)
  }

  @Test func aChangedVersionOfTheSceneContinuesUnderTheFinger() throws {
    var driver = try EngineDriver()
    driver.swipe(0, to: 90, 0...0.3)
    let blueprint = try SceneReader.read(Array(Scene.text().utf8), file: "test")
    driver.engine.replaceScene(blueprint, goesOn: true)
    driver.finger(at: Scene.floor + Vector(dx: 150, dy: 0), 0.5)
    #expect(abs(driver.card(0.5) - 100) < 1e-9)
    driver.finger(at: Scene.floor + Vector(dx: 240, dy: 0), 1)
    driver.lift(1)
    driver.engine.advance(to: moment(20))
    #expect(driver.card(20) == 200)
    let isAtRest = driver.engine.isAtRest
    #expect(isAtRest)
  }

  @Test func aVersionWithoutTheBindingLetsTheActionGo() throws {
    var driver = try EngineDriver()
    driver.swipe(0, to: 90, 0...0.3)
    var blueprint = try SceneReader.read(Array(Scene.text().utf8), file: "test")
    blueprint.progressBindings = []
    driver.engine.replaceScene(blueprint, goesOn: true)
    #expect(abs(driver.card(0.3) - 60) < 1e-9)
    driver.engine.advance(to: moment(20))
    #expect(driver.card(20) == 200)
  }
}
