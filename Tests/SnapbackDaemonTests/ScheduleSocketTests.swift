import SnapbackBasics
import SnapbackClient
import SnapbackLinux
import SnapbackProtocol
import SnapbackTestSupport
import Testing

/// The segments of the next piece of the layout, which the daemon sends ahead of time.
@Suite(.serialized) struct ScheduleSocketTests {
  /// A list with a heading that sticks to the top of the viewport from an offset of 300 on.
  private static let scene = """
    { snapback: 1, screen: { width: 390, height: 844 },
      views: [ { id: "list", scroll: true, views: [ { id: "rows" }, { id: "heading" } ] } ],
      constraints: [ { format: "H:|[list]|" }, { format: "V:|[list]|" },
        { format: "H:|[rows]|", in: "list" }, { format: "V:|[rows(9000)]|", in: "list" },
        "rows.width = list.viewport.width", "heading.top = list.viewport.top @ 500",
        "heading.top >= rows.top + 300", "heading.height = 40", "heading.left = rows.left",
        "heading.right = rows.right" ],
      gestures: [ { scroll: "list" } ] }
    """
  private static let recording = Fixture.repository + "/recordings/list-fingers.evemu"

  private func follow(
    _ encoding: Greeting.Encoding, _ features: Feature,
    _ take: (SegmentUpdate, MotionMirror) -> Bool
  ) throws {
    let folder = try TemporaryFolder()
    try Files.write(Array(Self.scene.utf8), to: folder.path + "/scene.json5")
    let daemon = try RunningDaemon(
      scene: folder.path + "/scene.json5", arguments: ["--replay", Self.recording], in: folder)
    let client = try Client(
      to: [daemon.socket], Greeting(name: "test", encoding: encoding, features: features))
    #expect(client.welcome.features == features)
    var mirror = MotionMirror()
    while let message = try client.next(within: 5) {
      mirror.apply(message)
      if case .segment(let segment) = message, take(segment, mirror) { return }
    }
    Issue.record("the daemon has gone")
  }

  private func top(_ mirror: MotionMirror, _ moment: Instant) -> Double {
    var states: [ViewState] = []
    mirror.evaluate(at: moment, into: &states)
    return states[3].frame.top
  }

  @Test(arguments: Greeting.Encoding.allCases)
  func aMirrorKnowsTheNextPieceBeforeItBegins(encoding: Greeting.Encoding) throws {
    // The first fling of the recording takes the list beyond 300, where a finger catches it.
    var present: MotionMirror?
    var ahead: (segment: SegmentUpdate, mirror: MotionMirror)?
    try follow(encoding, [.segments, .schedule]) { segment, mirror in
      guard let known = ahead else {
        if segment.isAhead {
          ahead = (segment, mirror)
          let lead = segment.time.seconds(since: MonotonicClock.now())
          #expect(lead > 0.1, "\(lead) s ahead")
        } else {
          present = mirror
        }
        return false
      }
      // The next segment is that of the piece. Until the daemon sends it, the heading stays on
      // the pixel grid, and up to half a pixel of that dies out afterwards.
      #expect(segment.time >= known.segment.time && !segment.isAhead)
      for step in 1...30 {
        let moment = known.segment.time.advanced(bySeconds: Double(step) * 0.005)
        let expected = top(mirror, moment)
        #expect(abs(top(known.mirror, moment) - expected) < 0.5)
        if step == 30 {
          #expect(abs(present.map { top($0, moment) } ?? expected) - expected > 10)
        }
      }
      for step in 1...20 {
        let moment = known.segment.time.advanced(bySeconds: Double(step) * -0.005)
        #expect(present.map { top($0, moment) } == top(known.mirror, moment))
      }
      return true
    }
  }

  @Test func withoutTheFeatureNoSegmentIsSentAhead() throws {
    var count = 0
    try follow(.lines, .segments) { segment, _ in
      #expect(!segment.isAhead)
      count += segment.channels.contains { $0.motion.view == 3 } ? 1 : 0
      return count == 3
    }
  }
}
