import SnapbackClient
import SnapbackProtocol
import SnapbackTestSupport
import Testing

/// The decisions about input that a daemon sends to its clients.
@Suite(.serialized) struct DecisionSocketTests {
  private static func recording(_ name: String) -> String {
    Fixture.repository + "/recordings/\(name).evemu"
  }

  private static func scene(_ name: String) -> String {
    Fixture.repository + "/configs/scenes/\(name).json5"
  }

  /// The decisions in the output of `snapback replay --explain`, without the times. Clients receive
  /// no notes about the contact filter.
  private static func timeline(_ recording: String, _ scene: String) throws -> [String] {
    let result = try Command.run(
      "snapback", ["replay", Self.recording(recording), "--scene", Self.scene(scene), "--explain"])
    let lines = result.output.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.prefix { !$0.isEmpty }.map { String($0.dropFirst(11)) }
      .filter { !$0.hasPrefix("filter: ") }
  }

  @Test(
    arguments: [("flick", "card"), ("two-fingers", "card"), ("list-fingers", "list")],
    Greeting.Encoding.allCases)
  func theyAreThoseOfTheReplay(names: (String, String), encoding: Greeting.Encoding) throws {
    let (recording, scene) = names
    let expected = try Self.timeline(recording, scene)
    #expect(expected.count >= 3)
    let daemon = try RunningDaemon(
      scene: scene, arguments: ["--replay", Self.recording(recording), "--speed", "max"])
    let client = try Client(
      to: [daemon.socket],
      Greeting(name: "test", encoding: encoding, features: [.frames, .decisions, .gestures]))
    #expect(client.welcome.features == [.frames, .decisions, .gestures])
    var (told, views) = ([InputDecision](), [String]())
    // Gestures whose decision has arrived, but not their `began` event.
    var begun: [String] = []
    while let message = try client.next(within: 20) {
      switch message {
      case .snapshot(let snapshot): views = snapshot.appearances.map(\.name)
      case .decision(let decision):
        told.append(decision)
        guard case .step(let step) = decision.subject, step.state == .recognized else { continue }
        begun.append("\(step.gesture.kind) on \(step.gesture.view) at \(decision.time)")
      case .gesture(let event) where event.phase == .began:
        let first = try #require(begun.first)
        begun.removeFirst()
        #expect(first == "\(event.kind) on \(views[event.view]) at \(event.time)")
      case .idle where told.count >= expected.count:
        #expect(told.map(\.text) == expected && begun.isEmpty)
        return
      default: break
      }
    }
    Issue.record("the daemon has gone")
  }

  @Test func aReplayWritesThemInTheOrderOfTime() throws {
    let result = try Command.run(
      "snapback",
      [
        "replay", Self.recording("list-fingers"), "--scene", Self.scene("list"), "--json",
        "--explain",
      ])
    var decoder = LineDecoder()
    var (texts, last) = ([String](), UInt64(0))
    for line in result.output.split(separator: "\n") where !line.hasPrefix("{\"summary\"") {
      guard case .decision(let decision) = try decoder.message(of: Array(line.utf8)) else {
        continue
      }
      #expect(decision.time.nanoseconds >= last)
      last = decision.time.nanoseconds
      texts.append(decision.text)
    }
    #expect(try texts == Self.timeline("list-fingers", "list"))
    // The decision about a finger comes before the first frame that it moves.
    let lines = result.output.split(separator: "\n").map { $0.prefix(20) }
    let hit = try #require(lines.firstIndex { $0.hasPrefix("{\"decision\"") })
    let frame = try #require(lines.firstIndex { $0.hasPrefix("{\"frame\"") })
    #expect(hit < frame)
  }

  @Test func watchPrintsThem() throws {
    let daemon = try RunningDaemon(arguments: ["--replay", Self.recording("flick")])
    let watch = try Command.shell(
      """
      timeout 3 \(Command.path("snapback")) watch --socket \(daemon.socket) --follow decisions \
      | head -n 3
      """)
    let lines = watch.output.split(separator: "\n").map(String.init)
    let expected = try Self.timeline("flick", "card")
    #expect(lines.count == 3)
    for (line, text) in zip(lines, expected) { #expect(line.hasSuffix(" s  " + text)) }
  }
}
