import SnapbackBasics
import SnapbackEngine
import SnapbackMotion
import SnapbackProtocol
import SnapbackTestSupport
import Testing

/// The motion of a released view: its momentum, its limits, its snap targets.
@Suite struct ReleaseTests {
  private static let start = Point(x: 120, y: 300)

  /// A card that was flicked for 0.2 s, and its state just before and after the release.
  private struct Flick: ~Copyable {
    var driver: EngineDriver
    let before: ViewState
    let after: ViewState

    init(_ gesture: String, by way: Vector = Vector(dx: 150, dy: 0)) throws {
      driver = try EngineDriver(scene: PanTests.scene(gesture))
      driver.drag(from: start, to: start + way, 0...0.2)
      before = driver.see("card", 0.205)
      driver.lift(0.205)
      after = driver.see("card", 0.205)
    }
  }

  @Test func momentumGoesAsFarAsItsVelocityOverItsRate() throws {
    var flick = try Flick("release: 'momentum', deceleration: 'fast'")
    #expect(flick.before.translationVelocity.dx > 500)
    #expect(flick.after.translationVelocity == flick.before.translationVelocity)
    // λ = −1000·ln 0.99. The distance covered by v₀·e^(−λt) is v₀/λ.
    let rate = 10.050335853501441
    let end = flick.before.transform.translation.dx + flick.before.translationVelocity.dx / rate
    #expect(abs(flick.driver.see("card", 20).transform.translation.dx - end) < 1e-9)
    let half = flick.driver.see("card", 20).transform.translation.dx
    #expect(
      flick.driver.engine.isAtRest == true
        && half == flick.driver.see("card", 30).transform.translation.dx)
  }

  @Test func momentumThatMeetsALimitIsTakenOverByASpring() throws {
    var flick = try Flick(
      "release: 'momentum', limits: { x: [-50, 200] }, spring: { response: 0.5, dampingRatio: 1 }")
    let (start, speed, rate) = (
      flick.before.transform.translation.dx, flick.before.translationVelocity.dx, -1000 * log998
    )
    // The time at which v₀(1 − e^(−λt))/λ reaches the limit, and the speed at that time.
    let meeting = -logarithm(1 - rate * (200 - start) / speed) / rate
    let arrival = speed - rate * (200 - start)
    var last = flick.before
    var highest = 0.0
    for step in 1...2000 {
      let now = 0.205 + Double(step) * 0.001
      let state = flick.driver.see("card", now)
      let kick = (state.translationVelocity - last.translationVelocity).length
      #expect(kick < 0.001 * (2 * 12.6 * (arrival + 200) + 160 * 60), "a kick at \(now)")
      highest = max(highest, state.transform.translation.dx)
      last = state
    }
    // A critical spring that is hit with v goes v/(e·ω₀) beyond.
    let beyond = arrival / (2.718281828459045 * 2 * .pi / 0.5)
    #expect(meeting > 0.01 && abs(highest - 200 - beyond) < 0.05)
    #expect(flick.driver.see("card", 20).transform.translation.dx == 200)
  }

  @Test func beyondALimitTheViewGivesWayAndComesBackAsTheFingerDoes() throws {
    var driver = try EngineDriver(
      scene: PanTests.scene(
        """
        release: 'spring',
        limits: { x: [0, 100], rubberBand: { coefficient: 0.5, dimension: 400 } }
        """
      ))
    driver.finger(at: Self.start, 0)
    driver.finger(at: Self.start + Vector(dx: 10, dy: 0), 0.02)
    var there: [Double] = []
    for step in 0...30 {
      let x = Double(step) * 10
      driver.finger(at: Self.start + Vector(dx: 10 + x, dy: 0), 0.1 + Double(step) * 0.01)
      let seen = driver.see("card", 0.1 + Double(step) * 0.01).transform.translation.dx
      // b(x) = d·(1 − 1/(1 + c·x/d))
      let expected = x <= 100 ? x : 100 + 400 * (1 - 1 / (1 + 0.5 * (x - 100) / 400))
      #expect(abs(seen - expected) < 1e-9)
      there.append(seen)
    }
    for step in (0...30).reversed() {
      let now = 1 + Double(30 - step) * 0.013
      driver.finger(at: Self.start + Vector(dx: 10 + Double(step) * 10, dy: 0), now)
      #expect(driver.see("card", now).transform.translation.dx == there[step])
    }
  }

  @Test func aReleaseBeyondALimitHandsOverTheVelocityThatIsSeen() throws {
    var flick = try Flick(
      "release: 'momentum', limits: { x: [-10, 40], rubberBand: true }", by: Vector(dx: 250, dy: 0))
    #expect(flick.before.transform.translation.dx > 60)
    #expect(
      abs(flick.before.transform.translation.dx - flick.after.transform.translation.dx) < 1e-9)
    #expect(abs(flick.before.translationVelocity.dx - flick.after.translationVelocity.dx) < 1e-9)
    // The band's slope makes the view slower than the finger, which has 1250 points per second.
    #expect(flick.before.translationVelocity.dx < 700 && flick.before.translationVelocity.dx > 100)
    #expect(flick.driver.see("card", 20).transform.translation.dx == 40)
  }

  @Test func grabbedBeyondALimitNothingJumps() throws {
    var flick = try Flick(
      """
      release: 'momentum', limits: { x: [-10, 40], rubberBand: true },
      spring: { response: 3, dampingRatio: 1 }
      """, by: Vector(dx: 250, dy: 0))
    let seen = flick.driver.see("card", 0.4)
    #expect(seen.transform.translation.dx > 45)
    let finger = seen.toScreen(Point(x: 40, y: 60))
    flick.driver.finger(at: finger, 0.4)
    let caught = flick.driver.see("card", 0.6)
    flick.driver.finger(at: finger + Vector(dx: 10, dy: 0), 0.6)
    let began = flick.driver.see("card", 0.6)
    #expect(abs(caught.transform.translation.dx - began.transform.translation.dx) < 1e-9)
  }

  @Test func grabbedBeyondALimitTheViewGoesOnGivingWayFromThere() throws {
    let (limit, coefficient, dimension) = (40.0, 0.5, 400.0)
    var flick = try Flick(
      """
      release: 'momentum',
      limits: { x: [-10, 40], rubberBand: { coefficient: 0.5, dimension: 400 } },
      spring: { response: 3, dampingRatio: 1 }
      """, by: Vector(dx: 250, dy: 0))
    let finger = flick.driver.see("card", 0.4).toScreen(Point(x: 40, y: 60))
    flick.driver.finger(at: finger, 0.4)
    let caught = flick.driver.see("card", 1.4).transform.translation.dx
    #expect(caught > 45)
    flick.driver.finger(at: finger + Vector(dx: 10, dy: 0), 1.4)
    // The finger's distance beyond the limit that pulls the view here: x for b(x), with b(x) = d·(1
    // − 1/(1 + c·x/d)).
    let beyond = caught - limit
    let start = dimension * beyond / (coefficient * (dimension - beyond))
    for step in 0...20 {
      let (way, now) = (4 * Double(step), 1.41 + 0.01 * Double(step))
      flick.driver.finger(at: finger + Vector(dx: 10 + way, dy: 0), now)
      let pull = coefficient * (start + way) / dimension
      let expected = limit + dimension * (1 - 1 / (1 + pull))
      let seen = flick.driver.see("card", now).transform.translation.dx
      #expect(abs(seen - expected) < 1e-9, "\(way) points on")
    }
  }

  @Test func eachPlaceBeyondALimitHasItsFinger() throws {
    let band = try RubberBand(dimension: 60, coefficient: 0.5)
    let limits = try #require(PanLimits(lower: 40, upper: 100, band: band))
    // For b points beyond a limit the finger is d·b/(c·(d − b)) beyond it.
    let places: [(drawn: Double, finger: Double)] = [
      (40, 40), (70, 70), (100, 100), (112, 130), (120, 160), (130, 220), (28, 10), (20, -20),
      (0, -200),
    ]
    for (drawn, finger) in places {
      #expect(abs(limits.finger(for: drawn) - finger) < 1e-9, "\(drawn)")
      let state = limits.translation(for: MotionState(value: finger))
      #expect(abs(state.value - drawn) < 1e-9, "\(finger)")
    }
  }

  @Test func aFlickSnapsToThePlaceNearestToWhereItWouldEnd() throws {
    var flick = try Flick("release: 'snap', snap: { x: [0, 300, 600, 900] }")
    let end =
      flick.before.transform.translation.dx + flick.before.translationVelocity.dx / (-1000 * log998)
    let goal = [0.0, 300, 600, 900].min { abs($0 - end) < abs($1 - end) }
    #expect(flick.after.translationVelocity == flick.before.translationVelocity)
    #expect(flick.driver.see("card", 20).transform.translation.dx == goal)
    #expect((goal ?? 0) > 0)
  }

  @Test func alongOneAxisTheOtherStays() throws {
    var driver = try EngineDriver(scene: PanTests.scene("axes: 'horizontal', release: 'stay'"))
    driver.drag(from: Self.start, to: Self.start + Vector(dx: 90, dy: 70), 0...0.2)
    driver.lift(0.21)
    let seen = driver.see("card", 1).transform.translation
    #expect(seen.dy == 0 && seen.dx > 50)
  }

  /// ln 0.998, as published to 17 digits.
  private let log998 = -0.0020020026706730793

  /// ln x by Newton's method on e^y, for one number.
  private func logarithm(_ x: Double) -> Double {
    var y = 0.0
    for _ in 0..<60 {
      var (power, sum) = (1.0, 1.0)
      for k in 1..<40 {
        power *= y / Double(k)
        sum += power
      }
      y += x / sum - 1
    }
    return y
  }
}
