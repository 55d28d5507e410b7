import SnapbackClient
import SnapbackDocument
import SnapbackLinux
import SnapbackProtocol
import SnapbackTestSupport
import Testing

/// Requests over the socket for the constraints that hold the views of a daemon's scene, and for
/// the scene's document.
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

  @Test func theDocumentThatRunsCanBeLoadedAgain() throws {
    let daemon = try RunningDaemon()
    let client = try Client(to: [daemon.socket], Greeting(name: "test", features: []))
    /// The values of the document, and its epoch.
    func document() throws -> (node: DocumentNode, epoch: Int) {
      var reader = try ObjectReader(try client.document().body, file: "reply")
      let text = try reader.string("document")
      return (
        try DocumentNode.parse(text, file: "document"), try reader.integer("epoch", in: 1...1000)
      )
    }
    let path = Fixture.repository + "/configs/scenes/card.json5"
    let file = try DocumentNode.parse(try Files.read(path), file: path)
    let start = try document()
    #expect(start.node.messageValues == file.messageValues)
    let other = try DocumentNode.parse(
      "{ snapback: 1, screen: { width: 9, height: 8 } }", file: "other")
    try client.load(other)
    let loaded = try document()
    #expect(loaded.node.messageValues == other.messageValues)
    #expect(loaded.epoch > start.epoch)
    try client.load(start.node)
    let again = try document()
    #expect(again.node.messageValues == file.messageValues && again.epoch > loaded.epoch)
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
