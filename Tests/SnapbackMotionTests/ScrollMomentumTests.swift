import Glibc
import SnapbackBasics
import SnapbackMotion
import SnapbackTestSupport
import Testing

/// Momentum and bounces of scroll offsets. `FidelityTests` compares them with UIKit.
@Suite struct ScrollMomentumTests {
  private static let spring = Spring.critical(response: 0.575)
  /// ω of the spring.
  private let frequency = 2 * Double.pi / 0.575
  private let threshold = RestThreshold(offset: 0.25 / 3)

  private func bounds(_ lower: Double, _ upper: Double, scale: Double = 3) throws
    -> ScrollMomentum.Bounds
  {
    try #require(ScrollMomentum.Bounds(lower: lower, upper: upper, grid: 1 / scale))
  }

  /// A value that coasts from time 0.
  private func value(_ motion: ScrollMomentum) -> AnimatedValue {
    var value = AnimatedValue(motion.start.value)
    value.coast(motion, threshold: threshold, at: .zero)
    return value
  }

  @Test func momentumTravelsAsFarAndAsLongAsMeasured() throws {
    // (v − 10)·0.499 and ln(v/10)/2.002, by a sum of steps of a millisecond.
    for speed in [750.0, 3000, 4875] {
      var (left, way, milliseconds) = (speed, 0.0, 0.0)
      while left * 0.998 > 10 {
        left *= 0.998
        way += left / 1000
        milliseconds += 1
      }
      for sign in [1.0, -1] {
        let motion = ScrollMomentum(
          .normal, from: MotionState(value: 5000, velocity: sign * speed),
          within: try bounds(-.infinity, .infinity), spring: Self.spring)
        #expect(abs(motion.target - 5000 - sign * way) < 0.2)
        #expect(abs(motion.glideTime * 1000 - milliseconds) < 1.01)
        #expect(motion.bounce == nil)
        #expect(abs(motion.start.velocity / (sign * speed) - 0.999) < 1e-3)
        let value = value(motion)
        #expect(value.restTime == EngineTime.moment(motion.glideTime))
        let last = value.presentation(at: EngineTime.moment(motion.glideTime - 1e-6))
        #expect(abs(last.velocity.magnitude - 10) < 0.05)
      }
    }
  }

  @Test func everyMotionMeetsThePixelGridWithoutAJump() throws {
    var generator = SeededGenerator(seed: 31)
    var failures = Failures()
    var (bounced, glided) = (0, 0)
    for _ in 0..<2_000 {
      let scale = Double([1, 2, 3].randomElement(using: &generator) ?? 1)
      let start = MotionState(
        value: Double.random(in: -300...1300, using: &generator),
        velocity: Double.random(in: 1...4, using: &generator)
          * Double.random(in: -10...10, using: &generator)
          * (Bool.random(using: &generator) ? 100 : 1))
      let beginning: ScrollMomentum.Beginning =
        Bool.random(using: &generator) ? .release : .interruption
      let motion = ScrollMomentum(
        .normal, from: start, within: try bounds(0, 1000.4, scale: scale), spring: Self.spring,
        beginning)
      let value = value(motion)
      func example() -> String { "\(start) at \(scale): \(motion)" }
      let pixels = motion.target * scale
      failures.check(abs(pixels - pixels.rounded()) < 1e-9, example())
      failures.check((0...1000.4).contains(motion.target), example())
      failures.check(
        abs(value.presentation(at: .zero).value - start.value) < 1e-9, example())
      if motion.bounce != nil { bounced += 1 }
      if motion.glideTime > 0 { glided += 1 }
      let rest = value.presentation(at: value.restTime)
      failures.check(rest == MotionState(value: motion.target), example())
      for term in value.terms {
        for moment in [term.clock.moment(of: 0), term.end] where moment > .zero {
          let before = Instant(nanoseconds: moment.nanoseconds - 1)
          let jump = value.presentation(at: moment).value - value.presentation(at: before).value
          // A bounce that turns inward settles below the threshold instead.
          let isOpen = motion.bounce.map { $0.duration == nil } ?? motion.isSettling
          let most = isOpen && moment == value.restTime ? 0.25 / 3 : 3e-5
          failures.check(jump.magnitude <= most, "\(example()): \(jump)")
        }
      }
    }
    #expect(failures.count == 0, "\(failures.first)")
    #expect(bounced > 500 && glided > 300)
  }

  @Test func aBounceFollowsUIKitsFormula() throws {
    for (beyond, velocity) in [(235.0, 625.0), (78.9, 1750), (30, 0), (10, -9), (400, 5000)] {
      for sign in [1.0, -1] {
        let edge: Double = sign > 0 ? 1000 : 0
        let motion = ScrollMomentum(
          .normal,
          from: MotionState(value: edge + sign * beyond, velocity: sign * velocity),
          within: try bounds(0, 1000), spring: Self.spring)
        let value = value(motion)
        let end = Double(value.restTime.nanoseconds) / 1e9
        for step in 0..<100 {
          let t = end * Double(step) / 100
          let wanted = (beyond + (velocity + beyond) * t) * exp(-frequency * t)
          let seen = sign * (value.presentation(at: EngineTime.moment(t)).value - edge)
          #expect(seen <= wanted + 1e-6 && seen >= wanted - ScrollMomentum.overshoot - 1e-6)
          #expect(seen > -1e-6, "it does not pass the end")
        }
        // There the formula is about half a point from the end, where UIKit stops.
        let last = (beyond + (velocity + beyond) * end) * exp(-frequency * end)
        #expect(last > 0.25 && last < 0.45)
      }
    }
  }

  @Test func momentumThatMeetsAnEndBouncesWithTheVelocityItHasThere() throws {
    let motion = ScrollMomentum(
      .normal, from: MotionState(value: 500, velocity: 2000), within: try bounds(0, 600),
      spring: Self.spring)
    let bounce = try #require(motion.bounce)
    // Drag takes λ times the way from the velocity, which begins at 0.998999 of the finger's.
    let velocity = 2000 * 0.998999 - 2.0020026706730793 * 100
    #expect(abs(bounce.state.velocity - velocity) < 0.5)
    #expect(motion.target == 600)
    let value = value(motion)
    let edge = EngineTime.moment(motion.glideTime)
    let before = value.presentation(at: Instant(nanoseconds: edge.nanoseconds - 1000))
    let after = value.presentation(at: Instant(nanoseconds: edge.nanoseconds + 1000))
    #expect(abs(before.velocity - after.velocity) < 0.2)
    #expect(abs(before.value - 600) < 0.01 && abs(after.value - 600) < 0.01)
  }

  @Test func anInterruptedMotionContinuesOnItsPath() throws {
    for start in [
      MotionState(value: 500, velocity: 2000), MotionState(value: 100, velocity: 200),
      MotionState(value: 700, velocity: 300), MotionState(value: -80, velocity: -500),
    ] {
      let whole = ScrollMomentum(
        .normal, from: start, within: try bounds(0, 600), spring: Self.spring)
      let value = value(whole)
      let length = Double(value.restTime.nanoseconds) / 1e9
      for share in [0.05, 0.2, 0.5, 0.7] {
        let now = EngineTime.moment(share * length)
        let rest = ScrollMomentum(
          .normal, from: value.presentation(at: now), within: try bounds(0, 600),
          spring: Self.spring, .interruption)
        var other = AnimatedValue(0)
        other.coast(rest, threshold: threshold, at: now)
        #expect(rest.target == whole.target)
        let most = rest.bounce == nil ? 0.05 : 1e-3
        // Momentum stops at 10 points a second, not at what its rounding has made of them.
        #expect(abs(other.restTime.seconds(since: value.restTime)) < 5e-3)
        for step in 0...20 {
          let moment = now.advanced(bySeconds: length * Double(step) / 20)
          let difference =
            other.presentation(at: moment).value - value.presentation(at: moment).value
          #expect(abs(difference) < most, "\(start) at \(share)")
        }
      }
    }
  }

  @Test func aSlowReleaseSettlesAtTheNearestPixel() throws {
    for velocity in [0.0, 9.9, -10, 10.2] {
      let motion = ScrollMomentum(
        .normal, from: MotionState(value: 100.12, velocity: velocity),
        within: try bounds(0, 600), spring: Self.spring)
      #expect(motion.isSettling)
      #expect(abs(motion.target - 100) < 1e-9)
      let value = value(motion)
      #expect(abs(value.presentation(at: .zero).velocity - velocity) < 1e-9)
      #expect(value.restTime < EngineTime.moment(0.3))
    }
    let still = ScrollMomentum(
      .normal, from: MotionState(value: 100), within: try bounds(0, 600), spring: Self.spring)
    #expect(value(still).terms.isEmpty)
  }

  @Test func aSpringThatIsNotCriticalSettlesBelowItsThreshold() throws {
    let motion = ScrollMomentum(
      .normal, from: MotionState(value: -50, velocity: -300), within: try bounds(0, 600),
      spring: try Spring(response: 0.4, dampingRatio: 0.6))
    let bounce = try #require(motion.bounce)
    #expect(bounce.duration == nil && bounce.shift == 0)
    #expect(value(motion).terms.count == 1)
  }

  @Test func boundsAreRoundedInward() throws {
    let bounds = try bounds(0.1, 99.9)
    #expect(abs(bounds.lower - 1.0 / 3) < 1e-12 && abs(bounds.upper - 299.0 / 3) < 1e-12)
    // Rounding errors of a bound on the grid do not cost a pixel.
    #expect(abs(try self.bounds(0, 100 - 1e-9).upper - 100) < 1e-9)
    let narrow = try self.bounds(0.1, 0.2)
    #expect(narrow.lower == 0.1 && narrow.upper == 0.1)
    #expect(ScrollMomentum.Bounds(lower: 1, upper: 0, grid: 1) == nil)
    #expect(ScrollMomentum.Bounds(lower: .nan, upper: 0, grid: 1) == nil)
  }

  @Test func fingersOfAnyVelocityGiveFiniteMotions() throws {
    for velocity in [1e9, -1e9, 1e300, -.greatestFiniteMagnitude] {
      for start in [-500.0, 300, 900] {
        let motion = ScrollMomentum(
          .normal, from: MotionState(value: start, velocity: velocity),
          within: try bounds(0, 600), spring: Self.spring)
        #expect(motion.target == 0 || motion.target == 600)
        #expect(value(motion).presentation(at: value(motion).restTime).isFinite)
      }
    }
  }
}

/// Moments by seconds after the start of the clock.
private enum EngineTime {
  static func moment(_ seconds: Double) -> Instant { Instant.zero.advanced(bySeconds: seconds) }
}
