import SnapbackBasics
import SnapbackDocument
import SnapbackEngine
import SnapbackLayout
import SnapbackProtocol
import SnapbackScene
import SnapbackTouches
import Testing

/// The constraints that hold the views of a running scene. The oracle is the scene's rules and its
/// layout.
@Suite struct InspectCommandTests {
  /// The reply to an inspection, decoded as a client would decode it.
  private struct Told {
    struct Line {
      var id: String?
      var rule: String
      var priority: Double
      var isActive: Bool
      var state: String
      var by: Double?
      var source: String
    }

    var frame: [Double]?
    /// The size classes of width and height, and the theme.
    var traits: [String] = []
    var lines: [Line] = []
    var conflicts: [(String, [String])] = []
    var ambiguities: [String]?
    var truncated = 0.0

    init(_ reply: ControlReply) throws {
      var writer = JSONWriter(precision: .shortest)
      writer.beginObject()
      reply.write(to: &writer)
      writer.endObject()
      let file = "reply"
      let node = try DocumentNode.parse(writer.bytes, file: file)
      var reader = try ObjectReader(try #require(node.member("inspect")), file: file)
      frame = try reader.optionalArray("frame")?.map { try $0.number(file: file) }
      var parts = try ObjectReader(try reader.node("traits"), file: file)
      traits = [
        try parts.string("width"), try parts.string("height"), try parts.string("theme"),
      ]
      try parts.finish()
      for node in try reader.array("constraints") {
        var line = try ObjectReader(node, file: file)
        lines.append(
          Line(
            id: try line.optionalString("id"), rule: try line.string("rule"),
            priority: try line.number("priority"), isActive: try line.boolean("active"),
            state: try line.string("state"), by: try line.optionalNumber("by"),
            source: try line.string("source")))
        try line.finish()
      }
      for node in try reader.array("conflicts") {
        var conflict = try ObjectReader(node, file: file)
        conflicts.append(
          (
            try conflict.string("constraint"),
            try conflict.array("others").map { try $0.string(file: file) }
          ))
      }
      ambiguities = try reader.optionalArray("ambiguities")?.map { node in
        var part = try ObjectReader(node, file: file)
        return try "\(part.string("view")).\(part.string("attribute")): \(part.string("cause"))"
      }
      truncated = try reader.optionalNumber("truncated") ?? 0
      try reader.finish()
    }

    subscript(id: String) -> Line? { lines.first { $0.id == id } }
  }

  private func told(
    _ controlled: inout Controlled, _ body: String = "{}", at seconds: Double = 0
  ) throws -> Told {
    try Told(controlled.send("inspect", body, at: seconds))
  }

  @Test func itListsWhatTheSceneSaysAndWhatFollowsFromIt() throws {
    var controlled = try Controlled(barScene)
    let all = try told(&controlled)
    #expect(all.frame == nil && all.truncated == 0 && all.conflicts.isEmpty)
    #expect(all.lines.compactMap(\.id) == controlled.engine.layoutTree.constraintIdentifiers)
    let left = try #require(all["cardLeft"])
    #expect(left.rule == "card.left = screen.left + 20 @ 750")
    #expect(left.priority == 750 && left.isActive && left.state == "holds")
    #expect(left.source == "scene" && left.by == nil)
    // Two per axis for the title's text and two for the card's contents, all without a name.
    let generated = all.lines.filter { $0.id == nil }
    #expect(generated.count == 8 && generated.allSatisfy { $0.source == "intrinsic" })
    #expect(Set(generated.map(\.priority)) == [250, 750])
  }

  @Test func theTraitsAreThoseOnWhichConditionsDepend() throws {
    var controlled = try Controlled(barScene)
    #expect(try told(&controlled).traits.last == "light")
    let screen = "{theme: \"dark\", sizeClass: {width: \"regular\", height: \"compact\"}}"
    try controlled.send("change", "{changes: [{screen: \(screen)}]}")
    #expect(try told(&controlled, "{view: \"card\"}").traits == ["regular", "compact", "dark"])
  }

  @Test func oneViewHasWhatSpeaksOfItAndItsFrameInItsParent() throws {
    var controlled = try Controlled(barScene)
    let title = try told(&controlled, "{view: \"title\"}")
    let rules = title.lines.filter { $0.source == "scene" }.map(\.rule)
    #expect(rules == ["title.leading = bar.leading + 10", "title.top = bar.top + 5"])
    let frame = try controlled.frame(of: "title")
    #expect(title.frame == [frame.left, frame.top, frame.size.width, frame.size.height])
    let card = try told(&controlled, "{view: \"card\"}")
    #expect(Set(card.lines.compactMap(\.id)).isSuperset(of: ["cardLeft", "cardTop", "sum"]))
    #expect(card.lines.allSatisfy { $0.rule.contains("card.") })
  }

  @Test func whatScrollsHasTheFrameThatASnapshotSays() throws {
    var controlled = try Controlled(
      barScene.replacing("\"row.width = 30\"", with: "\"row.top = 300\", \"row.width = 30\""))
    try controlled.send("change", "{changes: [{view: \"list\", scrollOffset: [0, 40]}]}")
    let row = try told(&controlled, "{view: \"row\"}")
    let frame = try controlled.frame(of: "row", at: 1)
    #expect(row.frame == [frame.left, frame.top, frame.size.width, frame.size.height])
  }

  @Test func itIsTheSceneThatRunsAndNotTheDocument() throws {
    var controlled = try Controlled(barScene)
    let names = try controlled.send(
      "change", "{changes: [{addConstraint: \"card.width >= 60 @ 500\"}]}"
    ).constraints
    let name = try #require(names.first)
    try controlled.send("change", "{changes: [{constraint: \"cardLeft\", active: false}]}")
    try controlled.send("change", "{changes: [{constraint: \"barHeight\", constant: 90}]}")
    var all = try told(&controlled, "{view: \"card\"}")
    let added = try #require(all[name])
    #expect(added.rule == "card.width >= 60 @ 500" && added.priority == 500)
    // The contents are held at priority 250, which is lower.
    #expect(added.state == "holds")
    let off = try #require(all["cardLeft"])
    #expect(!off.isActive && off.state == "inactive")
    #expect(all.ambiguities == ["card.left: missing"])
    #expect(try told(&controlled)["barHeight"]?.rule == "bar.height = 90")

    // The reported name can be used to switch a constraint on again.
    try controlled.send("change", "{changes: [{constraint: \"cardLeft\", active: true}]}")
    all = try told(&controlled, "{view: \"card\"}")
    #expect(all["cardLeft"]?.state == "holds" && all.ambiguities == [])
    try controlled.send(
      "patch", "{scene: {constraints: [{id: \"widest\", rule: \"card.width <= 50 @ 600\"}]}}")
    all = try told(&controlled, "{view: \"card\"}")
    #expect(all["widest"]?.state == "holds")
    let missed = try #require(all[name])
    #expect(missed.state == "gives way" && missed.by == 10)
    try controlled.send(
      "load", "{scene: {snapback: 1, screen: {width: 9, height: 9}, views: [{id: \"new\"}]}}")
    let new = try told(&controlled)
    #expect(new.lines.isEmpty && Set(new.ambiguities ?? []).contains("new.left: missing"))
  }

  @Test func aContradictionIsToldOfTheViewsThatItIsAbout() throws {
    var controlled = try Controlled(barScene)
    try controlled.send("change", "{changes: [{addConstraint: \"bar.height = 70\", id: \"two\"}]}")
    let bar = try told(&controlled, "{view: \"bar\"}")
    #expect(bar.conflicts.count == 1)
    #expect(bar.conflicts.first.map { Set([$0.0] + $0.1) } == ["two", "barHeight"])
    #expect(bar["two"]?.by == 10 || bar["barHeight"]?.by == 10)
    #expect(try told(&controlled, "{view: \"row\"}").conflicts.isEmpty)
    #expect(try told(&controlled).conflicts.count == 1)
  }

  @Test func everySourceHasItsName() throws {
    var controlled = try Controlled(
      """
      { snapback: 1, screen: { width: 100, height: 100 }, views: [
        { id: "row", stack: { axis: "horizontal", spacing: 4 },
          views: [{ id: "a" }, { id: "b", contents: { width: 9, height: 9 } }] },
        { id: "free", autoresizing: {
          frame: [1, 2, 30, 40], parent: [100, 100], flexible: ["width"] } }],
        constraints: ["row.left = 5", "row.top = 5", "a.width = 20"] }
      """)
    let all = try told(&controlled)
    #expect(Set(all.lines.map(\.source)) == ["scene", "stack", "intrinsic", "autoresizing"])
    for line in all.lines { #expect((line.id == nil) == (line.source != "scene")) }
    let free = try told(&controlled, "{view: \"free\"}")
    #expect(free.lines.allSatisfy { $0.source == "autoresizing" } && free.frame == [1, 2, 30, 40])
  }

  @Test func itFindsWhatTheLayoutFindsAfterEachChange() throws {
    var controlled = try Controlled(barScene)
    for name in controlled.engine.layoutTree.constraintIdentifiers.shuffled() {
      try controlled.send("change", "{changes: [{removeConstraint: \"\(name)\"}]}")
      var tree = controlled.engine.layoutTree
      let expected = tree.ambiguities().flatMap { part in
        part.attributes.map { "\(part.item).\($0.rawValue): \(part.cause.rawValue)" }
      }
      // Twice: the second answer is a cached one.
      for _ in 0..<2 { #expect(try told(&controlled).ambiguities == expected, "without \(name)") }
    }
  }

  @Test func whatIsWrongIsSaidAndNothingChanges() throws {
    var controlled = try Controlled(barScene)
    let unknown = try controlled.refusal("inspect", "{view: \"crad\"}")
    #expect(unknown?.code == .unknownName && unknown?.message.contains("card") == true)
    #expect(try controlled.refusal("inspect", "{vew: \"card\"}")?.code == .badMessage)
    #expect(try controlled.refusal("inspect", "{view: 5}")?.code == .badMessage)
    let before = (controlled.views(), controlled.engine.layoutPasses, controlled.desk.document)
    let reply = try controlled.send("inspect", "{id: 3, view: \"card\"}")
    #expect(!reply.needsSnapshot && reply.warnings.isEmpty)
    #expect(controlled.views() == before.0 && controlled.engine.layoutPasses == before.1)
    #expect(controlled.desk.document == before.2)
    #expect(Command.inspect.requiredRole == .view)
  }

  @Test func aLargeSceneIsCutAndNotSearchedForAmbiguities() throws {
    let count = ControlLimits.inspectedConstraints + 7
    let rules = (0..<count).map { "\"a.width >= \(Double($0) / 64)\"" }.joined(separator: ", ")
    var controlled = try Controlled(
      """
      { snapback: 1, screen: { width: 100, height: 100 }, views: [{ id: "a" }, { id: "b" }],
        constraints: [\(rules)] }
      """)
    let all = try told(&controlled)
    #expect(all.lines.count == ControlLimits.inspectedConstraints && all.truncated == 7)
    #expect(all.ambiguities == nil)
    let other = try told(&controlled, "{view: \"b\"}")
    #expect(other.lines.isEmpty && other.truncated == 0)
  }
}
