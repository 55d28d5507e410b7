import SnapbackDocument
import SnapbackProtocol
import SnapbackReplay
import SnapbackScene
import SnapbackTestSupport
import Testing

/// The looks in the output of a replay. The oracle is the map of a binding, computed from the
/// translation in the same line.
@Suite struct ReplayLookTests {
  private static let scene = """
    { snapback: 1, screen: { width: 390, height: 844 }, states: { mode: ["calm", "held"] },
      views: [ { id: "card", color: "#ffffff", text: "Card", textColor: "#102030", data: [1, 2],
        variations: { "mode = held": { fontWeight: 700 } } } ],
      constraints: [ "card.left = 0", "card.top = 0", "card.width = 390", "card.height = 844" ],
      gestures: [ { pan: "card", name: "drag" } ],
      actions: [ { on: { gesture: "drag", phase: "began" },
        changes: [{ state: "mode", value: "held" }] } ],
      bindings: [ { from: "card.translation.x", to: "card.shadow.radius",
        map: [[-1000, 0], [1000, 20]] } ] }
    """

  private static func lines(of scene: String) throws -> [DocumentNode.Member] {
    let blueprint = try SceneReader.read(Array(scene.utf8), file: "scene")
    guard var replay = Replay(BundledGesture.flick.recording, scene: blueprint) else {
      throw ReplayRun.NoPositions()
    }
    var bytes: [UInt8] = []
    _ = replay.run { bytes += $0 }
    return try String(decoding: bytes, as: UTF8.self).split(separator: "\n").map {
      try #require(try DocumentNode.parse(String($0), file: "line").members(file: "line").first)
    }
  }

  private static func views(_ body: DocumentNode) throws -> [DocumentNode] {
    try #require(body.member("views")).array(file: "line")
  }

  @Test func looksFollowTheSnapshotAndEachChangeOfWhatCannotMove() throws {
    let lines = try Self.lines(of: Self.scene)
    #expect(lines[0].key == "snapshot" && lines[1].key == "looks")
    let looks = lines.filter { $0.key == "looks" }.map(\.value)
    #expect(looks.count == 2)
    var weights: [Double] = []
    for look in looks {
      let view = try #require(try Self.views(look).first)
      #expect(view.member("id")?.value == .string("card"))
      #expect(view.member("textColor")?.value == .string("#102030ff"))
      #expect(view.member("data")?.value == .string("[1,2]"))
      weights.append(try #require(view.member("fontWeight")).number(file: "line"))
    }
    #expect(weights == [0, 700])
    let second = try #require(lines.lastIndex { $0.key == "looks" })
    let began = try #require(lines.firstIndex { $0.key == "gesture" })
    #expect(began < second)
  }

  @Test func aFrameHasTheLookThatMoves() throws {
    var seen = 0
    for line in try Self.lines(of: Self.scene) where line.key == "frame" {
      for view in try Self.views(line.value) where view.member("id")?.value == .string("card") {
        let translation = try #require(view.member("translation")).array(file: "line")
        let look = try #require(view.member("look"))
        let radius = try #require(look.member("shadowRadius")).number(file: "line")
        let expected = 10 + (try translation[0].number(file: "line")) / 100
        #expect(abs(radius - expected) < 1e-9)
        #expect(look.member("textColor")?.value == .string("#102030ff"))
        seen += 1
      }
    }
    #expect(seen > 20)
  }

  @Test func aSceneWithoutLooksHasNone() throws {
    let plain = Self.scene.replacing(", textColor: \"#102030\", data: [1, 2]", with: "")
      .replacing("fontWeight: 700", with: "hidden: false")
      .replacing("card.shadow.radius", with: "card.cornerRadius")
    for line in try Self.lines(of: plain) {
      #expect(line.key != "looks")
      guard line.key == "frame" else { continue }
      #expect(try Self.views(line.value).allSatisfy { $0.member("look") == nil })
    }
  }
}
