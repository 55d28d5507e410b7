import SnapbackBasics
import SnapbackEngine
import SnapbackMotion
import SnapbackProtocol
import SnapbackScene
import SnapbackTestSupport
import Testing

/// The motions of the next piece of the layout, which clients receive ahead of time.
@Suite struct ScheduledMotionTests {
  /// A list with a heading that stays at the top of the viewport between two bounds, where its path
  /// bends. The screen has so many pixels per point that nothing is rounded.
  private static let scene = """
    { snapback: 1, screen: { width: 390, height: 844, scale: 1048576 },
      views: [ { id: "list", scroll: true, views: [ { id: "rows" }, { id: "heading" } ] } ],
      constraints: [ { format: "H:|[list]|" }, "list.top = screen.top",
        "list.bottom = screen.bottom", { format: "H:|[rows]|", in: "list" },
        "rows.top = list.top", "rows.bottom = list.bottom", "rows.width = list.viewport.width",
        "rows.height = 9000", "heading.top = list.viewport.top @ 500",
        "heading.top >= rows.top + 300", "heading.bottom <= rows.top + 1200",
        "heading.height = 40", "heading.left = rows.left", "heading.right = rows.right" ],
      gestures: [ { scroll: "list" } ] }
    """

  private func flung(_ velocity: Double) throws -> EngineDriver {
    var limits = SceneLimits()
    limits.scales = 1...1_048_576
    var driver = try EngineDriver(scene: Self.scene, limits: limits)
    driver.finger(at: Point(x: 200, y: 700), 0)
    driver.drag(
      from: Point(x: 200, y: 690), to: Point(x: 200, y: 690 - velocity * 0.095), 0.1...0.195)
    driver.lift(0.2)
    return driver
  }

  @Test(arguments: [2000.0, 3000])
  func theNextPieceIsKnownAheadAndIsWhatIsSeenThen(velocity: Double) throws {
    var driver = try flung(velocity)
    var known: [Instant: Double] = [:]
    var kept: ScheduledMotions?
    var passed = 0
    for step in 1...3000 {
      let now = 0.2 + Double(step) / 1000
      driver.updateFrame(at: EngineDriver.moment(now))
      if let last = kept, last.start <= EngineDriver.moment(now) {
        driver.expectDrawn(last, now)
        let lead = last.start.seconds(since: EngineDriver.moment(known[last.start] ?? now))
        let sinceLift = last.start.seconds(since: EngineDriver.moment(0.2))
        #expect(lead >= min(0.1, sinceLift - 0.002), "known \(lead) s ahead")
        passed += 1
        kept = nil
      }
      let next = driver.engine.scheduledMotions()
      if let next, known[next.start] == nil { known[next.start] = now }
      kept = next ?? kept
    }
    #expect(passed == 2, "the heading stops following at both bounds")
  }

  @Test func aFingerThatHasMovedWithinThePieceDoesNotShiftTheNextOne() throws {
    // The finger moves the list beyond the first bound, and momentum moves it beyond the second.
    var driver = try flung(5000)
    let heading = driver.place(of: "heading")
    var kept: ChannelMotion?
    var start = Instant.zero
    for step in 1...1000 {
      let now = EngineDriver.moment(0.2 + Double(step) / 1000)
      driver.updateFrame(at: now)
      if let last = kept, start <= now {
        let seen = driver.seen(.top, of: "heading", at: now).value
        let told = last.presentation(at: now).value
        #expect(abs(seen - told) < 1e-5, "\(told), not \(seen)")
        return
      }
      guard let next = driver.engine.scheduledMotions() else { continue }
      start = next.start
      kept = next.motions.first { $0.view == heading && $0.channel == .animated(.top) }
    }
    Issue.record("the heading does not reach its lower bound")
  }

  @Test func aFingerThatStopsTheListCancelsTheSchedule() throws {
    var driver = try flung(3000)
    driver.updateFrame(at: EngineDriver.moment(0.21))
    let start = driver.engine.scheduledStart
    #expect(start != nil)
    driver.finger(2, at: Point(x: 200, y: 400), 0.22)
    let after = driver.engine.scheduledStart
    #expect(after == nil)
  }
}
