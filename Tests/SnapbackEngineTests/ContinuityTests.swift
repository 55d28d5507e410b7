import SnapbackBasics
import SnapbackEngine
import SnapbackMotion
import SnapbackProtocol
import SnapbackTestSupport
import SnapbackTouches
import Testing

/// Whatever interrupts it, drawn motion has no jump in position or velocity.
@Suite struct ContinuityTests {
  private static let scene = PanTests.scene(
    """
    follow: 'point', tilt: { degrees: 12, reach: 160 },
    spring: { response: 0.45, dampingRatio: 0.7 }
    """)
  private static let centered = PanTests.scene(
    """
    follow: 'center', tilt: { degrees: 12, reach: 160 },
    spring: { response: 0.45, dampingRatio: 0.7 }
    """)

  /// A card that has just been flicked to the right, at 0.21 s.
  private func flicked(_ scene: String) throws -> EngineDriver {
    var driver = try EngineDriver(scene: scene)
    let start = Point(x: 120, y: 300)
    driver.drag(from: start, to: start + Vector(dx: 150, dy: -60), 0...0.2)
    driver.lift(0.205)
    return driver
  }

  private func expectSame(_ before: ViewState, _ after: ViewState, _ what: String) {
    let (a, b) = (before.transform, after.transform)
    #expect((a.translation - b.translation).length < 1e-9, "\(what): position")
    #expect(abs(a.rotation - b.rotation) < 1e-12, "\(what): rotation")
    #expect(
      (before.translationVelocity - after.translationVelocity).length < 1e-7, "\(what): velocity")
    #expect(abs(before.rotationVelocity - after.rotationVelocity) < 1e-9, "\(what): turning")
  }

  @Test(arguments: [scene, centered])
  func releaseStartsWhereAndAsFastAsTheFingerWas(scene: String) throws {
    var driver = try EngineDriver(scene: scene)
    let start = Point(x: 120, y: 300)
    driver.drag(from: start, to: start + Vector(dx: 150, dy: -60), 0...0.2)
    let before = driver.see("card", 0.205)
    driver.lift(0.205)
    let after = driver.see("card", 0.205)
    #expect(before.translationVelocity.dx > 500)
    expectSame(before, after, "release")
  }

  @Test(arguments: [scene, centered], [0.24, 0.3, 0.36, 0.45, 0.7])
  func touchDownOnAMovingCardIsSmooth(scene: String, moment: Double) throws {
    var driver = try flicked(scene)
    let before = driver.see("card", moment)
    let finger = before.toScreen(Point(x: 40, y: 60))
    driver.finger(at: finger, moment)
    expectSame(before, driver.see("card", moment), "touch-down")
    // The card also stops: after a quarter of a second, only the finger can move it.
    let stopped = driver.see("card", moment + 0.25)
    #expect(stopped.translationVelocity.length < 1)
    let yielded = (stopped.transform.translation - before.transform.translation).length
    #expect(yielded < 12, "a caught card yields a little, not \(yielded) pt")
  }

  @Test(arguments: [scene, centered], [0.24, 0.3, 0.45])
  func theBeginningOfAPanOnACaughtCardIsSmooth(scene: String, moment: Double) throws {
    var driver = try flicked(scene)
    let finger = driver.see("card", moment).toScreen(Point(x: 40, y: 60))
    driver.finger(at: finger, moment)
    // At exactly the slop the pan begins without a translation, and after a pause of 120 ms
    // without a velocity of the finger.
    let before = driver.see("card", moment + 0.12)
    driver.finger(at: finger + Vector(dx: -10, dy: 0), moment + 0.12)
    #expect(driver.phases().last == .began)
    let after = driver.see("card", moment + 0.12)
    #expect((before.transform.translation - after.transform.translation).length < 1e-9)
    #expect(abs(before.transform.rotation - after.transform.rotation) < 1e-12)
    #expect((before.translationVelocity - after.translationVelocity).length < 1e-7)
    #expect(abs(before.rotationVelocity - after.rotationVelocity) < 1e-9)
  }

  @Test func afterTheCatchHasSettledTheGrabbedPointIsUnderTheFingerAgain() throws {
    var driver = try flicked(Self.scene)
    let finger = driver.see("card", 0.3).toScreen(Point(x: 40, y: 60))
    driver.finger(at: finger, 0.3)
    let began = finger + Vector(dx: -12, dy: 3)
    let seen = driver.see("card", 0.33)
    let inverse = try #require(seen.toScreen.inverse)
    // The axis that has reached the slop absorbs it.
    let grabbed = inverse(finger + Vector(dx: -10, dy: 0))
    driver.finger(at: began, 0.33)
    for step in 1...60 {
      let now = 0.33 + Double(step) * 0.01
      let place = began + Vector(dx: Double(step) * -2, dy: Double(step))
      driver.finger(at: place, now)
      let error = driver.see("card", now).toScreen(grabbed).distance(to: place)
      #expect(error < 12)
      if now > 0.33 + 0.35 { #expect(error < 1e-9, "\(now)") }
    }
  }

  @Test func aRetargetMidFlightIsSmooth() throws {
    var driver = try flicked(Self.scene)
    let spring = try Spring(response: 0.3, dampingRatio: 0.5)
    for (moment, target) in [(0.25, 80.0), (0.32, -40), (0.4, 0)] {
      let before = driver.see("card", moment)
      try driver.engine.apply(
        [.translation("card", Vector(dx: target, dy: 20))], animatedBy: spring,
        at: EngineDriver.moment(moment))
      expectSame(before, driver.see("card", moment), "retarget")
    }
    #expect(abs(driver.see("card", 6).transform.translation.dy - 20) < 1e-9)
  }

  @Test func aTapOnAMovingCardLetsItGoOnHome() throws {
    var driver = try flicked(Self.scene)
    let finger = driver.see("card", 0.3).toScreen(Point(x: 150, y: 200))
    driver.finger(at: finger, 0.3)
    let before = driver.see("card", 0.35)
    driver.lift(0.35)
    expectSame(before, driver.see("card", 0.35), "letting go")
    #expect(driver.see("card", 6).transform == .identity)
    #expect(driver.engine.isAtRest == true)
  }

  @Test func twoFingersThatTouchAtOnceStopItAndLetItGoOnHome() throws {
    var driver = try flicked(Self.scene)
    let place = driver.see("card", 0.3).toScreen(Point(x: 150, y: 200))
    driver.engine.handle(
      TouchFrame(
        time: EngineDriver.moment(0.3),
        contacts: [
          Contact(id: 8, phase: .began, position: place),
          Contact(id: 9, phase: .began, position: place + Vector(dx: 20, dy: 0)),
        ]))
    driver.lift(finger: 8, 0.35)
    driver.lift(finger: 9, 0.36)
    #expect(driver.see("card", 6).transform == .identity)
  }

  /// The largest step of position and velocity between samples 0.1 ms apart must not exceed the
  /// motion's own acceleration, during a flick, a catch, a second pan and the return home.
  @Test func noStepExceedsTheMotionsOwnAcceleration() throws {
    var driver = try flicked(Self.scene)
    let dt = 1e-4
    // |a| ≤ 2β|v| + ω₀²|x| for each spring that may be active: the card's and the catch's.
    let own = try Spring(response: 0.45, dampingRatio: 0.7)
    let stop = Spring.critical(response: 0.1)
    var last = driver.see("card", 0.21)
    var (largestStep, largestKick) = (0.0, 0.0)
    for index in 1...20_000 {
      let now = 0.21 + Double(index) * dt
      if index == 900 { driver.finger(at: last.toScreen(Point(x: 150, y: 200)), now) }
      if index == 2_000 { driver.lift(now) }
      let state = driver.see("card", now)
      let speed = last.translationVelocity.length + state.translationVelocity.length
      let reach = max(last.transform.translation.length, state.transform.translation.length)
      let acceleration =
        2 * (own.decayRate + stop.decayRate) * speed + own.stiffness * (reach + 20)
        + stop.stiffness * 12
      let step = (state.transform.translation - last.transform.translation).length
      let kick = (state.translationVelocity - last.translationVelocity).length
      #expect(step <= speed * dt + acceleration * dt * dt + 0.125, "step at \(now)")
      // At the very end, the remainder below a quarter of a pixel is dropped.
      if state.transform != .identity {
        #expect(kick <= acceleration * dt, "kick at \(now)")
        largestStep = max(largestStep, step)
        largestKick = max(largestKick, kick)
      }
      last = state
    }
    #expect(largestStep > 0.01 && largestKick > 0.01)
    #expect(last.transform == .identity)
  }
}
