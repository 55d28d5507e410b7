import Glibc
import SnapbackBasics
import SnapbackEngine
import SnapbackProtocol
import SnapbackTestSupport
import Testing

/// Two fingers that pinch, turn and pan a view.
@Suite struct GesturePairTests {
  /// A card of 300 by 400 points in the middle of the screen.
  static func scene(_ gestures: String) -> String {
    """
    { snapback: 1, screen: { width: 400, height: 800, scale: 2 },
      views: [ { id: "card" } ],
      constraints: [ "card.centerX = 200", "card.centerY = 400", "card.width = 300",
        "card.height = 400" ],
      gestures: [ \(gestures) ] }
    """
  }

  /// All three together.
  private static func together(_ release: String = "spring") -> String {
    scene(
      """
      { pan: "card", name: "move", follow: "point", release: "\(release)",
        simultaneous: ["zoom", "turn"] },
      { pinch: "card", name: "zoom", release: "\(release)", simultaneous: ["turn"] },
      { rotation: "card", name: "turn", release: "\(release)" }
      """)
  }

  private let middle = Point(x: 180, y: 420)

  /// The positions of two fingers about a center.
  private func pair(
    _ middle: Point, span: Double, angle: Double
  ) -> (Point, Point) {
    let half = Vector(dx: span / 2 * cos(angle), dy: span / 2 * sin(angle))
    return (middle + half, middle - half)
  }

  /// Pinches, turns and moves two fingers so that all of these gestures that the scene has are
  /// running. Returns the positions of the fingers and the time.
  private func begun(_ driver: inout EngineDriver) -> (fingers: (Point, Point), time: Double) {
    var now = 0.0
    func put(_ driver: inout EngineDriver, _ fingers: (Point, Point)) {
      driver.fingers([(1, fingers.0), (2, fingers.1)], now)
      now += 0.01
    }
    for step in 0...30 {
      put(&driver, pair(middle, span: 100 + Double(step) * 2, angle: -0.5))
    }
    for step in 0...20 {
      put(&driver, pair(middle, span: 160, angle: -0.5 + Double(step) * 0.03))
    }
    for step in 0...20 {
      let there = middle + Vector(dx: Double(step), dy: Double(step) / 2)
      put(&driver, pair(there, span: 160, angle: 0.1))
    }
    let end = pair(middle + Vector(dx: 20, dy: 10), span: 160, angle: 0.1)
    return (end, now)
  }

  /// The greatest distance between a map and another one, over the corners of the card.
  private func distance(_ map: AffineTransform, _ other: (Point) -> Point) -> Double {
    [(0, 0), (300, 0), (0, 400), (300, 400)].reduce(0) { worst, corner in
      let point = Point(x: corner.0, y: corner.1)
      return max(worst, map(point).distance(to: other(point)))
    }
  }

  @Test(arguments: 0..<20)
  func theViewGoesAsTheTwoFingersGo(seed: Int) throws {
    var driver = try EngineDriver(scene: Self.together())
    let (start, time) = begun(&driver)
    #expect(Set(driver.turns()) == ["move began", "zoom began", "turn began"])
    let before = driver.see("card", time - 0.01).toScreen
    var generator = SeededGenerator(seed: UInt64(seed))
    var (one, two) = start
    var now = time
    for _ in 0..<60 {
      one = one + Vector(dx: generator.normal() * 6, dy: generator.normal() * 6)
      two = two + Vector(dx: generator.normal() * 6, dy: generator.normal() * 6)
      driver.fingers([(1, one), (2, two)], now)
      let seen = driver.see("card", now).toScreen
      let map = SimilarityTransform(from: start, to: (one, two))
      #expect(distance(seen) { map(before($0)) } < 1e-7, "seed \(seed) at \(now)")
      now += 0.008
    }
    driver.lift(fingers: [1, 2], now)
    #expect(driver.rest(of: "card", after: now).transform == .identity)
  }

  @Test func whicheverOfThreeComesFirstWhatIsGrabbedStaysUnderTheFingers() throws {
    // One finger pans, a second one joins, then they pinch: nothing jumps, and from the beginning
    // of the pinch the points under the two fingers stay under them.
    var driver = try EngineDriver(scene: Self.together())
    let one = Point(x: 100, y: 300)
    driver.drag(from: one, to: one + Vector(dx: 40, dy: 0), 0...0.1)
    let two = Point(x: 280, y: 520)
    driver.fingers([(2, two)], 0.11)
    var first = one + Vector(dx: 40, dy: 0)
    var (second, now) = (two, 0.12)
    var last = driver.see("card", 0.11).toScreen
    var grabbed: (Point, Point)?
    for step in 0..<60 {
      first = first + Vector(dx: -1, dy: -1.5)
      second = second + Vector(dx: 1.5, dy: 1)
      driver.finger(1, at: first, now)
      driver.fingers([(2, second)], now)
      let seen = driver.see("card", now).toScreen
      #expect(distance(seen, { last($0) }) < 8, "no jump in step \(step)")
      last = seen
      if grabbed == nil, driver.steps().contains("zoom began") {
        let inverse = try #require(seen.inverse)
        grabbed = (inverse(first), inverse(second))
      }
      if let grabbed {
        // The view does not rotate, as the rotation's slop is never exceeded.
        let middle = Point(x: (first.x + second.x) / 2, y: (first.y + second.y) / 2)
        let under = Point(
          x: (grabbed.0.x + grabbed.1.x) / 2, y: (grabbed.0.y + grabbed.1.y) / 2)
        #expect(seen(under).distance(to: middle) < 1e-9)
      }
      now += 0.01
    }
    #expect(grabbed != nil)
  }

  @Test func thePointBetweenTheFingersStaysBetweenThemWhenOnlyPinched() throws {
    var driver = try EngineDriver(scene: Self.scene(#"{ pinch: "card" }"#))
    driver.drag(
      (Point(x: 160, y: 350), Point(x: 130, y: 330)),
      (Point(x: 220, y: 450), Point(x: 250, y: 470)), 0...0.2)
    #expect(driver.turns() == ["pinch began"])
    let start = (Point(x: 130, y: 330), Point(x: 250, y: 470))
    let began = driver.see("card", 0.2)
    let inverse = try #require(began.toScreen.inverse)
    let between = inverse(Point(x: 190, y: 400))
    let scale = began.transform.scale.dx
    let span = start.0.distance(to: start.1)
    for step in 1...40 {
      let (a, b) = (
        start.0 + Vector(dx: -Double(step), dy: Double(step)),
        start.1 + Vector(dx: 2 * Double(step), dy: 0)
      )
      let now = 0.2 + Double(step) * 0.01
      driver.fingers([(1, a), (2, b)], now)
      let seen = driver.see("card", now)
      let middle = Point(x: (a.x + b.x) / 2, y: (a.y + b.y) / 2)
      #expect(seen.toScreen(between).distance(to: middle) < 1e-9)
      #expect(abs(seen.transform.scale.dx - scale * a.distance(to: b) / span) < 1e-9)
      #expect(seen.transform.scale.dx == seen.transform.scale.dy)
      #expect(seen.transform.rotation == 0)
    }
  }

  @Test func aScaleHasLimitsAndGivesWayBeyondThem() throws {
    for isElastic in [false, true] {
      var driver = try EngineDriver(
        scene: Self.scene(
          #"{ pinch: "card", slop: 0, limits: [0.5, 2], rubberBand: \#(isElastic) }"#))
      driver.fingers([(1, Point(x: 190, y: 400)), (2, Point(x: 210, y: 400))], 0)
      driver.fingers([(1, Point(x: 180, y: 400)), (2, Point(x: 220, y: 400))], 0.01)
      var now = 0.01
      for span in stride(from: 40.0, through: 240, by: 10) {
        now += 0.01
        driver.fingers(
          [(1, Point(x: 200 - span / 2, y: 400)), (2, Point(x: 200 + span / 2, y: 400))], now)
        // The span was 40 when it began.
        let way = max(0, span / 40 - 2)
        // b(x) = d·(1 − 1/(1 + 0.55·x/d)), where d is the distance between the limits.
        let band = isElastic ? 1.5 * (1 - 1 / (1 + 0.55 * way / 1.5)) : 0
        let wanted = min(span / 40, 2) + band
        #expect(abs(driver.see("card", now).transform.scale.dx - wanted) < 1e-9, "\(span)")
      }
      driver.lift(fingers: [1, 2], now + 0.2)
      #expect(driver.rest(of: "card", after: now).transform == .identity)
    }
  }

  @Test func releasesOfAPinch() throws {
    func released(_ release: String) throws -> EngineDriver {
      var driver = try EngineDriver(
        scene: Self.scene(
          #"{ pinch: "card", release: "\#(release)", limits: [0.5, 2], rubberBand: true }"#))
      driver.drag(
        (Point(x: 170, y: 400), Point(x: 70, y: 400)),
        (Point(x: 230, y: 400), Point(x: 330, y: 400)), 0...0.2)
      driver.lift(fingers: [1, 2], 0.205)
      return driver
    }
    var stays = try released("stay")
    #expect(stays.see("card", 0.205).transform.scale.dx > 2.2)
    // It stays within the limits.
    #expect(stays.rest(of: "card", after: 0.3).transform.scale == Vector(dx: 2, dy: 2))
    var resets = try released("reset")
    #expect(resets.see("card", 0.205).transform.scale == Vector(dx: 1, dy: 1))
    var springs = try released("spring")
    #expect(springs.see("card", 0.25).transform.scale.dx > 2)
    #expect(springs.rest(of: "card", after: 0.3).transform == .identity)
  }

  @Test func aReleaseGoesOnAsFastAsTheFingersPart() throws {
    var driver = try EngineDriver(scene: Self.scene(#"{ pinch: "card" }"#))
    driver.drag(
      (Point(x: 170, y: 400), Point(x: 70, y: 400)),
      (Point(x: 230, y: 400), Point(x: 330, y: 400)), 0...0.2)
    let (before, moving) = (driver.see("card", 0.2), driver.seen(.scaleX, of: "card", 0.2))
    // The fingers part at 1000 points per second. Dividing the span by the scale gives the span at
    // the beginning.
    let span = 260 / before.transform.scale.dx
    #expect(abs(moving.velocity - 1000 / span) < 1e-6)
    driver.lift(fingers: [1, 2], 0.2)
    let after = driver.seen(.scaleX, of: "card", 0.2)
    #expect(after == moving)
    #expect(driver.see("card", 0.2).toScreen == before.toScreen)
    #expect(driver.see("card", 0.201).transform.scale.dx > before.transform.scale.dx)
  }

  @Test func fingersThatRestOnAPinchedViewHaveNoVelocity() throws {
    var driver = try EngineDriver(scene: Self.scene(#"{ pinch: "card" }"#))
    driver.drag(
      (Point(x: 170, y: 400), Point(x: 70, y: 400)),
      (Point(x: 230, y: 400), Point(x: 330, y: 400)), 0...0.2)
    let moving = driver.see("card", 0.2)
    #expect(moving.scaleVelocity.dx > 5 && moving.scaleVelocity.dy > 5)
    let resting = driver.see("card", 0.5)
    #expect(resting.scaleVelocity == .zero)
    #expect(resting.transform.scale == moving.transform.scale)
  }

  @Test func aRotationGoesOnPastHalfATurn() throws {
    var driver = try EngineDriver(scene: Self.scene(#"{ rotation: "card", slop: 0 }"#))
    let fingers = pair(middle, span: 160, angle: 0)
    driver.fingers([(1, fingers.0), (2, fingers.1)], 0)
    let began = pair(middle, span: 160, angle: 0.1)
    driver.fingers([(1, began.0), (2, began.1)], 0.01)
    let first = driver.see("card", 0.01)
    let inverse = try #require(first.toScreen.inverse)
    for step in 1...150 {
      let angle = 0.1 + Double(step) * 0.1
      let now = 0.01 + Double(step) * 0.01
      let (a, b) = pair(middle, span: 160, angle: angle)
      driver.fingers([(1, a), (2, b)], now)
      let seen = driver.see("card", now)
      #expect(abs(seen.transform.rotation - Double(step) * 0.1) < 1e-9)
      #expect(seen.toScreen(inverse(began.0)).distance(to: a) < 1e-9)
      #expect(seen.toScreen(inverse(began.1)).distance(to: b) < 1e-9)
    }
    let events = driver.engine.drainGestureEvents()
    let event = try #require(events.last?.rotation)
    #expect(abs(event.value - 15) < 1e-9 && abs(event.velocity - 10) < 1e-6)
    driver.lift(fingers: [1, 2], 1.52)
    #expect(driver.rest(of: "card", after: 1.52).transform == .identity)
  }

  @Test func aRotationHasLimits() throws {
    var driver = try EngineDriver(
      scene: Self.scene(#"{ rotation: "card", slop: 0, limits: [-90, 45], release: "stay" }"#))
    var now = 0.0
    for step in 0...40 {
      let (a, b) = pair(middle, span: 160, angle: Double(step) * 0.1)
      driver.fingers([(1, a), (2, b)], now)
      now += 0.01
      let wanted = min(max(0, Double(step - 1) * 0.1), .pi / 4)
      #expect(abs(driver.see("card", now).transform.rotation - wanted) < 1e-9)
    }
    driver.lift(fingers: [1, 2], now)
    #expect(abs(driver.rest(of: "card", after: now).transform.rotation - .pi / 4) < 1e-12)
  }

  @Test func theOtherFingerGoesOnAloneWithoutAJumpOrASlip() throws {
    var driver = try EngineDriver(scene: Self.together("stay"))
    let (fingers, time) = begun(&driver)
    let before = driver.see("card", time - 0.01).toScreen
    driver.lift(fingers: [2], time)
    #expect(distance(driver.see("card", time).toScreen, { before($0) }) < 1e-9)
    #expect(Set(driver.turns()) == ["move began", "zoom began", "turn began"])
    let inverse = try #require(before.inverse)
    let grabbed = inverse(fingers.0)
    for step in 1...40 {
      let place = fingers.0 + Double(step) * Vector(dx: 2, dy: -3)
      let now = time + Double(step) * 0.01
      driver.fingers([(1, place)], now)
      #expect(driver.see("card", now).toScreen(grabbed).distance(to: place) < 1e-7)
    }
  }

  @Test func aHandoverInMotionDoesNotSlipEither() throws {
    // Two moving fingers; one lifts, and the point under the other stays there.
    var driver = try EngineDriver(scene: Self.together("stay"))
    let (start, time) = begun(&driver)
    let way = Vector(dx: 9, dy: -4)
    for step in 1...12 {
      let aside = Double(step) * way
      driver.fingers([(1, start.0 + aside), (2, start.1 + aside)], time + Double(step) * 0.008)
    }
    var (place, now) = (start.0 + 12 * way, time + 0.1)
    let held = driver.see("card", now)
    let inverse = try #require(held.toScreen.inverse)
    let grabbed = inverse(place)
    driver.lift(fingers: [2], now)
    for _ in 0..<20 {
      now += 0.008
      place = place + way
      driver.fingers([(1, place)], now)
      #expect(driver.see("card", now).toScreen(grabbed).distance(to: place) < 1e-7)
    }
  }

  @Test(arguments: [[1, 2], [2, 1]] as [[UInt64]])
  func aFingerThatReturnsHoldsThePointUnderIt(lifted: [UInt64]) throws {
    // Either finger lifts, the other one moves on alone, and a finger returns elsewhere.
    var driver = try EngineDriver(scene: Self.together("stay"))
    let (fingers, time) = begun(&driver)
    var now = time
    var place = lifted[0] == 1 ? fingers.1 : fingers.0
    driver.lift(fingers: [lifted[0]], now)
    for _ in 0..<20 {
      (now, place) = (now + 0.01, place + Vector(dx: 2, dy: -1))
      driver.fingers([(lifted[1], place)], now)
    }
    now += 0.01
    var other = place + Vector(dx: 60, dy: 110)
    let before = driver.see("card", now).toScreen
    driver.fingers([(9, other)], now)
    #expect(distance(driver.see("card", now).toScreen, { before($0) }) < 1e-9, "no jump")
    let (start, resumed) = ((place, other), before)
    for step in 1...40 {
      now += 0.01
      place = place + Vector(dx: -1, dy: 0.5)
      other = other + Vector(dx: 2, dy: Double(step) / 10)
      driver.fingers([(lifted[1], place), (9, other)], now)
      let map = SimilarityTransform(from: start, to: (place, other))
      #expect(distance(driver.see("card", now).toScreen) { map(resumed($0)) } < 1e-7)
    }
    driver.lift(fingers: [9, lifted[1]], now)
    let turns = driver.turns()
    #expect(turns.count == 6 && turns.suffix(3).allSatisfy { $0.hasSuffix("ended") })
  }

  @Test func aPinchAloneFollowsTheFingerThatIsLeft() throws {
    var driver = try EngineDriver(scene: Self.scene(#"{ pinch: "card", release: "stay" }"#))
    driver.drag(
      (Point(x: 170, y: 400), Point(x: 70, y: 400)),
      (Point(x: 230, y: 400), Point(x: 330, y: 400)), 0...0.2)
    driver.lift(fingers: [1], 0.21)
    let held = driver.see("card", 0.3)
    let inverse = try #require(held.toScreen.inverse)
    let grabbed = inverse(Point(x: 330, y: 400))
    driver.fingers([(2, Point(x: 300, y: 450))], 0.31)
    let seen = driver.see("card", 0.31)
    #expect(seen.toScreen(grabbed).distance(to: Point(x: 300, y: 450)) < 1e-9)
    #expect(seen.transform.scale == held.transform.scale)
    driver.lift(fingers: [2], 0.4)
    #expect(driver.turns() == ["pinch began", "pinch ended"])
  }
}
