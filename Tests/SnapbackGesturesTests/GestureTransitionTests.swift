import SnapbackGestures
import Testing

/// Every kind of gesture makes all of its possible transitions in the scripts drawn by hand.
@Suite struct GestureTransitionTests {
  /// A transition from `p` possible, `w` waiting, `r` began or `c` changed to an outcome as scripts
  /// draw it.
  private static let continuous = ["pr", "pw", "wr", "rc", "cc", "re", "ce", "rx", "cx"]

  /// The transitions of each kind. All others are impossible.
  static let table: [GestureKind: [String]] = [
    .tap: [
      "pr", "pw", "wr",
      "pM", "pL", "pT", "pN", "pS", "pP", "pR", "pD",
      // Its fingers have lifted when it waits, so they can neither move nor become a palm.
      "wP", "wR", "wD",
    ],
    .longPress: continuous + [
      "pM", "pL", "pT", "pN", "pP", "pR", "pD",
      "wM", "wL", "wT", "wN", "wP", "wR", "wD",
    ],
    .pan: continuous + [
      "pL", "pT", "pN", "pW", "pP", "pR", "pD",
      "wL", "wT", "wN", "wW", "wP", "wR", "wD",
    ],
    .edgePan: continuous + [
      "pF", "pL", "pT", "pN", "pW", "pP", "pR", "pD",
      "wL", "wT", "wN", "wW", "wP", "wR", "wD",
    ],
    .swipe: [
      "pr", "pw", "wr",
      "pM", "pL", "pT", "pN", "pS", "pW", "pP", "pR", "pD",
      // It is complete when it waits, but its fingers may still be down and become a palm.
      "wT", "wP", "wR", "wD",
    ],
    .pinch: continuous + ["pL", "pT", "pP", "pR", "pD", "wL", "wT", "wP", "wR", "wD"],
    .rotation: continuous + ["pL", "pT", "pP", "pR", "pD", "wL", "wT", "wP", "wR", "wD"],
    // Pointers are recognized at once, without arbitration.
    .scroll: ["pr", "rc", "cc", "re", "ce", "rx", "cx"],
    .hover: ["pr", "rc", "cc", "re", "ce", "rx", "cx"],
  ]

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
    #expect(Set(Self.table.keys) == Set(GestureKind.allCases))
    var covered: [GestureKind: Set<String>] = [:]
    for script in GestureScript.all {
      let run = try #require(ScriptRun(script))
      for (index, actor) in script.actors.enumerated() {
        covered[actor.settings.kind, default: []].formUnion(transitions(of: index, in: run))
      }
    }
    for kind in GestureKind.allCases {
      let expected = Set(Self.table[kind] ?? [])
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
