import SnapbackClient
import SnapbackDocument
import SnapbackProtocol
import Testing

/// The status of its clients that a daemon reports over the socket.
@Suite(.serialized) struct StatusSocketTests {
  /// The number of scene revisions that a client has not been sent, by the client's name.
  private func behind(_ name: String, _ client: Client) throws -> Double {
    let entries = try #require(try client.status().body.member("clients")).array(file: "t")
    let entry = try entries.first { try $0.member("name")?.string(file: "t") == name }
    return try #require(entry?.member("behind")).number(file: "t")
  }

  private func change(
    _ key: String, to value: Double, during seconds: Double? = nil, by client: Client
  ) throws {
    try client.perform("change") { writer in
      writer.beginArray("changes")
      writer.beginObject()
      writer.string("card", "view")
      writer.factor(value, key)
      writer.endObject()
      writer.endArray()
      guard let seconds else { return }
      writer.beginObject("animate")
      writer.string("linear", "curve")
      writer.factor(seconds, "duration")
      writer.endObject()
    }
  }

  /// Reads until the client is sent a frame.
  private func readFrame(_ client: Client) throws {
    while true {
      guard case .frame = try #require(try client.next(within: 10)) else { continue }
      return
    }
  }

  /// Reads until the client is sent `idle`.
  private func readIdle(_ client: Client) throws {
    while true {
      guard case .idle = try #require(try client.next(within: 10)) else { continue }
      return
    }
  }

  @Test func whoAsksForNoFrameFallsBehindByEveryChange() throws {
    let daemon = try RunningDaemon()
    let screen = try Client(
      to: [daemon.socket], Greeting(name: "screen", features: .frames, pacing: .pull))
    let client = try Client(to: [daemon.socket], Greeting(name: "test", features: []))
    try readIdle(screen)
    var counts = [try behind("screen", client)]
    // The client is notified once that something moves. After that it gets frames only on request.
    try change("alpha", to: 0, during: 100, by: client)
    try readFrame(screen)
    for degrees in [10.0, 20] {
      try change("rotation", to: degrees, by: client)
      counts.append(try behind("screen", client))
    }
    #expect(counts[0] == 0 && counts[1] > 0 && counts[2] > counts[1])
    try screen.requestFrame(for: try screen.ping())
    try readFrame(screen)
    #expect(try behind("screen", client) == 0)
  }
}
