import SnapbackBasics
import SnapbackEngine
import SnapbackProtocol
import SnapbackTestSupport
import SnapbackTouches
import Testing

/// The motion of a view during a pan and after its release.
@Suite struct PanTests {
  static func scene(_ gesture: String) -> String {
    """
    { snapback: 1, screen: { width: 400, height: 800, scale: 2 },
      views: [ { id: "card", color: "#0a84ff" } ],
      constraints: [ "card.centerX = 200", "card.centerY = 400", "card.width = 300",
        { id: "height", rule: "card.height = 400" } ],
      gestures: [ { pan: "card", \(gesture) } ] }
    """
  }

  private static let tilted = #"tilt: { degrees: 12, reach: 160 }"#

  private let start = Point(x: 120, y: 300)

  @Test func theCenterMovesExactlyAsTheFinger() throws {
    var driver = try EngineDriver(scene: Self.scene("follow: 'center', \(Self.tilted)"))
    driver.finger(at: start, 0)
    driver.finger(at: start + Vector(dx: 10, dy: 0), 0.01)
    let began = start + Vector(dx: 10, dy: 0)
    for step in 1...50 {
      let finger = began + Vector(dx: Double(step) * 3.7, dy: Double(step * step) * -0.09)
      driver.finger(at: finger, 0.01 + Double(step) * 0.008)
      let state = driver.see("card", 0.01 + Double(step) * 0.008)
      #expect(state.transform.translation == finger - began)
      let center = state.toScreen(Point(x: 150, y: 200))
      #expect(center.distance(to: Point(x: 200, y: 400) + (finger - began)) < 1e-9)
      #expect(state.transform.rotation != 0)
    }
    #expect(driver.engine.layoutPasses == 1)
  }

  @Test func theGrabbedPointStaysUnderTheFinger() throws {
    var driver = try EngineDriver(scene: Self.scene("follow: 'point', \(Self.tilted)"))
    driver.finger(at: start, 0)
    let began = start + Vector(dx: -13, dy: 9)
    driver.finger(at: began, 0.01)
    // The card moves at once by the travel less the slop of 10 points along x, so the grabbed point
    // is the one at the slop. At home, the card's own coordinates are the screen's minus the card's
    // origin.
    let grabbed = Point(x: start.x - 10 - 50, y: start.y - 200)
    #expect(driver.see("card", 0.01).toScreen(grabbed).distance(to: began) < 1e-9)
    for step in 1...80 {
      let finger = began + Vector(dx: Double(step) * 4.1, dy: Double(step) * -2.3)
      driver.finger(at: finger, 0.01 + Double(step) * 0.008)
      let state = driver.see("card", 0.01 + Double(step) * 0.008)
      #expect(state.toScreen(grabbed).distance(to: finger) < 1e-9)
    }
  }

  @Test func translationIsMeasuredInTheParentsSpace() throws {
    // The panel is turned by 90 degrees, and the card in it follows the finger.
    let text = """
      { snapback: 1, screen: { width: 400, height: 400 },
        views: [ { id: "panel", views: [ { id: "card" } ] } ],
        constraints: [ "panel.left = 0", "panel.top = 0", "panel.width = 400",
          "panel.height = 400", "card.centerX = panel.centerX", "card.centerY = panel.centerY",
          "card.width = 100", "card.height = 100" ],
        gestures: [ { pan: "card", follow: "point" } ] }
      """
    var driver = try EngineDriver(scene: text)
    try driver.engine.apply([.rotation("panel", .pi / 2)], animatedBy: nil, at: .zero)
    driver.finger(at: Point(x: 200, y: 200), 0)
    driver.finger(at: Point(x: 220, y: 200), 0.01)
    driver.finger(at: Point(x: 250, y: 200), 0.02)
    let state = driver.see("card", 0.02)
    // Right on the screen is up in a panel that is turned clockwise.
    #expect(abs(state.transform.translation.dx) < 1e-9)
    #expect(abs(state.transform.translation.dy + 40) < 1e-9)
    #expect(state.toScreen(Point(x: 50, y: 50)).distance(to: Point(x: 240, y: 200)) < 1e-9)
  }

  @Test func springBringsItHomeExactly() throws {
    var driver = try EngineDriver(scene: Self.scene("follow: 'point', \(Self.tilted)"))
    driver.drag(from: start, to: start + Vector(dx: 150, dy: -60), 0...0.2)
    driver.lift(0.21)
    #expect(driver.phases().last == .ended)
    #expect(driver.engine.wakeUp == .everyFrame)
    #expect(driver.see("card", 0.25).transform.translation.dx > 100)
    var seconds = 0.25
    while driver.engine.wakeUp != .never, seconds < 10 {
      seconds += 1.0 / 60
      _ = driver.see("card", seconds)
    }
    let state = driver.see("card", seconds)
    #expect(state.transform == .identity)
    #expect(state.toScreen == .translation(Vector(dx: 50, dy: 200)))
    #expect(state.translationVelocity == .zero && state.rotationVelocity == 0)
    #expect(seconds < 2)
    #expect(driver.engine.isAtRest == true)
    #expect(driver.engine.layoutPasses == 1)
  }

  @Test func stayKeepsAndTheNextPanGoesOnFromThere() throws {
    var driver = try EngineDriver(scene: Self.scene("release: 'stay', from: 'presentation'"))
    driver.drag(from: start, to: start + Vector(dx: 100, dy: 0), 0...0.1)
    let held = driver.see("card", 0.1).transform.translation
    driver.lift(0.11)
    #expect(driver.engine.wakeUp == .never)
    #expect(driver.see("card", 5).transform.translation == held)
    let second = start + held
    driver.drag(from: second, to: second + Vector(dx: 0, dy: 50), 6...6.1)
    let moved = driver.see("card", 6.1).transform.translation
    #expect(moved.dx == held.dx && moved.dy > 30)
  }

  @Test func fromTheFrameTheSecondPanSnapsFirst() throws {
    var driver = try EngineDriver(scene: Self.scene("release: 'stay', from: 'frame'"))
    driver.drag(from: start, to: start + Vector(dx: 100, dy: 0), 0...0.1)
    driver.lift(0.11)
    let held = driver.see("card", 5).transform.translation
    #expect(held.dx > 80)
    driver.finger(at: start + held, 6)
    #expect(driver.see("card", 6).transform.translation == held)
    driver.finger(at: start + held + Vector(dx: 0, dy: 12), 6.01)
    // From the frame, by the travel less the slop.
    #expect(driver.see("card", 6.01).transform.translation == Vector(dx: 0, dy: 2))
  }

  @Test func resetIsHomeAtOnce() throws {
    var driver = try EngineDriver(scene: Self.scene("release: 'reset', \(Self.tilted)"))
    driver.drag(from: start, to: start + Vector(dx: 100, dy: 0), 0...0.1)
    #expect(driver.see("card", 0.1).transform.rotation > 0.05)
    driver.lift(0.11)
    #expect(driver.see("card", 0.11).transform == .identity)
    #expect(driver.engine.wakeUp == .never)
  }

  @Test func aLostFingerCancelsAndTheCardComesHome() throws {
    var driver = try EngineDriver(scene: Self.scene("follow: 'point', \(Self.tilted)"))
    driver.drag(from: start, to: start + Vector(dx: 120, dy: 0), 0...0.1)
    driver.lift(0.11, phase: .cancelled)
    #expect(driver.phases().last == .cancelled)
    #expect(driver.see("card", 0.12).transform.translation.dx > 50)
    #expect(driver.see("card", 5).transform == .identity)
    #expect(driver.engine.touches.isEmpty)
  }

  @Test func aLayoutPassDuringAPanMovesTheFrameAndNotTheTransform() throws {
    var driver = try EngineDriver(scene: Self.scene("follow: 'center', \(Self.tilted)"))
    driver.drag(from: start, to: start + Vector(dx: 120, dy: 30), 0...0.1)
    let before = driver.see("card", 0.1)
    try driver.engine.apply([.constant("height", 300)], animatedBy: nil, at: driver.engine.now)
    let after = driver.see("card", 0.1)
    #expect(driver.engine.layoutPasses == 2)
    #expect(after.frame.size.height == 300)
    #expect(after.transform == before.transform)
    #expect(after.alpha == before.alpha)
  }

  @Test func aRestingFingerHasNoVelocityAndASlowReleaseNoKick() throws {
    var driver = try EngineDriver(scene: Self.scene("follow: 'center'"))
    driver.drag(from: start, to: start + Vector(dx: 100, dy: 0), 0...0.1)
    #expect(driver.see("card", 0.1).translationVelocity.dx > 900)
    #expect(driver.engine.wakeUp == .at(EngineDriver.moment(0.14)))
    #expect(driver.see("card", 0.14).translationVelocity == .zero)
    #expect(driver.engine.wakeUp == .never)
    driver.lift(0.5)
    let state = driver.see("card", 0.5)
    #expect(state.translationVelocity == .zero)
    #expect(driver.see("card", 0.52).transform.translation.dx < state.transform.translation.dx)
  }

  @Test func twoFingersDoNotTearTheCard() throws {
    var driver = try EngineDriver(scene: Self.scene("follow: 'point', \(Self.tilted)"))
    driver.drag(1, from: start, to: start + Vector(dx: 60, dy: 0), 0...0.1)
    let before = driver.see("card", 0.1).transform
    driver.finger(2, at: Point(x: 300, y: 500), 0.108)
    #expect(driver.see("card", 0.108).transform == before)
    driver.finger(2, at: Point(x: 320, y: 500), 0.116)
    let moved = driver.see("card", 0.116).transform.translation.dx - before.translation.dx
    #expect(moved > 5 && moved < 15)
    let held = driver.see("card", 0.12).transform
    driver.lift(finger: 1, 0.124)
    #expect(driver.see("card", 0.124).transform == held)
    driver.lift(finger: 2, 0.132)
    #expect(driver.phases().filter { $0 == .ended }.count == 1)
    #expect(driver.see("card", 5).transform == .identity)
  }

  @Test func timeNeverRunsBackwards() throws {
    var driver = try EngineDriver(scene: Self.scene("follow: 'center'"))
    driver.drag(from: start, to: start + Vector(dx: 60, dy: 0), 1...1.1)
    driver.finger(at: start + Vector(dx: 80, dy: 0), 0.3)
    let state = driver.see("card", 0.2)
    #expect(state.transform.translation.dx > 60)
    #expect(state.translationVelocity.isFinite)
    #expect(driver.engine.now == EngineDriver.moment(1.1))
  }
}
