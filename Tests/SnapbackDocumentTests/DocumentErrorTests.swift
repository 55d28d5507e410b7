import SnapbackDocument
import Testing

struct DocumentErrorTests {
  @Test func anErrorPrintsItsPlacePathMessageAndHint() throws {
    let text = "{views: [\n {id: 'a',\n   widht: 3}]}"
    let node = try #require(try parse(text).members(file: "t").first?.value.array(file: "t").first)
    var object = try ObjectReader(node, file: "scene.json5")
    _ = try object.string("id")
    _ = try object.optionalNumber("width")
    let expected =
      "scene.json5:3:4: views[0].widht: unknown key \"widht\" — did you mean \"width\"?"
    #expect(fault { () throws(DocumentError) in try object.finish() } == expected)
  }

  @Test func theRootPathIsLeftOut() throws {
    #expect(try parse("\n 1").error("is wrong", file: "f").description == "f:2:2: is wrong")
  }

  @Test func anErrorIsAlwaysOneVisibleLine() {
    let error = DocumentError(
      file: "a\nb", position: .start, message: "x\r\u{85}\u{2028}\u{1B}[1m", hint: "y\u{202E}\t")
    let expected = "a\\nb:1:1: x\\r\\u0085\\u2028\\u001B[1m — y\\u202E\\t"
    #expect(error.description == expected)
  }

  @Test func longNamesAreShortened() {
    let quoted = DocumentError.quoted(String(repeating: "n", count: 100_000))
    #expect(quoted == "\"" + String(repeating: "n", count: 60) + "…\"")
    #expect(DocumentError.quoted("a\"\\\u{E0001}") == "\"a\\\"\\\\\\uDB40\\uDC01\"")
    #expect(DocumentError.quoted("") == "\"\"")
  }

  @Test func anUnknownNameIsReportedWithTheNearest() throws {
    let node = try parse("['crad']").array(file: "t").first
    let error = try #require(node).unknownName("crad", of: "view", in: ["list", "card"], file: "t")
    #expect(error.description == "t:1:2: [0]: unknown view \"crad\" — did you mean \"card\"?")
  }
}
