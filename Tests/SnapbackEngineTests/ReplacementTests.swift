import SnapbackBasics
import SnapbackEngine
import SnapbackProtocol
import SnapbackScene
import SnapbackTestSupport
import Testing

/// A scene that is reloaded, and a machine that has been suspended.
@Suite struct ReplacementTests {
  private let start = Point(x: 120, y: 300)

  private func blueprint(_ text: String) throws -> SceneBlueprint {
    try SceneReader.read(Array(text.utf8), file: "test")
  }

  @Test func aPanSurvivesAnotherSceneWithItsView() throws {
    var driver = try EngineDriver(scene: PanTests.scene("follow: 'center'"))
    driver.drag(from: start, to: start + Vector(dx: 60, dy: 0), 0...0.1)
    let before = driver.see("card", 0.1)
    let scene = PanTests.scene("follow: 'center', spring: { response: 1, dampingRatio: 1 }")
      .replacing("card.height = 400", with: "card.height = 300")
    driver.engine.cancelGestures(missingIn: try blueprint(scene), at: driver.engine.now)
    #expect(driver.engine.gestureEvents.last?.phase != .cancelled)
    driver.engine.replaceScene(try blueprint(scene))
    let after = driver.see("card", 0.1)
    #expect(after.transform == before.transform)
    #expect(after.translationVelocity == before.translationVelocity)
    #expect(after.frame.size.height == 300)
    driver.finger(at: start + Vector(dx: 90, dy: 0), 0.12)
    #expect(
      driver.see("card", 0.12).transform.translation.dx == before.transform.translation.dx + 30)
    driver.lift(0.13)
    let phases = driver.phases()
    #expect(phases.first == .began && phases.last == .ended)
    #expect(phases.dropFirst().dropLast().allSatisfy { $0 == .changed })
    #expect(driver.see("card", 9).transform == .identity)
  }

  @Test func aFlightSurvivesToo() throws {
    let text = PanTests.scene("follow: 'point', tilt: { degrees: 12, reach: 160 }")
    var driver = try EngineDriver(scene: text)
    driver.drag(from: start, to: start + Vector(dx: 150, dy: 0), 0...0.15)
    driver.lift(0.16)
    let before = driver.see("card", 0.2)
    driver.engine.replaceScene(try blueprint(text))
    let after = driver.see("card", 0.2)
    #expect(after.transform == before.transform)
    #expect(driver.engine.wakeUp == .everyFrame)
    #expect(driver.see("card", 9).transform == .identity)
  }

  @Test func aPanWhoseViewIsGoneIsCancelled() throws {
    var driver = try EngineDriver(scene: PanTests.scene("follow: 'center'"))
    driver.drag(from: start, to: start + Vector(dx: 60, dy: 0), 0...0.1)
    _ = driver.phases()
    let empty = try blueprint("{ snapback: 1, screen: { width: 9, height: 9 } }")
    driver.engine.cancelGestures(missingIn: empty, at: driver.engine.now)
    #expect(driver.phases() == [.cancelled])
    driver.engine.replaceScene(empty)
    driver.finger(at: start, 0.2)
    driver.lift(0.3)
    #expect(driver.engine.isAtRest == true)
    #expect(driver.engine.appearances.map(\.name) == ["screen"])
  }

  @Test func aCaughtViewWhosePanIsGoneGoesOnHome() throws {
    var driver = try EngineDriver(scene: PanTests.scene("follow: 'point'"))
    driver.drag(from: start, to: start + Vector(dx: 150, dy: 0), 0...0.15)
    driver.lift(0.16)
    let place = driver.see("card", 0.2).toScreen(Point(x: 150, y: 200))
    driver.finger(at: place, 0.2)
    let scene = PanTests.scene("").replacing("{ pan: \"card\",  }", with: "")
    let still = try blueprint(scene)
    driver.engine.cancelGestures(missingIn: still, at: EngineDriver.moment(0.3))
    driver.engine.replaceScene(still)
    driver.lift(0.4)
    #expect(driver.see("card", 9).transform == .identity)
  }

  @Test func aNewSlopCountsFromTheNextTouch() throws {
    var driver = try EngineDriver(scene: PanTests.scene("slop: 10"))
    driver.engine.replaceScene(try blueprint(PanTests.scene("slop: 100")))
    driver.drag(from: start, to: start + Vector(dx: 60, dy: 0), 0...0.1)
    #expect(driver.phases().isEmpty)
  }

  @Test func afterASleepEverythingIsWhereItWasGoing() throws {
    var driver = try EngineDriver(scene: PanTests.scene("follow: 'point'"))
    driver.drag(from: start, to: start + Vector(dx: 150, dy: 0), 0...0.15)
    _ = driver.phases()
    driver.engine.settle(at: EngineDriver.moment(0.16))
    #expect(driver.phases() == [.cancelled])
    #expect(driver.see("card", 0.16).transform == .identity)
    #expect(driver.engine.isAtRest == true)
    #expect(driver.engine.touches.isEmpty)
    // The engine ignores the finger that still touches, but not the next one.
    driver.finger(at: start + Vector(dx: 180, dy: 0), 0.2)
    #expect(driver.see("card", 0.2).transform == .identity)
    driver.lift(0.25)
    driver.drag(2, from: start, to: start + Vector(dx: 50, dy: 0), 0.3...0.4)
    #expect(driver.phases().first == .began)
  }

  @Test func cancelledContactsSendViewsHomeSmoothly() throws {
    var driver = try EngineDriver(scene: PanTests.scene("follow: 'point'"))
    driver.drag(from: start, to: start + Vector(dx: 100, dy: 0), 0...0.1)
    let before = driver.see("card", 0.11)
    driver.engine.cancelContacts(at: EngineDriver.moment(0.11))
    let after = driver.see("card", 0.11)
    #expect((after.transform.translation - before.transform.translation).length < 1e-9)
    #expect(driver.see("card", 9).transform == .identity)
  }
}
