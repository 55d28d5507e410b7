import SnapbackBasics
import SnapbackConstraints
import SnapbackLayout
import Testing

/// States select the variations of constraints and views.
@Suite struct LayoutStateTests {
  private var tree: LayoutTree
  private let box: ViewID

  init() throws {
    tree = try LayoutTree(screen: Size(width: 400, height: 800))
    tree.declare([SceneState("sheet", values: ["closed", "open"])])
    box = try tree.addView(in: .root, name: "box")
  }

  /// Adds the width of the box: 100, or 300 while the sheet is open.
  private mutating func addWidth() throws {
    let open = VariationCondition(requirements: [.init(state: 0, value: 1)])
    let variations = VariationTable(
      ConstraintVariation(), variants: [(condition: open, variant: 300.0)],
      states: tree.states.states
    ) { $1.constant = $0 }
    try tree.add(
      LayoutItem.view(box).width.constraint(toConstant: 100).named("w"), variations: variations)
    tree.layoutIfNeeded()
  }

  private mutating func width() -> Double {
    tree.layoutIfNeeded()
    return tree.frames[box.index].size.width
  }

  @Test mutating func aStateSelectsAConstantAndReturnsToTheUsualOne() throws {
    try addWidth()
    #expect(width() == 100 && tree.states["sheet"] == "closed")
    try tree.setState("sheet", to: "open")
    #expect(width() == 300 && tree.states["sheet"] == "open")
    #expect(tree.usualConstant(of: "w") == 100)
    try tree.setState("sheet", to: "closed")
    #expect(width() == 100)
  }

  @Test mutating func aDriverInAVariationLeavesTheUsualConstant() throws {
    try addWidth()
    try tree.setState("sheet", to: "open")
    try tree.set(.constant("w"), to: 250)
    #expect(width() == 250 && tree.usualConstant(of: "w") == 100)
    try tree.setState("sheet", to: "closed")
    #expect(width() == 100)
    try tree.set(.constant("w"), to: 120)
    #expect(width() == 120 && tree.usualConstant(of: "w") == 120)
  }

  @Test mutating func aStateThatNothingReadsNeedsNoPass() throws {
    tree.layoutIfNeeded()
    let edits = tree.statistics.edits
    try tree.setState("sheet", to: "open")
    #expect(!tree.needsLayout && tree.statistics.edits == edits + 1)
    try tree.setState("sheet", to: "open")
    #expect(tree.statistics.edits == edits + 1)
  }

  @Test mutating func aViewHidesInAState() throws {
    let open = VariationCondition(requirements: [.init(state: 0, value: 1)])
    try tree.setProperties(
      VariationTable(
        ViewProperties(), variants: [(condition: open, variant: true)], states: tree.states.states
      ) { $1.isHidden = $0 }, of: box)
    #expect(!tree.isHidden(box))
    try tree.setState("sheet", to: "open")
    #expect(tree.isHidden(box))
    // A change at run time applies to all variations.
    try tree.setHidden(false, of: box)
    #expect(!tree.isHidden(box))
    try tree.setState("sheet", to: "closed")
    #expect(!tree.isHidden(box))
  }

  @Test mutating func unknownNamesAreRefusedAndChangeNothing() throws {
    #expect(throws: LayoutError.unknownState("sheat")) { try tree.setState("sheat", to: "open") }
    #expect(throws: LayoutError.unknownValue("opne", of: "sheet")) {
      try tree.setState("sheet", to: "opne")
    }
    #expect(tree.states["sheet"] == "closed" && tree.states["sheat"] == nil)
  }
}
