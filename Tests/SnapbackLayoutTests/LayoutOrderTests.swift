import SnapbackBasics
import SnapbackConstraints
import SnapbackLayout
import Testing

/// The order of constraints decides ties, and the past does not.
@Suite struct LayoutOrderTests {
  private var tree: LayoutTree
  private let a: ViewID
  private let b: ViewID
  private var names: [String] = []

  /// Two views of 50 points in a row of 300 points.
  init() throws {
    tree = try LayoutTree(screen: Size(width: 300, height: 100))
    a = try tree.addView(in: .root, name: "a")
    b = try tree.addView(in: .root, name: "b")
    for view in [a, b] { try tree.update(view) { $0.intrinsicSize.horizontal = 50 } }
    let (first, second) = (LayoutItem.view(a), LayoutItem.view(b))
    let root = LayoutItem.view(.root)
    for constraint in [
      first.left.constraint(to: root.left), second.left.constraint(to: first.right),
      second.right.constraint(to: root.right),
    ] {
      names.append(try tree.add(constraint))
    }
  }

  private mutating func widths() -> [Double] {
    tree.layoutIfNeeded()
    return [a, b].map { tree.frames[$0.index].size.width }
  }

  @Test mutating func theViewThatIsNamedFirstTakesTheRoom() throws {
    #expect(widths() == [250, 50])
    // The first constraint to name a view is now that of b.
    let first = try #require(tree.constraint(names[0]))
    let second = try #require(tree.constraint(names[1]))
    for name in names.prefix(2) { try tree.remove(name) }
    for constraint in [second, first] { try tree.add(constraint) }
    #expect(widths() == [50, 250])
  }

  @Test mutating func aConstraintThatComesBackToItsPlaceChangesNothing() throws {
    let first = try #require(tree.constraint(names[0]))
    let place = tree.place(of: names[0])
    let identifiers = tree.constraintIdentifiers
    try tree.remove(names[0])
    try tree.add(first)
    // As the last one, it comes after the constraint that names b.
    #expect(widths() == [50, 250])
    try tree.remove(names[0])
    try tree.add(first, variations: VariationTable(ConstraintVariation()), at: place)
    #expect(widths() == [250, 50])
    #expect(tree.constraintIdentifiers == identifiers)
  }

  @Test mutating func activityDoesNotChangeTheOrder() throws {
    let early = try tree.add(LayoutItem.view(b).height.constraint(toConstant: 10))
    #expect(widths() == [250, 50])
    for isActive in [false, true, false] {
      try tree.setActive(isActive, of: early)
      #expect(widths() == [250, 50])
    }
  }

  @Test mutating func aTextThatWrapsTakesTheRoom() throws {
    for view in [a, b] { try tree.update(view) { $0.text = TextContent("word") } }
    #expect(widths()[0] > 200)
    try tree.update(b) { $0.text?.lineLimit = 0 }
    #expect(widths()[0] < 100)
    try tree.update(b) { $0.text?.lineLimit = 1 }
    #expect(widths()[0] > 200)
  }

  @Test mutating func aRequiredContentSizeYieldsWithoutAConflict() throws {
    try tree.update(a) { $0.compressionResistance.horizontal = .required }
    try tree.add(LayoutItem.view(a).width.constraint(toConstant: 20))
    #expect(tree.layoutIfNeeded()?.conflicts == [])
    #expect(widths() == [20, 280])
  }
}
