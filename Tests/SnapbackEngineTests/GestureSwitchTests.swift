import SnapbackBasics
import SnapbackEngine
import SnapbackProtocol
import SnapbackTestSupport
import Testing

@Suite struct GestureSwitchTests {
  private static let scene = """
    { snapback: 1, screen: { width: 400, height: 800 }, views: [ { id: "card" } ],
      constraints: [ "card.width = 200", "card.height = 200", "card.left = 100", "card.top = 100" ],
      gestures: [ { pan: "card", name: "drag", slop: 5 } ],
      actions: [ { name: "off", on: "rotate", changes: [ { gesture: "drag", enabled: false } ] },
        { name: "on", on: "rotate", changes: [ { gesture: "drag", enabled: true } ] } ] }
    """
  private let start = Point(x: 200, y: 200)

  @Test func aPanThatIsSwitchedOffIsCancelledAndGoesHome() throws {
    var driver = try EngineDriver(scene: Self.scene)
    driver.drag(from: start, to: start + Vector(dx: 60, dy: 0), 0...0.1)
    _ = driver.phases()
    try driver.engine.run(action: "off", at: EngineDriver.moment(0.11))
    _ = driver.see("card", 0.11)
    #expect(driver.phases() == [.cancelled])
    // The pan ignores the finger from now on.
    driver.finger(at: start + Vector(dx: 120, dy: 0), 0.2)
    driver.lift(0.3)
    #expect(driver.phases() == [])
    #expect(driver.see("card", 9).transform == .identity)
  }

  @Test func oneThatIsOffIsNotLookedForAndOneThatIsOnAgainIs() throws {
    var driver = try EngineDriver(scene: Self.scene)
    try driver.engine.run(action: "off", at: .zero)
    driver.drag(from: start, to: start + Vector(dx: 60, dy: 0), 0.1...0.2)
    driver.lift(0.25)
    #expect(driver.phases() == [])
    try driver.engine.run(action: "on", at: EngineDriver.moment(0.3))
    driver.drag(from: start, to: start + Vector(dx: 60, dy: 0), 0.4...0.5)
    driver.lift(0.6)
    #expect(driver.phases().first == .began)
  }

  @Test func anUnknownGestureIsRefused() throws {
    var driver = try EngineDriver(scene: Self.scene)
    #expect(throws: EngineError.unknownGesture("swipe")) {
      try driver.engine.apply([.gesture("swipe", isEnabled: false)], at: .zero)
    }
  }
}
