import Glibc
import SnapbackBasics
import SnapbackProtocol
import Testing

@testable import SnapbackClient

@Suite struct ClientTests {
  private static let greeting = Greeting(name: "test", encoding: .lines)

  private static func client(_ daemon: FakeDaemon) throws -> Client {
    try Client(owning: daemon.clientEnd, greeting)
  }

  private static func idle(_ sequence: UInt64) -> String {
    "{\"idle\":{\"seq\":\(sequence),\"time\":\(sequence)}}"
  }

  private static func sequences(_ messages: [ServerMessage]) -> [UInt64] {
    messages.compactMap { $0.idleSequence }
  }

  @Test func theWelcomeIsWaitedForAndKept() throws {
    let daemon = FakeDaemon()
    let client = try Self.client(daemon)
    #expect(client.welcome.session == 0xab)
    #expect(client.welcome.epoch == 1)
    #expect(
      daemon.heard() == "{\"hello\":{\"versions\":[1],\"name\":\"test\","
        + "\"parts\":[\"cornerRadius\",\"looks\"]}}\n")
  }

  @Test func messagesComeInTheirOrderAndEndWithTheDaemon() throws {
    let daemon = FakeDaemon([FakeDaemon.welcome] + (1...100).map { Self.idle($0) })
    let client = try Self.client(daemon)
    daemon.hangUp()
    var seen: [ServerMessage] = []
    while let message = try client.next() { seen.append(message) }
    #expect(Self.sequences(seen) == Array(1...100))
    #expect(try client.next() == nil)
  }

  @Test func aLineMayComeAByteAtATime() throws {
    let daemon = FakeDaemon()
    let client = try Self.client(daemon)
    for byte in (Self.idle(7) + "\n").utf8.dropLast() {
      daemon.send([byte])
      #expect(throws: ClientError.late(seconds: 0)) { try client.next(within: 0) }
    }
    daemon.send(Array("\n".utf8))
    #expect(try client.next()?.idleSequence == 7)
  }

  @Test func aReplyIsWaitedForWhileOtherMessagesKeepTheirOrder() throws {
    let daemon = FakeDaemon()
    let client = try Self.client(daemon)
    _ = daemon.heard()
    daemon.say(Self.idle(1))
    daemon.say("{\"reply\":{\"id\":1,\"ok\":true,\"transaction\":12}}")
    daemon.say(Self.idle(2))
    let reply = try client.perform("run") { $0.string("open", "action") }
    #expect(reply.id == 1)
    #expect(daemon.heard() == "{\"run\":{\"id\":1,\"action\":\"open\"}}\n")
    #expect(try client.next()?.idleSequence == 1)
    #expect(try client.next()?.idleSequence == 2)
  }

  @Test func repliesReachWhoAskedWhateverTheirOrder() throws {
    let daemon = FakeDaemon()
    let client = try Self.client(daemon)
    let ids = try (0..<3).map { _ in try client.post("status") }
    for id in ids.reversed() {
      daemon.say(Self.idle(id))
      daemon.say("{\"reply\":{\"id\":\(id),\"ok\":true}}")
    }
    for id in ids { #expect(try client.reply(to: id).id == id) }
    for id in ids.reversed() { #expect(try client.next()?.idleSequence == id) }
  }

  @Test func aReplyThatNobodyWaitsForIsAMessage() throws {
    let daemon = FakeDaemon()
    let client = try Self.client(daemon)
    #expect(throws: ClientError.late(seconds: 0)) { try client.perform("run", within: 0) }
    daemon.say("{\"reply\":{\"id\":1,\"ok\":true}}")
    let message = try client.next()
    guard case .text("reply", _) = message else {
      Issue.record("no reply: \(message)")
      return
    }
  }

  @Test func aRefusedCommandIsThrownAndTheConnectionGoesOn() throws {
    let daemon = FakeDaemon()
    let client = try Self.client(daemon)
    daemon.say("{\"reply\":{\"id\":1,\"ok\":false,\"code\":\"unknown-name\",\"message\":\"no x\"}}")
    #expect(throws: ClientError.rejected(code: "unknown-name", message: "no x")) {
      try client.perform("run")
    }
    daemon.say("{\"pong\":{\"id\":2,\"now\":77}}")
    #expect(try client.ping() == Instant(nanoseconds: 77))
  }

  @Test func theReasonOfAClosedConnectionIsThrownAfterWhatCameBefore() throws {
    let daemon = FakeDaemon()
    let client = try Self.client(daemon)
    daemon.say(Self.idle(1))
    daemon.say("{\"error\":{\"code\":\"stalled\",\"message\":\"too slow\"}}")
    daemon.hangUp()
    #expect(try client.next()?.idleSequence == 1)
    for _ in 0..<2 {
      #expect(throws: ClientError.refused(code: "stalled", message: "too slow")) {
        try client.next()
      }
    }
  }

  @Test func aDaemonThatSendsAwayAtOnceIsUnderstood() {
    let daemon = FakeDaemon(["{\"error\":{\"code\":\"forbidden\",\"message\":\"not you\"}}"])
    daemon.hangUp()
    #expect(throws: ClientError.refused(code: "forbidden", message: "not you")) {
      try Self.client(daemon)
    }
  }

  @Test func aDaemonThatIsGoneOrSaysSomethingElseFirstIsNoDaemon() {
    let silent = FakeDaemon([])
    silent.hangUp()
    #expect(throws: ClientError.gone) { try Self.client(silent) }
    let hasty = FakeDaemon([Self.idle(1)])
    #expect(throws: ClientError.unreadable("a message arrived before the welcome")) {
      try Self.client(hasty)
    }
  }

  @Test func moreThanIsKeptWhileAReplyIsWaitedForIsAnError() throws {
    let daemon = FakeDaemon()
    let client = try Self.client(daemon)
    let line = Array((Self.idle(1) + "\n").utf8)
    let flood = Thread {
      for _ in 0..<(MessageQueue.limit + 10) { daemon.send(line) }
    }
    #expect(throws: ClientError.overrun) { try client.perform("run") }
    client.close()
    flood.join()
  }

  @Test func aDaemonThatTalksOfOtherThingsDoesNotPutOffTheEndOfAWait() throws {
    let daemon = FakeDaemon()
    let client = try Self.client(daemon)
    nonisolated(unsafe) var isOver = false
    let chatter = Thread {
      while !isOver {
        daemon.say(Self.idle(1))
        usleep(1000)
      }
    }
    #expect(throws: ClientError.late(seconds: 0.05)) { try client.perform("run", within: 0.05) }
    isOver = true
    chatter.join()
    #expect(try client.next()?.idleSequence == 1)
  }

  @Test func aSilentDaemonIsNotWaitedForLongerThanWasSaid() throws {
    let daemon = FakeDaemon()
    let client = try Self.client(daemon)
    #expect(throws: ClientError.late(seconds: 0.02)) { try client.next(within: 0.02) }
    client.close()
    #expect(try client.next() == nil)
    #expect(throws: ClientError.gone) { try client.perform("run") }
  }
}

extension ServerMessage {
  /// The sequence number of an `idle` message.
  var idleSequence: UInt64? {
    if case .idle(let sequence, _) = self { sequence } else { nil }
  }
}
