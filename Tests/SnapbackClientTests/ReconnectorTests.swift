import SnapbackProtocol
import Testing

@testable import SnapbackClient

/// A client that reconnects to daemons that start and stop by a script.
@Suite struct ReconnectorTests {
  /// The daemons that successive connections meet; nil means that no daemon listens.
  private final class Script {
    var daemons: [FakeDaemon?]
    var waits: [Double] = []

    init(_ daemons: [FakeDaemon?]) { self.daemons = daemons }

    func connect(_ greeting: Greeting) throws(ClientError) -> Client {
      guard !daemons.isEmpty, let daemon = daemons.removeFirst() else { throw .gone }
      return try Client(owning: daemon.clientEnd, greeting)
    }
  }

  private static func reconnector(_ script: Script) -> Reconnector {
    Reconnector(
      Greeting(name: "test", encoding: .lines),
      connect: { (greeting) throws(ClientError) in try script.connect(greeting) },
      pause: { script.waits.append($0) })
  }

  /// A daemon that sends a welcome and one more message, and then disconnects.
  private static func passing(_ session: String, _ epoch: Int) -> FakeDaemon {
    let daemon = FakeDaemon([
      FakeDaemon.welcome(session: session, epoch: epoch), "{\"idle\":{\"seq\":1,\"time\":1}}",
    ])
    daemon.hangUp()
    return daemon
  }

  private static func words(_ event: Reconnector.Event) -> String {
    switch event {
    case .connected(let welcome, let continuity): "\(continuity) \(welcome.session)"
    case .message(let message): message.idleSequence.map { "idle \($0)" } ?? "?"
    case .lost(let error, let wait): "\(error) \(wait)"
    }
  }

  @Test func everyStepIsToldAndComparedWithTheConnectionBefore() throws {
    let script = Script([
      Self.passing("0a", 1), Self.passing("0a", 1), Self.passing("0a", 2), Self.passing("0b", 2),
    ])
    var reconnector = Self.reconnector(script)
    var said: [String] = []
    for _ in 0..<12 { said.append(Self.words(try reconnector.next())) }
    let gone = "the daemon has gone 0.05"
    #expect(
      said == [
        "first 10", "idle 1", gone, "resumed 10", "idle 1", gone, "newEpoch 10", "idle 1", gone,
        "newSession 11", "idle 1", gone,
      ])
  }

  @Test func waitsDoubleUpToTheLongestAndStartAnewAfterAWelcome() throws {
    let nobody: [FakeDaemon?] = Array(repeating: nil, count: 9)
    let script = Script(nobody + [Self.passing("0a", 1)] + nobody)
    var reconnector = Self.reconnector(script)
    for _ in 0..<14 { _ = try reconnector.next() }
    #expect(
      script.waits == [0.05, 0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 5, 5, 0.05, 0.1])
  }

  @Test func whatWouldHappenAgainIsThrown() throws {
    for code in ["version", "forbidden"] {
      let daemon = FakeDaemon(["{\"error\":{\"code\":\"\(code)\",\"message\":\"no\"}}"])
      var reconnector = Self.reconnector(Script([daemon]))
      #expect(throws: ClientError.refused(code: code, message: "no")) { try reconnector.next() }
    }
    let stalled = FakeDaemon([
      FakeDaemon.welcome, "{\"error\":{\"code\":\"stalled\",\"message\":\"no\"}}",
    ])
    var reconnector = Self.reconnector(Script([stalled]))
    _ = try reconnector.next()
    guard case .lost(.refused("stalled", _), _) = try reconnector.next() else {
      Issue.record("a client that was too slow may come back")
      return
    }
  }

  @Test func aTimeLimitIsNoLoss() throws {
    let daemon = FakeDaemon()
    var reconnector = Self.reconnector(Script([daemon]))
    _ = try reconnector.next()
    #expect(throws: ClientError.late(seconds: 0)) { try reconnector.next(within: 0) }
    daemon.say("{\"idle\":{\"seq\":4,\"time\":1}}")
    guard case .message(let message) = try reconnector.next() else {
      Issue.record("the connection was there")
      return
    }
    #expect(message.idleSequence == 4)
  }
}
