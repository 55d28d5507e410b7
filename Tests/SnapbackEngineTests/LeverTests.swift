import SnapbackBasics
import SnapbackEngine
import SnapbackMotion
import SnapbackProtocol
import SnapbackTestSupport
import Testing

/// The grabbed point of a view that is scaled, sheared and turned.
@Suite struct LeverTests {
  private static let scene = PanTests.scene("follow: 'point', tilt: { degrees: 12, reach: 160 }")
  private let start = Point(x: 120, y: 300)

  private static let shapes: [[SceneChange]] = [
    [], [.scale("card", Vector(dx: 1.5, dy: 0.75))],
    [
      .transform(
        "card", TransformComponents(shear: 0.3, scale: Vector(dx: 0.8, dy: 1.2)))
    ],
  ]

  @Test(arguments: shapes, ["presentation", "frame"])
  func itStaysUnderTheFingerAndComesHomeWithoutAJump(
    shape: [SceneChange], origin: String
  ) throws {
    var driver = try EngineDriver(
      scene: PanTests.scene(
        "follow: 'point', from: '\(origin)', tilt: { degrees: 12, reach: 160 }"))
    try driver.apply(shape, nil, 0)
    driver.finger(at: start, 0.1)
    let began = start + Vector(dx: 11, dy: 0)
    driver.finger(at: began, 0.11)
    let inverse = try #require(driver.see("card", 0.11).toScreen.inverse)
    let grabbed = inverse(began)
    for step in 1...20 {
      let now = 0.11 + Double(step) / 100
      let finger = began + Vector(dx: 6 * Double(step), dy: 2 * Double(step))
      driver.finger(at: finger, now)
      #expect(driver.see("card", now).toScreen(grabbed).distance(to: finger) < 1e-9)
    }
    #expect(abs(driver.see("card", 0.31).transform.rotation) > 0.05)
    driver.lift(0.315)
    // It goes home without a jump: no millisecond moves it farther than its velocity explains.
    var last = driver.see("card", 0.315)
    for step in 1...3000 {
      let state = driver.see("card", 0.315 + Double(step) / 1000)
      let way = (state.transform.translation - last.transform.translation).length
      let speed = max(state.translationVelocity.length, last.translationVelocity.length)
      #expect(way <= 0.0012 * speed + 0.125, "\(step) ms on")
      last = state
    }
    #expect(last.transform.translation == .zero && last.transform.rotation == 0)
    #expect(driver.engine.isAtRest == true)
  }

  /// The drawn velocities must be the difference quotients of the drawn values.
  @Test(arguments: 0..<Effort.cases(40, inDebugBuilds: 15))
  func velocitiesAreTheRatesOfWhatIsDrawn(seed: Int) throws {
    var world = try InterruptionWorld(
      seed: UInt64(80_000 + seed),
      scene: InterruptionScene.text.replacing("tilt:", with: "follow: 'point', tilt:"))
    let card = world.driver.place(of: "card")
    var compared = 0
    for _ in 0..<25 {
      world.now += world.generator.number(0...0.05)
      world.driver.updateFrame(at: world.moment)
      _ = try world.operate()
      guard world.finger == nil else { continue }
      let h = 1e-5
      world.now += world.generator.number(0.001...0.1)
      var states: [ViewState] = []
      for step in -1...1 {
        world.driver.updateFrame(at: EngineDriver.moment(world.now + Double(step) * h))
        states.append(world.driver.frame.views[card])
      }
      let ways = states.map(\.transform.translation)
      let left = (1 / h) * (ways[1] - ways[0])
      let right = (1 / h) * (ways[2] - ways[1])
      // A corner of a curve lies in between.
      guard (left - right).length < 1 else { continue }
      #expect((0.5 * (left + right) - states[1].translationVelocity).length < 0.01)
      let turn = (states[2].transform.rotation - states[0].transform.rotation) / (2 * h)
      #expect(abs(turn - states[1].rotationVelocity) < 1e-3)
      compared += 1
    }
    #expect(compared > 1)
  }
}
