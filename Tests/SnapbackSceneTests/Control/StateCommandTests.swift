import SnapbackBasics
import SnapbackDocument
import SnapbackEngine
import SnapbackLayout
import SnapbackProtocol
import SnapbackScene
import Testing

/// Commands that set and read states, and what becomes of states in other scenes.
@Suite struct StateCommandTests {
  private static func scene(_ values: String = "\"closed\", \"open\"", more: String = "") -> String
  {
    """
    { snapback: 1, screen: { width: 400, height: 800 }, states: { sheet: [\(values)]\(more) },
      views: [ { id: "sheet", hidden: false,
        variations: { "sheet = open": { contents: { width: 30, height: 20 } } } } ],
      constraints: [ { id: "high", rule: "sheet.height = 100",
        variations: { "sheet = open": { constant: 700 } } } ] }
    """
  }

  /// The states in the reply to `inspect`, as `state=value of values`.
  private func told(_ controlled: inout Controlled, _ body: String = "{}") throws -> [String]? {
    var writer = JSONWriter(precision: .shortest)
    writer.beginObject()
    try controlled.send("inspect", body).write(to: &writer)
    writer.endObject()
    let node = try DocumentNode.parse(writer.bytes, file: "reply")
    guard let list = node.member("inspect")?.member("states") else { return nil }
    return try list.array(file: "reply").map { node in
      var reader = try ObjectReader(node, file: "reply")
      let values = try reader.array("values").map { try $0.string(file: "reply") }
      let text =
        "\(try reader.string("state"))=\(try reader.string("value")) of "
        + values.joined(separator: ",")
      try reader.finish()
      return text
    }
  }

  private func high(_ controlled: inout Controlled, _ seconds: Double = 0) throws -> Double {
    try controlled.frame(of: "sheet", at: seconds).size.height
  }

  @Test func aClientSetsAStateWithAnAnimationAndReadsIt() throws {
    var controlled = try Controlled(Self.scene())
    #expect(try told(&controlled) == ["sheet=closed of closed,open"])
    let reply = try controlled.send(
      "change",
      """
      { changes: [{ state: "sheet", value: "open" }], animate: { curve: "linear", duration: 1 } }
      """)
    #expect(reply.transaction != nil)
    #expect(try told(&controlled, "{ view: \"sheet\" }") == ["sheet=open of closed,open"])
    #expect(try abs(high(&controlled, 0.5) - 400) < 1e-9)
    #expect(try high(&controlled, 1) == 700)
  }

  @Test func aSceneWithoutStatesTellsNone() throws {
    var controlled = try Controlled(barScene)
    #expect(try told(&controlled) == nil)
  }

  @Test func unknownNamesAreRefused() throws {
    var controlled = try Controlled(Self.scene())
    for (change, name) in [
      ("{ state: \"sheat\", value: \"open\" }", "\"sheet\""),
      ("{ state: \"sheet\", value: \"opne\" }", "\"open\""),
    ] {
      let error = try controlled.refusal("change", "{ changes: [\(change)] }")
      #expect(error?.code == .unknownName && error?.message.contains(name) == true)
    }
    #expect(
      try controlled.refusal("change", "{ changes: [{ state: \"sheet\" }] }")?.code == .badMessage)
    #expect(try told(&controlled) == ["sheet=closed of closed,open"])
  }

  @Test func aPatchKeepsAStateAndALoadResetsIt() throws {
    var controlled = try Controlled(Self.scene())
    try controlled.send("change", "{ changes: [{ state: \"sheet\", value: \"open\" }] }")
    try controlled.send(
      "patch",
      """
      { scene: { states: { first: ["a", "b"] }, views: [{ id: "sheet", alpha: 0.5 }],
        constraints: [{ id: "high", variations: { "sheet = open": { constant: 600 } } }] } }
      """)
    #expect(
      try told(&controlled)?.sorted() == ["first=a of a,b", "sheet=open of closed,open"])
    #expect(try high(&controlled) == 600)
    try controlled.send("load", "{ scene: \(Self.scene()) }")
    #expect(try told(&controlled) == ["sheet=closed of closed,open"])
    #expect(try high(&controlled) == 100)
  }

  @Test func aPatchOfTheInitialValueOrWithoutTheValueSetsTheInitialValue() throws {
    for values in [["ajar", "closed", "open"], ["closed", "ajar"]] {
      var controlled = try Controlled(Self.scene())
      try controlled.send("change", "{ changes: [{ state: \"sheet\", value: \"open\" }] }")
      let list = values.map { "\"\($0)\"" }.joined(separator: ", ")
      try controlled.send(
        "patch",
        """
        { scene: { states: { sheet: [\(list)] }, constraints: [{ id: "high",
          variations: { "sheet = open": null, "sheet = ajar": { constant: 50 } } }],
          views: [{ id: "sheet", variations: null }] } }
        """)
      #expect(
        try told(&controlled) == ["sheet=\(values[0]) of \(values.joined(separator: ","))"])
      #expect(try high(&controlled) == (values[0] == "ajar" ? 50 : 100))
    }
  }

  @Test func aPatchKeepsAHiddenViewInEveryState() throws {
    var controlled = try Controlled(Self.scene())
    try controlled.send("change", "{ changes: [{ view: \"sheet\", hidden: true }] }")
    // The states change their order, so the variations of the two versions have other axes.
    try controlled.send(
      "patch",
      """
      { scene: { states: { sheet: null, more: ["x", "y"] }, views: [{ id: "sheet",
        variations: null }], constraints: [{ id: "high", variations: null }] } }
      """)
    try controlled.send(
      "patch",
      """
      { scene: { states: { sheet: ["closed", "open"] }, views: [{ id: "sheet",
        variations: { "sheet = open": { contents: { width: 1, height: 2 } } } }] } }
      """)
    #expect(
      try told(&controlled)?.sorted() == ["more=x of x,y", "sheet=closed of closed,open"])
    #expect(controlled.engine.layoutTree.isHidden(ViewID(index: 1)))
    try controlled.send("change", "{ changes: [{ state: \"sheet\", value: \"open\" }] }")
    #expect(controlled.engine.layoutTree.isHidden(ViewID(index: 1)))
    #expect(
      controlled.engine.layoutTree.properties(of: ViewID(index: 1)).intrinsicSize.vertical == 2)
  }
}
