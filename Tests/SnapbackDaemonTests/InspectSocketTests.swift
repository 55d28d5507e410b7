import SnapbackClient
import SnapbackDocument
import SnapbackProtocol
import Testing

/// Requests over the socket for the constraints that hold the views of a daemon's scene.
@Suite(.serialized) struct InspectSocketTests {
  private func inspect(_ client: Client, _ view: String? = nil) throws -> DocumentNode {
    let reply = try client.perform("inspect") { if let view { $0.string(view, "view") } }
    return try #require(reply.body.member("inspect"))
  }

  @Test func theSceneThatRunsIsInspected() throws {
    let daemon = try RunningDaemon()
    let client = try Client(to: [daemon.socket], Greeting(name: "test", features: []))
    func rules(_ view: String? = nil) throws -> [String] {
      try #require(try inspect(client, view).member("constraints")).array(file: "t").map { node in
        var line = try ObjectReader(node, file: "t")
        return try "\(line.string("rule")): \(line.string("state"))"
      }
    }
    #expect(try rules("card").contains("card.centerX = screen.centerX: holds"))
    try client.perform("change") { writer in
      writer.beginArray("changes")
      writer.beginObject()
      writer.string("card.left >= 50 @ 400", "addConstraint")
      writer.endObject()
      writer.endArray()
    }
    #expect(try rules().contains("card.left >= 50 @ 400: gives way"))
    let frame = try inspect(client, "card").member("frame")?.array(file: "t").map {
      try $0.number(file: "t").rounded()
    }
    #expect(frame == [39, 219, 312, 405])
    #expect(throws: ClientError.self) { try inspect(client, "crad") }
  }

  @Test func whoAsksWithoutEndIsTold() throws {
    let daemon = try RunningDaemon()
    let client = try Client(to: [daemon.socket], Greeting(name: "test", features: []))
    var refusals: [String] = []
    for _ in 0..<40 {
      do {
        _ = try inspect(client)
      } catch ClientError.rejected(let code, _) {
        refusals.append(code)
      }
    }
    // Ten requests per second are allowed. A fast machine sends all 40 at once, so 30 are refused;
    // on a slow one fewer are.
    #expect(!refusals.isEmpty && refusals.allSatisfy { $0 == "limit" })
    #expect(refusals.count <= 30)
    // The connection stays open.
    #expect(throws: Never.self) { try client.ping() }
  }
}
