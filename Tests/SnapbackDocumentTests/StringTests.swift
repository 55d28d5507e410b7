import SnapbackDocument
import Testing

struct StringTests {
  /// Code points from an ECMAScript engine; JSON5 strings are a subset of its literals.
  static let table: [(String, [UInt32])] = [
    ("\"\"", []),
    ("''", []),
    ("\"a'b\"", [0x61, 0x27, 0x62]),
    ("'a\"b'", [0x61, 0x22, 0x62]),
    ("\"\\'\\\"\\\\\\/\"", [0x27, 0x22, 0x5C, 0x2F]),
    ("\"\\b\\f\\n\\r\\t\\v\\0\"", [0x8, 0xC, 0xA, 0xD, 0x9, 0xB, 0x0]),
    ("\"\\x41\\xe9\\xFF\"", [0x41, 0xE9, 0xFF]),
    ("\"\\u0041\\u00e9\\u2028\"", [0x41, 0xE9, 0x2028]),
    ("\"\\uD83D\\uDE00\"", [0x1F600]),
    ("\"\\ud834\\uDD1E!\"", [0x1D11E, 0x21]),
    ("\"a\\\u{A}b\"", [0x61, 0x62]),
    ("\"a\\\u{D}\u{A}b\"", [0x61, 0x62]),
    ("\"a\\\u{D}b\"", [0x61, 0x62]),
    ("\"a\\\u{2028}b\\\u{2029}c\"", [0x61, 0x62, 0x63]),
    ("\"\u{2028}\u{2029}\"", [0x2028, 0x2029]),
    ("\"\\a\\q\\-\\\u{E9}\"", [0x61, 0x71, 0x2D, 0xE9]),
    ("\"tab\u{9}here\"", [0x74, 0x61, 0x62, 0x9, 0x68, 0x65, 0x72, 0x65]),
    ("\"\u{1F600}\u{E9}\"", [0x1F600, 0xE9]),
    ("\"\\0a\"", [0x0, 0x61]),
    ("'\\x00'", [0x0]),
    ("\"\\u0000\"", [0x0]),
    ("\"//x/*y*/\"", [0x2F, 0x2F, 0x78, 0x2F, 0x2A, 0x79, 0x2A, 0x2F]),
    ("\"\\\u{1F600}\"", [0x1F600]),
  ]

  @Test(arguments: table)
  func everyLiteralHasTheCodePointsOfECMAScript(literal: String, points: [UInt32]) throws {
    guard case .string(let text) = try parse(literal).value else {
      Issue.record("not a string")
      return
    }
    #expect(text.unicodeScalars.map(\.value) == points)
  }

  static let rejected: [(String, String)] = [
    ("\"abc", "1:1: the string is not closed"),
    ("[1, 'abc\"", "1:5: the string is not closed"),
    ("\"abc\\", "1:1: the string is not closed"),
    (
      "[\n 'abc\n']",
      "2:2: the string is not closed on its line"
        + " — write \\n for a line break, or end the line with a backslash"
    ),
    (
      "'\r'",
      "1:1: the string is not closed on its line"
        + " — write \\n for a line break, or end the line with a backslash"
    ),
    ("'a\\x4'", "1:3: \\x needs 2 hexadecimal digits"),
    ("'a\\x", "1:3: \\x needs 2 hexadecimal digits"),
    ("'\\u12g4'", "1:2: \\u needs 4 hexadecimal digits"),
    ("'\\u{41}'", "1:2: \\u needs 4 hexadecimal digits"),
    ("'\\uFF11\\u\u{FF11}000'", "1:8: \\u needs 4 hexadecimal digits"),
    ("'\\uD83D'", "1:2: half of a surrogate pair — write both \\u halves"),
    ("'ab\\uDE00'", "1:4: half of a surrogate pair — write both \\u halves"),
    ("'\\uD83D\\uD83D'", "1:2: half of a surrogate pair — write both \\u halves"),
    ("'\\uD83D\\u0041'", "1:2: half of a surrogate pair — write both \\u halves"),
    ("'\\uD83Dx'", "1:2: half of a surrogate pair — write both \\u halves"),
    ("'\\uDE00\\uD83D'", "1:2: half of a surrogate pair — write both \\u halves"),
    ("'\\uD83D\\u00'", "1:8: \\u needs 4 hexadecimal digits"),
    (
      "'\\1'",
      "1:2: a backslash cannot stand before a digit — write \\x and two digits"
    ),
    (
      "'x\\01'",
      "1:3: a backslash cannot stand before a digit — write \\x and two digits"
    ),
  ]

  @Test(arguments: rejected)
  func everyBadStringIsRejectedWhereItIsBad(text: String, expected: String) {
    #expect(fault(in: text) == "t:" + expected)
  }
}
