import SnapbackDocument
import Testing

struct ObjectReaderTests {
  enum Anchor: String, CaseIterable { case left, right, center }

  struct Card: Equatable {
    var id: String
    var width: Double
    var columns: Int
    var isHidden: Bool
    var anchor: Anchor
    var shadow: Double?
  }

  static func card(_ node: DocumentNode, file: String) throws(DocumentError) -> Card {
    try ObjectReader.read(node, file: file) { reader throws(DocumentError) in
      var card = Card(
        id: try reader.string("id"),
        width: try reader.number("width", in: 0...4096),
        columns: try reader.optionalInteger("columns", in: 1...12) ?? 1,
        isHidden: try reader.optionalBoolean("hidden") ?? false,
        anchor: try reader.optionalOneOf("anchor") ?? .center)
      if var shadow = try reader.optionalObject("shadow") {
        card.shadow = try shadow.number("radius")
        try shadow.finish()
      }
      return card
    }
  }

  @Test func anObjectIsReadMemberByMember() throws {
    let node = try parse("{id: 'a', width: 10, anchor: 'left', shadow: {radius: 2}, columns: 3e0}")
    #expect(
      try Self.card(node, file: "t")
        == Card(id: "a", width: 10, columns: 3, isHidden: false, anchor: .left, shadow: 2))
  }

  static let rejected: [(String, String)] = [
    ("7", "1:1: expected an object, found a number"),
    ("[]", "1:1: expected an object, found an array"),
    ("null", "1:1: expected an object, found null"),
    ("\n {width: 1}", "2:2: missing key \"id\""),
    ("{id: 1}", "1:6: id: expected a string, found a number"),
    ("{id: null}", "1:6: id: expected a string, found null"),
    ("{id: '', width: '1'}", "1:17: width: expected a number, found a string"),
    ("{id: '', width: -1}", "1:17: width: expected a number from 0 to 4096, found -1"),
    ("{id: '', width: 4096.5}", "1:17: width: expected a number from 0 to 4096, found 4096.5"),
    (
      "{id: '', width: 1, columns: 1.5}",
      "1:29: columns: expected a whole number from 1 to 12, found 1.5"
    ),
    (
      "{id: '', width: 1, columns: 1e300}",
      "1:29: columns: expected a whole number from 1 to 12, found 1e+300"
    ),
    (
      "{id: '', width: 1, columns: []}",
      "1:29: columns: expected a whole number from 1 to 12, found an array"
    ),
    ("{id: '', width: 1, hidden: 0}", "1:28: hidden: expected a boolean, found a number"),
    ("{id: '', width: 1, hidden: null}", "1:28: hidden: expected a boolean, found null"),
    (
      "{id: '', width: 1, anchor: 'rigth'}",
      "1:28: anchor: expected one of \"left\", \"right\", \"center\", found \"rigth\""
        + " — did you mean \"right\"?"
    ),
    ("{id: '', width: 1, anchor: true}", "1:28: anchor: expected a string, found a boolean"),
    ("{id: '', width: 1, shadow: {}}", "1:28: shadow: missing key \"radius\""),
    (
      "{id: '', width: 1, shadow: {radius: 1, raduis: 1}}",
      "1:40: shadow.raduis: unknown key \"raduis\" — did you mean \"radius\"?"
    ),
    (
      "{qqqqqqqq: 1, id: '', width: 1, hiden: true}",
      "1:2: qqqqqqqq: unknown key \"qqqqqqqq\""
    ),
    (
      "{id: '', width: 1, hiden: true, 'z z': 1}",
      "1:20: hiden: unknown key \"hiden\" — did you mean \"hidden\"?"
    ),
    ("{id: '', width: 1, 'z z': 1}", "1:20: [\"z z\"]: unknown key \"z z\""),
  ]

  @Test(arguments: rejected)
  func everyFaultNamesThePlaceAndThePath(text: String, expected: String) throws {
    let node = try parse(text)
    #expect(
      fault { () throws(DocumentError) in _ = try Self.card(node, file: "t") } == "t:" + expected)
  }

  @Test func boundsArePrintedAsTheyRead() throws {
    let node = try parse("-5")
    func number(_ range: ClosedRange<Double>) -> String {
      fault { () throws(DocumentError) in _ = try node.number(in: range, file: "t") }
    }
    func integer(_ range: ClosedRange<Int>) -> String {
      fault { () throws(DocumentError) in _ = try node.integer(in: range, file: "t") }
    }
    #expect(number(0...(.infinity)) == "t:1:1: expected a number of at least 0, found -5")
    #expect(number(-.infinity...(-6.5)) == "t:1:1: expected a number of at most -6.5, found -5")
    #expect(number(1...1) == "t:1:1: expected a number of 1, found -5")
    #expect(number(-5...0) == "accepted")
    #expect(integer(0...Int.max) == "t:1:1: expected a whole number of at least 0, found -5")
    #expect(integer(Int.min...Int.max) == "accepted")
  }

  @Test(arguments: [
    ("9007199254740991", 9_007_199_254_740_991), ("-9007199254740991", -9_007_199_254_740_991),
    ("-0", 0), ("1.50e1", 15), ("0x10", 16),
  ])
  func wholeNumbersAreExact(text: String, expected: Int) throws {
    #expect(try parse(text).integer(file: "t") == expected)
  }

  @Test(arguments: ["9007199254740992", "-9007199254740993", "1e308", "0.5", "-1e308"])
  func wholeNumbersThatADoubleCannotTellApartAreRejected(text: String) throws {
    let node = try parse(text)
    let result = fault { () throws(DocumentError) in _ = try node.integer(file: "t") }
    #expect(
      result.hasPrefix("t:1:1: expected a whole number from -9007199254740991 to 9007199254740991"))
  }

  @Test func aWideRangeDoesNotAdmitInexactWholeNumbers() throws {
    let node = try parse("9007199254740993")
    #expect(
      fault { () throws(DocumentError) in _ = try node.integer(in: 0...Int.max, file: "t") }
        == "t:1:1: expected a whole number from 0 to 9007199254740991, found 9007199254740992")
  }

  @Test func pointsAreArraysOfTwoNumbers() throws {
    var object = try reader("{a: [1, -2.5], b: [1], c: [1, 'x'], d: 3, e: [0, 9]}")
    let corner = try object.point("a")
    #expect(corner == (1, -2.5))
    let none = try object.optionalPoint("none")
    #expect(none == nil)
    func point(_ key: String) -> String {
      fault { () throws(DocumentError) in _ = try object.point(key, in: -5...5) }
    }
    #expect(point("b") == "t:1:19: b: expected a point [x, y], found an array with a count of 1")
    #expect(point("c") == "t:1:31: c[1]: expected a number, found a string")
    #expect(point("d") == "t:1:40: d: expected a point [x, y], found a number")
    #expect(point("e") == "t:1:50: e[1]: expected a number from -5 to 5, found 9")
    #expect(point("f") == "t:1:1: missing key \"f\"")
  }

  @Test func arraysAreCounted() throws {
    var object = try reader("{a: [1, 2, 3]}")
    let elements = try object.array("a")
    #expect(elements.map(\.value) == [.number(1), .number(2), .number(3)])
    let none = try object.optionalArray("none")
    #expect(none == nil)
    #expect(
      fault { () throws(DocumentError) in _ = try object.array("a", count: 1...2) }
        == "t:1:5: a: expected an array with a count from 1 to 2, found a count of 3")
    #expect(
      fault { () throws(DocumentError) in _ = try object.array("a", count: 4...Int.max) }
        == "t:1:5: a: expected an array with a count of at least 4, found a count of 3")
  }

  @Test func membersOfAFreeObjectComeInOrder() throws {
    var object = try reader("{views: {z: 1, a: 2}}")
    let views = try object.members("views")
    #expect(views.map(\.key) == ["z", "a"])
    let again = try object.optionalMembers("views")
    #expect(again == views)
    try object.finish()
  }

  @Test func requiredAndOptionalReadersAgree() throws {
    var object = try reader("{s: 'x', b: true, n: 1, a: [1], p: [1, 2], o: {k: 1}, e: 'left'}")
    let strings = (try object.string("s"), try object.optionalString("s"))
    #expect(strings == ("x", "x"))
    let flags = (try object.boolean("b"), try object.optionalBoolean("b"))
    #expect(flags == (true, true))
    let numbers = (try object.number("n"), try object.optionalNumber("n"))
    #expect(numbers == (1, 1))
    let integers = (try object.integer("n", in: 1...1), try object.optionalInteger("n"))
    #expect(integers == (1, 1))
    let arrays = (try object.array("a"), try object.optionalArray("a"))
    #expect(arrays.0 == arrays.1)
    let points = (try object.point("p"), try object.optionalPoint("p"))
    #expect(points.0 == (1, 2) && points.1?.x == 1 && points.1?.y == 2)
    let objects = (try object.object("o"), try object.optionalObject("o"))
    #expect(objects.0.keys == ["k"] && objects.1?.keys == ["k"])
    let choices = (try object.oneOf("e", Anchor.self), try object.optionalOneOf("e", Anchor.self))
    #expect(choices == (.left, .left))
    try object.finish()
  }

  @Test func absentOptionalMembersAreNothing() throws {
    var object = try reader("{}")
    let isNothing = [
      try object.optionalString("k") == nil, try object.optionalBoolean("k") == nil,
      try object.optionalNumber("k") == nil, try object.optionalInteger("k") == nil,
      try object.optionalPoint("k") == nil, try object.optionalArray("k") == nil,
      try object.optionalMembers("k") == nil, try object.optionalObject("k") == nil,
      try object.optionalOneOf("k", Anchor.self) == nil,
    ]
    #expect(isNothing == Array(repeating: true, count: 9))
  }

  @Test(arguments: [("{}", "1:1: missing key \"k\""), ("{k: null}", "1:5: k: expected ")])
  func everyRequiredReaderRejectsAnAbsentKeyAndNull(text: String, expected: String) throws {
    var object = try reader(text)
    let faults = [
      fault { () throws(DocumentError) in _ = try object.string("k") },
      fault { () throws(DocumentError) in _ = try object.boolean("k") },
      fault { () throws(DocumentError) in _ = try object.number("k") },
      fault { () throws(DocumentError) in _ = try object.integer("k") },
      fault { () throws(DocumentError) in _ = try object.point("k") },
      fault { () throws(DocumentError) in _ = try object.array("k") },
      fault { () throws(DocumentError) in _ = try object.members("k") },
      fault { () throws(DocumentError) in _ = try object.object("k") },
      fault { () throws(DocumentError) in _ = try object.oneOf("k", Anchor.self) },
    ]
    for fault in faults { #expect(fault.hasPrefix("t:" + expected)) }
  }

  @Test func askingMakesAKeyKnown() throws {
    var object = try reader("{a: 1, b: {}}")
    let (hasA, hasC) = (object.has("a"), object.has("c"))
    #expect(hasA && !hasC)
    #expect(
      fault { () throws(DocumentError) in try object.finish() } == "t:1:8: b: unknown key \"b\"")
    try object.finish(alsoKnown: ["b"])
    let value = object.optionalNode("b")
    #expect(value?.kind == "an object")
    try object.finish()
  }

  @Test func extraKnownKeysAreSuggested() throws {
    let object = try reader("{commnet: 1}")
    #expect(
      fault { () throws(DocumentError) in try object.finish(alsoKnown: ["comment"]) }
        == "t:1:2: commnet: unknown key \"commnet\" — did you mean \"comment\"?")
  }

  @Test func errorsCanPointAtAKeyOrAtItsObject() throws {
    let object = try reader("\n{low: 3, high: 1}")
    let error = object.error("must be below \"high\"", atKey: "low", hint: "swap them")
    #expect(error.description == "t:2:7: low: must be below \"high\" — swap them")
    #expect(object.error("is empty", atKey: "none").description == "t:2:1: is empty")
    #expect(object.error("is odd", at: object.node).description == "t:2:1: is odd")
  }

  /// Above a certain number of keys, the reader uses another lookup.
  @Test(arguments: [15, 16, 17, 40])
  func objectsMayHaveManyKeys(count: Int) throws {
    let members = (0..<count).map { "k\($0): \($0)" }.joined(separator: ", ")
    var object = try reader("{\(members)}")
    for number in 0..<count where number != 3 {
      #expect(object.optionalNode("k\(number)")?.value == .number(Double(number)))
    }
    #expect(object.optionalNode("k\(count)") == nil)
    #expect(
      fault { () throws(DocumentError) in try object.finish() }.hasPrefix(
        "t:1:23: k3: unknown key"))
    for twice in [0, count - 1] {
      #expect(
        fault(in: "{\(members), k\(twice): 1}").contains("duplicate key \"k\(twice)\""))
    }
  }
}
