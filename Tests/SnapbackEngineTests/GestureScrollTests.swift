import Glibc
import SnapbackBasics
import SnapbackEngine
import SnapbackMotion
import SnapbackProtocol
import SnapbackTestSupport
import SnapbackTouches
import Testing

/// Scrolling of a scroll view by a finger, a wheel and a touchpad.
@Suite struct GestureScrollTests {
  /// A list from y = 100 to 700 whose content is 2000 points high: it scrolls by 1400.
  static func scene(_ keys: String = "", more: String = "") -> String {
    """
    { snapback: 1, screen: { width: 400, height: 800 },
      views: [ { id: "list", scroll: true, views: [ { id: "rows" } ] } ],
      constraints: [ "list.left = 0", "list.top = 100", "list.width = 400", "list.height = 600",
        { format: "H:|[rows(400)]|", in: "list" }, { format: "V:|[rows(2000)]|", in: "list" } ],
      gestures: [ { scroll: "list", \(keys) } \(more) ] }
    """
  }

  private let start = Point(x: 200, y: 500)
  /// λ = −1000·ln 0.998, UIScrollView's rate per second, to 17 digits.
  private let rate = 2.0020026706730793

  /// The visible scroll offset of the list.
  private func offset(_ driver: inout EngineDriver, _ seconds: Double) -> Double {
    -driver.see("rows", seconds).frame.top
  }

  /// A list that a finger has scrolled by 200 points since its pan began, at 1000 points per
  /// second.
  private func scrolled(_ keys: String = "") throws -> EngineDriver {
    var driver = try EngineDriver(scene: Self.scene(keys))
    driver.finger(at: start, 0)
    driver.drag(
      from: start - Vector(dx: 0, dy: 10), to: start - Vector(dx: 0, dy: 210), 0.1...0.3)
    return driver
  }

  @Test func theContentGoesWithTheFinger() throws {
    var driver = try EngineDriver(scene: Self.scene())
    driver.finger(at: start, 0)
    let began = start - Vector(dx: 0, dy: 10)
    driver.finger(at: began, 0.01)
    for step in 0...40 {
      let way = Double(step * step) * 0.2
      let now = 0.02 + Double(step) * 0.008
      driver.finger(at: began + Vector(dx: Double(step), dy: -way), now)
      let rows = driver.see("rows", now)
      #expect(abs(rows.frame.top + way) < 1e-9)
      #expect(rows.frame.left == 0, "all of the content is seen across")
      #expect(rows.toScreen(.zero).distance(to: Point(x: 0, y: 100 - way)) < 1e-9)
    }
    #expect(driver.turns() == ["pan began"])
  }

  @Test func itGoesOnByMomentumAtUIScrollViewsRate() throws {
    var driver = try scrolled()
    #expect(abs(offset(&driver, 0.3) - 200) < 1e-9)
    driver.lift(0.3)
    // Steps of a millisecond, each with 0.998 of the velocity. The end, 694.01, is rounded to 694.
    var (left, wanted) = (1000.0, 200.0)
    for step in 1...2290 {
      left *= 0.998
      wanted += left / 1000
      let seen = offset(&driver, 0.3 + Double(step) / 1000)
      #expect(abs(seen - wanted) < 0.02, "\(step) ms on")
    }
    // At 10 points a second, after ln(1000/10)/λ, it stops.
    #expect(abs(left - 10) < 0.3)
    #expect(offset(&driver, 0.3 + 2.301) == 694)
    #expect(driver.engine.isAtRest == true)
  }

  @Test func aFlickIsNotCarriedAsideWhereAllOfTheContentIsSeen() throws {
    var driver = try EngineDriver(scene: Self.scene())
    driver.finger(at: start, 0)
    // The gesture begins at this position, and the finger lifts before it moves on.
    driver.finger(at: start + Vector(dx: 8, dy: -14), 0.008)
    driver.lift(0.014)
    for step in 0...200 {
      #expect(driver.see("rows", 0.014 + Double(step) / 100).frame.left == 0)
    }
    #expect(driver.see("rows", 2.014).frame.top < -500, "it coasts down")
  }

  @Test func fastDecelerationStopsSooner() throws {
    var driver = try scrolled("deceleration: 'fast'")
    driver.lift(0.3)
    // 990·0.99/10 points further is 298.01, which is rounded.
    #expect(driver.rest(of: "rows", after: 0.3).frame.top == -298)
  }

  @Test func atTheEndASpringTakesItOver() throws {
    var driver = try EngineDriver(scene: Self.scene())
    driver.finger(at: start, 0)
    driver.drag(
      from: start - Vector(dx: 0, dy: 10), to: start - Vector(dx: 0, dy: 410), 0.1...0.2)
    driver.lift(0.2)
    // From 400 at 4000 points a second: at the end, 1000 further, 3996 − λ·1000 are left.
    let arrival = 4000 * 0.998999 - rate * 1000
    // A critical spring of response 0.575 s that rests 0.4 points before the end, from there.
    let frequency = 2 * Double.pi / 0.575
    var beyond = 0.0
    for step in 0...1000 {
      let time = Double(step) / 1000
      let grown = 0.4 + (arrival + 0.4 * frequency) * time
      beyond = max(beyond, grown * exp(-frequency * time) - 0.4)
    }
    var highest = 0.0
    var last = offset(&driver, 0.2)
    for step in 1...2500 {
      let seen = offset(&driver, 0.2 + Double(step) / 1000)
      #expect(abs(seen - last) < 4.01, "never faster than it was let go")
      highest = max(highest, seen)
      last = seen
    }
    #expect(abs(highest - 1400 - beyond) < 0.05)
    #expect(driver.rest(of: "rows", after: 3).frame.top == -1400)
  }

  @Test func beyondItsEndsItGivesWayByUIKitsBand() throws {
    var driver = try EngineDriver(scene: Self.scene())
    driver.finger(at: start, 0)
    let began = start + Vector(dx: 0, dy: 10)
    driver.finger(at: began, 0.01)
    for step in 0...20 {
      let way = Double(step) * 12
      driver.finger(at: began + Vector(dx: 0, dy: way), 0.02 + Double(step) * 0.01)
      // b(x) = d·(1 − 1/(1 + 0.55·x/d)), where d is the height of the list.
      let band = 600 * (1 - 1 / (1 + 0.55 * way / 600))
      #expect(abs(offset(&driver, 0.02 + Double(step) * 0.01) + band) < 1e-9)
    }
    let before = offset(&driver, 0.22)
    driver.lift(0.5)
    #expect(abs(offset(&driver, 0.5) - before) < 1e-9)
    #expect(driver.rest(of: "rows", after: 0.5).frame.top == 0)
  }

  @Test func withoutBouncingItStopsAtItsEnds() throws {
    var driver = try EngineDriver(scene: Self.scene("bounces: false"))
    driver.finger(at: start, 0)
    driver.finger(at: start - Vector(dx: 0, dy: 10), 0.01)
    for (way, wanted) in [(50.0, 0.0), (-300, 300), (-1500, 1400), (-1000, 1000)] {
      driver.finger(at: start + Vector(dx: 0, dy: way - 10), 0.02)
      #expect(abs(offset(&driver, 0.02) - wanted) < 1e-9)
    }
  }

  @Test func aFingerStopsWhatCoastsAndATapLeavesItThere() throws {
    var driver = try scrolled()
    driver.lift(0.3)
    let moving = offset(&driver, 0.5)
    driver.fingers([(9, start)], 0.5)
    // Within a tenth of a second it moves on by v/(e·ω₀), and then stops.
    let stopped = offset(&driver, 0.7)
    #expect(stopped >= moving && stopped < moving + 5)
    driver.lift(fingers: [9], 0.7)
    #expect(abs(-driver.rest(of: "rows", after: 0.7).frame.top - stopped) < 1e-9)
  }

  @Test func beyondAnEndATapLetsItGoBack() throws {
    var driver = try EngineDriver(scene: Self.scene())
    driver.finger(at: start, 0)
    driver.drag(
      from: start + Vector(dx: 0, dy: 10), to: start + Vector(dx: 0, dy: 210), 0.1...0.3)
    driver.lift(0.5)
    #expect(offset(&driver, 0.55) < -50)
    driver.fingers([(9, start)], 0.55)
    #expect(offset(&driver, 0.8) < -30)
    driver.lift(fingers: [9], 0.8)
    #expect(driver.rest(of: "rows", after: 0.8).frame.top == 0)
  }

  @Test func stepsOfAWheelAddUpHoweverFastTheyCome() throws {
    for gap in [0.0, 0.001, 0.05, 0.3] {
      var driver = try EngineDriver(scene: Self.scene())
      for step in 0..<12 {
        driver.scroll(.step, by: Vector(dx: 0, dy: -40), at: start, Double(step) * gap)
      }
      #expect(abs(driver.rest(of: "rows", after: 4).frame.top + 480) < 1e-9, "\(gap) s apart")
      let steps = driver.steps()
      #expect(steps.count == 24 && steps.filter { $0 == "scroll began" }.count == 12)
      #expect(steps.filter { $0 == "scroll ended" }.count == 12)
    }
  }

  @Test func aWheelStopsAtTheEnds() throws {
    var driver = try EngineDriver(scene: Self.scene())
    for step in 0..<50 {
      driver.scroll(.step, by: Vector(dx: 30, dy: -40), at: start, Double(step) * 0.01)
    }
    #expect(driver.rest(of: "rows", after: 1).frame.top == -1400)
    // One step back counts at once: the excess beyond the end was dropped.
    driver.scroll(.step, by: Vector(dx: 0, dy: 40), at: start, 100)
    let rows = driver.rest(of: "rows", after: 100)
    #expect(rows.frame.top == -1360 && rows.frame.left == 0)
  }

  @Test func aWheelBesideTheListScrollsNothing() throws {
    var driver = try EngineDriver(scene: Self.scene())
    driver.scroll(.step, by: Vector(dx: 0, dy: -40), at: Point(x: 200, y: 50), 0)
    #expect(driver.steps() == [])
    #expect(driver.rest(of: "rows", after: 0).frame.top == 0)
  }

  @Test func twoFingersOnATouchpadScrollFromTheFirstPointOn() throws {
    var driver = try EngineDriver(scene: Self.scene())
    driver.scroll(.began, by: Vector(dx: 0, dy: -5), at: start, 0)
    #expect(abs(offset(&driver, 0) - 5) < 1e-9)
    for step in 1...30 {
      driver.scroll(.changed, by: Vector(dx: 3, dy: -10), at: start, Double(step) * 0.01)
      #expect(abs(offset(&driver, Double(step) * 0.01) - 5 - Double(step) * 10) < 1e-9)
    }
    driver.scroll(.ended, at: start, 0.3)
    #expect(driver.turns() == ["scroll began", "scroll ended"])
    // 990·0.499 points further is 799.01, which is rounded.
    #expect(driver.rest(of: "rows", after: 0.3).frame.top == -799)
  }

  @Test func aScrollThatIsNotHeardOfAgainEndsWhenAnotherBegins() throws {
    for phase in [ScrollInput.Phase.began, .step] {
      var driver = try EngineDriver(scene: Self.scene())
      driver.scroll(.began, by: Vector(dx: 0, dy: -5), at: start, 0)
      // By now the pointer is outside the list.
      driver.scroll(phase, by: Vector(dx: 0, dy: -5), at: Point(x: 200, y: 50), 0.1)
      #expect(driver.steps() == ["scroll began", "scroll cancelled"])
      #expect(driver.rest(of: "rows", after: 0.1).frame.top <= -5)
      #expect(driver.engine.isAtRest == true)
    }
  }

  @Test func fingersThatRestOnATouchpadLetNothingGo() throws {
    var driver = try EngineDriver(scene: Self.scene())
    for step in 0...20 {
      driver.scroll(
        step == 0 ? .began : .changed, by: Vector(dx: 0, dy: -10), at: start,
        Double(step) * 0.01)
    }
    driver.scroll(.ended, at: start, 0.4)
    #expect(abs(-driver.rest(of: "rows", after: 0.4).frame.top - 210) < 1e-9)
  }

  @Test func pagesAreSnapPlaces() throws {
    var driver = try scrolled(
      "release: 'snap', snap: { y: [0, 600, 1200], onePageAtMost: true }")
    driver.lift(0.3)
    // 200 + 1000/λ is 699.5: nearest to 600.
    #expect(driver.rest(of: "rows", after: 0.3).frame.top == -600)
  }

  @Test func aPageBeyondTheContentIsItsEnd() throws {
    var driver = try scrolled("release: 'snap', snap: { y: [0, 3000] }, axes: 'vertical'")
    driver.drag(from: start - Vector(dx: 0, dy: 210), to: Point(x: 200, y: -1100), 0.31...0.5)
    driver.lift(0.5)
    #expect(driver.rest(of: "rows", after: 0.5).frame.top == -1400)
  }
}
