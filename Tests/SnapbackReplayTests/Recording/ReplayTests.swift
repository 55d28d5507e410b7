import SnapbackBasics
import SnapbackDocument
import SnapbackReplay
import SnapbackScene
import SnapbackTestSupport
import Testing

/// The documented properties of a replay, checked on its output lines.
@Suite struct ReplayTests {
  @Test(arguments: BundledGesture.allCases)
  func twoRunsWriteTheSameBytes(gesture: BundledGesture) throws {
    let first = try ReplayRun(gesture.recording, scene: "card")
    let second = try ReplayRun(gesture.recording, scene: "card")
    #expect(first.lines == second.lines)
    #expect(first.lines.count > 1)
  }

  /// As in the daemon's snapshot: a client that draws a replay needs the texts.
  @Test func theSnapshotSaysTexts() throws {
    let run = try ReplayRun(bundled: "bar-taps", scene: "todo")
    let first = try #require(run.lines.first)
    #expect(first.contains(#""text":{"string":"Packing List","style":"headline""#))
  }

  private static let cardGestures: [BundledGesture] = [
    .slowPan, .flick, .catchInFlight, .offCardPan, .twoFingers,
  ]

  @Test(arguments: cardGestures, [60.0, 144, 1000])
  func everythingIsFiniteAndEndsAtHomeAfterOneLayoutPass(
    gesture: BundledGesture, rate: Double
  ) throws {
    var run = try ReplayRun(gesture.recording, scene: "card", rate: rate)
    try run.parse()
    #expect(!run.lines.contains { $0.contains("null") || $0.contains("nan") })
    #expect(run.summary.layoutPasses == 1)
    #expect(run.summary.isAtRest)
    guard gesture != .offCardPan else {
      #expect(run.frames.isEmpty && run.gestures.isEmpty)
      return
    }
    let last = try #require(run.frames.last?.views["card"])
    #expect(try ReplayRun.numbers(last, "translation") == [0, 0])
    #expect(try ReplayRun.numbers(last, "rotation") == [0])
    #expect(try ReplayRun.numbers(last, "scale") == [1, 1])
    #expect(
      try ReplayRun.numbers(last, "toScreen") == [1, 0, 0, 1]
        + ReplayRun.numbers(last, "frame").prefix(2))
  }

  @Test(arguments: [BundledGesture.flick, .slowPan])
  func theGrabbedPointIsUnderTheFinger(gesture: BundledGesture) throws {
    var run = try ReplayRun(gesture.recording, scene: "card", rate: 480)
    try run.parse()
    let began = try #require(run.gestures.first)
    // The position at the slop: the first one less the travel beyond the slop.
    let beyond = try ReplayRun.numbers(began, "translation")
    let place = zip(try ReplayRun.numbers(began, "location"), beyond).map { $0 - $1 }
    var grabbed: Point?
    var checked = 0
    for frame in run.frames where frame.touches.count == 1 {
      let map = try ReplayRun.toScreen(try #require(frame.views["card"]))
      // The pan began from home, where the card's coordinates are the screen's less its origin.
      let point =
        grabbed ?? Point(x: place[0] - 39, y: place[1] - (219 + 1.0 / 3))
      grabbed = point
      #expect(map(point).distance(to: frame.touches[0]) < 1e-9)
      checked += 1
    }
    #expect(checked > 12)
  }

  @Test func theCenterMovesAsTheFingerDoes() throws {
    var run = try ReplayRun(
      BundledGesture.flick.recording, scene: "transform-4-springs", rate: 480)
    try run.parse()
    let began = try #require(run.gestures.first)
    let beyond = try ReplayRun.numbers(began, "translation")
    let place = zip(try ReplayRun.numbers(began, "location"), beyond).map { $0 - $1 }
    var checked = 0
    for frame in run.frames where frame.touches.count == 1 {
      let map = try ReplayRun.toScreen(try #require(frame.views["square"]))
      let way = frame.touches[0] - Point(x: place[0], y: place[1])
      #expect(map(Point(x: 120, y: 120)).distance(to: Point(x: 195, y: 422) + way) < 1e-9)
      checked += 1
    }
    #expect(checked > 12)
  }

  @Test func twoFingersAreOnePan() throws {
    let run = try ReplayRun(bundled: "two-fingers", scene: "card")
    #expect(run.summary.contacts == 2)
    #expect(run.summary.pans == 1)
  }

  @Test func aCatchIsASecondPan() throws {
    let run = try ReplayRun(bundled: "catch-in-flight", scene: "card")
    #expect(run.summary.pans == 2)
  }

  @Test func theFasterScheduleSeesTheSameMotion() throws {
    // Frames at 60 and at 120 per second agree at common times.
    var slow = try ReplayRun(bundled: "flick", scene: "card", rate: 60)
    var fast = try ReplayRun(bundled: "flick", scene: "card", rate: 120)
    try slow.parse()
    try fast.parse()
    var shared = 0
    for frame in slow.frames {
      guard let twin = fast.frames.first(where: { abs($0.seconds - frame.seconds) < 2e-9 }),
        let a = frame.views["card"], let b = twin.views["card"]
      else { continue }
      let (left, right) = (
        try ReplayRun.numbers(a, "translation"), try ReplayRun.numbers(b, "translation")
      )
      #expect(abs(left[0] - right[0]) < 1e-5 && abs(left[1] - right[1]) < 1e-5)
      shared += 1
    }
    #expect(shared > 40)
  }

  @Test func whoTakesTheLinesStopsIt() throws {
    struct Enough: Error {}
    let path = Fixture.repository + "/configs/scenes/card.json5"
    let scene = try SceneReader.read(Fixture.bytes(path), file: path)
    let recording = BundledGesture.flick.recording
    var pieces: [[UInt8]] = []
    func replay() throws -> Replay {
      guard let replay = Replay(recording, scene: scene, rate: 1000) else {
        throw ReplayRun.NoPositions()
      }
      return replay
    }
    var whole = try replay()
    _ = whole.run { pieces.append($0) }
    #expect(pieces.count > 10)
    for piece in pieces {
      // Whole lines; at most the last one extends beyond 64 KB.
      #expect(piece.last == UInt8(ascii: "\n") && piece.count < 70_000)
    }
    for limit in 0..<pieces.count {
      var part = try replay()
      var taken: [[UInt8]] = []
      do throws(Enough) {
        _ = try part.run { lines throws(Enough) in
          if taken.count == limit { throw Enough() }
          taken.append(lines)
        }
        Issue.record("it went on after \(limit) pieces")
      } catch {
        #expect(taken == Array(pieces[..<limit]))
      }
    }
  }
}
