import SnapbackDocument
import SnapbackEngine
import SnapbackMotion
import SnapbackProtocol
import SnapbackScene
import Testing

/// Parsing the names of places, and the triggers `landed`, `settled` and `crosses`.
@Suite struct LandingReaderTests {
  private static let gestures = """
    [{ pan: 'card', name: 'move', release: 'snap', snap: { x: [0, { at: 120, name: 'open' }] } },
      { pinch: 'card', name: 'zoom' }, { scroll: 'list', paging: true },
      { longPress: 'label', name: 'hold' },
      { pan: 'label', name: 'widen', drives: { constant: 'wide', axis: 'horizontal',
        limits: [0, 300], snap: [{ at: 80, name: 'half' }], release: 'snap' } }]
    """

  private static func triggers(_ trigger: String) throws -> [SceneAction.Trigger] {
    let scene = try GestureReaderTests.read(
      gestures, actions: "[{ on: \(trigger), changes: [] }]")
    return scene.actions[0].triggers
  }

  @Test func placesHaveNames() throws {
    let gestures = try GestureReaderTests.read(Self.gestures).gestures
    guard case .translation(let move) = gestures[0].binding,
      case .constant(let widen) = gestures[5].binding
    else {
      Issue.record("other gestures: \(gestures)")
      return
    }
    #expect(move.snapX == (try SnapTargets([0, 120], names: [1: "open"])))
    #expect(widen.snap == (try SnapTargets([80], names: [0: "half"])))
    let sheet = try GestureReaderTests.read(
      "[{ pan: 'card', detents: ['large', { height: 90, name: 'low' }, { fraction: 0.4 }] }]")
    guard case .translation(let behavior) = sheet.gestures[0].binding else {
      Issue.record("no sheet: \(sheet.gestures)")
      return
    }
    #expect(
      behavior.detents == SheetDetents([.large, .height(90), .fraction(0.4)], names: [1: "low"]))
  }

  @Test(arguments: [
    ("{ landed: 'move' }", [LandingTrigger(0)]),
    ("{ landed: 'move', at: 'open' }", [LandingTrigger(0, at: "open")]),
    ("{ settled: 'move', at: 'home' }", [LandingTrigger(0, at: "home", .settled)]),
    // A view stands for its gestures whose releases choose a place: not the pinch.
    ("{ landed: 'card' }", [LandingTrigger(0)]),
    ("{ settled: 'label', at: 'half' }", [LandingTrigger(5, at: "half", .settled)]),
    ("{ landed: 'widen', at: 'greatest' }", [LandingTrigger(5, at: "greatest")]),
    // A scroll is a pan and a gesture of wheels.
    ("{ landed: 'list', at: 'page12' }", [2, 3].map { LandingTrigger($0, at: "page12") }),
    (
      "{ settled: 'list', at: 'bottom' }",
      [2, 3].map { LandingTrigger($0, at: "bottom", .settled) }
    ),
  ])
  func aTriggerNamesAGestureOrAView(text: String, wanted: [LandingTrigger]) throws {
    #expect(try Self.triggers(text) == wanted.map { .landing($0) })
  }

  @Test(arguments: [
    ("{ landed: 'mvoe' }", "on.landed: unknown gesture or view \"mvoe\" — did you mean \"move\"?"),
    ("{ landed: 'zoom' }", "on.landed: no release of \"zoom\" chooses a place; name a pan"),
    ("{ settled: 'hold' }", "on.settled: no release of \"hold\" chooses a place"),
    ("{ landed: 'move', at: 'opne' }", "on.at: unknown place \"opne\" — did you mean \"open\"?"),
    (
      "{ landed: 'move', at: 'left' }",
      "on.at: unknown place \"left\" — expected one of \"open\", \"home\""
    ),
    ("{ landed: 'list', at: 'page0' }", "on.at: unknown place \"page0\""),
    ("{ landed: 'move', at: 3 }", "on.at: expected a string, found a number"),
    ("{ landed: 'move', phase: 'began' }", "unknown key \"phase\""),
    ("{ landed: 'move', tap: 'card' }", "expected one trigger, found 2"),
  ])
  func whatIsNoLandingIsSaid(text: String, words: String) {
    #expect {
      try Self.triggers(text)
    } throws: { error in
      "\(error)".contains(words)
    }
  }

  @Test func aCrossingHasTheUnitOfItsNumber() throws {
    let source = BindingSource.channel(.rotation, view: 1)
    #expect(
      try Self.triggers("{ crosses: 'label.rotation', at: 90, going: 'down', hysteresis: 9 }")
        == [
          .crossing(
            CrossingTrigger(
              .channel(.rotation, view: 3), at: 90 * (.pi / 180), .down,
              hysteresis: 9 * (.pi / 180)))
        ])
    #expect(
      try Self.triggers("{ crosses: 'card.rotation', at: 0 }")
        == [
          .crossing(CrossingTrigger(source, at: 0, .up)),
          .crossing(CrossingTrigger(source, at: 0, .down)),
        ])
    #expect(
      try Self.triggers("{ crosses: 'list.frame.width', at: 80, going: 'up' }")
        == [.crossing(CrossingTrigger(.frame(.width, view: 2), at: 80, .up))])
  }

  @Test(arguments: [
    ("{ crosses: 'crad.alpha', at: 0 }", "on.crosses: unknown view \"crad\""),
    ("{ crosses: 'card.opacity', at: 0 }", "on.crosses: unknown number \"opacity\""),
    ("{ crosses: 'card', at: 0 }", "on.crosses: expected a view and a number"),
    ("{ crosses: 'card.scrollOffset.y', at: 0 }", "on.crosses: \"card\" does not scroll"),
    ("{ crosses: 'card.alpha' }", "on: missing key \"at\""),
    ("{ crosses: 'card.alpha', at: true }", "on.at: expected a number"),
    ("{ crosses: 'card.alpha', at: 'half' }", "on.at: unknown metric \"half\""),
    ("{ crosses: 'card.alpha', at: 'card.width' }", "on.at: a sum that depends on the layout is"),
    ("{ crosses: 'card.alpha', at: 0, hysteresis: 'card.width' }", "on.hysteresis: a sum that"),
    ("{ crosses: 'card.alpha', at: 0, going: 'left' }", "on.going: expected one of \"up\""),
    ("{ crosses: 'card.alpha', at: 0, hysteresis: -1 }", "on.hysteresis: "),
  ])
  func whatIsNoCrossingIsSaid(text: String, words: String) {
    #expect {
      try Self.triggers(text)
    } throws: { error in
      "\(error)".contains(words)
    }
  }

  @Test func triggersHaveFeedback() throws {
    let scene = try GestureReaderTests.read(
      Self.gestures,
      actions: """
        [{ on: [{ tap: 'card', feedback: 'light' }, { landed: 'list', feedback: 'selection' },
            { gesture: 'zoom' }, 'appear'], changes: [] },
          { on: { completion: 'action1', feedback: 'success' }, changes: [] }]
        """)
    #expect(
      scene.actions[0].feedback == [
        .tap(view: 1): "light", .landing(LandingTrigger(2)): "selection",
        .landing(LandingTrigger(3)): "selection",
      ])
    #expect(scene.actions[1].feedback == [.completion(of: "action1"): "success"])
    #expect {
      try Self.triggers("{ tap: 'card', feedback: 'lite' }")
    } throws: { error in
      "\(error)".contains("on.feedback: expected one of \"light\", \"medium\"")
    }
  }

  @Test(arguments: [
    ("[{ name: 'open' }]", "snap.x[0]: missing key \"at\""),
    ("[{ at: 3 }]", "snap.x[0]: missing key \"name\""),
    ("[{ at: 1000001, name: 'far' }]", "snap.x[0].at: "),
    ("[{ at: 3, name: 4 }]", "snap.x[0].name: expected a string"),
    ("[{ at: 3, name: 'a', nmae: 'b' }]", "unknown key \"nmae\" — did you mean \"name\"?"),
  ])
  func whatIsNoPlaceIsSaid(places: String, words: String) {
    #expect {
      try GestureReaderTests.read("[{ pan: 'card', release: 'snap', snap: { x: \(places) } }]")
    } throws: { error in
      "\(error)".contains(words)
    }
  }
}
