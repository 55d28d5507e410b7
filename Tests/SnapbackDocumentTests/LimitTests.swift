import SnapbackDocument
import Testing

struct LimitTests {
  static func nested(_ depth: Int, _ open: String = "[", _ close: String = "]") -> String {
    String(repeating: open, count: depth) + "1" + String(repeating: close, count: depth)
  }

  @Test func theDeepestAllowedNestingIsRead() throws {
    var node = try parse(Self.nested(64))
    var depth = 0
    while case .array(let elements) = node.value, let first = elements.first {
      node = first
      depth += 1
    }
    #expect(depth == 64)
    #expect(fault(in: Self.nested(64, "{a:", "}")) == "accepted")
  }

  @Test func oneLevelMoreIsRejectedAtItsBracket() {
    #expect(fault(in: Self.nested(65)) == "t:1:65: nested deeper than 64 levels")
    #expect(
      fault(in: Self.nested(65, "{a:\n", "}")) == "t:65:1: nested deeper than 64 levels")
  }

  @Test(arguments: ["[", "{a:", "[{a:["])
  func aMillionOpenBracketsAreRejected(open: String) {
    let count = 1_000_000 / open.utf8.count
    #expect(fault(in: String(repeating: open, count: count)).hasSuffix("deeper than 64 levels"))
  }

  @Test func siblingsDoNotCountAsDepth() {
    let text = "[" + String(repeating: "[],", count: 200) + "]"
    #expect(fault(in: text) == "accepted")
  }

  @Test func aDocumentOfExactlyTheGreatestSizeIsRead() {
    let blanks = String(repeating: " ", count: DocumentLimits.maximumByteCount - 1)
    #expect(fault(in: blanks + "1") == "accepted")
    let expected = "t:1:1: the document has 1048577 bytes; the limit is 1048576"
    #expect(fault(in: blanks + "12") == expected)
    let bytes = Array((blanks + "é").utf8)
    #expect(
      fault { () throws(DocumentError) in _ = try DocumentNode.parse(bytes, file: "t") }
        == expected)
  }

  @Test func aWideObjectIsReadInLinearTime() throws {
    let text = "{" + (0..<40_000).map { "k\($0):\($0 % 10)," }.joined() + "}"
    var wide = try reader(text)
    #expect(wide.keys.count == 40_000)
    var found = 0
    for index in 0..<40_000 where wide.has("k\(index)") { found += 1 }
    #expect(found == 40_000)
    try wide.finish()
  }

  @Test func longRunsOfCombiningMarksAreRejected() {
    let marks = String(repeating: "\u{301}\u{323}", count: 16)
    let message = "more than 32 combining marks in a row"
    #expect(fault(in: "{'a\(marks)': 'a\(marks)', b\(marks): 1}") == "accepted")
    #expect(fault(in: "['a\(marks)\u{301}']") == "t:1:36: \(message)")
    #expect(fault(in: "{'a\(marks)\u{20DD}': 1}") == "t:1:36: \(message)")
    #expect(fault(in: "{a\(marks)\\u0301: 1}") == "t:1:35: \(message)")
    #expect(fault(in: "['a\(marks)\\u0301']") == "t:1:36: \(message)")
    #expect(fault(in: "['a\(marks)\\\n\u{F73}']") == "t:2:1: \(message)")
  }

  /// Hashing a string normalizes it, which is slow for long runs of combining marks.
  @Test(arguments: [
    "a" + String(repeating: "\u{301}\u{323}", count: 16),
    "a" + String(repeating: "\u{F73}\u{F75}", count: 16), "\u{344}x", "\u{1100}\u{1161}\u{11A8}",
    "\u{1161}", "\u{11A8}", "\u{FDFA}", "\u{1D160}", "\u{AC00}", "\u{FF9E}", "\u{200D}",
  ])
  func noLongKeyIsSlowToCompare(unit: String) throws {
    let key = String(repeating: unit, count: 400_000 / unit.utf8.count)
    var object = try reader("{'\(key)': 1, '\(key)b': 2}")
    let elapsed = ContinuousClock().measure {
      #expect(!object.keys.contains("c"))
      let found = object.has(key)
      #expect(found)
    }
    #expect(elapsed < .seconds(20))
    let text = fault { () throws(DocumentError) in try object.finish() }
    #expect(text.contains("unknown key"))
  }

  @Test func longPathsAreSharedByTheNodesBelow() throws {
    let key = String(repeating: "k", count: 500_000)
    let node = try parse("{\(key): [" + String(repeating: "0,", count: 200_000) + "]}")
    guard case .object(let members) = node.value, case .array(let all)? = members.first?.value.value
    else {
      Issue.record("not an object with an array")
      return
    }
    #expect(all.count == 200_000)
    #expect(all.last?.path.description.hasSuffix("…\"][199999]") == true)
  }
}
