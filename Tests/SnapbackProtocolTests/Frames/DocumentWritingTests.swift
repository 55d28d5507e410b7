import SnapbackDocument
import SnapbackProtocol
import Testing

/// Documents that were read as JSON5, written as JSON.
@Suite struct DocumentWritingTests {
  private static func written(_ text: String) throws -> String {
    var writer = JSONWriter(precision: .shortest)
    writer.document(try DocumentNode.parse(text, file: "test"))
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  @Test func whatIsReadAsJSON5IsWrittenAsJSON() throws {
    let text = """
      { // a comment
        unquoted: 'single "quotes"', "a\\"b\\\\": [1, -2.5, .5, 0x10, 1e300,], 'new\\nline': null,
        deep: { list: [[], {}, true, false] }, "": "ö 🂡 \\u0001",
      }
      """
    #expect(
      try Self.written(text) == #"{"unquoted":"single \"quotes\"","a\"b\\":[1,-2.5,0.5,16,1e+300],"#
        + #""new\u000aline":null,"deep":{"list":[[],{},true,false]},"":"ö 🂡 \u0001"}"#)
  }

  @Test func whatIsWrittenReadsBackAsTheSame() throws {
    for text in [
      "{a:[0.1,1e-7,123456789012345680,-0.30000000000000004]}", #"{"\u2028":"\\\"\b"}"#, "[[[]]]",
    ] {
      let once = try Self.written(text)
      #expect(try Self.written(once) == once)
      let (first, second) = (
        try DocumentNode.parse(text, file: "test"), try DocumentNode.parse(once, file: "test")
      )
      #expect(Self.plain(first) == Self.plain(second))
    }
  }

  /// A document without the positions of its values.
  private static func plain(_ node: DocumentNode) -> String {
    switch node.value {
    case .null: "null"
    case .boolean(let flag): "\(flag)"
    case .number(let number): "\(number)"
    case .string(let text): "s\(Array(text.utf8))"
    case .array(let items): "a\(items.map(plain))"
    case .object(let members): "o\(members.map { "\(Array($0.key.utf8)):\(plain($0.value))" })"
    }
  }
}
