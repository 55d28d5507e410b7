import SnapbackDocument
import Testing

struct PositionTests {
  static let documents = [
    "{a: [1, {b: 'x'}], 'c d': null, \"e\": true, f: -0x1, g: .5, h: +1, i: false}",
    "\u{FEFF}{größe: '😀', /* 😀\r\n */ z: [ 'é',\r 1,\n\u{2028} 2],\r\n\r\n q: {}}",
    " // one\n\n\t[\r\r\n[\n]\u{A0},'a\\\r\nb', \"\\\n\" , 3]",
    "{\\u0061: 1, 𝒳: [[[]]], 'k\\\nk': 2}",
    "\r\n\r\n  7",
  ]

  @Test(arguments: documents)
  func everyPositionPointsAtTheFirstByteOfItsToken(text: String) throws {
    #expect(PositionOracle.agrees(with: try parse(text), in: Array(text.utf8)))
  }

  @Test func positionsOfAKnownDocumentAreThoseCountedByHand() throws {
    let text = "\u{FEFF}{\r\n  é: '😀', \"b\": [1, 'x'],\r  c:\n7}"
    let root = try parse(text)
    #expect(root.position == SourcePosition(line: 1, column: 1, offset: 3))
    let members = try root.members(file: "t")
    try #require(members.count == 3)
    #expect(members[0].keyPosition == SourcePosition(line: 2, column: 3, offset: 8))
    #expect(members[0].value.position == SourcePosition(line: 2, column: 6, offset: 12))
    #expect(members[1].keyPosition == SourcePosition(line: 2, column: 11, offset: 20))
    let elements = try members[1].value.array(file: "t")
    try #require(elements.count == 2)
    #expect(elements[1].position == SourcePosition(line: 2, column: 20, offset: 29))
    #expect(members[2].keyPosition == SourcePosition(line: 3, column: 3, offset: 37))
    #expect(members[2].value.position == SourcePosition(line: 4, column: 1, offset: 40))
  }

  @Test func pathsPrintAsPropertyAccesses() throws {
    let root = try parse(
      "{views: [1, 2, {card: {width: 3, 'a b': [4], '': 5, 'x\\n\"': 6, '1': 7}}]}")
    var printed: [String] = []
    func walk(_ node: DocumentNode) {
      printed.append(node.path.description)
      switch node.value {
      case .array(let elements): elements.forEach(walk)
      case .object(let members): members.map(\.value).forEach(walk)
      default: break
      }
    }
    walk(root)
    #expect(
      printed == [
        "document", "views", "views[0]", "views[1]", "views[2]", "views[2].card",
        "views[2].card.width", "views[2].card[\"a b\"]", "views[2].card[\"a b\"][0]",
        "views[2].card[\"\"]", "views[2].card[\"x\\n\\\"\"]", "views[2].card[\"1\"]",
      ])
    #expect(root.path.isRoot)
    #expect(try parse("[[7]]").array(file: "t").first?.path.description == "[0]")
  }

  @Test func positionsAreOrderedByOffset() {
    let early = SourcePosition(line: 1, column: 9, offset: 8)
    let late = SourcePosition(line: 2, column: 1, offset: 10)
    #expect(early < late)
    #expect(SourcePosition.start < early)
  }
}
