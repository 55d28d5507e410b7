import SnapbackBasics
import SnapbackEngine
import SnapbackMotion
import SnapbackProtocol
import SnapbackTestSupport
import Testing

/// Bindings at every moment: their formulas, their velocities, and what may not write them.
@Suite struct BindingTests {
  @Test func framesAreTheFormulaAtEveryMillisecond() throws {
    var driver = try EngineDriver(scene: BoundScene.text)
    try driver.expectFormulas(for: 4000, BoundScene.events, BoundScene.fault)
    let isAtRest = driver.engine.isAtRest
    #expect(isAtRest)
  }

  @Test func framesAheadOfTheEngineAreTheFormulaToo() throws {
    var driver = try EngineDriver(scene: BoundScene.text)
    try driver.expectFormulasAhead(of: BoundScene.events, steps: 100, BoundScene.fault)
  }

  @Test func velocitiesAreDifferenceQuotients() throws {
    var driver = try EngineDriver(scene: BoundScene.text)
    for event in BoundScene.events where event.seconds <= 0.545 {
      try event.perform(&driver, event.seconds)
    }
    let width = 1e-5
    for step in 1...900 {
      let now = 0.55 + Double(step) / 1000
      var states: [ViewState] = []
      for moment in [now - width, now, now + width] {
        var frame = driver.engine.makeFrame()
        driver.engine.sample(&frame, at: EngineDriver.moment(moment), resampling: .none)
        states += ["knob", "mark", "dial", "float", "echo"].map {
          frame.views[driver.place(of: $0)]
        }
      }
      for view in 0..<5 {
        let (before, here, after) = (states[view], states[view + 5], states[view + 10])
        for (value, rate) in Self.rates {
          let left = (value(here) - value(before)) / width
          let right = (value(after) - value(here)) / width
          let room = 0.2 + 1e-3 * max(abs(left), abs(right))
          let range = min(left, right) - room...max(left, right) + room
          #expect(range.contains(rate(here)), "view \(view) at \(now): \(rate(here)), \(range)")
        }
      }
      driver.updateFrame(at: EngineDriver.moment(now))
    }
  }

  /// Components of transforms and their rates of change.
  private static let rates: [(@Sendable (ViewState) -> Double, @Sendable (ViewState) -> Double)] = [
    ({ $0.transform.translation.dx }, { $0.translationVelocity.dx }),
    ({ $0.transform.translation.dy }, { $0.translationVelocity.dy }),
    ({ $0.transform.rotation }, { $0.rotationVelocity }),
    ({ $0.transform.scale.dx }, { $0.scaleVelocity.dx }),
    ({ $0.transform.scale.dy }, { $0.scaleVelocity.dy }),
  ]

  @Test func nothingJumpsWhenAnythingInterrupts() throws {
    var driver = try EngineDriver(scene: BoundScene.text)
    let names = driver.engine.appearances.map(\.name)
    for event in BoundScene.events {
      var (before, after) = (driver.engine.makeFrame(), driver.engine.makeFrame())
      let moment = EngineDriver.moment(event.seconds)
      driver.engine.sample(&before, at: moment, resampling: .none)
      let source = before.views[driver.place(of: "sheet")].transform.translation
      try event.perform(&driver, event.seconds)
      driver.engine.sample(&after, at: moment, resampling: .none)
      let moved = after.views[driver.place(of: "sheet")].transform.translation - source
      // Only a finger on the sheet moves it at once.
      guard moved == .zero else { continue }
      let values = zip(
        BoundScene.drawn(before, of: names), BoundScene.drawn(after, of: names))
      for (place, (old, new)) in values.enumerated() where BoundScene.channels[place].view != "mark"
      {
        #expect(abs(old - new) < 1e-9, "\(BoundScene.channels[place]) at \(event.seconds)")
      }
    }
  }

  /// An opacity may end within 1/512 of its target. The map multiplies this by 640.
  @Test func aBoundViewComesToRestWithoutAVisibleJump() throws {
    var driver = try EngineDriver(
      scene: """
        { snapback: 1, screen: { width: 390, height: 844 }, views: [{ id: "a" }, { id: "b" }],
          bindings: [{ from: "a.alpha", to: "b.translation.y", map: [[0, 640], [1, 0]] }] }
        """)
    try driver.apply([.alpha("a", 0)], .spring(.critical(response: 0.4)), 0)
    var last = 0.0
    for step in 1...4000 {
      let height = driver.see("b", Double(step) / 1000).transform.translation.dy
      if height == 640 { #expect(last >= 640 - 0.25) }
      last = height
    }
    #expect(last == 640)
  }

  /// A handle drives the width of a bar. A flag begins to move when the bar is 132 points wide, and
  /// two marks are bound to the flag.
  private static let pushed = """
    { snapback: 1, screen: { width: 800, height: 400, scale: 2 },
      views: [ { id: "bar" }, { id: "flag" }, { id: "mark" }, { id: "spot" }, { id: "handle" } ],
      constraints: [ "bar.left = 40", "bar.top = 0", { id: "bw", rule: "bar.width = 120" },
        "bar.height = 20", "flag.left >= bar.right + 8", "flag.left >= 180",
        "flag.left = 0 @low", "flag.top = 40", "flag.width = 16", "flag.height = 16",
        "mark.left = 0", "mark.top = 80", "mark.width = 16", "mark.height = 16",
        "spot.left = 0", "spot.top = 120", "spot.width = 16", "spot.height = 16",
        "handle.left = 0", "handle.top = 200", "handle.width = 800", "handle.height = 200" ],
      gestures: [ { pan: "handle", slop: 0, drives: { constant: "bw", axis: "horizontal",
        release: "snap", snap: [0, 260], spring: { response: 0.5, dampingRatio: 1 } } } ],
      bindings: [ { from: "flag.frame.left", to: "mark.translation.x" },
        { from: "mark.translation.x", to: "spot.translation.y", map: [[180, 0], [280, 50]] } ] }
    """

  /// Frames of ``pushed`` two refreshes ahead.
  private struct Ahead {
    private var whole: SceneFrame
    private var found: SceneFrame
    private var journal = MotionJournal()

    init(_ driver: borrowing EngineDriver) {
      whole = driver.engine.makeFrame()
      found = whole
    }

    /// Compares the frame that a journal finds with the whole frame and with the formulas. Returns
    /// whether the frame is in another piece of the layout than the engine.
    mutating func check(_ driver: inout EngineDriver, _ now: Double) -> Bool {
      let isPushed = driver.see("bar", now).frame.size.width > 132
      let target = EngineDriver.moment(now + 0.032)
      driver.engine.sample(&whole, at: target, resampling: .predict)
      driver.engine.sample(&found, at: target, resampling: .predict, journal: &journal)
      #expect(whole.views == found.views, "at \(now)")
      let flag = whole.views[driver.place(of: "flag")].frame.left
      let mark = whole.views[driver.place(of: "mark")].transform.translation.dx
      let spot = whole.views[driver.place(of: "spot")].transform.translation.dy
      #expect(abs(mark - flag) < 1e-9)
      #expect(abs(spot - min(max((flag - 180) / 2, 0), 50)) < 1e-9)
      return flag > 180.5 && !isPushed
    }
  }

  @Test func theJournalFindsWhatMovesOnlyInTheNextPiece() throws {
    var driver = try EngineDriver(scene: Self.pushed)
    var ahead = Ahead(driver)
    var count = 0
    for step in 0...150 {
      let now = Double(step) * 0.008
      // The bar is 131 points wide at the release, and grows to 260 points.
      if step <= 11 { driver.finger(at: Point(x: 100 + Double(step), y: 300), now) }
      if step == 11 { driver.lift(now + 0.001) }
      if ahead.check(&driver, now) { count += 1 }
    }
    #expect(count > 0, "no frame is in the next piece")
  }

  /// A finger catches the handle after a frame was in the next piece, and releases it a second
  /// later.
  @Test func theJournalFindsItAgainAfterACatch() throws {
    var driver = try EngineDriver(scene: Self.pushed)
    var ahead = Ahead(driver)
    var counts = (before: 0, after: 0)
    try driver.apply([.constant("bw", 260)], .spring(.critical(response: 0.4)), 0)
    for step in 1...300 {
      let now = Double(step) * 0.008
      let places = [1: 100.0, 2: 101, 150: 102, 151: 104.5, 152: 107]
      if let x = places[step] { driver.finger(at: Point(x: x, y: 300), now) }
      if step == 152 { driver.lift(now + 0.001) }
      guard ahead.check(&driver, now) else { continue }
      if step < 100 { counts.before += 1 } else { counts.after += 1 }
    }
    #expect(counts.before > 0 && counts.after > 0, "\(counts)")
  }

  @Test func underReducedMotionABoundNumberFollowsItsSource() throws {
    var driver = try EngineDriver(
      scene: """
        { snapback: 1, screen: { width: 390, height: 844 },
          views: [{ id: "a" }, { id: "b" }, { id: "c" }],
          bindings: [{ from: "a.translation.x", to: "b.translation.x" },
            { from: "a.alpha", to: "c.translation.y", map: [[0, 100], [1, 0]] }] }
        """)
    driver.engine.setReducesMotion(true, at: .zero)
    let linear = Animation.curve(.linear, duration: 1)
    try driver.apply([.translation("a", Vector(dx: 80, dy: 0)), .alpha("a", 0.5)], linear, 0.1)
    let (a, b) = (driver.see("a", 0.15), driver.see("b", 0.15))
    #expect(a.transform.translation.dx == 80 && a.alpha < 0.9, "it has jumped and fades in")
    #expect(b.transform.translation.dx == 80 && b.alpha == 1, "it has jumped")
    // The fade is over after 0.2 s. The opacity is halfway from 1 to 0.5 half a second later.
    let c = driver.see("c", 0.6)
    #expect(abs(c.transform.translation.dy - 25) < 1e-9)
  }

  @Test func aRestingSceneSleeps() throws {
    var driver = try EngineDriver(scene: BoundScene.text)
    var journal = MotionJournal()
    for event in BoundScene.events { try event.perform(&driver, event.seconds) }
    driver.engine.flush(at: EngineDriver.moment(30))
    driver.engine.flush(at: EngineDriver.moment(31))
    journal.note(driver.engine)
    let revision = journal.revision
    let (wakeUp, next) = (driver.engine.wakeUp, driver.engine.nextChange)
    #expect(wakeUp == .never && next == .never)
    driver.engine.flush(at: EngineDriver.moment(60))
    journal.note(driver.engine)
    #expect(journal.revision == revision)
  }

  @Test func changesOfABoundValueAreRefusedByTheNameOfTheBinding() throws {
    var driver = try EngineDriver(scene: BoundScene.text)
    let changes: [(SceneChange, String, String)] = [
      (.alpha("shade", 0.5), "shade", "dim"), (.rotation("knob", 1), "knob", "turn"),
      (.scale("dial", Vector(dx: 1, dy: 2)), "dial", "grow"),
      (.translation("mark", .zero), "mark", "stick"),
      (.transform("knob", .identity), "knob", "slide"),
      (.animate(nil, [.alpha("mark", 1)]), "mark", "fade"),
    ]
    for (change, view, binding) in changes {
      #expect(throws: EngineError.bound(view, by: binding)) {
        try driver.engine.apply(
          [.constant("bw", 300), change], animation: .spring(.critical(response: 1)), at: .zero)
      }
    }
    #expect(
      EngineError.bound("shade", by: "dim").description
        == "the binding \"dim\" sets this value of \"shade\"; change the binding's source")
    // Nothing was changed, and the other values of the view are free.
    let width = driver.see("bar", 5).frame.size.width
    #expect(width == 120)
    try driver.apply(
      [.alpha("knob", 0.5), .color("shade", Color(red: 1, green: 2, blue: 3))], nil, 6)
  }

  @Test func anotherSceneTakesBoundViewsOverWithoutAJump() throws {
    let free = BoundScene.text.replacing(
      "{ name: \"slide\", from: \"bar.frame.width\", to: \"knob.translation.x\",", with: ""
    )
    .replacing("map: [[100, 0], [200, 50]], extend: true },", with: "")
    #expect(free != BoundScene.text)
    let slide = Animation.spring(.critical(response: 0.4))
    for (old, new, goal) in [(BoundScene.text, free, 0.0), (free, BoundScene.text, 10)] {
      var driver = try EngineDriver(scene: old)
      if old == free { try driver.apply([.translation("knob", Vector(dx: 33, dy: 0))], nil, 0.1) }
      try driver.apply([.constant("bw", 240)], .curve(.linear, duration: 1), 0.1)
      let before = driver.see("knob", 0.6)
      try driver.replaceScene(by: new, animation: slide)
      let after = driver.see("knob", 0.6)
      let way = after.transform.translation - before.transform.translation
      #expect(way.length < 1e-9, "\(before.transform) \(after.transform)")
      let speed = after.translationVelocity - before.translationVelocity
      #expect(speed.length < 1e-6)
      // The new scene has the width of its document again, 120 points.
      let rest = driver.see("knob", 9).transform.translation.dx
      #expect(abs(rest - goal) < 1e-9)
    }
  }
}
