import SnapbackDocument
import SnapbackProtocol
import SnapbackScene
import SnapbackTestSupport
import Testing

/// The document that the command `document` returns. The oracle is the text of the scene, read by
/// the parser.
@Suite struct DocumentCommandTests {
  private static let scene = """
    // A scene with comments, which the document does not have.
    { snapback: 1, screen: { width: 100, height: 100 },
      views: [{ id: 'a', alpha: .1 }, { id: "b", text: "say \\"yes\\"" }],
      constraints: [{ id: "left", rule: "a.left = 7" }], }
    """

  /// The document of the reply, read as a client reads it.
  private func document(_ controlled: inout Controlled) throws -> DocumentNode {
    let reply = try controlled.send("document", "{}")
    #expect(!reply.needsSnapshot && !reply.isSceneReplaced)
    var writer = JSONWriter(precision: .shortest)
    writer.beginObject()
    reply.write(to: &writer)
    writer.endObject()
    var reader = try ObjectReader(
      try DocumentNode.parse(writer.bytes, file: "reply"), file: "reply")
    let text = try reader.string("document")
    try reader.finish()
    return try DocumentNode.parse(text, file: "document")
  }

  @Test func itHasTheValuesOfTheScene() throws {
    var controlled = try Controlled(Self.scene)
    let expected = try DocumentNode.parse(Self.scene, file: "scene")
    for _ in 1...2 {
      #expect(try document(&controlled).messageValues == expected.messageValues)
    }
    #expect(Command.document.requiredRole == .view)
  }

  @Test func patchesAndLoadedScenesAreInItAndChangesAreNot() throws {
    var controlled = try Controlled(Self.scene)
    _ = try document(&controlled)
    try controlled.send("change", "{changes: [{constraint: \"left\", constant: 9}]}")
    try controlled.send("patch", "{scene: {views: [{id: \"a\", alpha: 0.25}]}}")
    let patched = try DocumentNode.parse(
      Self.scene.replacing(".1", with: "0.25"), file: "scene")
    #expect(try document(&controlled).messageValues == patched.messageValues)
    let other = "{ snapback: 1, screen: { width: 9, height: 9 }, views: [{ id: \"new\" }] }"
    try controlled.send("load", "{scene: \(other)}")
    let loaded = try DocumentNode.parse(other, file: "other")
    #expect(try document(&controlled).messageValues == loaded.messageValues)
  }

  @Test func unknownKeysAreErrors() throws {
    var controlled = try Controlled(Self.scene)
    #expect(try controlled.refusal("document", "{view: \"a\"}")?.code == .badMessage)
  }
}
