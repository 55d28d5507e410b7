import SnapbackDocument
import Testing

struct RejectionTests {
  static let end = "found the end of the document"

  static let values: [(String, String)] = [
    ("", "1:1: expected a value, \(end)"),
    (" \n ", "2:2: expected a value, \(end)"),
    ("\u{FEFF}", "1:1: expected a value, \(end)"),
    ("// only\n", "2:1: expected a value, \(end)"),
    ("1 2", "1:3: expected the end of the document, found \"2\""),
    ("{}\n]", "2:1: expected the end of the document, found \"]\""),
    ("1.2.3", "1:4: expected the end of the document, found \".\""),
    ("nul", "1:1: expected a value, found \"nul\" — text needs quotes"),
    ("[nullx]", "1:2: expected a value, found \"nullx\" — text needs quotes"),
    ("True", "1:1: expected a value, found \"True\" — text needs quotes"),
    ("undefined", "1:1: expected a value, found \"undefined\" — text needs quotes"),
    ("}", "1:1: expected a value, found \"}\""),
    ("]", "1:1: expected a value, found \"]\""),
    ("\u{7}", "1:1: expected a value, found \"\\u0007\""),
    ("\u{202E}", "1:1: expected a value, found \"\\u202E\""),
    ("/", "1:1: expected a value, found \"/\""),
    ("1 /* a\n *", "1:3: the comment is not closed"),
    ("/*/", "1:1: the comment is not closed"),
    ("[,]", "1:2: expected a value, found \",\""),
    ("[1,,2]", "1:4: expected a value, found \",\""),
    ("[+]", "1:3: expected a digit, found \"]\""),
    ("[.]", "1:3: expected a digit, found \"]\""),
    ("- 1", "1:2: expected a digit, found \" \""),
    ("--1", "1:2: expected a digit, found \"-\""),
    (".e1", "1:2: expected a digit, found \"e1\""),
    ("1e", "1:3: expected a digit of the exponent, \(end)"),
    ("1e+\n", "1:4: expected a digit of the exponent, found the end of the line"),
    ("0x", "1:3: expected a hexadecimal digit, \(end)"),
    ("0xg", "1:3: expected a hexadecimal digit, found \"g\""),
    ("12px", "1:3: expected the end of the number, found \"px\""),
    ("0x1.8", "1:4: expected the end of the document, found \".\""),
    ("1_000", "1:2: expected the end of the number, found \"_000\""),
    ("0b1", "1:2: expected the end of the number, found \"b1\""),
    ("10n", "1:3: expected the end of the number, found \"n\""),
    ("1\\u0061", "1:2: expected the end of the number, found \"\\\\\""),
    ("`a`", "1:1: expected a value, found \"`\""),
  ]

  static let brackets: [(String, String)] = [
    ("[", "1:2: expected a value, \(end)"),
    ("[1", "1:3: expected \",\" or \"]\", \(end) — its opening bracket is at 1:1"),
    ("[1}", "1:3: expected \",\" or \"]\", found \"}\" — its opening bracket is at 1:1"),
    ("[\n[1 2]]", "2:4: expected \",\" or \"]\", found \"2\" — its opening bracket is at 2:1"),
    ("{", "1:2: expected a key or \"}\", \(end) — its opening bracket is at 1:1"),
    ("{]", "1:2: expected a key or \"}\", found \"]\" — its opening bracket is at 1:1"),
    ("{,}", "1:2: expected a key or \"}\", found \",\" — its opening bracket is at 1:1"),
    ("{a:1", "1:5: expected \",\" or \"}\", \(end) — its opening bracket is at 1:1"),
    ("{a:1]", "1:5: expected \",\" or \"}\", found \"]\" — its opening bracket is at 1:1"),
    ("{a:1 b:2}", "1:6: expected \",\" or \"}\", found \"b\" — its opening bracket is at 1:1"),
    (
      "{a:[1,\nb:[2]}",
      "2:1: expected a value or \"]\", found \"b\" — its opening bracket is at 1:4"
    ),
    ("[true :1]", "1:2: expected a value or \"]\", found \"true\" — its opening bracket is at 1:1"),
    ("[a]", "1:2: expected a value, found \"a\" — text needs quotes"),
    ("[\"a\" \"b\"]", "1:6: expected \",\" or \"]\", found '\"' — its opening bracket is at 1:1"),
  ]

  static let keys: [(String, String)] = [
    ("{a}", "1:3: expected \":\" after the key \"a\", found \"}\""),
    ("{a b:1}", "1:4: expected \":\" after the key \"a\", found \"b\""),
    ("{a-b:1}", "1:3: expected \":\" after the key \"a\", found \"-\""),
    ("{a:}", "1:4: expected a value, found \"}\""),
    ("{1:2}", "1:2: expected a key, found \"1\" — this key needs quotes"),
    ("{\u{301}a:2}", "1:2: expected a key, found \"\u{301}a\" — this key needs quotes"),
    ("{😀:2}", "1:2: expected a key or \"}\", found \"😀\" — its opening bracket is at 1:1"),
    ("{\\n:1}", "1:2: a key can only hold \\u escapes"),
    ("{a\\x41:1}", "1:3: a key can only hold \\u escapes"),
    ("{\\u0031:1}", "1:2: this character needs a quoted key"),
    ("{a\\u002d:1}", "1:3: this character needs a quoted key"),
    ("{a\\uD83D\\uDE00:1}", "1:3: this character needs a quoted key"),
    ("{a\\uD83D:1}", "1:3: half of a surrogate pair — write both \\u halves"),
    ("{\\u00:1}", "1:2: \\u needs 4 hexadecimal digits"),
    ("{a:1,\n b:2,\n  a:3}", "3:3: a: duplicate key \"a\", first on line 1"),
    ("[{}, {\na:1, 'a':3}]", "2:6: [1].a: duplicate key \"a\", first on line 2"),
    ("{v:[{'a b':1, \"a b\":1}]}", "1:15: v[0][\"a b\"]: duplicate key \"a b\", first on line 1"),
    ("{a:1, \\u0061:1}", "1:7: a: duplicate key \"a\", first on line 1"),
    ("{'é':1, 'e\u{301}':1}", "1:9: e\u{301}: duplicate key \"e\u{301}\", first on line 1"),
  ]

  @Test(arguments: values + brackets + keys)
  func everyFaultIsNamedWhereItIs(text: String, expected: String) {
    #expect(fault(in: text) == "t:" + expected)
  }

  /// Each row: bytes, and the column and offset where Python's UTF-8 decoder stops.
  static let invalid: [([UInt8], Int, Int)] = [
    ([0x80], 1, 0), ([0x22, 0xFF, 0x22], 2, 1), ([0x22, 0xC3, 0xA9, 0xC3, 0x22], 3, 3),
    ([0xC0, 0x80], 1, 0), ([0x20, 0xED, 0xA0, 0x80], 2, 1), ([0x20, 0xF4, 0x90, 0x80, 0x80], 2, 1),
    ([0x31, 0xE2, 0x82], 2, 1), ([0xEF, 0xBB, 0xBF, 0xBF], 1, 3), ([0x7D, 0xF0, 0x9F, 0x98], 2, 1),
  ]

  @Test(arguments: invalid)
  func invalidUTF8IsRejectedAtItsFirstBadByte(bytes: [UInt8], column: Int, offset: Int) {
    #expect(
      throws: DocumentError(
        file: "t", position: SourcePosition(line: 1, column: column, offset: offset),
        message: "invalid UTF-8")
    ) {
      try DocumentNode.parse(bytes, file: "t")
    }
  }

  @Test func invalidUTF8IsFoundBehindLineEnds() {
    let bytes: [UInt8] = [0x5B, 0x0D, 0x0A, 0x0A, 0x0D, 0x20, 0xFE]
    let text = fault { () throws(DocumentError) in _ = try DocumentNode.parse(bytes, file: "t") }
    #expect(text == "t:4:2: invalid UTF-8")
  }
}
