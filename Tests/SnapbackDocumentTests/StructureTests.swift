import SnapbackDocument
import Testing

struct StructureTests {
  /// Prints a document as strict JSON with its members in order.
  static func compact(_ node: DocumentNode) -> String {
    switch node.value {
    case .null: "null"
    case .boolean(let flag): flag ? "true" : "false"
    case .number(let number): number == number.rounded() ? "\(Int(number))" : "\(number)"
    case .string(let text): "\"\(text)\""
    case .array(let elements): "[" + elements.map(compact).joined(separator: ",") + "]"
    case .object(let members):
      "{" + members.map { "\"\($0.key)\":" + compact($0.value) }.joined(separator: ",") + "}"
    }
  }

  static let accepted: [(String, String)] = [
    ("null", "null"), ("true", "true"), ("false", "false"), ("[]", "[]"), ("{}", "{}"),
    (" [ ] ", "[]"), ("{ }", "{}"), ("[1,]", "[1]"), ("[1, 2 , ]", "[1,2]"),
    ("{a:1,}", "{\"a\":1}"), ("{z:1,y:2,a:3}", "{\"z\":1,\"y\":2,\"a\":3}"),
    ("{'a b':1,\"c\":[{}]}", "{\"a b\":1,\"c\":[{}]}"),
    ("{$:1,_:2,$_1:3}", "{\"$\":1,\"_\":2,\"$_1\":3}"),
    ("{größe:1,ключ:2,鍵:3,ⅷ:4}", "{\"größe\":1,\"ключ\":2,\"鍵\":3,\"ⅷ\":4}"),
    ("{a\u{301}\u{200D}\u{203F}٣:1}", "{\"a\u{301}\u{200D}\u{203F}٣\":1}"),
    ("{𝒳:1}", "{\"𝒳\":1}"), ("{\\u0061b:1}", "{\"ab\":1}"), ("{a\\u0031:1}", "{\"a1\":1}"),
    ("{\\uD835\\uDCB3:1}", "{\"𝒳\":1}"),
    (
      "{null:1,true:2,NaN:3,Infinity:4,if:5}",
      "{\"null\":1,\"true\":2,\"NaN\":3,\"Infinity\":4,\"if\":5}"
    ),
    ("{'':1}", "{\"\":1}"), ("{A:1,a:2}", "{\"A\":1,\"a\":2}"),
    ("// x\n1", "1"), ("1// x", "1"), ("1//", "1"), ("/**/1/***/", "1"), ("/* / * // */1", "1"),
    ("//x\u{2028}1", "1"), ("//x\u{2029}1", "1"), ("//x\r1", "1"), ("//x\r\n1", "1"),
    ("[/*a*/1/*b*/,/*c*/]//", "[1]"), ("{/**/a/**/:/**/1/**/,//\n}", "{\"a\":1}"),
    ("\u{FEFF}1", "1"), ("\u{FEFF}\u{FEFF}1", "1"),
    ("\t\u{B}\u{C} \u{A0}\u{FEFF}\u{2003}\u{3000}\u{1680}\n\r\u{2028}\u{2029}1", "1"),
    ("[1.5,\n.5,]", "[1.5,0.5]"),
  ]

  @Test(arguments: accepted)
  func everyFormOfJSON5IsRead(text: String, expected: String) throws {
    #expect(Self.compact(try parse(text)) == expected)
  }

  @Test func bytesAndTextGiveTheSameDocument() throws {
    let text = "\u{FEFF}{größe: ['😀', 1e3], /* é */ b: null}"
    #expect(try DocumentNode.parse(Array(text.utf8), file: "t") == parse(text))
  }

  @Test func theSpecificationsOwnExampleIsRead() throws {
    let text = """
      {
        // comments
        unquoted: 'and you can quote me on that',
        singleQuotes: 'I can use "double quotes" here',
        lineBreaks: "Look, Mom! \\
      No \\\\n's!",
        hexadecimal: 0xdecaf,
        leadingDecimalPoint: .8675309, andTrailing: 8675309.,
        positiveSign: +1,
        trailingComma: 'in objects', andIn: ['arrays',],
        "backwardsCompatible": "with JSON",
      }
      """
    let members = try parse(text).members(file: "t")
    let values = members.map(\.value.value)
    try #require(values.count == 10)
    #expect(values[2] == .string("Look, Mom! No \\n's!"))
    #expect(values[3] == .number(912559))
    #expect(values[4] == .number(0.8675309))
    #expect(values[5] == .number(8675309))
    #expect(members[8].key == "andIn")
  }
}
