import SnapbackGestures
import Testing

/// Every kind of gesture makes all of its possible transitions in the scripts drawn by hand.
@Suite struct GestureTransitionTests {
  @Test func kindsHaveTheNamesOfScenes() {
    #expect(Set(KindExample.all.keys) == Set(GestureKind.allCases))
    for (kind, example) in KindExample.all {
      #expect(kind.rawValue == example.name)
      #expect(kind.isDiscrete == !example.transitions.contains("rc"), "\(kind)")
      #expect(kind.isPointer == (example.meeting == nil), "\(kind)")
    }
  }

  @Test(arguments: GestureScript.all)
  func theOutcomeIsAsDrawn(script: GestureScript) throws {
    let run = try #require(ScriptRun(script))
    #expect(!script.expected.isEmpty)
    for (name, track) in script.expected {
      #expect(script.place(of: name) >= 0, "\(name)")
      #expect(run.outcome(of: name) == track, "\(name) in: \(script.title)")
    }
    // A recognizer without a row has no outcomes.
    for actor in script.actors where !script.expected.contains(where: { $0.name == actor.name }) {
      #expect(run.outcome(of: actor.name) == String(repeating: "-", count: script.columns))
    }
  }

  @Test(arguments: GestureScript.all)
  func stepsCarryTimesOfTheirScans(script: GestureScript) throws {
    let run = try #require(ScriptRun(script))
    for (column, steps) in run.columns.enumerated() {
      for step in steps {
        #expect(step.time <= (column < script.columns ? run.time(of: column) : .distantFuture))
        #expect(column == 0 || step.time > run.time(of: column - 1))
      }
    }
  }

  @Test func everyTransitionIsCoveredAndNoOtherHappens() throws {
    var covered: [GestureKind: Set<String>] = [:]
    for script in GestureScript.all {
      let run = try #require(ScriptRun(script))
      for (index, actor) in script.actors.enumerated() {
        covered[actor.settings.kind, default: []].formUnion(transitions(of: index, in: run))
      }
    }
    for kind in GestureKind.allCases {
      let expected = Set(KindExample.all[kind]?.transitions ?? [])
      let found = covered[kind] ?? []
      #expect(expected.subtracting(found).sorted() == [], "\(kind): no script for these")
      #expect(found.subtracting(expected).sorted() == [], "\(kind): impossible")
    }
  }

  /// The transitions that a recognizer made; `?` stands for a state that must be final.
  private func transitions(of index: Int, in run: ScriptRun) -> Set<String> {
    var found: Set<String> = []
    let kind = run.script.actors[index].settings.kind
    var state = "p"
    for step in run.columns.joined() where step.recognizer == index {
      guard let sign = ScriptRun.sign(step.outcome) else {
        if state == "?" { state = "p" }
        continue
      }
      if kind.isPointer, state == "?" { state = "p" }
      found.insert(state + sign)
      switch sign {
      case "w", "c": state = sign
      case "r": state = kind.isDiscrete ? "?" : "r"
      default: state = "?"
      }
    }
    return found
  }
}
