import SnapbackReplay
import SnapbackTestSupport
import Testing

/// The scenes that recordings name.
@Suite struct SceneNoteTests {
  private static func scene(_ text: String) -> String? {
    SceneNote.scene(in: Array(text.utf8.prefix(SceneNote.searchLimit)))
  }

  @Test(arguments: BundledGesture.allCases)
  func everyBundledRecordingNamesItsSceneAndStaysTheSameRecording(gesture: BundledGesture) throws {
    let path = Fixture.repository + "/recordings/\(gesture.rawValue).evemu"
    let bytes = try Fixture.bytes(path)
    #expect(SceneNote.scene(in: bytes) == gesture.scene)
    let plain = EvemuWriter.text(gesture.recording)
    #expect(Self.scene(plain) == nil)
    #expect(
      try EvemuReader.read(bytes, file: path)
        == EvemuReader.read(Array(plain.utf8), file: path))
  }

  /// docs/scenes.md has a command for each recording and the scenes that it suits.
  @Test func theScenesAreThoseOfTheDocuments() throws {
    let page = String(
      decoding: try Fixture.bytes(Fixture.repository + "/docs/scenes.md"), as: UTF8.self)
    let command = /snapback replay recordings\/([a-z-]+)\.evemu --scene configs\/scenes\/(\S+)/
    var scenes: [String: [String]] = [:]
    for match in page.matches(of: command) {
      scenes[String(match.1), default: []].append(String(match.2))
    }
    #expect(scenes.count > 20)
    for (recording, suited) in scenes {
      let gesture = try #require(BundledGesture(rawValue: recording), "\(recording)")
      #expect(suited.contains(gesture.scene), "\(recording)")
    }
  }

  @Test(arguments: BundledGesture.allCases)
  func everyGestureMovesItsScene(gesture: BundledGesture) throws {
    var run = try ReplayRun(
      bundled: gesture.rawValue, scene: "configs/scenes/" + gesture.scene)
    try run.parse()
    let moves = run.frames.contains { !$0.views.isEmpty }
    // The finger of this pan does not touch the card.
    #expect(moves == (gesture != .offCardPan))
  }

  @Test(arguments: [
    ("# EVEMU 1.3\n# Scene: card.json5\nN: x\n", "card.json5"),
    ("# EVEMU 1.3\r\n# Scene:  my scene.json5 \r\nN: x\r\n", "my scene.json5"),
    ("version: 1\n# Scene: list.json5\ndevices:\n", "list.json5"),
    ("{\"recording\":{\"clock\":\"0.0\",\"scene\":\"a \\u0022b\\u0022\"}}\n", "a \"b\""),
    ("{\"recording\":{\"version\":1,\"clock\":\"0.0\"}}\n# Scene: card.json5\n", nil),
    ("{\"recording\":{\"scene\":3}}\n", nil),
    ("{\"recording\":\n", nil),
    ("N: # Scene: card.json5\n", nil),
    ("# Scene: card.js", nil),
    ("", nil),
  ])
  func aNoteIsALineOfItsOwnOrAKey(text: String, scene: String?) {
    #expect(Self.scene(text) == scene)
  }

  @Test func aNoteFarFromTheStartIsNotSearched() {
    let note = "# Scene: card.json5\n"
    for (before, scene) in [(-note.utf8.count, "card.json5"), (1 - note.utf8.count, nil)] {
      let start = String(repeating: "#", count: SceneNote.searchLimit + before - 1) + "\n"
      #expect(Self.scene(start + note + "N: x\n") == scene)
    }
  }
}
