import SnapbackBasics
import SnapbackConstraints
import SnapbackDocument
import SnapbackEngine
import SnapbackLayout
import SnapbackProtocol
import SnapbackScene
import Testing

/// Parsing a scene's `actions`: triggers and changes.
@Suite struct ActionReaderTests {
  /// A scene with these actions, on line 8 of the text.
  static func scene(_ actions: String) -> String {
    """
    { snapback: 1, screen: { width: 400, height: 800 },
      views: [ { id: "card" }, { id: "list", scroll: true }, { id: "label", text: "One" },
        { id: "row", stack: { axis: "vertical", spacing: 3 },
          views: [ { id: "first" }, { id: "last" } ] } ],
      constraints: [ { id: "wide", rule: "card.width = 100" },
        { id: "gap", format: "[card]-[list]" } ],
      actions:
    \(actions) }
    """
  }

  static func read(_ actions: String) throws(DocumentError) -> SceneBlueprint {
    try SceneReader.read(Array(scene(actions).utf8), file: "scene.json5")
  }

  /// The changes of one action.
  private func changes(_ list: String) throws -> [SceneChange] {
    let actions = try Self.read("[{ on: \"appear\", changes: [\(list)] }]").actions
    return try #require(actions.first?.steps.first)
  }

  // MARK: Actions

  @Test func aSceneNeedsNoActions() throws {
    #expect(try Self.read("[]").actions == [])
  }

  @Test func anActionIsReadWithItsDefaults() throws {
    let action = try #require(
      try Self.read("[{ on: \"appear\", changes: [] }]").actions.first)
    #expect(action == SceneAction(name: "action1", triggers: [.appear], steps: [[]]))
    #expect(action.animation == nil && action.advance == .start)
  }

  @Test func everyKeyOfAnActionIsRead() throws {
    let scene = try Self.read(
      """
      [
        { name: "open", on: ["appear", "rotate"], advance: "completion",
          steps: [[{ constraint: "wide", constant: 1 }], [{ constraint: "wide", constant: 2 }]] },
        { on: [{ tap: "card" }, { touchUpInside: "first" }, { focus: "label" }, { tap: "screen" }],
          changes: [] },
        { on: { completion: "open" }, animate: { curve: "linear", duration: 2 }, changes: [] },
        { on: [{ touchDown: "card" }, { touchUpOutside: "first" }, { touchCancel: "label" }],
          changes: [] },
      ]
      """)
    #expect(scene.actions.map(\.name) == ["open", "action2", "action3", "action4"])
    #expect(
      scene.actions.map(\.triggers) == [
        [.appear, .rotate],
        [.tap(view: 1), .touchUpInside(view: 5), .focus(view: 3), .tap(view: 0)],
        [.completion(of: "open")],
        [.touchDown(view: 1), .touchUpOutside(view: 5), .touchCancel(view: 3)],
      ])
    #expect(scene.actions[0].steps == [[.constant("wide", 1)], [.constant("wide", 2)]])
    #expect(scene.actions.map(\.advance) == [.completion, .start, .start, .start])
    #expect(scene.actions.map { $0.animation != nil } == [false, false, true, false])
  }

  @Test func anActionMayWaitForOneThatStandsBelowIt() throws {
    let scene = try Self.read(
      """
      [{ on: { completion: "later" }, changes: [] }, { name: "later", on: [], changes: [] }]
      """)
    #expect(scene.actions.map(\.triggers) == [[.completion(of: "later")], []])
  }

  // MARK: Changes

  @Test func changesOfAConstraintAreRead() throws {
    #expect(
      try changes(
        "{ constraint: \"wide\", constant: 5, by: -2, active: false, priority: \"high\" }")
        == [
          .constant("wide", 5), .constantBy("wide", -2), .active("wide", false),
          .priority("wide", .defaultHigh),
        ])
    #expect(try changes("{ constraint: \"gap[0]\", by: 2 }") == [.constantBy("gap[0]", 2)])
    let replaced = try changes("{ constraint: \"wide\", replaceBy: \"card.width >= 7 @ 20\" }")
    guard case .replaceConstraint("wide", let constraint)? = replaced.first else {
      Issue.record("\(replaced)")
      return
    }
    #expect(constraint.identifier == "wide" && constraint.relation == .greaterThanOrEqual)
    #expect(constraint.constant == 7)
    #expect(constraint.priority == (try Priority(20)))
  }

  @Test func constraintsAreAddedAndTakenOut() throws {
    let list = try changes(
      """
      { removeConstraint: "more" }, { constraint: "more", active: false },
      { addConstraint: "card.height = 3", id: "more" }, { removeConstraint: "wide" },
      { addConstraint: "card.width = 8", id: "wide" }, { addConstraint: "card.top = 1" },
      """)
    var added: [LayoutConstraint] = []
    for case .addConstraint(let constraint, _) in list { added.append(constraint) }
    #expect(
      added.map(\.identifier)
        == ["more", "wide", "actions[0].changes[5].addConstraint card.top = 1"])
    #expect(added.map(\.constant) == [3, 8, 1])
    // A change may name a constraint that another change adds, and may add a removed one again.
    #expect(list[0] == .removeConstraint("more") && list[1] == .active("more", false))
    #expect(list[3] == .removeConstraint("wide"))
  }

  @Test func changesOfTheScreenAreRead() throws {
    #expect(
      try changes(
        "{ screen: { size: [800, 400], contentSize: \"extraLarge\", keyboardHeight: 300 } }")
        == [
          .screenSize(Size(width: 800, height: 400)), .contentSizeCategory(.xLarge),
          .keyboardHeight(300),
        ])
  }

  @Test func changesOfAViewThatGoThroughLayoutAreRead() throws {
    #expect(
      try changes(
        """
        { view: "card", hidden: true, contents: { height: 3 } },
        { view: "last", hidden: "toggle" }, { view: "first", hidden: false },
        { view: "label", text: "Two" },
        """)
        == [
          .hidden("card", true), .contents("card", PerAxis(horizontal: nil, vertical: 3)),
          .toggleHidden("last"), .hidden("first", false), .text("label", "Two"),
        ])
    // Unset properties of a stack stay as they were.
    let list = try changes("{ view: \"row\", stack: { axis: \"horizontal\" } }")
    guard case .stack("row", let stack)? = list.first else {
      Issue.record("\(list)")
      return
    }
    #expect(stack.axis == .horizontal && stack.spacing == .points(3))
    #expect(stack.arranged.map(\.index) == [5, 6])
  }

  @Test func changesOfAViewPastLayoutAreRead() throws {
    #expect(
      try changes(
        """
        { view: "card", center: { x: 200 }, centerBy: [1, -2], translation: [3, 4],
          rotation: 180, scale: [2, 0.5], alpha: 0.25, color: "#ff0080",
          touches: "none" },
        { view: "list", scrollOffset: [0, 40], center: { y: 7 } }, "layoutIfNeeded",
        { view: "list", scrollToVisible: [1, -2, 3, 4], contentInset: { top: 5 } },
        """)
        == [
          .center("card", x: 200, y: nil), .centerBy("card", Vector(dx: 1, dy: -2)),
          .translation("card", Vector(dx: 3, dy: 4)), .rotation("card", .pi),
          .scale("card", Vector(dx: 2, dy: 0.5)), .alpha("card", 0.25),
          .color("card", Color(red: 255, green: 0, blue: 128)),
          .touches("card", .nothing),
          .scrollOffset("list", Vector(dx: 0, dy: 40)), .center("list", x: nil, y: 7),
          .layoutIfNeeded, .contentInset("list", EdgeInsets(top: 5)),
          .scrollToVisible("list", .rect(Rect(x: 1, y: -2, width: 3, height: 4))),
        ])
  }

  @Test func blocksStandInEachOther() throws {
    let list = try changes(
      """
      { animate: { curve: "linear", duration: 1 }, changes: [
        { changes: [{ view: "card", alpha: 0 }] }, { view: "card", alpha: 1 } ] }
      """)
    guard case .animate(let outer?, let inner)? = list.first else {
      Issue.record("\(list)")
      return
    }
    #expect(outer.duration == 1)
    #expect(inner == [.animate(nil, [.alpha("card", 0)]), .alpha("card", 1)])
  }

  @Test func blocksStandAsDeepAsTheEngineTakesThem() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "[{ changes: ", count: depth) + "[{ view: \"card\", alpha: 0 }]"
        + String(repeating: " }]", count: depth)
    }
    for (depth, isTaken) in [(8, true), (9, false)] {
      let text = "[{ on: \"appear\", changes: \(nested(depth)) }]"
      let scene = try? Self.read(text)
      #expect((scene != nil) == isTaken, "\(depth) deep")
      guard let scene else { continue }
      var engine = Engine(scene)
      engine.advance(to: .zero)
      let warnings = engine.drainActionWarnings()
      #expect(warnings == [])
    }
  }

  @Test func whatIsReadIsWhatTheEngineTakes() throws {
    // All at once, one after the other, or by their own triggers.
    let scene = try Self.read(
      """
      [{ on: "appear", changes: [
        { constraint: "wide", constant: 5, by: -2, active: false, priority: 3 },
        { addConstraint: "card.height = 3", id: "more" }, { constraint: "more", by: 2 },
        { constraint: "wide", replaceBy: "card.width = 2 * card.height" },
        { removeConstraint: "more" }, { screen: { size: [800, 400], keyboardHeight: 9 } },
        { view: "card", hidden: "toggle", center: { x: 2 }, rotation: 3, alpha: 0.5 },
        { view: "list", scrollOffset: [0, 4] }, { view: "label", text: "Two" },
        { view: "row", stack: { spacing: 9 } }, "layoutIfNeeded",
        { animate: { curve: "linear", duration: 1 }, changes: [{ view: "card", scale: [2, 2] }] },
      ] }]
      """)
    var engine = Engine(scene)
    engine.advance(to: .zero)
    let warnings = engine.drainActionWarnings()
    #expect(warnings == [])
    #expect(engine.screen.size == Size(width: 800, height: 400))
  }
}
