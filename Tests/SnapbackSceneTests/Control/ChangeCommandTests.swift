import SnapbackBasics
import SnapbackDocument
import SnapbackEngine
import SnapbackLayout
import SnapbackScene
import Testing

/// Changes of a running scene. The oracle is a scene that was written with the changes.
@Suite struct ChangeCommandTests {
  @Test func aChangeIsWhatTheSceneWouldSay() throws {
    var controlled = try Controlled(barScene)
    let reply = try controlled.send(
      "change",
      """
      {id: 7, changes: [{constraint: "barHeight", constant: 90}, {view: "card", alpha: 1},
        {view: "card", contents: {width: 70}, baselines: {first: 5, last: 2}}]}
      """)
    #expect(reply.transaction == nil && reply.warnings.isEmpty)
    let written =
      barScene
      .replacing("bar.height = 60", with: "bar.height = 90").replacing(
        "alpha: 0.5", with: "alpha: 1"
      )
      .replacing(
        "contents: { width: 40, height: 30 }",
        with: "contents: { width: 70 }, baselines: { first: 5, last: 2 }")
    #expect(try controlled.views() == Controlled.views(of: written))
  }

  @Test func allTraitsOfTheScreenAreChanges() throws {
    let written = [
      ("direction: \"rightToLeft\"", "direction: \"rightToLeft\""),
      ("safeArea: {top: 44, bottom: 34}", "safeArea: {top: 44, bottom: 34}"),
      ("contentSize: \"accessibilityLarge\"", "contentSize: \"accessibilityLarge\""),
      ("keyboardHeight: 300", "keyboardHeight: 300"),
      (
        "sizeClass: {width: \"regular\", height: \"compact\"}",
        "sizeClass: {width: \"regular\", height: \"compact\"}"
      ),
      ("size: [800, 400]", "width: 800, height: 400"),
    ]
    let scene = barScene.replacing(
      "{ id: \"titleTop\"", with: "\"card.bottom <= screen.keyboard.top\", { id: \"titleTop\"")
    for (change, place) in written {
      var controlled = try Controlled(scene)
      let reply = try controlled.send("change", "{changes: [{screen: {\(change)}}]}")
      let size = change.hasPrefix("size:") ? "" : "width: 400, height: 800, "
      let whole = scene.replacing("width: 400, height: 800, ", with: "\(size)\(place), ")
      #expect(try controlled.views() == Controlled.views(of: whole), "\(change)")
      #expect(
        reply.needsSnapshot == (change.hasPrefix("size:") || change.hasPrefix("contentSize")))
    }
  }

  @Test func traitsComeOneAfterTheOtherAndSizeClassesGoBackToTheSize() throws {
    var controlled = try Controlled(barScene)
    try controlled.send(
      "change",
      """
      {changes: [{screen: {direction: "rightToLeft"}}, {screen: {safeArea: {top: 20}}},
        {screen: {sizeClass: {width: "regular"}}}]}
      """)
    var traits = controlled.engine.layoutTree.traits
    #expect(traits.direction == .rightToLeft && traits.safeArea.top == 20)
    #expect(traits.widthClass == .regular && traits.heightClass == nil)
    try controlled.send("change", "{changes: [{screen: {sizeClass: {width: \"bySize\"}}}]}")
    traits = controlled.engine.layoutTree.traits
    #expect(traits.widthClass == nil && traits.direction == .rightToLeft)
  }

  @Test func constraintsThatWereAddedAreKnownAndThoseTakenOutAreNot() throws {
    var controlled = try Controlled(barScene)
    let reply = try controlled.send(
      "change", "{changes: [{addConstraint: \"card.width = 99\"}, {removeConstraint: \"cardTop\"}]}"
    )
    let name = try #require(reply.constraints.first)
    #expect(name == "card.width = 99" && reply.constraints.count == 1)
    #expect(try controlled.frame(of: "card").size.width == 99)
    #expect(try controlled.frame(of: "card").top == 0)
    try controlled.send("change", "{changes: [{constraint: \"\(name)\", constant: 50}]}")
    #expect(try controlled.frame(of: "card").size.width == 50)
    let error = try controlled.refusal(
      "change", "{changes: [{constraint: \"cardTop\", constant: 1}]}")
    #expect(error?.code == .unknownName && error?.message.contains("cardTop") == true)
    // A second rule with the same text gets another name.
    let more = try controlled.send("change", "{changes: [{addConstraint: \"card.width = 50\"}]}")
    #expect(more.constraints.count == 1 && more.constraints != reply.constraints)
  }

  @Test func whatAMessageAddsIsKnownBehindItOnly() throws {
    var controlled = try Controlled(barScene)
    try controlled.send(
      "change",
      """
      {changes: [{addConstraint: "card.width = 80", id: "w"}, {constraint: "w", constant: 81},
        {removeConstraint: "barHeight"}, {addConstraint: "bar.height = 33", id: "barHeight"}]}
      """)
    #expect(try controlled.frame(of: "card").size.width == 81)
    #expect(try controlled.frame(of: "bar").size.height == 33)
    let early =
      "{changes: [{constraint: \"v\", constant: 1}, {addConstraint: \"card.top = 3\", id: \"v\"}]}"
    #expect(try controlled.refusal("change", early)?.code == .unknownName)
    let gone = "{changes: [{removeConstraint: \"w\"}, {constraint: \"w\", constant: 3}]}"
    #expect(try controlled.refusal("change", gone)?.code == .unknownName)
  }

  @Test func conflictsAreToldByName() throws {
    var controlled = try Controlled(barScene)
    let reply = try controlled.send(
      "change", "{changes: [{addConstraint: \"bar.height = 70\", id: \"other\"}]}")
    #expect(reply.conflicts.map(\.victim) == ["other"])
    #expect(reply.conflicts.first?.others.contains("barHeight") == true)
    #expect(reply.warnings.count == 1)
  }

  @Test func changesAndPatchesOfABoundNumberAreRefusedByTheNameOfTheBinding() throws {
    var controlled = try Controlled(
      """
      { snapback: 1, screen: { width: 400, height: 800 },
        views: [ { id: "sheet" }, { id: "shade" } ],
        bindings: [ { name: "dim", from: "sheet.translation.y", to: "shade.alpha",
          map: [[0, 0.5], [100, 0]] } ] }
      """)
    let change = try controlled.refusal(
      "change", "{changes: [{view: \"sheet\", translation: [0, 9]}, {view: \"shade\", alpha: 1}]}")
    #expect(change?.code == .conflict)
    #expect(change?.message.contains("the binding \"dim\" sets this value of \"shade\"") == true)
    let patch = try controlled.refusal("patch", "{scene: {views: [{id: \"shade\", alpha: 1}]}}")
    #expect(patch?.message.contains("the binding \"dim\" and the view's own key") == true)
  }

  @Test func whatIsWrongIsSaidAndNothingIsChanged() throws {
    let height = "{constraint: \"barHeight\", constant: 9}"
    let faults: [(String, ControlError.Code, String)] = [
      ("{changes: [{constraint: \"barHeigth\", constant: 1}]}", .unknownName, "barHeight"),
      ("{changes: [{view: \"crad\", alpha: 1}]}", .unknownName, "card"),
      ("{changes: [{view: \"card\", alpha: 2}]}", .badMessage, "changes[0].alpha"),
      (
        "{changes: [{view: \"card\", alpha: 0.1}, {view: \"bar\", text: \"x\"}]}", .badMessage,
        "text"
      ),
      (
        "{changes: [\(height), {addConstraint: \"card.left = 1\", id: \"sum\"}]}",
        .conflict, "sum"
      ),
      (
        "{changes: [\(height), {addConstraint: \"card.left = bar.top\"}]}",
        .badMessage, "left"
      ),
      ("{changes: [{addConstraint: \"card.left = bad.left\"}]}", .unknownName, "bar"),
      ("{change: []}", .badMessage, "changes"),
      ("{changes: [], animated: true}", .badMessage, "animate"),
      ("{changes: [], controlled: true}", .badMessage, "animate"),
      ("[]", .badMessage, "object"),
      ("{changes: [{gesture: \"darg\", enabled: false}]}", .unknownName, "drag"),
      ("{changes: [{screen: {}}]}", .badMessage, "screen"),
      ("{changes: [{screen: {sizeClass: {width: \"any\"}}}]}", .badMessage, "bySize"),
    ]
    for (body, code, part) in faults {
      var controlled = try Controlled(barScene)
      let error = try controlled.refusal("change", body)
      #expect(error?.code == code, "\(body): \(String(describing: error))")
      #expect(error?.message.contains(part) == true, "\(body): \(String(describing: error))")
    }
  }

  @Test func aMisspeltKeyIsNamedBeforeAnythingElse() throws {
    let faults = [
      ("{view: \"card\", aplha: 0.5}", "aplha", "alpha"),
      ("{view: \"card\", alpha: 0.5, hiden: true}", "hiden", "hidden"),
      ("{view: \"card\", trnslation: [1, 2]}", "trnslation", "translation"),
      ("{constraint: \"barHeight\", constnat: 9}", "constnat", "constant"),
      ("{constraint: \"barHeight\", constant: 9, prioirty: 3}", "prioirty", "priority"),
      ("{screen: {keyboardHieght: 9}}", "keyboardHieght", "keyboardHeight"),
      ("{screen: {keyboardHeight: 9, saveArea: {top: 1}}}", "saveArea", "safeArea"),
    ]
    for (change, key, hint) in faults {
      var controlled = try Controlled(barScene)
      let error = try controlled.refusal("change", "{changes: [\(change)]}")
      let message = error?.message ?? "none"
      #expect(error?.code == .badMessage, "\(message)")
      #expect(message.contains("unknown key \"\(key)\""), "\(message)")
      #expect(message.contains("did you mean \"\(hint)\"?"), "\(message)")
    }
    // A change without an effect is an error, which is reported only if no key is wrong.
    for (change, words) in [
      ("{view: \"card\"}", "no property of \"card\" is changed"),
      ("{constraint: \"sum\"}", "no property of \"sum\" is changed"),
      ("{screen: {}}", "no property of the screen is changed"),
    ] {
      var controlled = try Controlled(barScene)
      let error = try controlled.refusal("change", "{changes: [\(change)]}")
      #expect(error?.message.contains(words) == true, "\(String(describing: error))")
    }
  }

  @Test func moreThanAllowedIsRefused() throws {
    var controlled = try Controlled(barScene)
    func list(_ item: String, _ count: Int) -> String {
      "{changes: [\(Array(repeating: item, count: count).joined(separator: ","))]}"
    }
    let alpha = "{view: \"card\", alpha: 0.3}"
    #expect(
      try controlled.refusal("change", list(alpha, ControlLimits.changes + 1))?.code == .limit)
    try controlled.send("change", list(alpha, ControlLimits.changes))
    let long = String(repeating: "a", count: ControlLimits.textCharacters / 2 + 1)
    let text = list("{view: \"title\", text: \"\(long)\"}", 2)
    #expect(try controlled.refusal("change", text)?.code == .limit)
    let passes = list("\"layoutIfNeeded\"", ControlLimits.passes)
    #expect(try controlled.refusal("change", passes)?.code == .limit)
    var count = controlled.engine.layoutTree.constraintCount
    let step = ControlLimits.changes
    while count + step <= ControlLimits.constraints {
      try controlled.send("change", list("{addConstraint: \"card.width >= 1\"}", step))
      count += step
    }
    let left = ControlLimits.constraints - count
    let more = list("{addConstraint: \"card.width >= 1\"}", left + 1)
    #expect(try controlled.refusal("change", more)?.code == .limit)
    try controlled.send("change", list("{addConstraint: \"card.width >= 1\"}", left))
  }

  @Test func whatIsMovedAtOnceIsLimited() throws {
    let views = (0..<50).map { "{ id: \"v\($0)\" }" }.joined(separator: ",")
    let rules = (0..<50).map { "\"v\($0).left = bar.left\"" }.joined(separator: ",")
    var controlled = try Controlled(
      "{snapback: 1, screen: {width: 400, height: 800}, views: [{id: \"bar\"}, \(views)],"
        + " constraints: [{id: \"x\", rule: \"bar.left = 0\"}, \(rules)]}")
    let body =
      "{changes: [{constraint: \"x\", by: 1}], controlled: true,"
      + " animate: {curve: \"linear\", duration: 100}}"
    // Each moves the left and the right edge of 51 views.
    let count = (ControlLimits.movedChannels + 101) / 102
    for _ in 0..<count { try controlled.send("change", body) }
    #expect(controlled.engine.movedChannelCount == 102 * count)
    #expect(try controlled.refusal("change", body)?.code == .limit)
    // Without an animation nothing is waited for, and channels that have ended no longer count.
    try controlled.send("change", "{changes: [{constraint: \"x\", by: 1}]}")
    try controlled.send("motion", "{instant: true}")
    try controlled.send("change", body)
  }

  @Test func noMoreTransactionsThanAllowedAreUnderWay() throws {
    var controlled = try Controlled(barScene)
    func body(_ alpha: Double) -> String {
      "{changes: [{view: \"card\", alpha: \(alpha)}], animate: {curve: \"linear\", duration: 100}}"
    }
    for step in 0..<ControlLimits.transactions {
      try controlled.send("change", body(step.isMultiple(of: 2) ? 0.3 : 0.4))
    }
    #expect(controlled.engine.transactionCount == ControlLimits.transactions)
    #expect(try controlled.refusal("change", body(0.7))?.code == .limit)
    #expect(try controlled.refusal("run", "{action: \"open\"}")?.code == .limit)
    let load = "{scene: \(barScene), animate: {curve: \"linear\", duration: 1}}"
    #expect(try controlled.refusal("load", load)?.code == .limit)
  }
}
