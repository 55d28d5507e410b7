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
    var events = BoundScene.events[...]
    for step in 0...4000 {
      let now = Double(step) / 1000
      while let event = events.first, event.seconds <= now {
        try event.perform(&driver, event.seconds)
        events.removeFirst()
      }
      driver.updateFrame(at: EngineDriver.moment(now))
      let fault = BoundScene.fault(&driver, at: EngineDriver.moment(now))
      #expect(fault == nil, "at \(now) s: \(fault ?? "")")
      guard fault == nil else { return }
    }
    let isAtRest = driver.engine.isAtRest
    #expect(isAtRest)
  }

  @Test func framesAheadOfTheEngineAreTheFormulaToo() throws {
    var driver = try EngineDriver(scene: BoundScene.text)
    for event in BoundScene.events {
      try event.perform(&driver, event.seconds)
      driver.updateFrame(at: EngineDriver.moment(event.seconds))
      for step in 0...100 {
        let moment = EngineDriver.moment(event.seconds + Double(step) * 0.0098)
        let fault = BoundScene.fault(&driver, at: moment)
        #expect(fault == nil, "\(step) steps after \(event.seconds) s: \(fault ?? "")")
        guard fault == nil else { return }
      }
    }
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
