import SnapbackEngine
import SnapbackLayout
import SnapbackScene
import Testing

/// Ends of constraints that are changed. The test finds the valid ones by trying all.
@Suite struct RetargetCommandTests {

  /// All that rules can name in the scene, by name.
  private static func items(of layout: LayoutTree) -> [String: LayoutItem] {
    var items = layout.items
    for (name, item) in layout.items {
      guard case .view(let view) = item else { continue }
      items["\(name).margins"] = .margins(view)
      items["\(name).safeArea"] = .safeArea(view)
      items["\(name).content"] = .content(view)
      items["\(name).viewport"] = .viewport(view)
    }
    items["screen.keyboard"] = .keyboard
    return items
  }

  @Test(arguments: [
    ("barHeight", "first", 0), ("titleTop", "first", 0), ("titleTop", "second", 1),
    ("cardLeft", "second", 1), ("sum", "second", 2), ("sum", "first", 0),
  ])
  func theChoicesAreWhatTheLayoutTakes(name: String, side: String, place: Int) throws {
    var controlled = try Controlled(barScene)
    let term = side == "second" ? ", term: \(place - 1)" : ""
    let reply = try controlled.send(
      "retarget", "{constraint: \"\(name)\", side: \"\(side)\"\(term)}")
    let choices = try #require(reply.choices)
    let layout = controlled.engine.layoutTree
    let constraint = try #require(layout.constraint(name))
    func accepts(_ anchor: Anchor) -> Bool {
      var tree = layout
      var other = constraint
      if place == 0 { other.first = anchor } else { other.terms[place - 1].anchor = anchor }
      do {
        try tree.remove(name)
        try tree.add(other)
        return true
      } catch {
        return false
      }
    }
    let anchor = place == 0 ? constraint.first : constraint.terms[place - 1].anchor
    let items = Self.items(of: layout)
    let attributes = LayoutAttribute.allCases.filter { accepts(Anchor(anchor.item, $0)) }
    #expect(choices.attributes == attributes)
    let legal = items.filter { accepts(Anchor($0.value, anchor.attribute)) }.map(\.key)
    #expect(Set(choices.views + choices.guides) == Set(legal))
    #expect(choices.views.count + choices.guides.count == legal.count)
    #expect(choices.attribute == anchor.attribute && items[choices.view] == anchor.item)
    #expect(choices.attributes.contains(choices.attribute))
  }

  @Test func anEndIsMovedAndTheRestStays() throws {
    var controlled = try Controlled(barScene)
    try controlled.send("change", "{changes: [{constraint: \"cardLeft\", constant: 33}]}")
    let old = try #require(controlled.engine.layoutTree.constraint("cardLeft"))
    let reply = try controlled.send(
      "retarget", "{constraint: \"cardLeft\", side: \"second\", view: \"middle\"}")
    #expect(reply.choices?.view == "middle" && reply.choices?.guides.contains("middle") == true)
    #expect(try controlled.frame(of: "card").left == 233)
    let new = try #require(controlled.engine.layoutTree.constraint("cardLeft"))
    #expect(new.constant == old.constant && new.priority == old.priority && new.first == old.first)
    try controlled.send(
      "retarget",
      "{constraint: \"cardLeft\", side: \"first\", attribute: \"right\","
        + " animate: {curve: \"linear\", duration: 1}}"
    )
    #expect(try controlled.frame(of: "card", at: 0.5).right == 253)
    #expect(try controlled.frame(of: "card", at: 2).right == 233)
  }

  @Test func variationsStay() throws {
    let scene = barScene.replacing(
      "rule: \"bar.height = 60\"",
      with: "rule: \"bar.height = 60\", variations: { \"any x regular\": { constant: 44 } }")
    var controlled = try Controlled(scene)
    #expect(try controlled.frame(of: "bar").size.height == 44)
    try controlled.send(
      "retarget", "{constraint: \"barHeight\", side: \"first\", view: \"card\"}")
    #expect(try controlled.frame(of: "card").size.height == 44)
    try controlled.send(
      "change", "{changes: [{screen: {sizeClass: {height: \"compact\"}}}]}")
    #expect(try controlled.frame(of: "card").size.height == 60)
  }

  @Test func whatIsWrongIsSaid() throws {
    let faults: [(String, ControlError.Code)] = [
      ("{constraint: \"cardLetf\", side: \"first\"}", .unknownName),
      ("{constraint: \"title.width.hugging\", side: \"first\"}", .unknownName),
      ("{constraint: \"cardLeft\", side: \"left\"}", .badMessage),
      ("{constraint: \"cardLeft\", side: \"first\", view: \"crad\"}", .unknownName),
      ("{constraint: \"cardLeft\", side: \"first\", attribute: \"x\"}", .badMessage),
      ("{constraint: \"cardLeft\", side: \"first\", attribute: \"top\"}", .badMessage),
      ("{constraint: \"cardLeft\", side: \"second\", attribute: \"leading\"}", .badMessage),
      ("{constraint: \"cardLeft\", side: \"second\", view: \"card.content\"}", .unknownName),
      ("{constraint: \"cardLeft\", side: \"second\", term: 1}", .unknownName),
      ("{constraint: \"barHeight\", side: \"second\"}", .conflict),
      ("{constraint: \"sum\", side: \"second\"}", .conflict),
    ]
    for (body, code) in faults {
      var controlled = try Controlled(barScene)
      let error = try controlled.refusal("retarget", body)
      #expect(error?.code == code, "\(body): \(String(describing: error))")
    }
  }
}
