import SnapbackDocument
import SnapbackEngine
import SnapbackMotion
import SnapbackProtocol
import SnapbackScene
import Testing

/// Parsing the bindings that let gestures scrub actions.
@Suite struct ProgressReaderTests {
  /// The gestures of the tests. The scroll is two gestures of the scene, so `move` is the fourth,
  /// with the index 3.
  private static let gestures = """
    [{ pan: 'screen', name: 'drag', drives: 'nothing' }, { scroll: 'list', name: 'rolls' },
     { pan: 'a', name: 'move' }, { edgePan: 'screen', name: 'back', edge: 'left' },
     { pinch: 'c', name: 'zoom' }, { rotation: 'c', name: 'turn' },
     { swipe: 'screen', name: 'flick', direction: 'left' }, { longPress: 'list', name: 'list' }]
    """

  private static let actions = """
    [{ name: 'open', on: { tap: 'b' }, animate: { spring: { response: 0.3, dampingRatio: 1 } },
       changes: [{ view: 'b', alpha: 0.5 }, { view: 'b', translation: [100, 0] }] },
     { name: 'steps', on: [], steps: [[], [{ view: 'b', alpha: 0 }]] },
     { name: 'list', on: [], changes: [{ constraint: 'high', constant: 80 }] },
     { name: 'idle', on: 'appear', changes: [] },
     { name: 'pulse', on: 'appear', animate: { curve: 'ease', duration: 1, repeat: 2 },
       changes: [{ view: 'b', alpha: 0.5 }] },
     { name: 'sway', on: 'appear', animate: { curve: 'ease', duration: 1, autoreverse: true },
       changes: [{ view: 'b', alpha: 0.5 }] },
     { name: 'deep', on: 'appear', changes: [{ animate: { curve: 'ease', duration: 1 },
       changes: [{ animate: { curve: 'ease', duration: 1, repeat: 'forever' },
         changes: [{ view: 'b', alpha: 0 }] }] }] },
     { on: [], changes: [{ view: 'b', alpha: 1 }] }]
    """

  private static func read(_ bindings: String) throws(DocumentError) -> SceneBlueprint {
    try BindingReaderTests.read("[\(bindings)]", gestures: gestures, actions: actions)
  }

  private func one(_ binding: String) throws -> ProgressBinding {
    let scene = try Self.read(binding)
    try #require(scene.progressBindings.count == 1)
    #expect(scene.bindings == [])
    return scene.progressBindings[0]
  }

  private static let numbers: [(String, Int, GestureNumber.Kind)] = [
    ("drag.translation.x", 0, .translationX), ("drag.translation.y", 0, .translationY),
    ("move.translation.x", 3, .translationX), ("back.translation.x", 4, .translationX),
    ("zoom.scale", 5, .scale), ("turn.rotation", 6, .rotation),
    ("list.translation.y", 8, .translationY),
  ]

  @Test(arguments: numbers) func theSourceIsTheGesturesOwnNumber(
    name: String, gesture: Int, kind: GestureNumber.Kind
  ) throws {
    let binding = try one("{ from: '\(name)', to: 'open.progress', map: [[0, 0], [300, 1]] }")
    #expect(binding.number.gesture == gesture && binding.number.kind == kind)
    #expect(binding.name == "binding1" && binding.action == "open")
  }

  @Test func theKeysHaveDefaults() throws {
    let plain = try one(
      "{ from: 'drag.translation.x', to: 'open.progress', map: [[0, 0], [9, 1]] }")
    #expect(!plain.followsTiming && plain.spring == nil)
    let linear = try one(
      """
      { from: 'drag.translation.x', to: 'open.progress', map: [[0, 0], [9, 1]],
        scrub: 'linear' }
      """)
    #expect(linear == plain)
    let whole = try one(
      """
      { name: 'swipe', from: 'drag.translation.x', to: 'open.progress',
        map: [[-300, 1], [0, 0]], scrub: 'curve', spring: { response: 0.2, dampingRatio: 0.7 } }
      """)
    let spring = try Spring(response: 0.2, dampingRatio: 0.7)
    #expect(whole.name == "swipe" && whole.followsTiming && whole.spring == spring)
    #expect(whole.map.state(at: MotionState(value: -75)).value == 0.25)
    #expect(whole.map.state(at: MotionState(value: -900)).value == 1)
  }

  @Test func theMapIsInTheUnitsOfTheScene() throws {
    let binding = try one(
      "{ from: 'turn.rotation', to: 'open.progress', map: [[0, 0], [90, 0.5], [180, 1, 'ease']] }")
    #expect(abs(binding.map.state(at: MotionState(value: .pi / 4)).value - 0.25) < 1e-12)
    #expect(!binding.map.isLinear)
  }

  @Test func anActionMayHaveNoNameAndSeveralBindings() throws {
    let scene = try Self.read(
      """
      { from: 'drag.translation.x', to: 'action8.progress', map: [[0, 0], [300, 1]] },
      { name: 'dim', from: 'a.alpha', to: 'c.alpha' },
      { from: 'back.translation.x', to: 'action8.progress', map: [[0, 0], [300, 1]] },
      { from: 'drag.translation.x', to: 'steps.progress', map: [[0, 0], [300, 1]] }
      """)
    #expect(scene.progressBindings.map(\.name) == ["binding1", "binding3", "binding4"])
    #expect(scene.progressBindings.map(\.action) == ["action8", "action8", "steps"])
    #expect(scene.bindings.map(\.name) == ["dim"])
  }

  @Test func aViewOfTheSameNameIsNoConflict() throws {
    let binding = try one(
      "{ from: 'drag.translation.x', to: 'list.progress', map: [[0, 0], [9, 1]] }")
    #expect(binding.action == "list")
  }

  @Test func anActionMustNotSetABoundNumber() {
    let error = #expect(throws: DocumentError.self) {
      try Self.read(
        """
        { name: 'dim', from: 'a.alpha', to: 'b.alpha' },
        { from: 'drag.translation.x', to: 'open.progress', map: [[0, 0], [300, 1]] }
        """)
    }
    let text = error?.description ?? ""
    #expect(
      text.hasSuffix(
        "actions[0].changes[0].alpha: the binding \"dim\" sets \"b.alpha\"; an action cannot set "
          + "it, too"), "\(text)")
  }

  private static let map = "map: [[0, 0], [300, 1]]"
  private static let spring = "{ response: 1, dampingRatio: 1 }"

  private static let faults: [(String, String)] = [
    (
      "{ from: 'drag.translation.x', to: 'opne.progress', \(map) }",
      "[0].to: unknown action \"opne\" — did you mean \"open\"?"
    ),
    (
      "{ from: 'drag.translation.x', to: 'red.progress', \(map) }",
      "[0].to: unknown action \"red\""
    ),
    (
      "{ from: 'drag.translation.x', to: 'idle.progress', \(map) }",
      "[0].to: the action \"idle\" changes nothing; give it changes"
    ),
    (
      "{ from: 'drag.translation.x', to: 'pulse.progress', \(map) }",
      "[0].to: the action \"pulse\" repeats, so it has no progress; remove \"repeat\" and "
        + "\"autoreverse\" from its animations"
    ),
    (
      "{ from: 'drag.translation.x', to: 'sway.progress', \(map) }",
      "[0].to: the action \"sway\" repeats, so it has no progress; remove \"repeat\" and "
        + "\"autoreverse\" from its animations"
    ),
    (
      "{ from: 'drag.translation.x', to: 'deep.progress', \(map) }",
      "[0].to: the action \"deep\" repeats, so it has no progress; remove \"repeat\" and "
        + "\"autoreverse\" from its animations"
    ),
    (
      "{ from: 'a.translation.x', to: 'open.progress', \(map) }",
      "[0].from: unknown gesture \"a\""
    ),
    (
      "{ from: 'a.alpha', to: 'open.progress', \(map) }",
      "[0].from: only a number of a gesture sets the progress of an action, such as "
        + "\"swipe.translation.x\"; found \"a.alpha\""
    ),
    (
      "{ from: 'high.constant', to: 'open.progress', \(map) }",
      "[0].from: only a number of a gesture sets the progress of an action, such as "
        + "\"swipe.translation.x\"; found \"high.constant\""
    ),
    (
      "{ from: 'drga.translation.x', to: 'open.progress', \(map) }",
      "[0].from: unknown gesture \"drga\" — did you mean \"drag\"?"
    ),
    (
      "{ from: 'drag.velocity.x', to: 'open.progress', \(map) }",
      "[0].from: a velocity cannot set the progress of an action; use the translation, the scale "
        + "or the rotation of the gesture"
    ),
    (
      "{ from: 'rolls.translation.y', to: 'open.progress', \(map) }",
      "[0].from: the gesture \"rolls\" scrolls, so it cannot set the progress of an action; use a "
        + "\"pan\""
    ),
    (
      "{ from: 'flick.translation.x', to: 'open.progress', \(map) }",
      "[0].from: the gesture \"flick\" is of the kind \"swipe\"; \"translation.x\" needs a gesture "
        + "of the kind \"pan\" or \"edgePan\" or \"longPress\""
    ),
    (
      "{ from: 'drag.translation.x', to: 'open.progress' }",
      "[0]: \"translation.x\" is in points, and \"progress\" is a fraction of an action; give a "
        + "\"map\""
    ),
    (
      "{ from: 'drag.translation.x', to: 'open.progress', map: [[0, 0], [300, 300]] }",
      "[0].map[1][1]: expected a number from 0 to 1, found 300"
    ),
    (
      "{ from: 'drag.translation.x', to: 'open.progress', \(map), extend: false }",
      "[0].extend: a binding of the progress of an action has no \"extend\"; remove it, because "
        + "a fraction is from 0 to 1"
    ),
    (
      "{ from: 'drag.translation.x', to: 'open.progress', \(map), follow: \(spring) }",
      "[0].follow: a binding of the progress of an action has no \"follow\"; remove it; bindings "
        + "that read the progress can have it"
    ),
    (
      "{ from: 'drag.translation.x', to: 'open.progress', \(map), returns: \(spring) }",
      "[0].returns: a binding of the progress of an action has no \"returns\"; give the motion "
        + "after the release by \"spring\""
    ),
    (
      "{ from: 'drag.translation.x', to: 'open.progress', \(map), combine: 'add' }",
      "[0].combine: a binding of the progress of an action has no \"combine\"; remove it; of "
        + "several gestures, the first one that begins scrubs the action"
    ),
    (
      "{ from: 'drag.translation.x', to: 'open.progress', \(map), when: 'any x any' }",
      "[0].when: a binding of the progress of an action has no \"when\"; give the condition to the "
        + "action or to the gesture"
    ),
    (
      "{ from: 'drag.translation.x', to: 'open.progress', \(map), scrub: 'time' }",
      "[0].scrub: expected one of \"linear\", \"curve\", found \"time\""
    ),
    (
      "{ from: 'drag.translation.x', to: 'open.progress', \(map), spring: { response: 1 } }",
      "[0].spring: missing key \"dampingRatio\""
    ),
    (
      "{ from: 'drag.translation.x', to: 'open.progress', \(map), scurb: 'curve' }",
      "[0].scurb: unknown key \"scurb\" — did you mean \"scrub\"?"
    ),
    (
      "{ from: 'a.alpha', to: 'c.alpha', scrub: 'linear' }",
      "[0].scrub: \"scrub\" is only for bindings that set the progress of an action, as in "
        + "\"to\": \"open.progress\"; remove it"
    ),
    (
      "{ from: 'a.alpha', to: 'c.alpha', spring: \(spring) }",
      "[0].spring: \"spring\" is only for bindings that set the progress of an action, as in "
        + "\"to\": \"open.progress\"; remove it"
    ),
    (
      "{ name: 'x', from: 'drag.translation.x', to: 'open.progress', \(map) }, "
        + "{ name: 'y', from: 'drag.translation.y', to: 'open.progress', \(map) }",
      "[1].to: the binding \"y\" and the binding \"x\" both scrub the action \"open\" with one "
        + "gesture; keep one of them"
    ),
    (
      "{ name: 'x', from: 'a.alpha', to: 'c.alpha' }, "
        + "{ name: 'x', from: 'drag.translation.x', to: 'open.progress', \(map) }",
      "[1].name: two bindings are called \"x\""
    ),
  ]

  @Test(arguments: faults) func aFaultIsSaidInOneLine(bindings: String, message: String) {
    let error = #expect(throws: DocumentError.self) { try Self.read(bindings) }
    let text = error?.description ?? ""
    #expect(text.hasSuffix(": bindings" + message), "\(text)")
  }
}
