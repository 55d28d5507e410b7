import SnapbackProtocol
import Testing

@testable import SnapbackClient

@Suite struct AsyncClientTests {
  private static func client(_ daemon: FakeDaemon) throws -> Client {
    try Client(owning: daemon.clientEnd, Greeting(name: "test", encoding: .lines))
  }

  private static func idle(_ sequence: UInt64) -> String {
    "{\"idle\":{\"seq\":\(sequence),\"time\":\(sequence)}}"
  }

  @Test func aTaskSeesEveryMessageInOrderAndTheEnd() async throws {
    let daemon = FakeDaemon()
    let client = try Self.client(daemon)
    let reader = Task {
      var seen: [UInt64] = []
      for try await message in client.messages {
        if let sequence = message.idleSequence { seen.append(sequence) }
      }
      return seen
    }
    for sequence in 1...200 {
      daemon.say(Self.idle(UInt64(sequence)))
      if sequence % 20 == 0 { try await Task.sleep(for: .milliseconds(1)) }
    }
    daemon.hangUp()
    #expect(try await reader.value == Array(1...200))
  }

  @Test func aCancelledTaskStopsToWaitAndTheNextOneGoesOn() async throws {
    let daemon = FakeDaemon()
    let client = try Self.client(daemon)
    for round in 1...20 {
      let reader = Task {
        for try await message in client.messages { return message.idleSequence }
        return nil
      }
      // Cancel sometimes before and sometimes during the wait.
      if round % 2 == 0 { try await Task.sleep(for: .milliseconds(2)) }
      reader.cancel()
      await #expect(throws: ClientError.cancelled) { try await reader.value }
    }
    daemon.say(Self.idle(5))
    var iterator = client.messages.makeAsyncIterator()
    #expect(try await iterator.next()?.idleSequence == 5)
  }

  @Test func aCommandSuspendsUntilItsReplyAndKeepsWhatCameBefore() async throws {
    let daemon = FakeDaemon()
    let client = try Self.client(daemon)
    let task = Task { try await client.perform("run") }
    try await Task.sleep(for: .milliseconds(2))
    daemon.say(Self.idle(1))
    daemon.say("{\"reply\":{\"id\":1,\"ok\":true}}")
    #expect(try await task.value.id == 1)
    var iterator = client.messages.makeAsyncIterator()
    #expect(try await iterator.next()?.idleSequence == 1)
  }

  @Test func closingWakesWhoWaits() async throws {
    let daemon = FakeDaemon()
    let client = try Self.client(daemon)
    let reader = Task {
      var iterator = client.messages.makeAsyncIterator()
      return try await iterator.next() == nil
    }
    try await Task.sleep(for: .milliseconds(2))
    client.close()
    #expect(try await reader.value)
    _ = daemon
  }

  @Test func aClientThatIsGivenUpLeavesNoDescriptorOpen() async throws {
    let before = FakeDaemon.openDescriptors
    for _ in 0..<20 {
      let daemon = FakeDaemon([FakeDaemon.welcome, Self.idle(1)])
      let client = try Self.client(daemon)
      let reader = Task {
        var iterator = client.messages.makeAsyncIterator()
        _ = try await iterator.next()
        return try await iterator.next() == nil
      }
      daemon.hangUp()
      #expect(try await reader.value)
    }
    // Other tests run at the same time. A leak here would be three descriptors per client.
    var left = Int.max
    for _ in 0..<200 where left > before + 30 {
      left = FakeDaemon.openDescriptors
      try await Task.sleep(for: .milliseconds(5))
    }
    #expect(left <= before + 30)
  }
}
