import Glibc
import SnapbackBasics
import SnapbackTestSupport
import Testing

/// Animated constants and switches: the views they move follow a formula.
@Suite struct ConstraintMotionTests {
  // MARK: todo

  private static func bar(_ seconds: Double) -> Double {
    140 * MotionFormulas.uikitSpring(seconds, duration: 1, dampingRatio: 0.33)
  }

  /// Expects the bar at a height, and the list from there to the bottom of the screen.
  private static func expect(
    _ driver: inout EngineDriver, height: Double, _ now: Double
  ) {
    let (bar, list) = (driver.frame("bar", now), driver.frame("list", now))
    let tolerance = driver.springTolerance(pixelsAPoint: 3)
    // Compare the bottom edge, because a negative height would be reported as zero.
    #expect(abs(bar.bottom - height) <= tolerance, "at \(now)")
    #expect(bar.top == 0)
    #expect(isSame(list.top, bar.bottom), "a gap at \(now)")
    #expect(isSame(list.bottom, 844), "at \(now)")
  }

  @Test func theBarOpensByTheSpringAndTheListNeverPartsFromIt() throws {
    var driver = try EngineDriver(bundled: "todo")
    driver.tap(195, 30, 0.25)
    var highest = 0.0
    for step in 0...480 {
      let after = Double(step) / 250
      Self.expect(&driver, height: 60 + Self.bar(after), 0.25 + after)
      highest = max(highest, driver.frame("bar", 0.25 + after).bottom)
    }
    #expect(driver.frame("bar", 2.25).size.height == 200)
    driver.expectRest()
    // The first overshoot of a spring from rest is e^(−π ζ / √(1 − ζ²)) of the distance.
    let crest = exp(-Double.pi * 0.33 / (1 - 0.33 * 0.33).squareRoot())
    #expect(abs(highest - (200 + 140 * crest)) < 0.02)
    driver.tap(195, 30, 3)
    for step in 0...480 {
      let after = Double(step) / 250
      Self.expect(&driver, height: 200 - Self.bar(after), 3 + after)
    }
    #expect(driver.frame("bar", 5).size.height == 60)
    driver.expectRest()
  }

  @Test func aSecondTapOnTheWayAddsItsMotion() throws {
    var driver = try EngineDriver(bundled: "todo")
    driver.tap(195, 30, 0)
    for step in 0...400 {
      let now = Double(step) / 250
      if step == 40 { driver.tap(195, 30, now) }
      Self.expect(
        &driver, height: 60 + Self.bar(now) - Self.bar(max(0, now - 40.0 / 250)), now)
    }
  }

  // MARK: title

  @Test func theOrphanedTitleFallsToTheLeftEdgeAndIsCaughtByEitherConstraint() throws {
    var driver = try EngineDriver(bundled: "title")
    // Half of the bar's centerX of 160 is 80, one and a half is 240; minus half of the title's 80.
    let places = [40.0, 0, 40, 200, 0]
    for (tap, (from, to)) in zip(places, places.dropFirst()).enumerated() {
      let start = Double(tap)
      driver.tap(195, 422, start)
      for step in 0..<200 {
        let after = Double(step) / 250
        let share = MotionFormulas.criticalSpring(after, response: 0.4)
        let frame = driver.frame("title", start + after)
        let tolerance = driver.springTolerance(pixelsAPoint: 2)
        #expect(abs(frame.left - (from + (to - from) * share)) <= tolerance)
        #expect(isSame(frame.size.width, 80) && frame.top == 35)
      }
      #expect(driver.frame("title", start + 0.99).left == to)
    }
    driver.expectRest()
  }

  // MARK: zoom

  @Test func theFirstTapZoomsInWithinATenthOfASecondAndTheNextOut() throws {
    var driver = try EngineDriver(bundled: "zoom")
    driver.tap(262, 497, 0.5)
    Self.expectZoom(&driver, from: 0, to: 100, 0.5)
    driver.tap(312, 547, 1)
    Self.expectZoom(&driver, from: 100, to: 0, 1)
    driver.expectRest()
  }

  /// Expects the zoom to move from one constant to another within a tenth of a second.
  private static func expectZoom(
    _ driver: inout EngineDriver, from: Double, to: Double, _ start: Double, since: Double = 0
  ) {
    for step in 0...50 where Double(step) / 500 >= since {
      let after = Double(step) / 500
      let constant = from + (to - from) * MotionFormulas.easeInOut(after / 0.1)
      let frame = driver.frame("zoom", start + after)
      #expect(isSame(frame.size.width, 195 + constant) && isSame(frame.size.height, 211 + constant))
      #expect(isSame(frame.center.x, 195) && isSame(frame.center.y, 422))
    }
  }

  @Test func aTapBeforeTheCompletionFlipsTheFlagTwice() throws {
    var driver = try EngineDriver(bundled: "zoom")
    driver.tap(280, 512, 0)
    // The flag still says that the picture is small, so the second tap requests the current state.
    let passes = driver.engine.layoutPasses
    driver.tap(280, 512, 0.05)
    Self.expectZoom(&driver, from: 0, to: 100, 0, since: 0.05)
    #expect(driver.engine.layoutPasses == passes)
    // Both taps have flipped it, so it matches again: the next tap also requests the current state.
    driver.tap(312, 547, 0.5)
    #expect(driver.frame("zoom", 0.55).size == Size(width: 295, height: 311))
    driver.expectRest()
    #expect(driver.engine.layoutPasses == passes)
    driver.tap(312, 547, 1)
    Self.expectZoom(&driver, from: 100, to: 0, 1)
  }

  // MARK: width

  @Test func theBoxDoublesAndHalvesItsWidthAboutItsMiddle() throws {
    var driver = try EngineDriver(bundled: "width")
    for (tap, (from, to)) in [(100.0, 200.0), (200, 100), (100, 200)].enumerated() {
      let start = Double(tap)
      driver.tap(195, 422, start)
      for step in 0...100 {
        let after = Double(step) / 250
        let frame = driver.frame("box", start + after)
        let share = MotionFormulas.easeInOut(after / 0.3)
        #expect(isSame(frame.size.width, from + (to - from) * share))
        #expect(isSame(frame.center.x, 195) && frame.size.height == 100)
      }
      #expect(driver.frame("box", start + 0.3).size.width == to)
    }
  }

  // MARK: three

  @Test func theMiddleGoesAndTakesItsGapAlong() throws {
    var driver = try EngineDriver(bundled: "three")
    // 109 8 100 8 109, and then 163 8 163.
    for (tap, isGoing) in [true, false, true].enumerated() {
      let start = Double(tap)
      driver.tap(195, 422, start)
      for step in 0...100 {
        let after = Double(step) / 250
        let done = MotionFormulas.easeInOut(after / 0.3)
        let gone = isGoing ? done : 1 - done
        let (left, middle, right) = (
          driver.frame("left", start + after), driver.frame("middle", start + after),
          driver.frame("right", start + after)
        )
        #expect(isSame(left.left, 12) && isSame(right.right, 346))
        #expect(isSame(left.size.width, 109 + 54 * gone))
        #expect(isSame(left.size.width, right.size.width))
        #expect(isSame(middle.size.width, 100 - 100 * gone))
        #expect(isSame(middle.left - left.right, 8 - 8 * gone))
        #expect(isSame(right.left - middle.right, 8))
      }
    }
    driver.expectRest()
  }

  // MARK: slider

  @Test func theSliderClosesByEitherEdge() throws {
    var driver = try EngineDriver(bundled: "slider")
    // How far it is closed before and after, and whether the area moves with the upper edge.
    let ways = [(0.0, 1.0, false), (1, 0, false), (0, 1, true), (1, 0, true), (0, 1, false)]
    for (tap, (from, to, isAbove)) in ways.enumerated() {
      let start = Double(tap)
      driver.tap(195, 300, start)
      for step in 0...100 {
        let after = Double(step) / 250
        let closed = 96 * (from + (to - from) * MotionFormulas.easeInOut(after / 0.3))
        let (picture, wrapper, area) = (
          driver.frame("picture", start + after), driver.frame("wrapper", start + after),
          driver.frame("area", start + after)
        )
        #expect(isSame(picture.bottom, 641 + closed))
        #expect(isSame(wrapper.top, picture.bottom + 8) && isSame(wrapper.bottom, 745))
        #expect(isSame(area.top, isAbove ? -closed : 0) && isSame(area.size.height, 96))
      }
    }
    driver.expectRest()
  }
}
