import SnapbackDocument
import SnapbackEngine
import SnapbackScene
import Testing

/// Parsing the progress of actions as a source of bindings and triggers.
@Suite struct ProgressSourceReaderTests {
  private static let actions = """
    [{ name: 'open', on: { tap: 'b' }, changes: [{ view: 'b', alpha: 0.5 }] },
     { name: 'toggle', on: [], steps: [[{ view: 'b', alpha: 0 }], [{ view: 'b', alpha: 1 }]] },
     { name: 'list', on: [], changes: [{ constraint: 'high', constant: 80 }] },
     { name: 'three', on: [], steps: [[{ view: 'b', alpha: 0 }], [], []] },
     { name: 'idle', on: 'appear', changes: [] },
     { name: 'pulse', on: 'appear', animate: { curve: 'ease', duration: 1, repeat: 2 },
       changes: [{ view: 'b', alpha: 0.5 }] },
     { on: [], changes: [{ view: 'b', scale: [2, 2] }] } %]
    """

  private static func read(
    _ bindings: String, action: String = ""
  ) throws(DocumentError) -> SceneBlueprint {
    let more = action.isEmpty ? "" : ", " + action
    return try BindingReaderTests.read(
      "[\(bindings)]", actions: actions.replacing("%", with: more))
  }

  @Test(arguments: ["open", "toggle", "list", "action7"])
  func theProgressOfAnActionIsASource(name: String) throws {
    let scene = try Self.read("{ from: '\(name).progress', to: 'a.alpha' }")
    #expect(scene.bindings.map(\.source) == [.progress(name)])
    #expect(scene.bindings.map(\.map) == [.identity] && scene.progressBindings == [])
  }

  @Test func aTriggerCanWaitForTheProgressOfAnotherAction() throws {
    let scene = try Self.read(
      "", action: "{ on: { crosses: 'open.progress', at: 0.5, going: 'up' }, changes: [] }")
    let crossings = scene.actions[7].crossings
    #expect(crossings == [CrossingTrigger(.progress("open"), at: 0.5, .up)])
  }

  private static let faults: [(String, String)] = [
    (
      "{ from: 'opne.progress', to: 'a.alpha' }",
      "bindings[0].from: unknown action \"opne\" — did you mean \"open\"?"
    ),
    ("{ from: 'red.progress', to: 'a.alpha' }", "bindings[0].from: unknown action \"red\""),
    (
      "{ from: 'idle.progress', to: 'a.alpha' }",
      "bindings[0].from: the action \"idle\" changes nothing; give it changes"
    ),
    (
      "{ from: 'pulse.progress', to: 'a.alpha' }",
      "bindings[0].from: the action \"pulse\" repeats, so it has no progress; remove \"repeat\" "
        + "and \"autoreverse\" from its animations"
    ),
    (
      "{ from: 'three.progress', to: 'a.alpha' }",
      "bindings[0].from: the action \"three\" has 3 steps; only the progress of an action with one "
        + "or two steps can be read"
    ),
    (
      "{ from: 'open.progress', to: 'a.translation.x' }",
      "bindings[0]: \"progress\" is a plain number, and \"translation.x\" is in points; give a "
        + "\"map\""
    ),
    (
      "{ from: 'open.progress', to: 'a.alpha', returns: { response: 1, dampingRatio: 1 } }",
      "bindings[0].returns: only numbers of gestures return after a release, and \"open.progress\" "
        + "is not one of them; remove \"returns\""
    ),
    (
      "{ from: 'open.progress', to: 'a.alpha', scrub: 'linear' }",
      "bindings[0].scrub: \"scrub\" is only for bindings that set the progress of an action, as in "
        + "\"to\": \"open.progress\"; remove it"
    ),
    (
      "{ from: 'open.progress', to: 'list.progress', map: [[0, 0], [1, 1]] }",
      "bindings[0].from: only a number of a gesture sets the progress of an action, such as "
        + "\"swipe.translation.x\"; found \"open.progress\""
    ),
    // An action would change a number that follows its own progress.
    (
      "{ name: 'dim', from: 'open.progress', to: 'b.alpha' }",
      "actions[0].changes[0].alpha: the binding \"dim\" sets \"b.alpha\"; an action cannot set it, "
        + "too"
    ),
  ]

  @Test(arguments: faults) func aFaultIsSaidInOneLine(bindings: String, message: String) {
    let error = #expect(throws: DocumentError.self) { try Self.read(bindings) }
    let text = error?.description ?? ""
    #expect(text.hasSuffix(": " + message), "\(text)")
  }

  private static let triggers: [(String, String)] = [
    (
      "{ on: { crosses: 'opne.progress', at: 0.5 }, changes: [] }",
      "actions[7].on.crosses: unknown action \"opne\" — did you mean \"open\"?"
    ),
    (
      "{ on: ['appear', { crosses: 'three.progress', at: 0.5 }], changes: [] }",
      "actions[7].on[1].crosses: the action \"three\" has 3 steps; only the progress of an action "
        + "with one or two steps can be read"
    ),
    (
      "{ name: 'own', on: { crosses: 'own.progress', at: 1 }, changes: [{ view: 'a', alpha: 0 }] }",
      "actions[7].on.crosses: the progress of the action \"own\" cannot trigger the action itself; "
        + "name another action"
    ),
    (
      "{ on: { crosses: 'open.progress', at: 'a.width' }, changes: [] }",
      "actions[7].on.at: a sum that depends on the layout is in points, but this number is a plain "
        + "number; use numbers and metrics only"
    ),
  ]

  @Test(arguments: triggers) func aFaultOfATriggerIsSaidInOneLine(action: String, message: String) {
    let error = #expect(throws: DocumentError.self) { try Self.read("", action: action) }
    let text = error?.description ?? ""
    #expect(text.hasSuffix(": " + message), "\(text)")
  }
}
