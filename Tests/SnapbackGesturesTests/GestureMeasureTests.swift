import SnapbackBasics
import SnapbackGestures
import SnapbackTouches
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The numbers that recognizers report, checked against geometry done by hand.
@Suite struct GestureMeasureTests {
  @Test func aScaleIsOneWhereAPinchBeginsAndTheRatioOfSpansAfterwards() throws {
    var hands = try #require(Hands([Settings.pinch]))
    hands.frame([down(1, 200, 300), down(2, 300, 300)])
    hands.frame([move(1, 191, 300), move(2, 309, 300)])
    #expect(hands.arena[0].scale == 1)
    hands.frame([move(1, 180, 300), move(2, 320, 300)])
    #expect(hands.arena.isActive(0) && hands.arena[0].scale == 1)
    #expect(hands.arena[0].location == Point(x: 250, y: 300))
    // From 140 points, by 20 points per scan of 10 ms.
    for count in 1...5 {
      let way = Double(count) * 10
      hands.frame([move(1, 180 - way, 304), move(2, 320 + way, 304)])
    }
    #expect(abs(hands.arena[0].scale - 240 / 140) < 1e-12)
    #expect(abs(hands.arena[0].scaleVelocity(at: hands.now) - 2000 / 140) < 0.5)
    #expect(hands.arena[0].translation == Vector(dx: 0, dy: 4))
    #expect(hands.arena[0].rotation == 0)
  }

  @Test func fingersInOnePlaceHaveAFiniteScale() throws {
    var hands = try #require(Hands([Settings.pinch]))
    hands.frame([down(1, 200, 300), down(2, 300, 300)])
    hands.frame([move(1, 250, 300), move(2, 250, 300)])
    #expect(hands.arena.isActive(0))
    hands.frame([move(1, 240, 300), move(2, 250, 300)])
    // One point is the smallest distance that counts.
    #expect(hands.arena[0].scale == 10)
    hands.frame([move(1, 250, 300)])
    #expect(hands.arena[0].scale == 1)
  }

  @Test(arguments: [1.0, -1])
  func aRotationCountsWholeTurns(sign: Double) throws {
    var hands = try #require(Hands([Settings.rotation]))
    func place(_ degrees: Double, _ radius: Double) -> (Double, Double) {
      let angle = sign * degrees * .pi / 180
      return (400 + radius * cos(angle), 300 + radius * sin(angle))
    }
    let (first, second) = (place(0, 100), place(0, -100))
    hands.frame([down(1, first.0, first.1), down(2, second.0, second.1)])
    var began: Double?
    for step in 1...90 {
      let degrees = Double(step) * 9
      let (one, two) = (place(degrees, 100), place(degrees, -100))
      hands.frame([move(1, one.0, one.1), move(2, two.0, two.1)])
      if began == nil, hands.arena.isActive(0) { began = degrees }
    }
    // 10 points of arc at a radius of 100 are 5.7 degrees.
    #expect(began == 9)
    #expect(abs(hands.arena[0].rotation - sign * (810 - 9) * .pi / 180) < 1e-9)
    let speed = sign * 900 * .pi / 180
    #expect(abs(hands.arena[0].rotationVelocity(at: hands.now) - speed) < 1e-6)
    #expect(hands.arena[0].location.distance(to: Point(x: 400, y: 300)) < 1e-9)
    #expect(hands.arena[0].scale == 1)
  }

  @Test func aRotationThatHasNotBegunHasNoTurn() throws {
    var hands = try #require(Hands([Settings.rotation]))
    #expect(hands.arena[0].rotation == 0)
    hands.frame([down(1, 300, 300), down(2, 500, 300)])
    #expect(hands.arena[0].rotation == 0)
    // A path of 5 points at a radius of 100: half of the arc that begins a rotation.
    hands.frame([move(1, 300, 295), move(2, 500, 305)])
    #expect(hands.arena.state(of: 0) == .possible)
    #expect(hands.arena[0].rotation == 0)
  }

  @Test func onlyARotationTurnsAndOnlyAPinchGrows() throws {
    let all: [GestureSettings] = [
      Settings.tap, Settings.longPress, Settings.pan, Settings.swipe, Settings.pinch,
      Settings.rotation, .scroll, .hover,
    ]
    let places = Array(all.indices)
    var hands = try #require(Hands(all.map { GestureDescription($0, simultaneous: places) }))
    hands.frame([down(1, 300, 300), down(2, 500, 300)])
    // Every 10 ms the fingers turn by a tenth of a radian and part by 8 points. The pinch begins
    // when they are 224 points apart, the first distance that is more than 20 from 200.
    for count in 1...6 {
      let (angle, radius) = (0.1 * Double(count), 100 + 4 * Double(count))
      let (x, y) = (radius * cos(angle), radius * sin(angle))
      hands.frame([move(1, 400 - x, 300 - y), move(2, 400 + x, 300 + y)])
    }
    for (place, settings) in all.enumerated() {
      let turning = hands.arena[place].rotationVelocity(at: hands.now)
      let growing = hands.arena[place].scaleVelocity(at: hands.now)
      let expectedTurning = settings.kind == .rotation ? 10.0 : 0
      let expectedGrowing = settings.kind == .pinch ? 800.0 / 224 : 0
      #expect(abs(turning - expectedTurning) < 1e-6, "\(settings.kind)")
      #expect(abs(growing - expectedGrowing) < 1e-6, "\(settings.kind)")
    }
  }

  /// A finger that replaces a lifted one does not add to the velocity of the center.
  @Test func aFingerThatIsReplacedMakesNoVelocity() throws {
    for settings in [Settings.pinch, Settings.rotation] {
      var hands = try #require(Hands([settings]))
      hands.frame([down(1, 200, 300), down(2, 300, 300)])
      hands.frame([move(1, 200, 300), move(2, 300, 300)])
      hands.frame([lift(1, 200, 300), down(3, 700, 300)])
      hands.frame([move(2, 300, 300), move(3, 700, 300)])
      #expect(hands.arena[0].velocity(at: hands.now).length < 1e-9, "\(settings.kind)")
      #expect(hands.arena[0].scaleVelocity(at: hands.now) == 0)
      #expect(!hands.arena.isActive(0))
    }
  }

  @Test func aReplacedPairHasTheVelocitiesOfItsOwn() throws {
    var hands = try #require(Hands([Settings.pinch]))
    hands.frame([down(1, 200, 300), down(2, 300, 300)])
    hands.frame([lift(1, 200, 300), down(3, 700, 300)])
    for count in 1...3 {
      hands.frame([move(2, 300, 300), move(3, 700 + 30 * Double(count), 300)])
    }
    #expect(hands.arena.isActive(0))
    // It began at 430 points and grows by 30 every 10 ms.
    #expect(abs(hands.arena[0].scaleVelocity(at: hands.now) - 3000 / 430) < 1e-6)
    #expect(abs(hands.arena[0].velocity(at: hands.now).dx - 1500) < 1e-6)
    #expect(abs(hands.arena[0].scale - 490 / 430) < 1e-12)
  }

  @Test func aReplacedFingerOfAPanHasTheVelocityOfItsOwn() throws {
    var hands = try #require(Hands([Settings.pan]))
    hands.frame([down(1, 100, 100)])
    hands.frame([lift(1, 100, 100), down(2, 500, 100)])
    for count in 1...2 { hands.frame([move(2, 500 + 8 * Double(count), 100)]) }
    #expect(hands.arena.isActive(0))
    #expect(abs(hands.arena[0].velocity(at: hands.now).dx - 800) < 1e-6)
  }

  /// Movements of two fingers that are 100 points apart at first: the distance that their center
  /// travels, their final distance, and their rotation in degrees. The movement takes ten frames.
  @Test(arguments: [
    (0.0, 108.0, 0.0, ["pinch"]), (0, 92, 0, ["pinch"]), (0, 102, 0, []), (0, 98, 0, []),
    (0, 100, 5, ["rotation"]), (0, 100, -5, ["rotation"]), (0, 100, 2, []), (0, 100, -2, []),
    // The distance that the fingers travel does not count.
    (30, 108, 5, ["pinch", "rotation"]), (300, 108, 5, ["pinch", "rotation"]), (300, 102, 2, []),
    (300, 92, 2, ["pinch"]), (300, 102, -5, ["rotation"]),
  ])
  func twoFingersPinchAndTurnHoweverFarTheyTravel(
    travel: Double, span: Double, degrees: Double, expected: [String]
  ) throws {
    var hands = try #require(
      Hands([
        GestureDescription(.pinch(PinchSettings()), simultaneous: [1]),
        GestureDescription(.rotation(RotationSettings())),
      ]))
    hands.frame([down(1, 350, 300), down(2, 450, 300)])
    for step in 1...10 {
      let share = Double(step) / 10
      let (radius, turn) = (50 + (span / 2 - 50) * share, degrees * .pi / 180 * share)
      let (x, y, middle) = (radius * cos(turn), radius * sin(turn), 300 + travel * share)
      hands.frame([move(1, 400 - x, middle - y), move(2, 400 + x, middle + y)])
    }
    let active = ["pinch", "rotation"].enumerated().filter { hands.arena.isActive($0.offset) }
    #expect(active.map(\.element) == expected)
  }

  @Test func pansBeginInTheirDirectionsOnly() throws {
    for direction in PanSettings.Direction.allCases {
      for (dx, dy, ways) in [
        (12.0, 11.0, [PanSettings.Direction.any, .horizontal]), (-12, 11, [.any, .horizontal]),
        (11, 12, [.any, .vertical]), (-11, -12, [.any, .vertical]), (12, 12, [.any]),
      ] {
        var hands = try #require(Hands([Settings.pan { $0.direction = direction }]))
        hands.frame([down(1, 300, 300)])
        hands.frame([move(1, 300 + dx, 300 + dy)])
        let outcomes = hands.outcomes()
        let isRight = ways.contains(direction)
        #expect(outcomes == [isRight ? .recognized : .failed(.wrongWay)], "\(direction)")
      }
    }
  }

  @Test func pointersAddUpWhatTheyAreToldSinceTheyBegan() throws {
    var hands = try #require(Hands([.scroll, .hover]))
    for _ in 1...2 {
      for count in 0...4 as ClosedRange<UInt64> {
        hands.now = hands.now.advanced(byNanoseconds: 10_000_000)
        hands.arena.scroll(
          ScrollInput(
            phase: count == 0 ? .began : .changed, position: Point(x: 50, y: 60),
            delta: Vector(dx: 0, dy: 10)), on: 0, at: hands.now)
        hands.arena.hover(Point(x: Double(count) * 7, y: 5), on: 1, at: hands.now)
      }
      #expect(hands.arena[0].translation == Vector(dx: 0, dy: 50))
      #expect(hands.arena[0].location == Point(x: 50, y: 60))
      #expect(abs(hands.arena[0].velocity(at: hands.now).dy - 1000) < 1e-6)
      #expect(hands.arena[1].translation == Vector(dx: 28, dy: 0))
      #expect(hands.arena[1].location == Point(x: 28, y: 5))
      hands.arena.scroll(
        ScrollInput(phase: .ended, position: .zero, delta: .zero), on: 0, at: hands.now)
      hands.arena.hover(nil, on: 1, at: hands.now)
    }
  }

  /// Whether a pan begins when a finger moves by `way` points.
  private func pans(
    _ settings: GestureSettings = Settings.pan, by way: Double, at scale: Double?
  ) throws -> Bool {
    var hands = try #require(Hands([settings], scale: scale))
    hands.frame([down(1, 100, 100)])
    hands.frame([move(1, 100, 100 + way)])
    return hands.arena.isActive(0)
  }

  @Test func thresholdsAreMillimetersWhereTheSizeIsKnown() throws {
    // UIKit's 10 points are 1.558 mm. At 20 points per millimeter these are 31.2 points.
    for (scale, way, isPan) in [
      (20.0, 31.0, false), (20, 31.4, true), (nil, 9.9, false), (nil, 10, true), (0, 10, true),
      (-3, 10, true), (.nan, 10, true), (.infinity, 10, true), (1, 1.6, true), (1, 1.5, false),
    ] as [(Double?, Double, Bool)] {
      let begins = try pans(Settings.pan { $0.slop = .slop }, by: way, at: scale)
      #expect(begins == isPan, "\(String(describing: scale)), \(way)")
    }
  }

  @Test func theSlopOfAPanIsTenPointsOnEveryPanel() throws {
    for scale in [nil, 1, 6, 20, .nan] as [Double?] {
      #expect(try !pans(by: 9.99, at: scale))
      #expect(try pans(by: 10, at: scale))
    }
  }

  @Test func failuresSayWhatWasFoundAndWhatIsTheLimit() throws {
    func failure(_ settings: GestureSettings, _ frames: [Contact]...) throws -> GestureFailure? {
      var hands = try #require(Hands([settings]))
      for frame in frames { hands.frame(frame) }
      hands.pass(milliseconds: 1000)
      guard case .failed(let failure) = hands.outcomes().first else { return nil }
      return failure
    }
    let touch = [down(1, 100, 100)]
    #expect(
      try failure(Settings.tap, touch, [move(1, 103, 112)])
        == .moved(Vector(dx: 3, dy: 12).length, limit: 10))
    #expect(try failure(Settings.tap, touch, [lift(1, 111, 100)]) == .moved(11, limit: 10))
    #expect(try failure(Settings.tap, touch, [move(1, 110, 100)], [lift(1, 110, 100)]) == nil)
    #expect(
      try failure(Settings.doubleTap, touch, [lift(1, 100, 100)], [down(2, 148, 100)])
        == .moved(48, limit: 45))
    #expect(try failure(Settings.tap, touch, [down(2, 0, 0)]) == .tooManyFingers(2, limit: 1))
    #expect(
      try failure(Settings.pan { $0.maximumFingers = 1 }, touch, [down(2, 0, 0)])
        == .tooManyFingers(2, limit: 1))
    #expect(
      try failure(.swipe(SwipeSettings(direction: .left)), touch, [down(2, 0, 0)])
        == .tooManyFingers(2, limit: 1))
    #expect(
      try failure(Settings.longPress, touch, [down(2, 0, 0)]) == .tooManyFingers(2, limit: 1))
    #expect(try failure(Settings.tap { $0.duration = 0.2 }, touch) == .tooSlow(limit: 0.2))
    #expect(try failure(Settings.swipe, touch) == .tooSlow(limit: 0.5))
    guard
      case .moved(51, let limit)? = try failure(Settings.swipe, touch, [move(1, 100, 151)]),
      abs(limit - 49.51) < 1e-9
    else {
      Issue.record("a swipe that strays")
      return
    }
    #expect(try failure(Settings.longPress, touch, [move(1, 100, 89)]) == .moved(11, limit: 10))
    #expect(try failure(Settings.edgePan, touch) == .farFromEdge(100, limit: 20))
  }

  /// A position from which an edge pan may begin on a screen of 800 by 600, and the inward
  /// direction.
  @Test(arguments: [
    (SwipeDirection.left, 20.0, 300.0, 1.0, 0.0), (.right, 780, 300, -1, 0), (.up, 400, 20, 0, 1),
    (.down, 400, 580, 0, -1),
  ])
  func pansFromEdgesGoInwards(edge: SwipeDirection, x: Double, y: Double, dx: Double, dy: Double)
    throws
  {
    /// The outcomes of a pan: `way` points inward and `aside` points sideways, begun `shift` points
    /// further in.
    func outcome(_ shift: Double, _ way: Double, _ aside: Double) throws -> [GestureStep.Outcome] {
      var hands = try #require(Hands([Settings.pan { $0.edge = edge }]))
      let (x, y) = (x + shift * dx, y + shift * dy)
      hands.frame([down(1, x, y)])
      hands.frame([move(1, x + way * dx + aside * dy, y + way * dy + aside * dx)])
      return hands.outcomes()
    }
    #expect(try outcome(0, 12, 3) == [.recognized])
    #expect(try outcome(0, 12, -3) == [.recognized])
    #expect(try outcome(0, -12, 3) == [.failed(.wrongWay)])
    #expect(try outcome(0, 12, 12.5) == [.failed(.wrongWay)])
    #expect(try outcome(0, 12, -12.5) == [.failed(.wrongWay)])
    #expect(try outcome(2, 12, 3) == [.failed(.farFromEdge(22, limit: 20))])
  }

  @Test func aSwipeGoesItsWayOnly() throws {
    for direction in SwipeDirection.allCases {
      for way in SwipeDirection.allCases {
        var hands = try #require(Hands([.swipe(SwipeSettings(direction: direction))]))
        hands.frame([down(1, 300, 300)])
        // 45 points, then 6 more with 4 points sideways.
        for (along, aside) in [(45.0, 0.0), (51, 4)] {
          let (dx, dy) = (way.vector.dx, way.vector.dy)
          hands.frame([move(1, 300 + along * dx + aside * dy, 300 + along * dy + aside * dx)])
        }
        let isRecognized = hands.outcomes() == [.recognized]
        #expect(isRecognized == (way == direction), "\(direction), \(way)")
        if isRecognized {
          #expect(hands.arena[0].translation.length > 51)
          #expect(hands.arena[0].velocity(at: hands.now).length > 500)
        }
      }
    }
  }

  @Test func aPressSaysWhereItIsAndHowFarItHasCome() throws {
    var hands = try #require(Hands([Settings.longPress]))
    hands.frame([down(1, 100, 100)])
    hands.frame([move(1, 105, 100)])
    hands.pass(milliseconds: 500)
    #expect(hands.arena[0].location == Point(x: 105, y: 100))
    #expect(hands.arena[0].translation == .zero)
    for count in 1...6 { hands.frame([move(1, 105, 100 + 10 * Double(count))]) }
    #expect(hands.arena[0].translation == Vector(dx: 0, dy: 60))
    #expect(abs(hands.arena[0].velocity(at: hands.now).dy - 1000) < 1e-6)
    let stop = try #require(hands.arena[0].stopMoment(after: hands.now))
    #expect(stop == hands.now.advanced(bySeconds: VelocityEstimator.stopTime))
    #expect(hands.arena[0].velocity(at: stop) == .zero)
  }
}
