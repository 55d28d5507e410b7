import SnapbackDocument
import SnapbackReplay
import SnapbackScene
import Testing

/// Tests of case commands other than recording.
@Suite struct CaseCommandTests {
  private func run(_ commands: String, _ expectations: String) throws -> CaseRun {
    try CaseRun(
      """
      { recording: "../../recordings/flick.evemu", scene: "../../configs/scenes/card.json5",
        commands: [ \(commands) ], expect: [ \(expectations) ] }
      """)
  }

  private func failures(_ commands: String, _ expectations: String) throws -> [CaseFailure] {
    let run = try run(commands, expectations)
    return run.replayCase.failures(of: try run.trace(), golden: nil)
  }

  /// Makes the screen larger, without animation.
  private func size(at seconds: Double, _ width: Int) -> String {
    "{ at: \(seconds), change: { changes: [ { screen: { size: [\(width), 1000] } } ] } }"
  }

  @Test func theyAreCarriedOutAtTheirTimesInTheirOrder() throws {
    let commands = [size(at: 0.5, 800), size(at: 0.1, 400), size(at: 0.5, 900)]
    let failures = try failures(
      commands.joined(separator: ", "),
      """
      { value: "card.frame.width", near: 312, between: [0, 0.09] },
      { value: "card.frame.width", near: 320, between: [0.11, 0.49] },
      { value: "card.frame.width", near: 720, at: "end" }, { layoutPasses: 4 }
      """)
    #expect(failures.isEmpty, "\(failures)")
  }

  @Test func oneAfterTheLastEventIsCarriedOut() throws {
    let failures = try failures(
      size(at: 30, 400), "{ value: \"card.frame.width\", near: 320, at: \"end\" }")
    #expect(failures.isEmpty, "\(failures)")
  }

  @Test func oneThatTheSceneRefusesFailsTheCaseAndTheOthersAreCarriedOut() throws {
    let wrong = "{ at: 0.2, change: { changes: [ { constraint: \"nope\", constant: 1 } ] } }"
    let failures = try failures(
      "\(wrong), \(size(at: 0.3, 400))", "{ value: \"card.frame.width\", near: 320, at: \"end\" }")
    #expect(failures.count == 1)
    #expect(failures.first?.seen.first?.contains("unknown constraint \"nope\"") == true)
    #expect(failures.first?.position.line == 2)
  }

  @Test(arguments: [
    ("{ change: { changes: [] } }", "\"at\""),
    ("{ at: -1, change: { changes: [] } }", "a number from 0 to 3600"),
    ("{ at: 1 }", "expected one command beside \"at\""),
    ("{ at: 1, run: {}, change: {} }", "expected one command beside \"at\""),
    ("{ at: 1, load: {} }", "expected one command beside \"at\""),
    ("{ at: 1, run: {}, runs: 1 }", "unknown key \"runs\""),
  ])
  func aWrongListIsAnError(commands: String, part: String) throws {
    do {
      _ = try run(commands, "{ settled: true }")
      Issue.record("\(commands) was read")
    } catch let error as DocumentError {
      #expect(error.description.contains(part), "\(error)")
    }
  }
}
