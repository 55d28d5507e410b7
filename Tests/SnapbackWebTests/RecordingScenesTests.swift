import SnapbackLinux
import SnapbackTestSupport
import Testing

@testable import SnapbackWeb

/// The scene on which the page plays a recording.
@Suite struct RecordingScenesTests {
  private static let scenes = ["card-deck.json5", "card.json5", "list.json", "photo.dark.json5"]

  @Test(arguments: [
    ("card.evemu", "card.json5"), ("card-slow-flick.jsonl", "card.json5"),
    ("card-deck.evemu", "card-deck.json5"), ("card-deck-2.evemu", "card-deck.json5"),
    ("card-decks.evemu", "card.json5"), ("list-1", "list.json"),
    ("photo-pinch.evemu", "photo.dark.json5"), ("cards.evemu", nil), ("my-card.evemu", nil),
    ("Card.evemu", nil), (".evemu", nil),
  ])
  func aNameBeginsWithTheNameOfTheScene(recording: String, scene: String?) {
    #expect(RecordingScenes.scene(like: recording, among: Self.scenes) == scene)
  }

  @Test func aNoteCountsMoreThanTheNameIfThereIsSuchAScene() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/card-1.evemu"
    for (note, scene) in [("list.json", "list.json"), ("gone.json5", "card.json5")] {
      try Files.write(Array("# EVEMU 1.3\n# Scene: \(note)\n".utf8), to: path)
      let found = RecordingScenes.scene(of: "card-1.evemu", at: path, among: Self.scenes)
      #expect(found == scene)
    }
    let lost = folder.path + "/nothing"
    #expect(
      RecordingScenes.scene(of: "card-1.evemu", at: lost, among: Self.scenes) == "card.json5")
  }

  @Test func theServiceListsThePairs() throws {
    let folder = try TemporaryFolder()
    for name in ["card-\"1\".evemu", "other.evemu", "list.evemu"] {
      try Files.write([], to: folder.path + "/" + name)
    }
    for name in Self.scenes { try Files.write([], to: folder.path + "/" + name) }
    let token = try #require(WebToken("0123456789abcdef"))
    var options = WebOptions(sockets: [], token: token)
    options.scenes = [folder.path]
    options.recordings = [folder.path]
    let text = String(decoding: WebService(options).about().body, as: UTF8.self)
    #expect(text.contains("{\"recording\":\"card-\\\"1\\\".evemu\",\"scene\":\"card.json5\"}"))
    #expect(text.contains("{\"recording\":\"list.evemu\",\"scene\":\"list.json\"}"))
    #expect(!text.contains("{\"recording\":\"other.evemu\""))
  }
}
