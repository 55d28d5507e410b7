import SnapbackBasics
import SnapbackDocument
import SnapbackReplay
import SnapbackTestSupport
import Testing

/// The talk's four stages and the card, compared with reviewed motions.
///
/// A line of a golden file has the seconds, the translation, and the rotation in degrees.
@Suite struct GoldenTests {
  struct Case: CustomStringConvertible, Sendable {
    var scene: String
    var view: String
    var recording: String
    var description: String { "\(scene)-\(recording)" }
  }

  static let cases = [
    Case(scene: "transform-1-stays", view: "square", recording: "catch-in-flight"),
    Case(scene: "transform-2-from-frame", view: "square", recording: "catch-in-flight"),
    Case(scene: "transform-3-resets", view: "square", recording: "catch-in-flight"),
    Case(scene: "transform-4-springs", view: "square", recording: "catch-in-flight"),
    Case(scene: "card", view: "card", recording: "flick"),
    Case(scene: "card", view: "card", recording: "slow-pan"),
    Case(scene: "card", view: "card", recording: "catch-in-flight"),
    Case(scene: "card", view: "card", recording: "two-fingers"),
    Case(scene: "red-square", view: "square", recording: "flick"),
  ]

  @Test(arguments: cases)
  func theMotionIsTheGoldenOne(golden: Case) throws {
    var run = try ReplayRun(bundled: golden.recording, scene: golden.scene)
    try run.parse()
    var rows: [[Double]] = []
    for frame in run.frames {
      guard let view = frame.views[golden.view] else { continue }
      let translation = try ReplayRun.numbers(view, "translation")
      let rotation = try ReplayRun.numbers(view, "rotation")[0] * 180 / .pi
      rows.append([frame.seconds, translation[0], translation[1], rotation])
    }
    try GoldenTable(name: golden.description).expect(rows)
  }

  @Test func theFourStagesDifferAsTheTalkSays() throws {
    // The square's position at the end of the first pan, half a second later, and at the start of
    // the second pan, which is where the stages differ.
    func last(_ scene: String, before seconds: Double) throws -> [Double] {
      var run = try ReplayRun(bundled: "catch-in-flight", scene: scene)
      try run.parse()
      let frame = try #require(run.frames.last { $0.seconds <= seconds })
      return try ReplayRun.numbers(try #require(frame.views["square"]), "translation")
    }
    // The first finger lifts at 0.19 s, the second touches at 0.3 s and pans from 0.38 s on.
    for scene in ["transform-1-stays", "transform-2-from-frame"] {
      #expect(try last(scene, before: 0.29)[0] > 90)
      #expect(try last(scene, before: 10)[0] != 0)
    }
    #expect(try last("transform-3-resets", before: 0.29) == [0, 0])
    #expect(try last("transform-3-resets", before: 10) == [0, 0])
    let flying = try last("transform-4-springs", before: 0.29)[0]
    #expect(flying > 20 && flying < 140)
    #expect(try last("transform-4-springs", before: 10) == [0, 0])
  }
}
