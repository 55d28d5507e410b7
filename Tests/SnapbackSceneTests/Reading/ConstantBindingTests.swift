import SnapbackDocument
import SnapbackEngine
import SnapbackMotion
import SnapbackProtocol
import SnapbackScene
import Testing

/// Parsing bindings that set constants of constraints, and the errors of those that cannot.
@Suite struct ConstantBindingTests {
  @Test func aConstantIsATarget() throws {
    let scene = try BindingReaderTests.read(
      "[{ name: 'x', from: 'list.scrollOffset.y', to: 'high.constant', "
        + "map: [[0, 120], [76, 44]] }, { from: 'c.translation.y', to: 'row[1].constant', "
        + "combine: 'add' }]")
    #expect(scene.bindings.map(\.constraint) == ["high", "row[1]"])
    #expect(scene.bindings[0].source == .channel(.scrollY, view: 4))
    let state = scene.bindings[0].map.state(at: MotionState(value: 38, velocity: 2))
    #expect(state == MotionState(value: 82, velocity: -2))
    #expect(scene.bindings[1].map == .identity)
  }

  @Test(arguments: [
    // The width of the view is in another set than its height, and so is everything of a view that
    // is tied to the screen only.
    "a.frame.width", "a.frame.left", "c.frame.top", "screen.frame.height",
    // The height of the list is in another set, too; its range may follow the constant.
    "list.scrollOffset.y", "a.translation.y", "row[1].constant",
  ])
  func aNumberThatTheConstantDoesNotMoveIsASource(source: String) throws {
    let scene = try BindingReaderTests.read("[{ from: '\(source)', to: 'high.constant' }]")
    #expect(scene.bindings.count == 1)
  }

  private static let faults = [
    (
      "{ from: 'a.translation.y', to: 'hihg.constant' }",
      "[0].to: unknown constraint \"hihg\" — did you mean \"high\"?"
    ),
    (
      "{ from: 'a.alpha', to: 'high.constant' }",
      "[0]: \"alpha\" is a plain number, and \"constant\" is in points; give a \"map\""
    ),
    (
      "{ from: 'a.translation.y', to: 'high.constant', follow: { response: 0.3 } }",
      "[0].follow: a constant equals the value of its map at any time, so its binding has no "
        + "\"follow\"; remove it"
    ),
    (
      "{ from: 'a.translation.y', to: 'high.constant', when: 'compact' }",
      "[0].when: a constant equals the value of its map at any time, so its binding has no \"when\""
    ),
    (
      "{ from: 'a.translation.y', to: 'high.constant', combine: 'multiply', "
        + "map: [[0, 0], [1, 2]] }",
      "[0].combine: constants cannot be multiplied; use \"add\""
    ),
    (
      "{ from: 'a.translation.y', to: 'high.constant', map: [[0, 0], [9, 20, 'easeIn']] }",
      "[0].map: the map of a constant has no curves"
    ),
    (
      "{ from: 'a.translation.y', to: 'high.constant', map: [[0, 0], [9, 'c.width']] }",
      "[0].map: the layout depends on the constant, so its map cannot depend on the layout; use "
        + "numbers and metrics"
    ),
    (
      "{ from: 'drag.velocity.y', to: 'high.constant', map: [[0, 0], [9, 20]] }",
      "[0].from: the velocity of fingers jumps from report to report, so it cannot set a constant"
    ),
    (
      "{ name: 'x', from: 'a.translation.y', to: 'high.constant' }, "
        + "{ name: 'y', from: 'b.translation.y', to: 'high.constant' }",
      "[1].to: the binding \"y\" and the binding \"x\" both set \"high.constant\"; keep one of "
        + "them, or give both \"combine\": \"add\""
    ),
    (
      "{ name: 'x', from: 'a.translation.y', to: 'driven.constant' }",
      "[0].to: the binding \"x\" and the gesture \"drag\" both set \"driven.constant\"; keep one "
        + "of them"
    ),
    (
      "{ name: 'x', from: 'a.translation.y', to: 'varied.constant' }",
      "[0].to: the binding \"x\" and a variation of the constraint both set \"varied.constant\"; "
        + "keep one of them"
    ),
    (
      "{ from: 'high.constant', to: 'high.constant' }",
      "[0]: bindings follow each other in a circle: \"high.constant\" follows \"high.constant\""
    ),
    (
      "{ from: 'a.frame.height', to: 'high.constant' }",
      "[0]: bindings follow each other in a circle: \"high.constant\" follows \"a.frame.height\", "
        + "which constraints connect with \"high.constant\""
    ),
    (
      "{ from: 'b.frame.bottom', to: 'high.constant' }",
      "\"high.constant\" follows \"b.frame.bottom\", which constraints connect with "
        + "\"high.constant\""
    ),
    (
      "{ from: 'c.frame.right', to: 'high.constant' }, "
        + "{ from: 'b.scale', to: 'wide.constant', map: [[0, 0], [1, 30]] }, "
        + "{ from: 'high.constant', to: 'b.scale', map: [[0, 0], [30, 1]] }",
      "[0]: bindings follow each other in a circle: \"high.constant\" follows \"c.frame.right\", "
        + "which constraints connect with \"wide.constant\" follows \"b.scale.x\" follows "
        + "\"high.constant\""
    ),
  ]

  @Test(arguments: faults) func aFaultIsOneLine(bindings: String, message: String) {
    let text = """
      { snapback: 1, screen: { width: 400, height: 800 },
        views: [ { id: "a" }, { id: "b" }, { id: "c" } ],
        constraints: [ { id: "high", rule: "a.height = 20" }, "b.top = a.bottom + 4",
          { id: "wide", rule: "c.width = 20" }, { id: "driven", rule: "c.height = 20" },
          { id: "varied", rule: "b.height = 20", 
            variations: { "compact x any": { constant: 40 } } } ],
        gestures: [ { pan: "c", name: "drag", drives: { constant: "driven", axis: "vertical" } } ],
        bindings: [\(bindings)] }
      """
    let error = #expect(throws: DocumentError.self) {
      try SceneReader.read(Array(text.utf8), file: "scene.json5")
    }
    let description = error?.description ?? ""
    #expect(description.contains(message), "\(description)")
    #expect(!description.contains("\n"))
  }

  @Test(arguments: ["constant: 3", "by: 3"]) func anActionIsASecondWriter(change: String) {
    let error = #expect(throws: DocumentError.self) {
      try BindingReaderTests.read(
        "[{ name: 'x', from: 'c.translation.y', to: 'high.constant' }]",
        actions: "[{ on: 'appear', changes: [{ constraint: 'high', \(change) }] }]")
    }
    let text = error?.description ?? ""
    #expect(
      text.contains("the binding \"x\" sets \"high.constant\"; an action cannot set it, too"),
      "\(text)")
  }

  @Test func anActionMaySwitchTheConstraint() throws {
    let scene = try BindingReaderTests.read(
      "[{ from: 'c.translation.y', to: 'high.constant' }]",
      actions: "[{ on: 'appear', changes: [{ constraint: 'high', active: false }] }]")
    #expect(scene.actions.count == 1)
  }
}
