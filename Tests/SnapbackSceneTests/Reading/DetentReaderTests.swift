import SnapbackDocument
import SnapbackEngine
import SnapbackMotion
import SnapbackScene
import Testing

/// Parsing the `detents` of a pan and the trigger `dismissal`.
@Suite struct DetentReaderTests {
  private func behavior(_ keys: String) throws -> PanBehavior {
    let scene = try GestureReaderTests.read("[{ pan: 'card', \(keys) }]")
    let binding = try #require(scene.gestures.first).binding
    guard case .translation(let behavior) = binding else {
      Issue.record("\(binding) is no translation")
      return PanBehavior(spring: .smooth)
    }
    return behavior
  }

  @Test func detentsStandForWhatASheetDoes() throws {
    var expected = PanBehavior(release: .snap, spring: .uikitDefault)
    expected.axes = .vertical
    expected.snapRule = SnapTargets.Rule(neverTurnsBack: true, velocityFloor: 987.5)
    expected.detents = SheetDetents([.medium, .large, .fraction(0.25), .height(300)])
    let list = "['medium', 'large', { fraction: 0.25 }, { height: 300 }]"
    #expect(try behavior("detents: \(list)") == expected)
    expected.detents?.isDismissible = false
    expected.spring = try Spring(response: 0.5, dampingRatio: 1)
    #expect(
      try behavior(
        "detents: \(list), dismisses: false, spring: { response: 0.5, dampingRatio: 1 }")
        == expected)
    #expect(try behavior("slop: 5").detents == nil)
  }

  @Test func heightsMayBeSums() throws {
    let scene = try GestureReaderTests.read(
      "[{ pan: 'card', detents: ['card.height / 2', 'large', { height: '8 * 4' }] }]")
    let gesture = try #require(scene.gestures.first)
    guard case .translation(let behavior) = gesture.binding else {
      Issue.record("\(gesture.binding) is no translation")
      return
    }
    // A sum of numbers is a number; a sum of attributes is evaluated after each layout.
    #expect(behavior.detents?.detents.suffix(2) == [.large, .height(32)])
    #expect(Set(gesture.places.detents.keys) == [0])
    #expect(gesture.places.detents[0]?.terms.map(\.multiplier) == [0.5])
  }

  @Test func aSceneHasAtMostAThousandSums() throws {
    func scene(_ count: Int) throws -> SceneBlueprint {
      let sums = Array(repeating: "'card.width'", count: count).joined(separator: ",")
      return try GestureReaderTests.read("[{ pan: 'card', snap: { x: [\(sums), 3] } }]")
    }
    #expect(try scene(1000).gestures.first?.places.x.snap.count == 1001)
    #expect {
      try scene(1001)
    } throws: { error in
      "\(error)".contains("gestures: limits, snap positions and detents have more than 1000 sums")
    }
  }

  @Test func aDismissalIsATriggerOfItsGesture() throws {
    let actions = try GestureReaderTests.read(
      "[{ tap: 'label' }, { pan: 'card', name: 'pull', detents: ['large'] }]",
      actions: "[{ on: { dismissal: 'pull' }, changes: [] }]"
    ).actions
    #expect(actions.first?.triggers == [.dismissal(1)])
  }

  @Test(arguments: [
    ("detents: []", "[0].detents: expected an array with a count"),
    (
      "detents: ['small']",
      "[0].detents[0]: unknown metric \"small\"; expected \"medium\", \"large\" or a height"
    ),
    ("detents: ['medum']", "— did you mean \"medium\"?"),
    ("detents: ['card.height / 0']", "[0].detents[0]: division by zero in \"card.height / 0\""),
    ("detents: [{ height: 'crad.height' }]", "[0].detents[0].height: unknown view \"crad\""),
    ("detents: [{}]", "[0].detents[0]: expected \"fraction\" or \"height\""),
    ("detents: [{ fraction: 0.5, height: 3 }]", "expected \"fraction\" or \"height\""),
    ("detents: [{ fraction: 2 }]", "[0].detents[0].fraction: "),
    ("detents: [{ height: -1 }]", "[0].detents[0].height: "),
    ("detents: ['large'], snap: { y: [0] }", "\"detents\" takes the place of \"snap\""),
    ("detents: ['large'], release: 'stay'", "\"detents\" takes the place of \"release\""),
    ("dismisses: false", "[0].dismisses: only a sheet with \"detents\" is dismissed"),
  ])
  func whatASheetCannotBeIsSaid(keys: String, words: String) {
    #expect {
      try behavior(keys)
    } throws: { error in
      "\(error)".contains(words)
    }
  }

  @Test(arguments: [
    ("pul", "unknown gesture \"pul\" — did you mean \"pull\"?"),
    ("pull", "\"pull\" dismisses no sheet; give it \"detents\", or let it dismiss"),
  ])
  func whatDismissesNothingIsNoTrigger(name: String, words: String) {
    #expect {
      try GestureReaderTests.read(
        "[{ pan: 'card', name: 'pull', detents: ['large'], dismisses: false }]",
        actions: "[{ on: { dismissal: '\(name)' }, changes: [] }]")
    } throws: { error in
      "\(error)".contains("actions[0].on.dismissal: ") && "\(error)".contains(words)
    }
  }
}
