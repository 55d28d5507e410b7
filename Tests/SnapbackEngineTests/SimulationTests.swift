import SnapbackBasics
import SnapbackEngine
import SnapbackMotion
import SnapbackProtocol
import SnapbackTestSupport
import SnapbackTouches
import Testing

/// Random events in random order from a seed, with invariants checked after every step.
@Suite struct SimulationTests {
  private static let scenes = [
    PanTests.scene("follow: 'point', tilt: { degrees: 12, reach: 160 }"),
    PanTests.scene("follow: 'center', tilt: { degrees: -20, reach: 40 }, from: 'frame'"),
    PanTests.scene("follow: 'point', release: 'stay'"),
    PanTests.scene("follow: 'center', release: 'reset', slop: 0"),
  ]

  private struct World: ~Copyable {
    var driver: EngineDriver
    var generator: SeededGenerator
    var now = 0.0
    var open: [UInt64] = []
    var nextFinger: UInt64 = 1
    var began = 0
    var finished = 0
    var heights = 400.0

    init(scene: String, seed: UInt64) throws {
      driver = try EngineDriver(scene: scene)
      generator = SeededGenerator(seed: seed)
    }

    mutating func number(_ range: ClosedRange<Double>) -> Double {
      Double.random(in: range, using: &generator)
    }

    mutating func step() throws {
      now += number(0...0.03)
      let place = Point(x: number(-50...450), y: number(-50...850))
      switch Int.random(in: 0..<12, using: &generator) {
      case 0, 1:
        driver.finger(nextFinger, at: place, now)
        open.append(nextFinger)
        nextFinger += 1
      case 2...5:
        guard let finger = open.randomElement(using: &generator) else { return }
        driver.finger(finger, at: place, now)
      case 6, 7:
        guard let finger = open.randomElement(using: &generator) else { return }
        open.removeAll { $0 == finger }
        driver.lift(
          finger: finger, now, phase: Bool.random(using: &generator) ? .ended : .cancelled)
      case 8:
        now += number(0...2)
      case 9:
        // A clock that jumps back.
        driver.finger(open.last ?? 0, at: place, now - 0.5)
        if open.isEmpty { open.append(0) }
      case 10:
        heights = number(50...700)
        let spring = try Spring(response: number(0.1...1), dampingRatio: number(0.1...2))
        let isAnimated = Bool.random(using: &generator)
        try driver.engine.apply(
          [.constant("height", heights)], animatedBy: isAnimated ? spring : nil,
          at: EngineDriver.moment(now))
      default:
        // An unusual screen.
        try driver.engine.apply(
          [.screenSize(Size(width: number(1...2000), height: number(1...2000)))],
          animatedBy: nil, at: EngineDriver.moment(now))
      }
    }

    mutating func check() {
      let state = driver.see("card", now)
      #expect(state.toScreen.a.isFinite && state.toScreen.tx.isFinite && state.toScreen.ty.isFinite)
      #expect(state.translationVelocity.isFinite && state.rotationVelocity.isFinite)
      for phase in driver.phases() {
        if phase == .began { began += 1 }
        if phase == .ended || phase == .cancelled { finished += 1 }
        #expect(began - finished == 0 || began - finished == 1, "a gesture ends once")
      }
    }

    mutating func finish() {
      for finger in open { driver.lift(finger: finger, now, phase: .cancelled) }
      check()
      #expect(began == finished, "every gesture ends")
      #expect(driver.engine.touches.isEmpty)
      _ = driver.see("card", now + 60)
      #expect(driver.engine.isAtRest && driver.engine.wakeUp == .never)
      let state = driver.see("card", now + 61)
      #expect(state.translationVelocity == .zero && state.rotationVelocity == 0)
    }
  }

  @Test(arguments: Array(0..<120))
  func invariantsHoldAfterEveryStep(seed: Int) throws {
    let scene = Self.scenes[seed % Self.scenes.count]
    var world = try World(scene: scene, seed: UInt64(seed))
    for _ in 0..<120 {
      try world.step()
      world.check()
    }
    world.finish()
    let stays = scene.contains("'stay'")
    if !stays { #expect(world.driver.see("card", world.now + 62).transform == .identity) }
  }
}
