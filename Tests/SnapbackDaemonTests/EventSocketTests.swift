import SnapbackClient
import SnapbackLinux
import SnapbackProtocol
import SnapbackTestSupport
import Testing

/// The events of actions, releases and views that a daemon sends to its clients.
@Suite(.serialized) struct EventSocketTests {
  private static let recording = Fixture.repository + "/recordings/sheet-drags.evemu"
  private static let scene = "dimming-sheet"

  /// The events in the output of `snapback replay --json --events`, without those of the action
  /// that runs when the scene appears, before a client is connected.
  private static func replayed() throws -> [SceneEvent] {
    let result = try Command.run(
      "snapback",
      [
        "replay", recording, "--scene", Fixture.repository + "/configs/scenes/\(scene).json5",
        "--json", "--events",
      ])
    var decoder = LineDecoder()
    var events: [SceneEvent] = []
    for line in result.output.split(separator: "\n") where !line.hasPrefix("{\"summary\"") {
      if case .event(let event) = try decoder.message(of: Array(line.utf8)) { events.append(event) }
    }
    return events.filter { $0.name != "action1" }
  }

  @Test(arguments: Greeting.Encoding.allCases)
  func theyAreThoseOfTheReplay(encoding: Greeting.Encoding) throws {
    let expected = try Self.replayed()
    let landings = expected.filter { [.landed, .settled].contains($0.kind) }
    #expect(landings.count >= 4)
    let daemon = try RunningDaemon(
      scene: Self.scene, arguments: ["--replay", Self.recording, "--speed", "max"])
    let client = try Client(
      to: [daemon.socket], Greeting(name: "test", encoding: encoding, features: [.events]))
    #expect(client.welcome.features == [.events])
    var told: [SceneEvent] = []
    while told.count < expected.count, let message = try client.next(within: 20) {
      if case .event(let event) = message { told.append(event) }
    }
    try #require(told.count == expected.count)
    for (event, wanted) in zip(told, expected) {
      #expect(event.kind == wanted.kind && event.name == wanted.name && event.view == wanted.view)
      #expect(event.place == wanted.place && event.feedback == wanted.feedback)
      // The text has three decimals, and the bytes have 32-bit numbers.
      #expect((event.velocity.dx - wanted.velocity.dx).magnitude < 0.01)
      #expect((event.velocity.dy - wanted.velocity.dy).magnitude < 0.01)
      // The daemon's clock has another origin.
      #expect(
        event.time.nanoseconds &- told[0].time.nanoseconds
          == wanted.time.nanoseconds &- expected[0].time.nanoseconds)
    }
  }

  @Test func aClientThatDoesNotWantThemReceivesNone() throws {
    let daemon = try RunningDaemon(
      scene: Self.scene, arguments: ["--replay", Self.recording, "--loop", "--speed", "4"])
    // Another client wants them, so the daemon records them.
    let other = try Client(to: [daemon.socket], Greeting(name: "other", features: [.events]))
    var client = try LineClient(candidates: [daemon.socket])
    client.hello(name: "test")
    while case .event? = try other.next(within: 20) { break }
    var kinds: Set<String> = []
    while !kinds.isSuperset(of: ["gesture", "idle"]), let line = client.nextLine() {
      let name = line.dropFirst(2).prefix { $0 != UInt8(ascii: "\"") }
      kinds.insert(String(decoding: name, as: UTF8.self))
    }
    #expect(kinds.contains("snapshot") && !kinds.contains("event"))
  }

  @Test func watchPrintsThem() throws {
    let daemon = try RunningDaemon(
      scene: Self.scene, arguments: ["--replay", Self.recording, "--loop"])
    let watch = try Command.shell(
      """
      timeout 8 \(Command.path("snapback")) watch --socket \(daemon.socket) --follow events \
      | head -n 3
      """)
    #expect(watch.output.contains(" s  \"sheet\" lands at \""))
  }
}
