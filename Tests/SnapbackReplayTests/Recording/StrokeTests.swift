import Glibc
import SnapbackBasics
import SnapbackReplay
import Testing

/// Compares the kinematics of synthetic fingers with closed forms and finite differences.
@Suite struct StrokeTests {
  private static let profiles: [SpeedProfile] =
    [0, 0.3, 1, 1.875, 2.5].map { .minimumJerk(finalSpeed: $0) } + [.constant, .lognormal]

  private let shares = (0...200).map { Double($0) / 200 }

  @Test(arguments: profiles)
  func aWayBeginsAtItsStartEndsAtItsEndAndNeverTurnsRound(profile: SpeedProfile) {
    #expect(profile.way(at: 0) == 0)
    #expect((profile.way(at: 1) - 1).magnitude < 1e-14)
    for (share, next) in zip(shares, shares.dropFirst()) {
      #expect(profile.way(at: next) > profile.way(at: share))
    }
    for share in [-1, 2, 1e300, .infinity, -.infinity, .nan] {
      #expect((0...1 + 1e-14).contains(profile.way(at: share)))
    }
  }

  @Test(arguments: profiles)
  func theSpeedIsTheDerivativeOfTheWay(profile: SpeedProfile) {
    let step = 1e-6
    for share in shares.dropFirst().dropLast() {
      let slope = (profile.way(at: share + step) - profile.way(at: share - step)) / (2 * step)
      #expect((profile.speed(at: share) - slope).magnitude < 1e-6, "\(share)")
    }
  }

  @Test func aSmoothMovementBeginsAndEndsWithoutAcceleration() {
    let step = 1e-5
    for speed in [0, 0.7, 1.875, 2.5] {
      let profile = SpeedProfile.minimumJerk(finalSpeed: speed)
      #expect(profile.speed(at: 0) == 0)
      #expect((profile.speed(at: 1) - speed).magnitude < 1e-12)
      #expect((profile.speed(at: step) / step).magnitude < 1e-3)
      #expect(((speed - profile.speed(at: 1 - step)) / step).magnitude < 1e-3)
    }
  }

  @Test func aFlickIsTheFirstHalfOfAMovementToRest() {
    for share in shares {
      let half = share / 2
      let rest = 10 * pow(half, 3) - 15 * pow(half, 4) + 6 * pow(half, 5)
      #expect((SpeedProfile.midway.way(at: share) - 2 * rest).magnitude < 1e-14)
    }
  }

  @Test func aLognormalMovementIsFastestAfterAThirdOfItsTime() {
    let moments = (1..<3000).map { Double($0) / 3000 }
    let fastest = moments.max {
      SpeedProfile.lognormal.speed(at: $0) < SpeedProfile.lognormal.speed(at: $1)
    }
    #expect(((fastest ?? 0) - 1.0 / 3).magnitude < 1e-3)
    #expect(SpeedProfile.lognormal.speed(at: 1) < 0.1)
  }

  @Test func aReachIsWhereTheLawOfMinimumJerkPutsIt() throws {
    let stroke = Stroke(
      .line(from: Point(x: 10, y: 20), to: Point(x: 310, y: -180)), at: 1, hold: 0.25,
      duration: 0.5, rest: 0.125)
    #expect(stroke.position(at: 0.999) == nil)
    #expect(stroke.position(at: 1) == Point(x: 10, y: 20))
    #expect(stroke.position(at: 1.2) == Point(x: 10, y: 20))
    #expect(stroke.liftTime == 1.875)
    #expect(stroke.position(at: 1.875) == nil)
    for step in 0...100 {
      let share = Double(step) / 100
      let law = 10 * pow(share, 3) - 15 * pow(share, 4) + 6 * pow(share, 5)
      let position = try #require(stroke.position(at: 1.25 + share * 0.5))
      #expect(position.distance(to: Point(x: 10 + 300 * law, y: 20 - 200 * law)) < 1e-9)
    }
    let resting = try #require(stroke.position(at: 1.8))
    #expect(resting.distance(to: Point(x: 310, y: -180)) < 1e-9)
    #expect(stroke.releaseVelocity == .zero)
  }

  @Test(arguments: profiles)
  func theVelocityIsTheDerivativeOfThePosition(profile: SpeedProfile) throws {
    let center = Point(x: 200, y: 300)
    let paths: [StrokePath] = [
      .line(from: Point(x: 0, y: 5), to: Point(x: 300, y: 200)),
      .turn(about: center, from: Point(x: 260, y: 280), angle: 2.5, scale: 1),
      .turn(about: center, from: Point(x: 260, y: 280), angle: -1, scale: 2.5),
    ]
    for path in paths {
      let stroke = Stroke(path, profile: profile, at: 0.5, duration: 0.8)
      for step in 1..<80 {
        let now = 0.5 + Double(step) / 100
        let (before, after) = (stroke.position(at: now - 1e-6), stroke.position(at: now + 1e-6))
        let slope = 5e5 * (try #require(after) - (try #require(before)))
        #expect((stroke.velocity(at: now) - slope).length < 1e-3 * max(1, slope.length))
      }
    }
  }

  @Test func aTurnKeepsItsDistanceAndSweepsItsAngle() throws {
    let center = Point(x: 100, y: 100)
    let path = StrokePath.turn(about: center, from: Point(x: 180, y: 100), angle: .pi, scale: 0.5)
    for step in 0...64 {
      let share = Double(step) / 64
      let arm = path.point(at: share) - center
      #expect((arm.length - 80 * (1 - share / 2)).magnitude < 1e-9)
      // Clockwise on a screen, whose y axis points down.
      #expect((atan2(arm.dy, arm.dx) - .pi * share).magnitude < 1e-9 || step == 64)
    }
    #expect(path.point(at: 1).distance(to: Point(x: 60, y: 100)) < 1e-9)
  }

  @Test func aFlickIsLetGoWithTheVelocityThatWasAskedFor() throws {
    let (start, end) = (Point(x: 100, y: 500), Point(x: 300, y: 350))
    for (duration, velocity) in [(0.2, 1000.0), (0.2, 0), (0.2, 3125), (nil, 1500)] {
      let gesture = try SyntheticGesture.flick(
        from: start, to: end, duration: duration, velocity: velocity)
      let stroke = try #require(gesture.strokes(at: 0).first)
      #expect((stroke.releaseVelocity.length - velocity).magnitude < 1e-9)
      #expect(stroke.end.distance(to: end) < 1e-9)
      if let duration { #expect(stroke.duration == duration) }
    }
    #expect(throws: GestureFault.self) {
      try SyntheticGesture.flick(from: start, to: end, duration: 0.2, velocity: 3126)
    }
    #expect(throws: GestureFault.self) {
      try SyntheticGesture.flick(from: start, to: start, velocity: 10)
    }
  }

  @Test func fingersSideBySideAreSixtyPointsApartAboutThePlace() {
    // A hand has at least one finger.
    let rows: [(fingers: Int, places: [Double])] = [
      (-1, [300]), (0, [300]), (1, [300]), (2, [270, 330]), (3, [240, 300, 360]),
    ]
    for (fingers, places) in rows {
      let tap = SyntheticGesture.tap(
        at: Point(x: 300, y: 200), fingers: fingers, count: 1, hold: 0.1, gap: 0)
      let ends = tap.strokes(at: 0).map(\.end)
      #expect(ends == places.map { Point(x: $0, y: 200) }, "\(fingers) fingers")
    }
  }

  @Test func fingersOfAPinchAreAsFarApartAsTheLawSays() throws {
    let center = Point(x: 195, y: 400)
    for turn in [0, 1.2] {
      let gesture = SyntheticGesture.pinch(
        about: center, span: 60, end: 240, angle: 0.3, turn: turn,
        movement: .init(duration: 1))
      let strokes = gesture.strokes(at: 2)
      #expect(strokes.count == 2)
      for step in 0..<50 {
        let share = Double(step) / 50
        let law = 10 * pow(share, 3) - 15 * pow(share, 4) + 6 * pow(share, 5)
        let (first, second) = (
          strokes[0].position(at: 2 + share), strokes[1].position(at: 2 + share)
        )
        let way = try #require(first) - (try #require(second))
        #expect((way.length - (60 + 180 * law)).magnitude < 1e-9)
        #expect((atan2(way.dy, way.dx) - (0.3 + turn * law)).magnitude < 1e-9)
        let middle = try #require(second) + 0.5 * way
        #expect(middle.distance(to: center) < 1e-9)
      }
    }
  }

  @Test func numbersFromOutsideNeverTrap() {
    let numbers = [0, -1, 1e-300, 1e300, .infinity, -.infinity, .nan]
    for number in numbers {
      for other in numbers {
        let stroke = Stroke(
          .turn(
            about: Point(x: number, y: other), from: .zero, angle: other, scale: number),
          profile: .minimumJerk(finalSpeed: other), at: number, hold: other, duration: number,
          liftShare: other, rest: number)
        _ = (stroke.position(at: other), stroke.velocity(at: number), stroke.end)
        var script = GestureScript([
          .init(
            .stroke(
              from: Point(x: number, y: 0), to: Point(x: 1, y: other), fingers: 1,
              movement: .init(duration: number, hold: other)))
        ])
        script.device.jitter = other
        script.device.noise = number
        _ = try? script.recording()
      }
    }
  }
}
