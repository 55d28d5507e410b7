import SnapbackBasics
import SnapbackDocument
import SnapbackProtocol
import SnapbackReplay
import Testing

/// Goldens: the text, the tolerance, and what counts as different.
@Suite struct CaseGoldenTests {
  private static let head = "# snapback golden 1, 60 frames per second\n frame  card.alpha\n"

  private func read(_ text: String) throws(DocumentError) -> Golden {
    try Golden.read(Array(text.utf8), file: "a.golden")
  }

  /// A golden of one number.
  private func golden(_ rows: [(UInt64, Double)]) throws -> Golden {
    try read(Self.head + rows.map { "\($0.0) \($0.1)\n" }.joined())
  }

  @Test(arguments: CaseRun.names)
  func whatIsWrittenIsReadAndWrittenTheSame(name: String) throws {
    let run = try CaseRun(bundled: name)
    let seen = Golden(try run.trace(), values: nil)
    let text = seen.text
    let again = try read(text)
    #expect(again == seen)
    #expect(again.text == text)
    #expect(seen.differences(from: again, tolerance: 0).isEmpty)
    #expect(seen.columns.isEmpty == (name == "beside-the-card"))
    #expect(!text.contains("-0.000 ") && !text.contains("e-"))
  }

  @Test func theToleranceIncludesItsEndAndTheRoundingOfTheText() throws {
    let one = try golden([(0, 1), (5, 2)])
    for (distance, isSame) in [
      (0.0, true), (0.01, true), (0.0105, true), (0.0106, false), (-0.01, true), (-0.0106, false),
    ] {
      let other = try golden([(0, 1), (5, 2 + distance)])
      #expect(one.differences(from: other, tolerance: 0.01).isEmpty == isSame, "\(distance)")
    }
    #expect(one.differences(from: one, tolerance: 0).isEmpty)
    #expect(!one.differences(from: try golden([(0, 1), (5, 2.001)]), tolerance: 0).isEmpty)
  }

  @Test func aRowStandsUntilTheNext() throws {
    let one = try golden([(0, 1), (5, 2), (6, 2.002)])
    #expect(one.differences(from: try golden([(0, 1), (5, 2)]), tolerance: 0.01).isEmpty)
    // A golden that is one frame late differs in that frame only.
    let late = one.differences(from: try golden([(0, 1), (6, 2)]), tolerance: 0.01)
    #expect(late.map(\.count) == [1])
    #expect(late.first?.first == 5 && late.first?.worst == 5)
    #expect(late.first?.expected == 2 && late.first?.seen == 1)
  }

  @Test func theWorstFrameIsNamed() throws {
    let one = try golden([(0, 0), (1, 1), (2, 2), (3, 3)])
    let other = try golden([(0, 0), (1, 1.5), (2, 4), (3, 3.2)])
    let difference = try #require(one.differences(from: other, tolerance: 0.1).first)
    #expect(difference.count == 3 && difference.first == 1 && difference.worst == 2)
    #expect(difference.expected == 2 && difference.seen == 4)
  }

  @Test func aColumnThatOnlyOneHasDiffersWhereItChanges() throws {
    let text = "# snapback golden 1, 60 frames per second\nframe card.alpha card.rotation\n"
    let moving = try read(text + "0 1 0\n4 1 5\n")
    let resting = try golden([(0, 1)])
    #expect(moving.differences(from: resting, tolerance: 0.01).map(\.column) == ["card.rotation"])
    #expect(resting.differences(from: moving, tolerance: 0.01).map(\.column) == ["card.rotation"])
    let still = try read(text + "0 1 0\n4 2 0\n")
    #expect(still.differences(from: try golden([(0, 1), (4, 2)]), tolerance: 0).isEmpty)
  }

  @Test func aNewMotionOfAViewThatTheGoldenDoesNotNameIsADifference() throws {
    let run = try CaseRun(bundled: "card-flick")
    let golden = try #require(run.golden)
    #expect(golden.columns == ["card.translation.x", "card.translation.y", "card.rotation"])
    let text = golden.text
    let rows = text.split(separator: "\n").enumerated().map { index, line in
      index == 0 ? line : line.split(separator: " ").prefix(3).joined(separator: " ")[...]
    }
    let narrower = try read(rows.joined(separator: "\n"))
    let failures = run.replayCase.failures(of: try run.trace(), golden: narrower)
    #expect(failures.map { $0.seen.count } == [1])
    #expect(failures.first?.seen.first?.hasPrefix("card.rotation differs in") == true)
  }

  private static let faults: [(text: String, message: String)] = [
    ("", "a.golden:1:1: expected \"# snapback golden 1, 60 frames per second\""),
    ("# snapback golden 2, 60 frames per second\nframe\n0\n", "a.golden:1:1: "),
    ("# snapback golden 1, many frames per second\nframe\n0\n", "a.golden:1:1: "),
    ("# snapback golden 1, nan frames per second\nframe\n0\n", "a.golden:1:1: "),
    ("# snapback golden 1, 60 frames per second\n", "a.golden:2:1: expected the names"),
    (head, "a.golden:3:1: expected the numbers of a frame"),
    (head + "0 1 2\n", "a.golden:3:1: expected 2 numbers, found 3"),
    (head + "0 1\n0 2\n", "a.golden:4:1: expected a later frame"),
    (head + "0 1\n\n1 2\n", "a.golden:4:1: expected 2 numbers, found 0"),
    (head + "0 nan\n", "a.golden:3:1: expected a number, found \"nan\""),
    (head + "0 1e999\n", "a.golden:3:1: expected a number"),
    (head + "-1 0\n", "a.golden:3:1: expected a later frame"),
    (head + "0 1\n<<<<<<< ours\n", "a.golden:4:1: "),
  ]

  @Test(arguments: faults)
  func whatIsNoGoldenIsRefusedWithItsLine(text: String, message: String) {
    do throws(DocumentError) {
      _ = try read(text)
      Issue.record("\(text) is read")
    } catch {
      #expect(error.description.hasPrefix(message), "\(error)")
    }
  }

  @Test func aStepIsOfOneFrameOnly() throws {
    let run = try CaseRun(bundled: "card-flick")
    let trace = try run.trace()
    let golden = Golden(trace, values: [ViewValue(view: "card", property: .step)])
    // The oracle: the distance that the farthest corner moves between two consecutive frames. There
    // is none after a skipped frame and at the end.
    let place = try #require(trace.views.firstIndex(of: "card"))
    var steps: [UInt64: Double] = [:]
    for (earlier, later) in zip(trace.samples[place], trace.samples[place].dropFirst()) {
      let corners = [(0.0, 0.0), (1, 0), (0, 1), (1, 1)].map { corner in
        [earlier.state, later.state].map { state in
          state.toScreen(
            Point(x: corner.0 * state.frame.size.width, y: corner.1 * state.frame.size.height))
        }
      }
      steps[later.index] = corners.map { $0[0].distance(to: $0[1]) }.max()
    }
    let last = try #require(golden.rows.last)
    #expect(last.numbers == [0] && last.index == trace.samples[place].last.map { $0.index + 1 })
    for index in 0...last.index {
      let shown = try #require(golden.rows.last { $0.index <= index }).numbers[0]
      #expect(abs(shown - (steps[index] ?? 0)) <= 0.0005, "frame \(index)")
    }
  }

  @Test func anotherRateIsAnotherGolden() throws {
    var run = try CaseRun(bundled: "card-flick")
    run.replayCase.rate = 120
    let failure = try #require(try run.failures().last)
    #expect(failure.seen == ["the case has 120, not 60 frames per second: --update rewrites it"])
  }
}
