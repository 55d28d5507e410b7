import SnapbackBasics
import SnapbackDocument
import SnapbackEngine
import SnapbackProtocol
import SnapbackScene
import SnapbackTestSupport
import Testing

/// The keys of views that both scenes and snapshots have, by their descriptions in `Sources/Wire`.
/// The keys of a view's state are not among them: a scene gives only their first values.
@Suite struct SharedKeyTests {
  private static func document(_ path: String) throws -> DocumentNode {
    try DocumentNode.parse(Fixture.bytes(Fixture.repository + path), file: path)
  }

  private static func items(_ node: DocumentNode, _ key: String) -> [DocumentNode] {
    guard case .array(let items)? = node.member(key)?.value else { return [] }
    return items
  }

  private static func name(_ node: DocumentNode, _ key: String = "name") -> String? {
    guard case .string(let name)? = node.member(key)?.value else { return nil }
    return name
  }

  private static func keys(of name: String, in groups: [DocumentNode]) -> Set<String> {
    Set(
      groups.filter { self.name($0) == name }.flatMap { items($0, "keys") }.compactMap {
        self.name($0)
      })
  }

  private static func views(_ node: DocumentNode) -> [DocumentNode] {
    items(node, "views").flatMap { [$0] + views($0) }
  }

  /// The scene that has every key of scenes.
  private static let path = "/Tests/Schema/whole.json5"

  /// The views of a snapshot of the scene, by name.
  private func snapshot() throws -> [String: DocumentNode] {
    let scene = try SceneReader.read(
      Fixture.bytes(Fixture.repository + Self.path), file: Self.path)
    var engine = Engine(scene)
    engine.advance(to: .zero)
    var frames = FrameSource(engine)
    frames.update(&engine, at: .zero)
    var encoder = MessageEncoder(precision: .shortest)
    encoder.snapshot(
      frames.frame, screen: scene.screen, appearances: engine.appearances, sequence: 1)
    let line = try DocumentNode.parse(encoder.bytes, file: "snapshot")
    let views = try Self.views(#require(line.member("snapshot")))
    return try Dictionary(
      uniqueKeysWithValues: views.map { (try #require(Self.name($0, "id")), $0) })
  }

  @Test func aSnapshotHasTheValuesThatTheSceneGives() throws {
    let groups = try Self.items(Self.document("/Sources/Wire/scene.json"), "sections")
      .flatMap { Self.items($0, "groups") }
    let records = try Self.items(Self.document("/Sources/Wire/protocol.json"), "records")
    let shared = Self.keys(of: "view", in: groups)
      .intersection(Self.keys(of: "view", in: records))
    #expect(shared.isSuperset(of: ["id", "cornerRadius", "clips", "anchor"]))
    let drawn = try snapshot()
    var compared: Set<String> = []
    for view in try Self.views(Self.document(Self.path)) {
      let name = try #require(Self.name(view, "id"))
      for key in shared {
        guard let given = view.member(key) else { continue }
        let seen = drawn[name]?.member(key)
        #expect(seen?.messageValues == given.messageValues, "\(key) of \(name)")
        compared.insert(key)
      }
    }
    #expect(compared == shared)
  }
}
