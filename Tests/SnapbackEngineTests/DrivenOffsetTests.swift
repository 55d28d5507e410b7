import SnapbackBasics
import SnapbackEngine
import SnapbackMotion
import SnapbackProtocol
import SnapbackScene
import SnapbackTestSupport
import Testing

/// A list in a sheet whose height a gesture drives: at every instant, the offset of the list is the
/// one that it had, clamped to the range for the height that is drawn.
@Suite struct DrivenOffsetTests {
  /// The number of checks a second, of the slowest tests.
  private static let rate = Effort.cases(1000, inDebugBuilds: 250)
  private static let limits: SceneLimits = {
    var limits = SceneLimits()
    limits.scales = 1...1_048_576
    return limits
  }()

  /// A list of 300 points with rows of `length` points, at an offset, and a handle that a finger
  /// drags to change the height of the list. The screen has so many pixels per point that nothing
  /// is rounded.
  private func scrolled(
    to offset: Double, length: Double = 2000, release: String = "release: 'snap', snap: [300, 700]",
    spring: String = "{ response: 0.4, dampingRatio: 0.6 }", more: String = "",
    scale: Int = 1_048_576
  ) throws -> EngineDriver {
    var driver = try EngineDriver(
      scene: """
        { snapback: 1, screen: { width: 390, height: 844, scale: \(scale) },
          views: [ { id: "list", scroll: true, views: [ { id: "rows" }, { id: "heading" } ] },
            { id: "handle" } ],
          constraints: [ "list.left = 0", "list.width = 390", "list.top = 0",
            { id: "h", rule: "list.height = 300" }, { format: "H:|[rows]|", in: "list" },
            "rows.top = list.top", "rows.bottom = list.bottom", "rows.width = list.viewport.width",
            "rows.height = \(length)", "heading.height = 40", "heading.width = 100",
            "heading.left = rows.left", \(more.isEmpty ? "\"heading.top = rows.top\"" : more),
            "handle.left = 0", "handle.width = 390", "handle.top = 744", "handle.height = 100" ],
          gestures: [ { scroll: "list", slop: 0 },
            { pan: "handle", slop: 0, drives: { constant: "h", axis: "vertical", \(release),
              spring: \(spring) } } ] }
        """, limits: Self.limits)
    try driver.apply([.scrollOffset("list", Vector(dx: 0, dy: offset))], nil, 0)
    return driver
  }

  /// Drags the handle by `way` points in 0.1 s from 0.1 s on.
  private func dragHandle(_ driver: inout EngineDriver, by way: Double) {
    driver.finger(2, at: Point(x: 200, y: 780), 0.1)
    driver.drag(2, from: Point(x: 200, y: 780), to: Point(x: 200, y: 780 + way), 0.1...0.2)
  }

  private func height(_ driver: inout EngineDriver, _ seconds: Double) -> Double {
    driver.see("list", seconds).frame.size.height
  }

  /// Checks the offset against the clamped one, in frames and in closed form.
  private func check(
    _ driver: inout EngineDriver, _ seconds: Double, goal: Double, length: Double = 2000,
    within tolerance: Double = 1e-6
  ) {
    let height = height(&driver, seconds)
    let range = max(0, length - height)
    let offset = driver.seen(.scrollY, of: "list", seconds)
    #expect(
      abs(offset.value - min(goal, range)) < tolerance,
      "\(offset.value), not \(min(goal, range)), at \(seconds)")
    let top = driver.see("rows", seconds).frame.top
    #expect(abs(top + offset.value) < 1e-9, "the frame of the content follows the offset")
    let motion = driver.motion(.scrollY, of: "list")?.presentation(at: EngineDriver.moment(seconds))
    #expect(abs((motion?.value ?? .nan) - offset.value) < 1e-9)
    #expect(abs((motion?.velocity ?? .nan) - offset.velocity) < 1e-6)
    // Near the ends of the limit, the derivative is one-sided.
    let speed = driver.seen(.bottom, of: "list", seconds).velocity
    if range < goal - 0.1, range > 0.1 {
      #expect(abs(offset.velocity + speed) < 1e-6, "at \(seconds)")
    } else if range > goal + 0.1 || length - height < -0.1 {
      #expect(abs(offset.velocity) < 1e-6, "at \(seconds)")
    }
  }

  @Test(arguments: [1700.0, 1600, 1450])
  func theContentEndsWithTheViewWhileTheSheetOpens(offset: Double) throws {
    var driver = try scrolled(to: offset)
    dragHandle(&driver, by: 60)
    driver.lift(finger: 2, 0.21)
    var highest = 0.0
    for step in 1...2500 {
      check(&driver, 0.21 + Double(step) / 1000, goal: offset)
      highest = max(highest, height(&driver, 0.21 + Double(step) / 1000))
    }
    #expect(highest > 701, "the spring overshoots, so the offset returns to the final range")
    let rest = driver.seen(.scrollY, of: "list", 5).value
    #expect(abs(rest - min(offset, 1300)) < 1e-6)
    let isAtRest = driver.engine.isAtRest
    #expect(isAtRest)
  }

  @Test(arguments: [1, 3, 10, 60, 1000])
  func theOffsetDoesNotDependOnTheTimesOfFrames(milliseconds: Int) throws {
    var driver = try scrolled(to: 1700)
    dragHandle(&driver, by: 60)
    driver.lift(finger: 2, 0.21)
    for step in stride(from: milliseconds, through: 1000, by: milliseconds) {
      check(&driver, 0.21 + Double(step) / 1000, goal: 1700)
    }
  }

  @Test func contentThatFitsIsAtTheStart() throws {
    var driver = try scrolled(to: 200, length: 500, spring: "{ response: 0.4, dampingRatio: 1 }")
    dragHandle(&driver, by: 60)
    driver.lift(finger: 2, 0.21)
    for step in 1...1500 {
      check(&driver, 0.21 + Double(step) / 1000, goal: 200, length: 500)
    }
    #expect(driver.seen(.scrollY, of: "list", 3).value == 0)
  }

  @Test func theOffsetComesBackWithItsRangeUnderAFinger() throws {
    var driver = try scrolled(to: 1650, release: "release: 'stay'")
    driver.finger(2, at: Point(x: 200, y: 780), 0.1)
    let ways: [Double] = [1, 30, 49, 51, 90, 60, 52, 48, 20, -40, 70, 300, 45]
    for (step, way) in ways.enumerated() {
      let now = 0.2 + Double(step) / 100
      driver.finger(2, at: Point(x: 200, y: 780 + way), now)
      let height = height(&driver, now)
      let offset = driver.seen(.scrollY, of: "list", now).value
      #expect(abs(offset - min(1650, 2000 - height)) < 1e-9, "\(offset) at \(height)")
      #expect(driver.seen(.scrollY, of: "list", now + 0.004).value == offset)
    }
  }

  @Test func aChangeMovesALimitedOffsetWithItsAnimation() throws {
    var driver = try scrolled(to: 1700, release: "release: 'stay'")
    dragHandle(&driver, by: 200)
    let end = 2000 - height(&driver, 0.3)
    #expect(end < 1600)
    #expect(abs(driver.seen(.scrollY, of: "list", 0.3).value - end) < 1e-6)
    try driver.apply(
      [.scrollOffset("list", Vector(dx: 0, dy: 1000))], .curve(.linear, duration: 1), 0.3)
    #expect(abs(driver.seen(.scrollY, of: "list", 0.8).value - (end + 1000) / 2) < 1e-6)
    driver.finger(2, at: Point(x: 200, y: 780 + 400), 0.8)
    #expect(abs(driver.seen(.scrollY, of: "list", 1.3).value - 1000) < 1e-6)
    driver.finger(2, at: Point(x: 200, y: 780), 1.4)
    #expect(abs(driver.seen(.scrollY, of: "list", 1.4).value - 1000) < 1e-6, "the new goal")
  }

  /// A list that a flick moves towards its end while another flick opens the sheet.
  private func flicked() throws -> EngineDriver {
    var driver = try scrolled(to: 1300, spring: "{ response: 0.5, dampingRatio: 1 }")
    driver.drag(1, from: Point(x: 100, y: 250), to: Point(x: 100, y: 150), 0.0...0.1)
    driver.finger(2, at: Point(x: 200, y: 780), 0.1)
    driver.drag(2, from: Point(x: 200, y: 781), to: Point(x: 200, y: 840), 0.1...0.16)
    driver.lift(finger: 1, 0.105)
    driver.lift(finger: 2, 0.165)
    return driver
  }

  @Test func momentumMeetsTheMovingEnd() throws {
    var driver = try flicked()
    var (meeting, last) = (0.0, driver.seen(.scrollY, of: "list", 0.165))
    for step in 1...3000 {
      let now = 0.165 + Double(step) / 1000
      let range = 2000 - height(&driver, now)
      let offset = driver.seen(.scrollY, of: "list", now)
      #expect(
        abs(offset.value - last.value - 0.0005 * (offset.velocity + last.velocity)) < 0.05
          || meeting == 0 && offset.value >= range - 3, "no step, at \(now)")
      if meeting == 0, offset.value >= range {
        meeting = now
        let speed = -driver.seen(.bottom, of: "list", now).velocity
        #expect(last.velocity > 0 && speed < -10, "the content and the end move against each other")
        #expect(offset.velocity - speed > 0.8 * (last.velocity - speed), "it bounces")
      }
      last = offset
    }
    #expect(meeting > 0.17, "the momentum meets the end while the sheet opens")
    #expect(abs(driver.seen(.scrollY, of: "list", 6).value - 1300) < 1e-6)
    let isAtRest = driver.engine.isAtRest
    #expect(isAtRest)
  }

  @Test func theMeetingDoesNotDependOnTheTimesOfFrames() throws {
    func path(_ step: Double) throws -> [MotionState] {
      var driver = try flicked()
      var (now, result) = (0.165, [MotionState]())
      while now < 2 {
        now += step
        _ = driver.see("list", now)
        // Compare at whole half seconds.
        if (now / 0.5 - (now / 0.5).rounded()).magnitude < 1e-6 {
          result.append(driver.seen(.scrollY, of: "list", now))
        }
      }
      return result
    }
    let (fine, coarse) = (try path(0.001), try path(0.335))
    #expect(!coarse.isEmpty)
    for (a, b) in zip(fine, coarse) { #expect(abs(a.value - b.value) < 1e-3) }
  }

  @Test func aHeadingTiedToTheViewportStaysThere() throws {
    var driver = try scrolled(
      to: 1700, more: "\"heading.top = list.viewport.top + 20\"")
    dragHandle(&driver, by: 60)
    #expect(abs(driver.see("heading", 0.2).frame.top - 20) < 1e-6)
    driver.lift(finger: 2, 0.21)
    for step in 1...2 * Self.rate {
      let now = 0.21 + Double(step) / Double(Self.rate)
      check(&driver, now, goal: 1700)
      #expect(abs(driver.see("heading", now).frame.top - 20) < 1e-6, "at \(now)")
    }
  }

  @Test func aHeadingThatSticksOnlyNearTheEndChangesPieces() throws {
    var driver = try scrolled(
      to: 1700,
      more: "\"heading.top >= list.viewport.top @ 900\", \"heading.top = rows.top + 1500 @ 500\"")
    dragHandle(&driver, by: 60)
    driver.lift(finger: 2, 0.21)
    for step in 1...2 * Self.rate {
      let now = 0.21 + Double(step) / Double(Self.rate)
      check(&driver, now, goal: 1700)
      let offset = driver.seen(.scrollY, of: "list", now).value
      let top = driver.see("heading", now).frame.top
      #expect(abs(top - max(0, 1500 - offset)) < 1e-6, "\(top) at offset \(offset)")
    }
  }

  @Test func contentThatFingersHoldStaysUnderThem() throws {
    var driver = try scrolled(to: 1700)
    driver.finger(1, at: Point(x: 100, y: 200), 0.01)
    driver.drag(1, from: Point(x: 100, y: 200), to: Point(x: 100, y: 203), 0.02...0.05)
    let held = driver.seen(.scrollY, of: "list", 0.06).value
    dragHandle(&driver, by: 60)
    driver.lift(finger: 2, 0.21)
    for step in 1...400 {
      let now = 0.21 + Double(step) / 1000
      driver.updateFrame(at: EngineDriver.moment(now))
      let offset = driver.seen(.scrollY, of: "list", now).value
      #expect(abs(offset - held) < 1e-6, "\(offset) at \(now)")
    }
    driver.lift(finger: 1, 0.7)
    _ = driver.see("list", 5)
    let rest = driver.seen(.scrollY, of: "list", 5).value
    #expect(abs(rest - 1300) < 1e-6)
  }

  @Test func offsetsRestOnThePixelGrid() throws {
    var driver = try scrolled(
      to: 1700, length: 2000.3, release: "release: 'snap', snap: [300, 699.7]", scale: 2)
    dragHandle(&driver, by: 60)
    driver.lift(finger: 2, 0.21)
    for step in 1...2000 {
      let now = 0.21 + Double(step) / 1000
      let gap = driver.see("list", now).frame.size.height - driver.see("rows", now).frame.bottom
      #expect(abs(gap) < 0.8, "\(gap) at \(now)")
    }
    let list = driver.see("list", 5).frame
    #expect(list.size.height == 699.5)
    let offset = driver.seen(.scrollY, of: "list", 5).value
    #expect(abs(offset - 1300.5) <= 0.5, "\(offset)")
  }
}
