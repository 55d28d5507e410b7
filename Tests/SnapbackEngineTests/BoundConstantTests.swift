import SnapbackBasics
import SnapbackEngine
import SnapbackLayout
import SnapbackMotion
import SnapbackProtocol
import SnapbackTestSupport
import Testing

/// Constants of constraints that bindings set: at every moment, the views are where the layout
/// places them for the values of the maps.
@Suite struct BoundConstantTests {
  private func driver() throws -> EngineDriver {
    try EngineDriver(scene: BoundConstantScene.text, limits: BoundConstantScene.limits)
  }

  @Test func framesAreTheLayoutForTheValuesOfTheMaps() throws {
    let scene = try BoundConstantScene()
    var driver = try driver()
    var events = BoundConstantScene.events[...]
    for step in 0...8000 {
      let now = Double(step) / 1000
      try driver.perform(&events, until: now)
      driver.updateFrame(at: EngineDriver.moment(now))
      // At rest, constants are rounded to a pixel, which is less than a millionth of a point.
      let room = now < BoundConstantScene.exactEnd ? 1e-9 : 1e-6
      for ahead in [0, 0.02 + 0.1 * Double(step % 3)] {
        let fault = try scene.fault(&driver, at: EngineDriver.moment(now + ahead), room: room)
        #expect(fault == nil, "at \(now) + \(ahead) s: \(fault ?? "")")
        guard fault == nil else { return }
      }
    }
    // On such a fine grid, momentum is visible for a long time.
    driver.updateFrame(at: EngineDriver.moment(60))
    let fault = try scene.fault(&driver, at: EngineDriver.moment(60), room: 1e-6)
    let isAtRest = driver.engine.isAtRest
    #expect(fault == nil && isAtRest, "\(fault ?? "")")
  }

  @Test func anotherChangeOfTheLayoutMovesByItsAnimationOnly() throws {
    let scene = try BoundConstantScene()
    var driver = try driver()
    var events = BoundConstantScene.events[...]
    for step in 0...1500 {
      let now = Double(step) / 1000
      try driver.perform(&events, until: now)
      let bar = driver.see("bar", now).frame.left
      let offset = driver.seen(.scrollY, of: "list", now).value
      let rise = driver.seen(.translationY, of: "sheet", now).value
      let wanted = try scene.frames(offset: offset, rise: rise)["bar"]?.left ?? .nan
      let share = (now - BoundConstantScene.changeStart) / BoundConstantScene.changeLength
      let way = 50 * min(max(share, 0), 1)
      #expect(abs(bar - wanted - way) < 1e-6, "\(bar), not \(wanted + way), at \(now)")
    }
  }

  @Test func velocitiesAreDifferenceQuotients() throws {
    var driver = try driver()
    for event in BoundConstantScene.events where event.seconds < 0.4 {
      try event.perform(&driver, event.seconds)
    }
    let width = 1e-5
    for step in 1...1500 {
      let now = 0.4 + Double(step) / 1000
      var frames: [SceneFrame] = []
      for moment in [now - width, now, now + width] {
        var frame = driver.engine.makeFrame()
        driver.engine.sample(&frame, at: EngineDriver.moment(moment), resampling: .none)
        frames.append(frame)
      }
      for name in BoundConstantScene.views + ["bar"] {
        let place = driver.place(of: name)
        let (before, here, after) = (
          frames[0].views[place], frames[1].views[place], frames[2].views[place]
        )
        for (value, rate) in Self.rates {
          let left = (value(here) - value(before)) / width
          let right = (value(after) - value(here)) / width
          let room = 0.2 + 1e-3 * max(abs(left), abs(right))
          let range = min(left, right) - room...max(left, right) + room
          #expect(range.contains(rate(here)), "\(name) at \(now): \(rate(here)), \(range)")
        }
      }
      driver.updateFrame(at: EngineDriver.moment(now))
    }
  }

  /// Components of frames and their rates of change.
  private static let rates: [(@Sendable (ViewState) -> Double, @Sendable (ViewState) -> Double)] = [
    ({ $0.frame.left }, { $0.frameVelocity.x }), ({ $0.frame.top }, { $0.frameVelocity.y }),
    ({ $0.frame.size.width }, { $0.frameVelocity.width }),
    ({ $0.frame.size.height }, { $0.frameVelocity.height }),
  ]

  @Test func aClientWithSegmentsDrawsTheSameFrames() throws {
    var driver = try driver()
    var client = SegmentClient()
    client.listen(&driver, at: .zero)
    var events = BoundConstantScene.events[...]
    for step in 0...8000 {
      let now = EngineDriver.moment(Double(step) / 1000)
      try client.proceed(&driver, &events, to: now)
      var frame = driver.engine.makeFrame()
      driver.engine.sample(&frame, at: now, resampling: .none)
      for name in BoundConstantScene.views {
        let place = driver.place(of: name)
        let told = Rect(
          left: client.value(.left, place, now), top: client.value(.top, place, now),
          right: client.value(.right, place, now), bottom: client.value(.bottom, place, now))
        let seen = frame.views[place].frame
        guard BoundConstantScene.distance(told, seen) > 1e-6 else { continue }
        Issue.record("\(name) is drawn at \(seen) and told as \(told), at \(step) ms")
        return
      }
    }
  }

  @Test func theMotionsAfterAKinkAreKnownAhead() throws {
    var driver = try driver()
    var events = BoundConstantScene.events[...]
    var kept: ScheduledMotions?
    var passed = 0
    for step in 0...2500 {
      let now = Double(step) / 1000
      if try driver.perform(&events, until: now) { kept = nil }
      driver.updateFrame(at: EngineDriver.moment(now))
      if let last = kept, last.start <= EngineDriver.moment(now) {
        driver.expectDrawn(last, now)
        if last.motions.contains(where: { $0.channel == .animated(.right) }) { passed += 1 }
        kept = nil
      }
      kept = driver.engine.scheduledMotions() ?? kept
    }
    #expect(passed >= 4, "the sheet passes kinks and ends of pieces")
  }

  @Test func aBoundConstantHasNoOtherWriter() throws {
    var driver = try driver()
    let spring = Animation.spring(.critical(response: 0.3))
    for change in [SceneChange.constant("headerHeight", 60), .constantBy("headerHeight", 5)] {
      #expect(throws: EngineError.bound("headerHeight", by: "shrink")) {
        try driver.apply([change], spring, 0.1)
      }
    }
    #expect(driver.see("header", 0.2).frame.size.height == 120)
  }

  @Test func aSourceThatJumpsTakesTheLayoutAlong() throws {
    let scene = try BoundConstantScene()
    var driver = try driver()
    try driver.apply([.translation("sheet", Vector(dx: 0, dy: -100))], nil, 0.1)
    driver.updateFrame(at: EngineDriver.moment(0.1))
    let fault = try scene.fault(&driver, at: EngineDriver.moment(0.1), room: 1e-6)
    #expect(fault == nil)
    let passes = driver.engine.layoutPasses
    driver.updateFrame(at: EngineDriver.moment(5))
    let (later, wakeUp) = (driver.engine.layoutPasses, driver.engine.wakeUp)
    #expect(later == passes, "a source at rest costs nothing")
    #expect(wakeUp == .never)
  }

  @Test func aConstraintThatBecomesActiveHasThePresentConstant() throws {
    let scene = try BoundConstantScene()
    var driver = try driver()
    try driver.apply([.active("panelWidth", false)], nil, 0.1)
    #expect(abs(driver.see("panel", 0.1).frame.size.width - 76) < 1e-6)
    try driver.apply([.translation("sheet", Vector(dx: 0, dy: -100))], nil, 0.2)
    #expect(abs(driver.see("panel", 0.2).frame.size.width - 76) < 1e-6)
    try driver.apply([.active("panelWidth", true)], nil, 0.3)
    driver.updateFrame(at: EngineDriver.moment(0.3))
    let fault = try scene.fault(&driver, at: EngineDriver.moment(0.3), room: 1e-6)
    #expect(fault == nil)
    try driver.apply([.removeConstraint("panelWidth")], nil, 0.4)
    #expect(abs(driver.see("panel", 0.4).frame.size.width - 76) < 1e-6)
  }

  @Test func anotherSceneContinuesTheFrames() throws {
    let scene = try BoundConstantScene()
    var driver = try driver()
    try driver.apply([.translation("sheet", Vector(dx: 0, dy: -100))], nil, 0.1)
    let before = driver.see("foot", 0.1).frame
    try driver.replaceScene(
      by: BoundConstantScene.text, animation: .spring(.critical(response: 0.4)))
    let after = driver.see("foot", 0.1).frame
    #expect(BoundConstantScene.distance(before, after) < 1e-6)
    driver.updateFrame(at: EngineDriver.moment(3))
    let fault = try scene.fault(&driver, at: EngineDriver.moment(3), room: 1e-6)
    #expect(fault == nil)
  }

  /// A client can add a constraint that closes a circle through the layout.
  @Test func aConstraintThatClosesACircleIsHarmless() throws {
    var driver = try driver()
    let rule = LayoutConstraint(
      identifier: "circle", first: Anchor(ViewID(index: driver.place(of: "panel")), .width),
      terms: [LayoutConstraint.Term(0.5, Anchor(ViewID(index: driver.place(of: "foot")), .height))],
      constant: 60)
    try driver.apply([.addConstraint(rule), .removeConstraint("panelWidth")], nil, 0.1)
    for event in BoundConstantScene.events where event.seconds < 0.5 {
      try event.perform(&driver, event.seconds + 0.2)
    }
    // The solution of w = 60 + h / 2 and h = 10 + (w − 50) / 4.
    let (foot, panel) = (driver.see("foot", 5).frame.size, driver.see("panel", 5).frame.size)
    #expect(abs(foot.height - 100.0 / 7) < 1e-5)
    #expect(abs(panel.width - 470.0 / 7) < 1e-5)
  }

  // MARK: The pixel grid

  /// A header above a list, 140 points less 0.4 times the offset of the list high, on a screen with
  /// one pixel per point.
  private static let header = """
    { snapback: 1, screen: { width: 400, height: 800, scale: 1 },
      views: [ { id: "header" }, { id: "list", scroll: true, views: [ { id: "rows" } ] } ],
      constraints: [
        "header.left = 0", "header.top = 0", "header.width = 400",
        { id: "high", rule: "header.height = 140" },
        "list.left = 0", "list.width = 400", "list.top = header.bottom", "list.bottom = 700",
        { format: "H:|[rows(400)]|", in: "list" }, { format: "V:|[rows(3000)]|", in: "list" } ],
      gestures: [ { scroll: "list" } ],
      bindings: [ { from: "list.scrollOffset.y", to: "high.constant",
        map: [[0, 140], [150, 80]] } ] }
    """

  /// The bottom edge of the header, the top edge of the list and the offset at a time in seconds.
  private func places(_ driver: inout EngineDriver, _ now: Double) -> [Double] {
    let header = driver.see("header", now).frame.bottom
    return [header, driver.see("list", now).frame.top, -driver.see("rows", now).frame.top]
  }

  @Test func aDragLosesNothingWhileTheListMoves() throws {
    var driver = try EngineDriver(scene: Self.header)
    driver.finger(at: Point(x: 200, y: 500), 0)
    // The scroll begins after 10 points. None of the heights is a whole number of pixels.
    for (step, travel) in [12.7, 19.7, 30.3, 30.9].enumerated() {
      let now = 0.02 + 0.05 * Double(step)
      driver.finger(at: Point(x: 200, y: 500 - travel), now)
      for seconds in [now, now + 0.02, now + 0.049] {
        let offset = travel - 10
        let wanted = [140 - 0.4 * offset, 140 - 0.4 * offset, offset]
        for (seen, value) in zip(places(&driver, seconds), wanted) {
          #expect(abs(seen - value) < 1e-9, "\(seen), not \(value), at \(seconds)")
        }
      }
    }
  }

  @Test func aFrameBesideItsExactPlaceBeginsToMoveByTheExactDistance() throws {
    var driver = try EngineDriver(scene: Self.header)
    driver.finger(at: Point(x: 200, y: 500), 0)
    driver.finger(at: Point(x: 200, y: 479), 0.02)
    driver.lift(0.6)
    // At an offset of 11, the height is 135.6, and the nearest pixel is at 136.
    let rest = places(&driver, 2)
    #expect(rest == [136, 136, 11])
    driver.finger(at: Point(x: 200, y: 500), 2.1)
    driver.finger(at: Point(x: 200, y: 485.4), 2.12)
    // The offset has changed by 4.6, and the height by 1.84.
    for (seen, value) in zip(places(&driver, 2.12), [134.16, 134.16, 15.6]) {
      #expect(abs(seen - value) < 1e-9, "\(seen), not \(value)")
    }
    // The distance from the exact place has decayed.
    #expect(abs(places(&driver, 2.6)[0] - (140 - 0.4 * 15.6)) < 1e-3)
  }
}
