import SnapbackBasics
import SnapbackConstraints
import SnapbackLayout
import Testing

@Suite struct LayoutTreeTests {
  private var tree: LayoutTree
  private var names: [String: ViewID] = ["screen": .root]

  init() throws {
    tree = try LayoutTree(screen: Size(width: 390, height: 844))
  }

  private mutating func view(_ name: String, in parent: String = "screen") throws {
    names[name] = try tree.addView(in: names[parent] ?? .root)
  }

  private mutating func rule(_ text: String, _ identifier: String? = nil) throws {
    let known = names
    let expression = try ConstraintExpression(parsing: text)
    try tree.add(
      expression.resolve(identifier: identifier ?? text) { known[$0].map(LayoutItem.view) })
  }

  private func frame(_ name: String) -> Rect { tree.frames[names[name]?.index ?? 0] }

  @Test mutating func aCardIsCenteredAndSizedByItsScreen() throws {
    try view("card")
    try rule("card.centerX = screen.centerX")
    try rule("card.centerY = screen.centerY")
    try rule("card.width = 0.8 * screen.width")
    try rule("card.height = 400")
    #expect(tree.layoutIfNeeded()?.conflicts == [])
    #expect(frame("card") == Rect(x: 39, y: 222, width: 312, height: 400))
    try tree.setScreenSize(Size(width: 844, height: 390))
    tree.layoutIfNeeded()
    // 0.8 × 844 = 675.2: its edges, 84.4 and 759.6, are rounded to whole pixels.
    #expect(frame("card") == Rect(left: 84, top: -5, right: 760, bottom: 395))
  }

  @Test mutating func aPassHappensOnlyWhenSomethingChanged() throws {
    try view("card")
    try rule("card.width = 100", "width")
    #expect(tree.layoutIfNeeded() != nil)
    #expect(tree.layoutIfNeeded() == nil)
    #expect(tree.statistics.passes == 1 && tree.statistics.solves == 1)
    try tree.setConstant(100, of: "width")
    try tree.setScreenSize(Size(width: 390, height: 844))
    #expect(tree.layoutIfNeeded() == nil)
    try tree.setConstant(120, of: "width")
    #expect(tree.needsLayout)
    tree.layoutIfNeeded()
    #expect(frame("card").size.width == 120)
    #expect(tree.statistics.passes == 2 && tree.statistics.solves == 2)
  }

  @Test mutating func multipliersActInTheNearestCommonAncestor() throws {
    // The panel is at (37, 91); half of its center's position is a quarter of its size from its
    // edge.
    try view("panel")
    try view("label", in: "panel")
    try rule("panel.left = 37")
    try rule("panel.top = 91")
    try rule("panel.width = 200")
    try rule("panel.height = 100")
    try rule("label.centerX = 0.5 * panel.centerX")
    try rule("label.bottom = 0.7 * panel.bottom")
    try rule("label.width = 20")
    try rule("label.height = 10")
    tree.layoutIfNeeded()
    #expect(frame("label") == Rect(x: 37 + 50 - 10, y: 91 + 70 - 10, width: 20, height: 10))
  }

  @Test mutating func aConstraintOnOneViewMeasuresInItsParent() throws {
    try view("panel")
    try view("dot", in: "panel")
    try rule("panel.left = 100")
    try rule("dot.left = 5")
    try rule("dot.width = 10")
    try rule("dot.top = 2 * dot.height")
    try rule("dot.height = 8")
    tree.layoutIfNeeded()
    #expect(frame("dot") == Rect(x: 105, y: 16, width: 10, height: 8))
  }

  @Test mutating func whatNobodyDeterminesLiesAtTheParentsOrigin() throws {
    try view("panel")
    try view("orphan", in: "panel")
    try rule("panel.left = 40")
    try rule("panel.right = 140")
    try rule("panel.top = 7")
    try rule("orphan.right = panel.right")
    tree.layoutIfNeeded()
    // Only the right edge is constrained: the left one stays at the parent's origin, so there is a
    // width.
    #expect(frame("orphan") == Rect(left: 40, top: 7, right: 140, bottom: 7))
  }

  @Test mutating func strongerWishesWinHoweverManyWeakOnesThereAre() throws {
    try view("bar")
    try rule("bar.width = 300 @ 750", "strong")
    for index in 0..<50 { try rule("bar.width = 100 @ 749", "weak\(index)") }
    tree.layoutIfNeeded()
    #expect(frame("bar").size.width == 300)
  }

  @Test mutating func aContradictionIsReportedByNameAndLayoutGoesOn() throws {
    try view("bar")
    try rule("bar.width = 100", "first")
    try rule("bar.width = 200", "second")
    let report = tree.layoutIfNeeded()
    #expect(report?.conflicts.map(\.victim) == ["second"])
    #expect(report?.conflicts.map(\.others) == [["first"]])
    #expect(frame("bar").size.width == 100)
    try tree.setConstant(100, of: "second")
    #expect(tree.layoutIfNeeded()?.conflicts == [])
  }

  @Test mutating func aRuleWhoseAttributesCancelGivesWayToItsOwnNumbers() throws {
    // The position of the screen is measured from the screen.
    try rule("screen.left = 10", "own")
    let report = tree.layoutIfNeeded()
    #expect(report?.conflicts.map(\.victim) == ["own"])
    #expect(report?.conflicts.map(\.others) == [[]])
    #expect(
      report?.warnings == [
        "constraint \"own\" gives way: its attributes cancel, and its numbers contradict each "
          + "other; relate other attributes, or remove it"
      ])
    try tree.setConstant(0, of: "own")
    #expect(tree.layoutIfNeeded()?.warnings == [])
  }

  @Test mutating func refusalsLeaveTheTreeAsItWas() throws {
    try view("a")
    try rule("a.width = 100", "width")
    tree.layoutIfNeeded()
    #expect(throws: LayoutError.duplicateConstraint("width")) {
      try rule("a.width = 200", "width")
    }
    #expect(throws: LayoutError.mixedAxes("x", .left, .top)) {
      try rule("a.left = screen.top", "x")
    }
    #expect(throws: LayoutError.mixedAxes("x", .width, .left)) {
      try rule("a.width = screen.left", "x")
    }
    #expect(throws: LayoutError.unknownConstraint("none")) {
      try tree.setConstant(1, of: "none")
    }
    #expect(throws: LayoutError.self) { try tree.setConstant(.nan, of: "width") }
    #expect(throws: LayoutError.self) { try tree.setConstant(1e300, of: "width") }
    #expect(throws: LayoutError.self) { try rule("a.left = 0.000001 * screen.width", "tiny") }
    #expect(throws: LayoutError.self) {
      try tree.setScreenSize(Size(width: .infinity, height: 1))
    }
    #expect(throws: LayoutError.self) { try LayoutTree(screen: Size(width: 0, height: 1)) }
    #expect(tree.layoutIfNeeded() == nil)
    #expect(frame("a").size.width == 100)
  }

  @Test mutating func edgesLieOnThePixelGridAndNeighborsShareThem() throws {
    var names: [String: ViewID] = ["screen": .root]
    var tree = try LayoutTree(screen: Size(width: 100, height: 10), scale: 3)
    for index in 0..<7 { names["v\(index)"] = try tree.addView(in: .root) }
    for index in 0..<7 {
      let left = index == 0 ? "screen.left" : "v\(index - 1).right"
      for text in ["v\(index).left = \(left)", "v\(index).width = screen.width / 7"] {
        let rule = try ConstraintExpression(parsing: text)
        try tree.add(rule.resolve(identifier: text) { names[$0].map(LayoutItem.view) })
      }
    }
    tree.layoutIfNeeded()
    for index in 1...7 {
      let frame = tree.frames[index]
      #expect(abs(frame.left * 3 - (frame.left * 3).rounded()) < 1e-9)
      #expect(abs(frame.right - 100 / 7.0 * Double(index)) <= 1 / 6.0 + 1e-9)
      if index > 1 { #expect(tree.frames[index - 1].right == frame.left) }
    }
  }
}
