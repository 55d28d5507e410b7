import SnapbackBasics
import SnapbackEngine
import SnapbackMotion
import SnapbackProtocol
import SnapbackTestSupport
import SnapbackTouches
import Testing

/// Numbers of gestures as sources of bindings: under the fingers, after a release, when fingers
/// catch them, and in another scene.
@Suite struct FollowingGestureTests {
  /// The spring of a number without `returns`.
  private static let usual = FollowingScene.spring(0.45, 0.8)
  /// The spring of the number that turns the dial.
  private static let turning = FollowingScene.spring(0.5, 0.6)
  private static let touch = Point(x: 100, y: 750)

  /// The numbers `drag.translation` of ``FollowingScene``, at a time in seconds.
  private func numbers(_ driver: inout EngineDriver, _ now: Double) -> (x: Double, y: Double) {
    let dial = driver.see("dial", now).transform
    return (dial.rotation * 400 / .pi, dial.translation.dx)
  }

  /// A finger on the pad that moves by (6, 2) points every 8 ms, ten times from 0.1 s on. It stays
  /// down at 0.18 s.
  private func drag(_ driver: inout EngineDriver) {
    for scan in 0...10 {
      let way = Double(scan) * Vector(dx: 6, dy: 2)
      driver.finger(at: Self.touch + way, 0.1 + Double(scan) * 0.008)
    }
  }

  @Test func aNumberIsTheWayOfTheFinger() throws {
    var driver = try EngineDriver(scene: FollowingScene.text)
    let start = numbers(&driver, 0.05)
    #expect(abs(start.x) < 1e-9 && start.y == 0)
    drag(&driver)
    let end = numbers(&driver, 0.18)
    #expect(abs(end.x - 60) < 1e-9 && abs(end.y - 20) < 1e-9)
    // The gesture moves nothing else.
    let head = driver.see("head", 0.18).transform
    let pad = driver.see("pad", 0.18).transform
    #expect(head == .identity && pad == .identity)
  }

  @Test(arguments: [Contact.Phase.ended, .cancelled])
  func aNumberReturnsOnItsSpring(phase: Contact.Phase) throws {
    var driver = try EngineDriver(scene: FollowingScene.text)
    drag(&driver)
    driver.lift(0.185, phase: phase)
    let view = driver.see("dial", 0.185)
    let (turn, way) = (
      FollowingScene.state(.rotation, view), FollowingScene.state(.translationX, view)
    )
    #expect(abs(way.value - 20) < 1e-9 && abs(turn.value - 60 * .pi / 400) < 1e-9)
    for step in 1...60 {
      let now = 0.185 + Double(step) / 200
      let seen = driver.see("dial", now)
      let wanted = [(turn, Self.turning), (way, Self.usual)].map { start, spring in
        Textbook.spring(
          decayRate: spring.decayRate, stiffness: spring.stiffness, from: start.value,
          start.velocity, after: now - 0.185)
      }
      #expect(abs(seen.transform.rotation - wanted[0].value) < 1e-9, "at \(now) s")
      #expect(abs(seen.transform.translation.dx - wanted[1].value) < 1e-9, "at \(now) s")
    }
    let rest = numbers(&driver, 10)
    #expect(abs(rest.x) < 1e-9 && rest.y == 0)
    let isAtRest = driver.engine.isAtRest
    #expect(isAtRest)
  }

  @Test func aCaughtNumberBeginsAtItsPresentValue() throws {
    var driver = try EngineDriver(scene: FollowingScene.text)
    drag(&driver)
    driver.lift(0.185)
    driver.finger(2, at: Self.touch, 0.24)
    driver.updateFrame(at: EngineDriver.moment(0.248))
    let before = numbers(&driver, 0.248)
    let speed = driver.seen(.translationX, of: "dial", 0.248).velocity
    #expect(abs(before.y) > 2 && abs(speed) > 1)
    driver.finger(2, at: Self.touch + Vector(dx: 0, dy: 3), 0.248)
    let caught = numbers(&driver, 0.248)
    #expect(abs(caught.x - before.x) < 1e-6)
    #expect(abs(caught.y - before.y - 3) < 1e-6)
    // The velocity of the return dies out, and the number rests where the finger holds it.
    let drift = numbers(&driver, 0.258).y - caught.y
    #expect(drift * speed > 0)
    let held = numbers(&driver, 2)
    #expect(abs(held.y - caught.y) < 1e-9 && abs(held.x - caught.x) < 1e-9)
    driver.finger(2, at: Self.touch + Vector(dx: 0, dy: 13), 2.1)
    let moved = numbers(&driver, 2.1)
    #expect(abs(moved.y - held.y - 10) < 1e-6 && abs(moved.x - held.x) < 1e-6)
    driver.lift(finger: 2, 2.2)
    let rest = numbers(&driver, 10)
    #expect(abs(rest.x) < 1e-9 && rest.y == 0)
  }

  @Test func aVelocityIsFollowedAndReturns() throws {
    var driver = try EngineDriver(scene: FollowingScene.text)
    for scan in 0...60 {
      let way = Vector(dx: 5 * Double(scan), dy: 0)
      driver.finger(at: Point(x: 50, y: 750) + way, 0.1 + Double(scan) * 0.008)
    }
    // 625 points per second, 0.03 points for each.
    let tail = driver.see("tail", 0.58).transform.translation.dx
    #expect(abs(tail - 18.75) < 0.1)
    let before = driver.see("tail", 0.585)
    driver.lift(0.585)
    let after = driver.see("tail", 0.585)
    #expect(before.transform.translation.dx > 18)
    // The input falls to 0 along the line from the last report to the lift.
    #expect(after.transform.translation.dx > 17)
    let later = driver.see("tail", 1.2).transform.translation.dx
    #expect(abs(later) < 0.1)
    let rest = driver.see("tail", 5).transform.translation.dx
    #expect(abs(rest) < 1e-12)
    let isAtRest = driver.engine.isAtRest
    #expect(isAtRest)
  }

  // MARK: Two fingers

  private static let pair = """
    { snapback: 1, screen: { width: 400, height: 800, scale: 2 },
      views: [ { id: "photo" }, { id: "gem" } ],
      constraints: [ "photo.left = 0", "photo.top = 300", "photo.width = 400",
        "photo.height = 400", "gem.left = 0", "gem.top = 0", "gem.width = 40",
        "gem.height = 40" ],
      gestures: [ { pinch: "photo", name: "zoom", simultaneous: ["twist"] },
        { rotation: "photo", name: "twist" } ],
      bindings: [
        { from: "zoom.scale", to: "gem.scale", map: [[0, 0], [10, 10]],
          returns: { response: 0.3, dampingRatio: 0.7 } },
        { from: "twist.rotation", to: "gem.rotation",
          returns: { response: 0.3, dampingRatio: 0.7 } } ] }
    """

  @Test func aScaleReturnsToOneAndARotationToZero() throws {
    var driver = try EngineDriver(scene: Self.pair)
    let neutral = driver.see("gem", 0.05).transform
    #expect(neutral == .identity)
    let middle = Point(x: 200, y: 500)
    func hands(_ share: Double) -> (Point, Point) {
      // From 60 to 120 points from the middle, and a quarter of a turn.
      let turn = TransformComponents(
        rotation: share * .pi / 2, scale: Vector(dx: 1 + share, dy: 1 + share))
      let way = turn.linear(Vector(dx: 60, dy: 0))
      return (middle + way, middle + -1 * way)
    }
    for scan in 0...60 {
      let (one, two) = hands(Double(scan) / 60)
      driver.fingers([(1, one), (2, two)], 0.1 + Double(scan) * 0.008)
    }
    let gem = driver.see("gem", 0.58).transform
    // The gestures begin after the fingers have moved apart and turned a little.
    #expect(gem.scale.dx > 1.5 && gem.scale.dx <= 2 + 1e-9)
    #expect(gem.rotation > 1 && gem.rotation <= .pi / 2 + 1e-9)
    driver.lift(fingers: [1, 2], 0.585)
    let released = driver.see("gem", 0.585).transform
    #expect(abs(released.scale.dx - gem.scale.dx) < 1e-6)
    #expect(abs(released.rotation - gem.rotation) < 1e-6)
    let rest = driver.see("gem", 10).transform
    #expect(abs(rest.scale.dx - 1) < 1e-12 && rest.rotation == 0)
  }

  // MARK: Another scene

  /// The scene with another view in front of all others in the list, so that indices differ.
  private static let shifted = FollowingScene.text.replacing(
    "views: [ ", with: "views: [ { id: \"extra\" }, ")

  @Test(arguments: [nil, FollowingScene.soft])
  func anotherSceneContinuesAGesture(animation: Animation?) throws {
    var driver = try EngineDriver(scene: FollowingScene.text)
    drag(&driver)
    let before = numbers(&driver, 0.184)
    try driver.replaceScene(by: Self.shifted, animation: animation)
    let after = numbers(&driver, 0.184)
    #expect(abs(before.x - after.x) < 1e-9 && abs(before.y - after.y) < 1e-9)
    driver.finger(at: Self.touch + Vector(dx: 70, dy: 29), 0.19)
    let moved = numbers(&driver, 0.19)
    #expect(abs(moved.x - 70) < 1e-6 && abs(moved.y - 29) < 1e-6)
    driver.lift(0.195)
    let rest = numbers(&driver, 10)
    #expect(abs(rest.x) < 1e-9 && rest.y == 0)
  }

  @Test(arguments: [nil, FollowingScene.soft])
  func anotherSceneContinuesAReturn(animation: Animation?) throws {
    var driver = try EngineDriver(scene: FollowingScene.text)
    drag(&driver)
    driver.lift(0.185)
    var plain = try EngineDriver(scene: FollowingScene.text)
    drag(&plain)
    plain.lift(0.185)
    driver.updateFrame(at: EngineDriver.moment(0.25))
    try driver.replaceScene(by: Self.shifted, animation: animation)
    for step in 0...40 {
      let now = 0.25 + Double(step) / 100
      let (seen, wanted) = (numbers(&driver, now), numbers(&plain, now))
      #expect(abs(seen.x - wanted.x) < 1e-9 && abs(seen.y - wanted.y) < 1e-9, "at \(now) s")
    }
    let isAtRest = driver.see("dial", 10).transform.translation == .zero
    #expect(isAtRest)
  }
}
