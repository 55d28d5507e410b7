import Glibc
import SnapbackDocument
import SnapbackGeometry
import SnapbackRecording
import SnapbackTestSupport
import Testing

/// The talk's four stages and the card, as they were looked at and found right.
///
/// A golden is one line a frame: seconds, translation, rotation in degrees, three decimals. It is
/// compared with a tolerance, because exp and cos differ in the last bit between machines.
/// `SNAPBACK_UPDATE_GOLDEN=1 scripts/test` writes them anew.
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

  private static let tolerance = 0.0011

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
    let name = "golden/\(golden).txt"
    if getenv("SNAPBACK_UPDATE_GOLDEN") != nil { try write(rows, name) }
    let expected = try Fixture.text(name).split(separator: "\n").map { line in
      line.split(separator: " ").compactMap { Double($0) }
    }
    #expect(rows.count == expected.count, "another number of frames than in \(name)")
    for (index, (row, golden)) in zip(rows, expected).enumerated() {
      let worst = zip(row, golden).map { abs($0 - $1) }.max() ?? .infinity
      #expect(
        row.count == golden.count && worst <= Self.tolerance,
        "\(name):\(index + 1): \(row) instead of \(golden)")
      if worst > Self.tolerance { break }
    }
  }

  private func write(_ rows: [[Double]], _ name: String) throws {
    let path = Fixture.repository + "/Tests/Fixtures/" + name
    let file = try #require(fopen(path, "w"), "cannot write \(path)")
    defer { fclose(file) }
    for row in rows {
      let text = row.map { number in
        let scaled = (number * 1000).rounded() / 1000
        return scaled == 0 ? "0" : "\(scaled)"
      }
      fputs(text.joined(separator: " ") + "\n", file)
    }
  }

  @Test func theFourStagesDifferAsTheTalkSays() throws {
    // Where the square is at the end of the first pan, half a second later, and at the start of
    // the second pan: the point of each stage.
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
