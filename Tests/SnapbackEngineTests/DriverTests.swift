import SnapbackBasics
import SnapbackEngine
import SnapbackLayout
import SnapbackMotion
import SnapbackProtocol
import SnapbackTestSupport
import Testing

/// Layouts that follow a scroll offset or a driven constant: at every instant they are the solution
/// for that instant's offset and constant.
@Suite struct DriverTests {
  /// A list 3000 points high with a heading that sticks to the top of its viewport until the list's
  /// end pushes it away, and a mark that moves half as far as the content.
  private static let sticky = """
    { snapback: 1, screen: { width: 390, height: 844, scale: 3 },
      views: [ { id: "list", scroll: true, views: [ { id: "rows" }, { id: "heading" },
        { id: "mark" } ] } ],
      constraints: [ { format: "H:|[list]|" }, "list.top = screen.top",
        "list.bottom = screen.bottom", { format: "H:|[rows]|", in: "list" },
        "rows.top = list.top", "rows.bottom = list.bottom", "rows.width = list.viewport.width",
        "rows.height = 3000", "heading.top = list.viewport.top @ 500",
        "heading.top >= rows.top + 50", "heading.bottom <= rows.bottom - 800",
        "heading.height = 40", "heading.left = rows.left", "heading.right = rows.right",
        "mark.top = 0.5 * list.viewport.top", "mark.height = 10", "mark.left = rows.left",
        "mark.right = rows.right" ],
      gestures: [ { scroll: "list" } ] }
    """

  /// The positions of the heading and the mark on the screen for an offset, by the rules of the
  /// list.
  private func expected(_ offset: Double) -> (heading: Double, mark: Double) {
    (min(max(offset, 50), 2160) - offset, 0.5 * offset - offset)
  }

  private func flung(_ velocity: Double) throws -> EngineDriver {
    var driver = try EngineDriver(scene: Self.sticky)
    driver.finger(at: Point(x: 200, y: 700), 0)
    driver.drag(
      from: Point(x: 200, y: 690), to: Point(x: 200, y: 690 - velocity * 0.1), 0.1...0.2)
    return driver
  }

  @Test(arguments: [600.0, 3000, 6000])
  func aHeadingStaysAtTheTopOfAListUnderTheFingerAndInMomentum(velocity: Double) throws {
    var driver = try flung(velocity)
    for step in 0...3000 {
      let now = 0.2 + Double(step) / 1000
      if step == 20 { driver.lift(now) }
      let offset = -driver.see("rows", now).frame.top
      let (heading, mark) = expected(offset)
      // Frames are in the coordinates of the content, which the offset moves.
      let seen = driver.see("heading", now).frame.top
      // The rounding to the pixel grid dies out in motion and returns at rest.
      #expect(abs(seen - heading) < 0.35, "offset \(offset) at \(now)")
      #expect(abs(driver.see("mark", now).frame.top - mark) < 0.35, "offset \(offset) at \(now)")
    }
  }

  @Test func samplesOfTheFutureHaveTheHeadingInItsPlaceBehindAKink() throws {
    var driver = try flung(4000)
    driver.lift(0.2)
    var frame = driver.engine.makeFrame()
    let list = driver.place(of: "rows")
    let heading = driver.place(of: "heading")
    for ahead in 1...60 {
      let target = EngineDriver.moment(0.2 + Double(ahead) / 100)
      driver.engine.sample(&frame, at: target, resampling: .none)
      let offset = -frame.views[list].frame.top
      #expect(abs(frame.views[heading].frame.top - expected(offset).heading) < 0.35)
    }
  }

  @Test func framesFoundByTheJournalAreThoseOfTheWholeScene() throws {
    var driver = try flung(4000)
    var (whole, found) = (driver.engine.makeFrame(), driver.engine.makeFrame())
    var journal = MotionJournal()
    for step in 0...400 {
      let now = 0.2 + Double(step) * 0.008
      driver.engine.advance(to: EngineDriver.moment(now))
      if step == 2 { driver.lift(now) }
      // Sample two refreshes ahead, so that samples cross kinks before the engine gets there.
      let target = EngineDriver.moment(now + 0.032)
      driver.engine.sample(&whole, at: target, resampling: .predict)
      driver.engine.sample(&found, at: target, resampling: .predict, journal: &journal)
      #expect(whole.views == found.views, "at \(now)")
    }
  }

  @Test func segmentsOfEdgesThatFollowAreWhatIsSeenUpToTheNextKink() throws {
    var driver = try flung(5000)
    driver.lift(0.2)
    var (now, kinks) = (EngineDriver.moment(0.2), 0)
    while driver.engine.isAtRest == false, kinks < 10 {
      guard case .at(let next) = driver.engine.nextChange else { break }
      var copies: [(Channel, ChannelMotion)] = []
      for channel in Channel.frameEdges {
        if let motion = driver.motion(channel, of: "heading") { copies.append((channel, motion)) }
      }
      let offset = driver.motion(.scrollY, of: "list")
      var frame = driver.engine.makeFrame()
      for step in 0..<20 {
        let span = min(next.seconds(since: now), 0.9)
        let moment = now.advanced(bySeconds: span * Double(step) / 20)
        driver.engine.sample(&frame, at: moment, resampling: .none)
        let top = frame.views[driver.place(of: "heading")].frame.top
        let told = copies.first { $0.0 == .top }?.1.presentation(at: moment).value ?? .nan
        let scrolled = offset?.presentation(at: moment).value ?? .nan
        #expect(abs(told - scrolled - top) < 1e-6)
      }
      kinks += 1
      now = next
      driver.engine.advance(to: now)
    }
    #expect(kinks >= 2, "the content pushes the heading away, and comes to rest")
  }

  /// A map over a sheet whose height a finger drives, as in a bottom sheet.
  private static let sheet = """
    { snapback: 1, screen: { width: 390, height: 844, scale: 3 },
      views: [ { id: "map" }, { id: "sheet" }, { id: "badge" } ],
      constraints: [ { format: "H:|[map]|" }, { format: "H:|[sheet]|" }, "map.top = screen.top",
        "map.bottom = sheet.top", "sheet.bottom = screen.bottom",
        { id: "high", rule: "sheet.height = 300" }, "badge.top = sheet.top + 8",
        { id: "wide", rule: "badge.width = 20" }, "badge.height = 20", "badge.left = 0" ],
      gestures: [ { pan: "sheet", drives: { constant: "high", axis: "vertical", factor: -1,
        release: "stay" } } ] }
    """

  @Test func anAnimationOfAHeldConstantWaitsForTheFingerAndTheRestOfItRuns() throws {
    var driver = try EngineDriver(scene: Self.sheet)
    driver.finger(at: Point(x: 200, y: 700), 0)
    driver.drag(from: Point(x: 200, y: 690), to: Point(x: 200, y: 640), 0.1...0.2)
    let spring = Animation.spring(try Spring(response: 0.5, dampingRatio: 1))
    try driver.apply([.constant("high", 500), .constant("wide", 60)], spring, 0.2)
    let held = driver.see("sheet", 0.2).frame.size.height
    for step in 1...40 {
      let now = 0.2 + Double(step) * 0.01
      driver.finger(at: Point(x: 200, y: 640 - Double(step)), now)
      let sheet = driver.see("sheet", now).frame
      #expect(abs(sheet.size.height - (held + Double(step))) < 1e-6)
      #expect(abs(driver.see("map", now).frame.bottom - sheet.top) < 1e-6)
      #expect(abs(driver.see("badge", now).frame.top - sheet.top - 8) < 1e-6)
    }
    #expect(driver.see("badge", 0.6).frame.size.width > 50, "what no finger holds is on its way")
    driver.lift(0.61)
    let start = driver.see("sheet", 0.61).frame.size.height
    #expect(abs(start - held - 40) < 2)
    #expect(abs(driver.rest(of: "sheet", after: 0.61).frame.size.height - 500) < 1e-9)
  }

  @Test func aChangeBesideAFingerKeepsEveryEquationAtEveryInstant() throws {
    var driver = try EngineDriver(scene: Self.sheet)
    driver.finger(at: Point(x: 200, y: 700), 0)
    driver.drag(from: Point(x: 200, y: 690), to: Point(x: 200, y: 640), 0.1...0.2)
    let spring = Animation.spring(try Spring(response: 0.4, dampingRatio: 0.5))
    try driver.apply([.screenSize(Size(width: 390, height: 700))], spring, 0.2)
    var last = driver.see("sheet", 0.2).frame.top
    for step in 1...600 {
      let now = 0.2 + Double(step) * 0.001
      if step % 10 == 0, step < 300 {
        driver.finger(at: Point(x: 200, y: 640 - Double(step) / 5), now)
      }
      if step == 300 { driver.lift(now) }
      let (map, sheet) = (driver.see("map", now).frame, driver.see("sheet", now).frame)
      #expect(abs(map.bottom - sheet.top) < 1e-6)
      #expect(abs(driver.see("badge", now).frame.top - sheet.top - 8) < 1e-6)
      #expect(abs(sheet.top - last) < 4, "no jump at \(now)")
      last = sheet.top
    }
  }

  /// A list from y = 50 to the lower edge of the screen; a constraint sets its content's height.
  private static let list = """
    { snapback: 1, screen: { width: 390, height: 844, scale: 3 },
      views: [ { id: "list", scroll: true, views: [ { id: "rows" } ] } ],
      constraints: [ "list.top = screen.top + 50", "list.bottom = screen.bottom",
        { format: "H:|[list]|" }, { format: "H:|[rows]|", in: "list" },
        { format: "V:|[rows]|", in: "list" }, "rows.width = list.viewport.width",
        { id: "rh", rule: "rows.height = 3000" } ],
      gestures: [ { scroll: "list" } ] }
    """

  /// The list at an offset, at rest.
  private func scrolled(to offset: Double) throws -> EngineDriver {
    var driver = try EngineDriver(scene: Self.list)
    try driver.apply([.scrollOffset("list", Vector(dx: 0, dy: offset))], nil, 0)
    return driver
  }

  @Test func contentThatShrinksTakesARestingOffsetAlongWithTheChange() throws {
    var driver = try scrolled(to: 2000)
    let curve = Animation.curve(.easeInOut, duration: 0.3)
    try driver.apply([.constant("rh", 1000)], curve, 1)
    var last = 2000.0
    for step in 0...300 {
      let offset = -driver.see("rows", 1 + Double(step) / 1000).frame.top
      #expect(offset <= last + 1e-9 && last - offset < 20)
      last = offset
    }
    #expect(-driver.see("rows", 1.3).frame.top == 206, "1000 less the 794 that are seen")
  }

  @Test func withoutAnAnimationARestingOffsetReturnsAtOnce() throws {
    var driver = try scrolled(to: 2206)
    try driver.apply([.screenSize(Size(width: 390, height: 1500))], nil, 1)
    #expect(-driver.see("rows", 1).frame.top == 1550)
  }

  @Test(arguments: [false, true])
  func contentUnderAFingerStaysThereWhenItShrinks(isAnimated: Bool) throws {
    var driver = try scrolled(to: 2000)
    driver.finger(at: Point(x: 200, y: 700), 1)
    driver.drag(from: Point(x: 200, y: 690), to: Point(x: 200, y: 640), 1.1...1.2)
    var last = -driver.see("rows", 1.2).frame.top
    let curve = Animation.curve(.easeInOut, duration: 0.3)
    try driver.apply([.constant("rh", 2500)], isAnimated ? curve : nil, 1.2)
    for step in 1...40 {
      let now = 1.2 + Double(step) / 100
      driver.finger(at: Point(x: 200, y: 640 - Double(step)), now)
      let offset = -driver.see("rows", now).frame.top
      #expect(abs(offset - last) <= 1 + 1e-9, "at \(now): \(last) to \(offset)")
      last = offset
    }
    driver.lift(1.7)
    #expect(-driver.rest(of: "rows", after: 1.7).frame.top == 1706)
  }

  @Test func contentThatNoBandReachesYieldsToTheFinger() throws {
    var driver = try scrolled(to: 2000)
    driver.finger(at: Point(x: 200, y: 700), 1)
    driver.drag(from: Point(x: 200, y: 690), to: Point(x: 200, y: 640), 1.1...1.2)
    var last = -driver.see("rows", 1.2).frame.top
    try driver.apply([.constant("rh", 1000)], nil, 1.2)
    for step in 1...400 {
      let now = 1.2 + Double(step) / 1000
      if step % 10 == 0 { driver.finger(at: Point(x: 200, y: 640 - Double(step) / 10), now) }
      let offset = -driver.see("rows", now).frame.top
      // The spring that takes up 1046 points has its greatest speed at 1/ω₀: 1046·ω₀/e.
      #expect(abs(offset - last) < 25, "at \(now): \(last) to \(offset)")
      last = offset
    }
    #expect(last < 1000, "within the band's reach of 794 points beyond 206")
  }

  @Test func momentumMeetsTheEndThatAnAnimatedChangeHasMoved() throws {
    var driver = try scrolled(to: 1700)
    driver.flick(from: 700, by: -150)
    let curve = Animation.curve(.easeInOut, duration: 0.3)
    try driver.apply([.screenSize(Size(width: 390, height: 1244))], curve, 1.2)
    #expect(-driver.rest(of: "rows", after: 1.2).frame.top == 1806, "3000 less 1194")
  }

  @Test func aConstantThatMakesAWidthNegativeLeavesTheWidthAtZeroUntilItIsPositive() throws {
    var driver = try EngineDriver(
      scene: Self.sheet.replacing("release: \"stay\"", with: "release: \"stay\"")
        .replacing("drives: {", with: "slop: 0, drives: {"))
    driver.finger(at: Point(x: 200, y: 700), 0)
    for (step, y) in [690.0, 840, 845, 900, 980, 900, 700].enumerated() {
      let now = 0.1 + Double(step) / 100
      driver.finger(at: Point(x: 200, y: y), now)
      // With a slop of 0 the first movement already drives the constant.
      let height = max(0, 300 - (y - 700))
      let seen = driver.see("sheet", now).frame.size.height
      #expect(abs(seen - height) < 0.4, "\(seen) at \(y)")
      #expect(abs(driver.see("map", now).frame.bottom - (844 - height)) < 0.4, "at \(y)")
    }
  }

  /// A list in a sheet whose height a finger drives.
  private static let listInSheet = """
    { snapback: 1, screen: { width: 390, height: 844, scale: 3 },
      views: [ { id: "sheet", views: [ { id: "grip" },
        { id: "list", scroll: true, views: [ { id: "rows" } ] } ] } ],
      constraints: [ { format: "H:|[sheet]|" }, "sheet.bottom = screen.bottom",
        { id: "high", rule: "sheet.height = 300" }, { format: "H:|[grip]|", in: "sheet" },
        { format: "H:|[list]|", in: "sheet" }, { format: "V:|[grip(40)][list]|", in: "sheet" },
        { format: "H:|[rows]|", in: "list" }, { format: "V:|[rows(700)]|", in: "list" },
        "rows.width = list.viewport.width" ],
      gestures: [ { scroll: "list" }, { pan: "grip", drives: { constant: "high",
        axis: "vertical", factor: -1, release: "stay" } } ] }
    """

  @Test func aListThatADriverMakesLargerReturnsIntoItsRange() throws {
    var driver = try EngineDriver(scene: Self.listInSheet)
    try driver.apply([.scrollOffset("list", Vector(dx: 0, dy: 440))], nil, 0)
    driver.finger(at: Point(x: 200, y: 560), 1)
    driver.drag(from: Point(x: 200, y: 550), to: Point(x: 200, y: 200), 1.1...1.5)
    driver.lift(1.6)
    let rows = driver.rest(of: "rows", after: 1.6).frame
    let list = driver.see("list", 20).frame
    #expect(abs(rows.bottom - list.size.height) < 0.34, "\(rows) in \(list)")
  }

  @Test func anAnimatedReplacementOfTheSceneGoesOnFromWhereTheDriverIs() throws {
    var driver = try EngineDriver(scene: Self.sheet)
    let spring = Animation.spring(try Spring(response: 0.6, dampingRatio: 1))
    try driver.apply([.constant("high", 500)], spring, 0)
    var last = driver.see("sheet", 0.2).frame.top
    let changed = Self.sheet.replacing("sheet.height = 300", with: "sheet.height = 600")
    try driver.replaceScene(by: changed, animation: spring)
    for step in 0...1000 {
      let now = 0.2 + Double(step) / 1000
      let (map, sheet) = (driver.see("map", now).frame, driver.see("sheet", now).frame)
      #expect(abs(sheet.top - last) < 4 && abs(map.bottom - sheet.top) < 1e-6, "at \(now)")
      last = sheet.top
    }
    #expect(driver.rest(of: "sheet", after: 1.2).frame.size.height == 600)
  }

  @Test func oneOfTwoGesturesOnAConstantTakesItOver() throws {
    var driver = try EngineDriver(
      scene: Self.sheet.replacing(
        "gestures: [",
        with: """
          gestures: [ { pan: "map", drives: { constant: "high", axis: "vertical", factor: -1,
            release: "stay" } },
          """))
    driver.finger(1, at: Point(x: 200, y: 700), 0)
    driver.finger(1, at: Point(x: 200, y: 680), 0.1)
    driver.finger(2, at: Point(x: 200, y: 200), 0.2)
    driver.finger(2, at: Point(x: 200, y: 180), 0.25)
    var last = driver.see("sheet", 0.25).frame.top
    for step in 1...60 {
      let now = 0.25 + Double(step) / 100
      if step == 30 { driver.lift(finger: 1, now) }
      if step < 30 { driver.finger(1, at: Point(x: 200, y: 680 - Double(step)), now) }
      driver.finger(2, at: Point(x: 200, y: 180 - Double(step)), now)
      let top = driver.see("sheet", now).frame.top
      #expect(abs(top - last) < 2, "at \(now)")
      last = top
    }
    #expect(last < 790 - 300 + 40)
  }

  @Test func aDrivenConstantHasTheConstantOfTheSizeClass() throws {
    var driver = try EngineDriver(
      scene: Self.sheet.replacing(
        "rule: \"sheet.height = 300\"",
        with: "rule: \"sheet.height = 300\", variations: { \"any x compact\": { constant: 120 } }"))
    #expect(driver.see("sheet", 0).frame.size.height == 300)
    try driver.apply([.heightClass(.compact)], nil, 0.1)
    #expect(driver.see("sheet", 0.1).frame.size.height == 120)
    driver.tap(at: Point(x: 200, y: 800), 0.2)
    #expect(driver.see("sheet", 0.4).frame.size.height == 120)
    try driver.apply([.heightClass(.regular)], nil, 0.5)
    #expect(driver.see("sheet", 0.5).frame.size.height == 300)
    try driver.apply([.heightClass(.compact)], nil, 0.6)
    // The finger grabs the sheet at its current height, the constant of the size class.
    driver.finger(at: Point(x: 200, y: 800), 1)
    driver.drag(from: Point(x: 200, y: 789), to: Point(x: 200, y: 739), 1.1...1.2)
    let held = driver.see("sheet", 1.2).frame.size.height
    #expect(held > 160 && held < 185, "\(held)")
  }

  @Test func momentumMeetsTheEndThatAChangeHasMoved() throws {
    var driver = try scrolled(to: 500)
    driver.flick(from: 700, by: -150)
    try driver.apply([.constant("rh", 2000)], nil, 1.3)
    var farthest = 0.0
    for step in 0...3000 {
      farthest = max(farthest, -driver.see("rows", 1.3 + Double(step) / 1000).frame.top)
    }
    #expect(farthest > 1206 && farthest < 1400, "\(farthest)")
    #expect(-driver.see("rows", 4.3).frame.top == 1206)
  }

  @Test func scrollingToTheTopEndsMomentum() throws {
    var driver = try scrolled(to: 1500)
    driver.flick(from: 300, by: 150)
    let curve = Animation.curve(.easeInOut, duration: 0.3)
    try driver.apply([.scrollOffset("list", .zero)], curve, 1.2)
    for step in 0...300 {
      // A velocity of 3000 pt/s dies out within v/(e·ω₀) = 17.6 pt.
      #expect(-driver.see("rows", 1.2 + Double(step) / 1000).frame.top > -18)
    }
    #expect(driver.see("rows", 1.5).frame.top == 0)
  }
}

extension EngineDriver {
  /// Flicks content up or down between 1 and 1.15 s, at 3000 pt/s.
  fileprivate mutating func flick(from start: Double, by way: Double) {
    let first = start + (way < 0 ? -10 : 10)
    finger(at: Point(x: 200, y: start), 1)
    drag(from: Point(x: 200, y: first), to: Point(x: 200, y: first + way), 1.1...1.15)
    lift(1.15)
  }
}
