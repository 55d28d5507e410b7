import SnapbackBasics
import SnapbackEngine
import SnapbackMotion
import SnapbackProtocol
import SnapbackTestSupport

/// The events of ``FollowingScene``.
extension FollowingScene {
  typealias Event = (seconds: Double, perform: BoundScene.Event)

  /// A finger drags the head and lifts, the bar grows, a finger catches the head and lifts, another
  /// one drags over the pad, the head is moved by a change, and slow motion begins and ends.
  static let events: [Event] = drag + [grow] + caught + stroke + later

  /// The moment at which the finger of ``drag`` lifts, in seconds.
  static let release = 0.23

  static let drag: [Event] = scans + [lift]

  private static let lift: Event = (release, { $0.lift($1) })

  private static let scans: [Event] = (0...15).map { scan -> Event in
    let place = Point(x: 200 + 4 * Double(scan), y: 560 - 12 * Double(scan))
    let perform: BoundScene.Event = { $0.finger(at: place, $1) }
    return (0.1 + Double(scan) / 120, perform)
  }

  static let grow: Event = (
    0.3, { try $0.apply([.constant("bw", 190)], .curve(.easeInOut, duration: 0.4), $1) }
  )

  /// A finger catches the head where it is drawn, drags it and lifts.
  static let caught: [Event] = [
    (
      0.5,
      { driver, now in
        let head = driver.see("head", now)
        driver.finger(2, at: head.toScreen(Point(x: 100, y: 100)), now)
      }
    ),
    (0.51, { move(2, by: Vector(dx: 9, dy: -6), &$0, $1) }),
    (0.52, { move(2, by: Vector(dx: 12, dy: -14), &$0, $1) }),
    (0.53, { move(2, by: Vector(dx: 7, dy: -16), &$0, $1) }),
    (0.535, { $0.lift(finger: 2, $1) }),
  ]

  /// A finger drags over the pad.
  static let stroke: [Event] = [touch] + strokes + [leave]

  private static let touch: Event = (0.7, { $0.finger(3, at: Point(x: 40, y: 760), $1) })

  private static let leave: Event = (0.77, { $0.lift(finger: 3, $1) })

  private static let strokes: [Event] = (1...8).map { scan -> Event in
    let perform: BoundScene.Event = { move(3, by: Vector(dx: 8, dy: 1.5), &$0, $1) }
    return (0.7 + Double(scan) / 120, perform)
  }

  private static let later: [Event] = [
    (0.9, { try $0.apply([.translation("head", Vector(dx: 30, dy: -60))], soft, $1) }),
    (0.95, { $0.engine.setMotionRate(0.5, at: EngineDriver.moment($1)) }),
    (1.1, { try $0.apply([.constant("bw", 130)], bouncing, $1) }),
    (1.2, { $0.engine.setMotionRate(1, at: EngineDriver.moment($1)) }),
  ]

  static let soft = Animation.spring(.critical(response: 0.3))
  static let bouncing = Animation.spring(spring(0.5, 0.3))

  static func spring(_ response: Double, _ dampingRatio: Double) -> Spring {
    (try? Spring(response: response, dampingRatio: dampingRatio)) ?? .critical(response: response)
  }

  /// Moves a finger from where it is.
  static func move(_ id: UInt64, by way: Vector, _ driver: inout EngineDriver, _ now: Double) {
    let place = driver.engine.touches.first { $0.id == id }?.position ?? .zero
    driver.finger(id, at: place + way, now)
  }

  /// A driver after the first events, with no later frame.
  static func driver(through seconds: Double, of scene: String = text) throws -> EngineDriver {
    var driver = try EngineDriver(scene: scene)
    for event in events where event.seconds <= seconds {
      try event.perform(&driver, event.seconds)
    }
    return driver
  }

  /// An animation that runs back and forth forever.
  static let endless = Animation(
    .curve(.easeInOut, duration: 0.7), repeatCount: .infinity, autoreverses: true)

  /// A driver in which endless animations move the head and the bar from 0 s on.
  static func endlessDriver() throws -> EngineDriver {
    var driver = try EngineDriver(scene: text)
    try driver.apply(
      [.translation("head", Vector(dx: 80, dy: -210)), .constant("bw", 190)], endless, 0)
    return driver
  }
}
