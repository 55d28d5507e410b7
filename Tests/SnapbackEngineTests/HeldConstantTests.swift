import Glibc
import SnapbackBasics
import SnapbackEngine
import SnapbackMotion
import SnapbackProtocol
import SnapbackTestSupport
import Testing

/// Views that fingers hold at a point while bound constants move their frames. A translation that
/// determines a bound constant does not compensate for such motions, so it is the travel of the
/// finger, less other motions of the layout.
@Suite struct HeldConstantTests {
  /// A bar that grows as a box moves pushes a sheet to the right, from 100 points on. A mark grows
  /// as a finger moves the sheet.
  private static let pushed = """
    { snapback: 1, screen: { width: 400, height: 800, scale: 1048576 },
      views: [ { id: "bar" }, { id: "box" }, { id: "mark" }, { id: "sheet" } ],
      constraints: [
        "bar.left = 0", "bar.top = 300", "bar.height = 20",
        { id: "wide", rule: "bar.width = 40" },
        "box.left = 0", "box.top = 0", "box.width = 40", "box.height = 40",
        "mark.left = 0", "mark.top = 500", "mark.height = 8",
        { id: "long", rule: "mark.width = 10" },
        "sheet.top = 600", "sheet.width = 200", "sheet.height = 150",
        "sheet.left >= bar.right", "sheet.left >= 100", "sheet.left = 0 @ 100" ],
      gestures: [ { pan: "sheet", slop: 0, follow: "point",
        spring: { response: 0.4, dampingRatio: 1 } } ],
      bindings: [
        { from: "box.translation.x", to: "wide.constant", map: [[0, 40], [200, 240]] },
        { from: "sheet.translation.x", to: "long.constant", map: [[0, 10], [100, 110]] } ] }
    """

  /// The times at which a finger moves the sheet, in seconds, and its travel from then on.
  private static let travels: [(seconds: Double, way: Double)] = [
    (0.02, 5), (0.5, 8), (0.508, 12.5), (0.7, 2), (1.1, 4),
  ]

  /// A finger touches the sheet and moves, and the box moves by 200 points in a second.
  private static let events: [FollowingScene.Event] =
    ([touch, start] + moves).sorted { $0.seconds < $1.seconds }

  private static let touch: FollowingScene.Event = (
    0.01, { $0.finger(at: Point(x: 150, y: 650), $1) }
  )

  private static let moves: [FollowingScene.Event] = travels.map { move -> FollowingScene.Event in
    let place = Point(x: 150 + move.way, y: 650)
    let perform: BoundScene.Event = { $0.finger(at: place, $1) }
    return (move.seconds, perform)
  }

  private static let boxStart = 0.05

  private static let start: FollowingScene.Event = (
    boxStart,
    { driver, now in
      let way = Vector(dx: 200, dy: 0)
      try driver.apply([.translation("box", way)], .curve(.linear, duration: 1), now)
    }
  )

  /// The first number that is wrong at a moment. The events until `now` have been performed.
  private func fault(
    _ driver: inout EngineDriver, since now: Double, at moment: Instant
  ) -> String? {
    var frame = driver.engine.makeFrame()
    driver.engine.sample(&frame, at: moment, resampling: .none)
    let seconds = moment.seconds(since: .zero)
    let width = now < Self.boxStart ? 40 : 40 + 200 * min(seconds - Self.boxStart, 1)
    let travel = Self.travels.last { $0.seconds <= now }?.way ?? 0
    let sheet = frame.views[driver.place(of: "sheet")]
    let mark = frame.views[driver.place(of: "mark")].frame.size.width
    let pairs = [
      (sheet.frame.left, max(100, width)), (sheet.transform.translation.dx, travel),
      (sheet.toScreen(.zero).x, max(100, width) + travel), (mark, 10 + travel),
    ]
    for (place, (seen, wanted)) in pairs.enumerated() where !(abs(seen - wanted) < 1e-5) {
      return "\(seen), not \(wanted), in place \(place)"
    }
    return nil
  }

  @Test func aConstantPushesAHeldViewAlsoInFramesOfTheNextPiece() throws {
    var driver = try EngineDriver(scene: Self.pushed, limits: BoundConstantScene.limits)
    var events = Self.events[...]
    for step in 0...300 {
      let now = 0.004 * Double(step)
      try driver.perform(&events, until: now)
      driver.updateFrame(at: EngineDriver.moment(now))
      // The bar reaches the sheet at 0.35 s.
      for ahead in [0, 0.1, 0.3, 0.9] {
        let found = fault(&driver, since: now, at: EngineDriver.moment(now + ahead))
        #expect(found == nil, "at \(now) + \(ahead) s: \(found ?? "")")
        guard found == nil else { return }
      }
    }
  }

  /// A sheet whose height grows by three times the distance by which a finger moves it down, up to
  /// a limit.
  private static func growing(to limit: Double) -> String {
    """
    { snapback: 1, screen: { width: 400, height: 2000, scale: 1048576 },
      views: [ { id: "sheet" } ],
      constraints: [
        "sheet.left = 0", "sheet.width = 400", { id: "place", rule: "sheet.top = 400" },
        "sheet.height <= \(limit)", { id: "high", rule: "sheet.height = 500 @ 700" } ],
      gestures: [ { pan: "sheet", slop: 0, follow: "point",
        spring: { response: 0.4, dampingRatio: 1 } } ],
      bindings: [ { from: "sheet.translation.y", to: "high.constant",
        map: [[-100, 200], [200, 1100]] } ] }
    """
  }

  /// The finger holds a point that moves by 2.4 points per point of the translation, until the
  /// height is at its limit. The first report moves the sheet by 45 points, past the lower limit.
  @Test(arguments: [1500.0, 560])
  func aViewThatGrowsUnderAFingerMovesByTheTravelOfTheFinger(limit: Double) throws {
    var driver = try EngineDriver(
      scene: Self.growing(to: limit), limits: BoundConstantScene.limits)
    driver.finger(at: Point(x: 200, y: 800), 0.1)
    for step in 1...60 {
      let now = 0.1 + 0.01 * Double(step)
      let travel = 50 * sin(0.1 * Double(step)) + 40
      driver.finger(at: Point(x: 200, y: 800 + travel), now)
      // The layout moves the sheet down by 30 points, linearly from 0.4 s to 0.5 s.
      if step == 30 {
        try driver.apply([.constant("place", 430)], .curve(.linear, duration: 0.1), now)
      }
      for seconds in [now, now + 0.003, now + 0.009] {
        let shift = 300 * min(max(seconds - 0.4, 0), 0.1)
        let sheet = driver.see("sheet", seconds)
        let (way, height) = (sheet.transform.translation.dy, sheet.frame.size.height)
        #expect(abs(way - (travel - shift)) < 1e-6, "\(way), not \(travel - shift), at \(seconds)")
        #expect(abs(sheet.frame.top - (400 + shift)) < 1e-6)
        #expect(abs(height - min(500 + 3 * way, limit)) < 1e-6, "\(height) at \(seconds)")
      }
    }
  }
}
