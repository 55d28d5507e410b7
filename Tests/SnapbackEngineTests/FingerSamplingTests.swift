import SnapbackBasics
import SnapbackEngine
import SnapbackProtocol
import SnapbackTestSupport
import Testing

/// A sample of views that fingers hold must equal that of an engine whose fingers are where the
/// resampling policy puts them.
@Suite struct FingerSamplingTests {
  /// Fingers on the scene of all gestures, scanned every 8 ms, with their paths by milliseconds.
  private struct Hand: Sendable {
    var name: String
    var view: String
    var fingers: [@Sendable (Double) -> Point]
    /// The largest allowed difference from the figure of fingers that move on straight lines.
    var tolerance = 1e-9
  }

  private static func line(_ x: Double, _ y: Double, _ dx: Double, _ dy: Double)
    -> @Sendable (Double) -> Point
  {
    { time in Point(x: x + dx * time, y: y + dy * time) }
  }

  private static func turn(_ angle: Double) -> @Sendable (Double) -> Point {
    { time in
      let ray = TransformComponents(
        translation: .zero, rotation: angle + 0.004 * time, shear: 0, scale: Vector(dx: 1, dy: 1)
      ).linear(Vector(dx: 60, dy: 0))
      return Point(x: 300, y: 170) + ray
    }
  }

  private static let hands = [
    // A card that tilts by the grabbed point.
    Hand(name: "pan", view: "card", fingers: [line(260, 380, 0.7, -0.3)]),
    // A row beyond its limit, with rubber banding.
    Hand(name: "band", view: "row", fingers: [line(150, 40, -1.5, 0)]),
    Hand(name: "scroll", view: "list", fingers: [line(100, 300, 0, -0.8)]),
    Hand(name: "scroll band", view: "list", fingers: [line(100, 100, 0, 1.1)]),
    // A pinch off the center, which the translation has to follow; and one on a card with a tilt.
    Hand(
      name: "pinch", view: "photo",
      fingers: [line(240, 60, -0.1, -0.1), line(300, 120, 0.5, 0.5)]),
    Hand(
      name: "pinch beyond", view: "photo",
      fingers: [line(296, 160, -0.9, -0.9), line(304, 168, 0.9, 0.9)]),
    Hand(
      name: "grow", view: "card",
      fingers: [line(250, 400, -0.2, 0), line(330, 400, 0.6, 0)]),
    Hand(name: "turn", view: "photo", fingers: [turn(0), turn(Double.pi)], tolerance: 0.02),
  ]

  private static func moment(_ milliseconds: Double) -> Instant {
    EngineDriver.moment(1 + milliseconds / 1000)
  }

  /// A driver whose hand was scanned every 8 ms up to `last`, and once more if `more` is given.
  private static func driver(
    _ hand: Hand, to last: Double, then more: (time: Double, at: Double)? = nil
  ) throws -> EngineDriver {
    var driver = try EngineDriver(scene: GestureSimulationTests.scene)
    func scan(_ time: Double, _ places: Double, _ driver: inout EngineDriver) {
      let fingers = hand.fingers.enumerated().map { (UInt64($0 + 1), $1(places)) }
      driver.fingers(fingers, 1 + time / 1000)
      driver.updateFrame(at: moment(time))
    }
    for time in stride(from: 0.0, through: last, by: 8) { scan(time, time, &driver) }
    if let more { scan(more.time, more.at, &driver) }
    return driver
  }

  private static func difference(_ first: SceneFrame, _ second: SceneFrame) -> Double {
    var most = 0.0
    for (a, b) in zip(first.views, second.views) {
      let (a, b) = (a.toScreen, b.toScreen)
      for pair in [(a.a, b.a), (a.b, b.b), (a.c, b.c), (a.d, b.d), (a.tx, b.tx), (a.ty, b.ty)] {
        most = max(most, abs(pair.0 - pair.1))
      }
    }
    return most
  }

  @Test(arguments: hands.indices) func betweenTwoScans(index: Int) throws {
    let hand = Self.hands[index]
    for share in [0.1, 0.5, 0.9] {
      let place = 192 + 8 * share
      var seen = try Self.driver(hand, to: 200)
      var twin = try Self.driver(hand, to: 192, then: (place, place))
      let target = Self.moment(place + 5)
      var (frame, wanted, raw) = (
        seen.engine.makeFrame(), twin.engine.makeFrame(), seen.engine.makeFrame()
      )
      seen.engine.sample(&raw, at: target, resampling: .none)
      for policy in [TouchResampling.interpolate, .predict] {
        seen.engine.sample(&frame, at: target, resampling: policy)
        twin.engine.sample(&wanted, at: target, resampling: .none)
        #expect(Self.difference(frame, wanted) <= hand.tolerance, "\(hand.name), \(share)")
      }
      // The views must actually move.
      #expect(Self.difference(frame, raw) > 0.01, "\(hand.name)")
    }
  }

  @Test(arguments: hands.indices) func beyondTheLastScan(index: Int) throws {
    let hand = Self.hands[index]
    for (ahead, reach) in [(1.0, 1.0), (3.5, 3.5), (10, 4)] {
      var seen = try Self.driver(hand, to: 200)
      var twin = try Self.driver(hand, to: 200, then: (200 + ahead, 200 + reach))
      let target = Self.moment(205 + ahead)
      var (frame, wanted, raw) = (
        seen.engine.makeFrame(), twin.engine.makeFrame(), seen.engine.makeFrame()
      )
      seen.engine.sample(&frame, at: target, resampling: .predict)
      twin.engine.sample(&wanted, at: target, resampling: .none)
      #expect(Self.difference(frame, wanted) <= hand.tolerance, "\(hand.name), \(ahead)")
      seen.engine.sample(&raw, at: target, resampling: .none)
      #expect(Self.difference(frame, raw) > 0.01, "\(hand.name)")
      seen.engine.sample(&frame, at: target, resampling: .interpolate)
      #expect(Self.difference(frame, raw) == 0, "\(hand.name)")
    }
  }

  @Test func aFingerThatHasLiftedIsNotTakenFarther() throws {
    for hand in Self.hands {
      var driver = try Self.driver(hand, to: 200)
      driver.lift(fingers: [1, 2], 1.201)
      for target in [0.199, 0.203, 0.21, 0.25] {
        var (frame, raw) = (driver.engine.makeFrame(), driver.engine.makeFrame())
        driver.engine.sample(&frame, at: EngineDriver.moment(1 + target), resampling: .predict)
        driver.engine.sample(&raw, at: EngineDriver.moment(1 + target), resampling: .none)
        #expect(frame.views == raw.views, "\(hand.name)")
      }
    }
  }

  @Test func aHeaderThatIsTiedToTheScrollOffsetIsNotTornOffIt() throws {
    var driver = try EngineDriver(
      scene: """
        { snapback: 1, screen: { width: 400, height: 800 },
          views: [ { id: "list", scroll: true, views: [ { id: "head" }, { id: "tall" } ] } ],
          constraints: [
            "list.left = 0", "list.top = 0", "list.width = 400", "list.height = 400",
            { format: "H:|[tall(400)]|", in: "list" }, { format: "V:|[tall(2000)]|", in: "list" },
            "head.left = list.viewport.left", "head.top = list.viewport.top", "head.width = 400",
            "head.height = 40" ],
          gestures: [ { scroll: "list", direction: "vertical" } ] }
        """)
    driver.drag(from: Point(x: 200, y: 350), to: Point(x: 200, y: 100), 0...0.2)
    var frame = driver.engine.makeFrame()
    for target in [0.199, 0.202, 0.206, 0.21] {
      driver.engine.sample(&frame, at: EngineDriver.moment(target), resampling: .predict)
      let (head, tall) = (driver.place(of: "head"), driver.place(of: "tall"))
      // The layout knows the offset only in whole pixels.
      #expect(abs(frame.views[head].toScreen.ty) < 0.5)
      #expect(frame.views[tall].toScreen.ty < -100)
    }
  }

  @Test func nothingThatIsSaidOfAFingerTraps() throws {
    let numbers = [0, 1e-300, 1e9, 1e300, -1e300, Double.greatestFiniteMagnitude, .nan, .infinity]
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<200 {
      var driver = try EngineDriver(scene: GestureSimulationTests.scene)
      var (frame, journal) = (driver.engine.makeFrame(), MotionJournal())
      for step in 0..<12 {
        let x = numbers.randomElement(using: &generator) ?? 0
        let y = numbers.randomElement(using: &generator) ?? 0
        let place = step < 3 ? Point(x: 220 + 20 * Double(step), y: 40) : Point(x: x, y: y)
        driver.fingers([(1, place), (2, Point(x: 300, y: 100))], Double(step) * 0.008)
        let targets = [Instant.zero, .distantFuture, EngineDriver.moment(Double(step) * 0.008)]
        driver.engine.sample(
          &frame, at: targets.randomElement(using: &generator) ?? .zero, resampling: .predict,
          journal: &journal)
      }
    }
  }
}
