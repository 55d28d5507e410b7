import SnapbackBasics
import SnapbackConstraints
import SnapbackLayout
import Testing

/// Linear pieces of the layout, compared with passes after small steps of the drivers.
@Suite struct LayoutPieceTests {
  /// A bar as wide as a constant; a box after it, 100 wide or less at the screen's edge; a dot in
  /// the middle of the remaining space, at least 30 from the left edge; and a view that is not tied
  /// to the bar.
  private var tree: LayoutTree
  private let names = ["bar", "box", "dot", "alone"]

  init() throws {
    tree = try LayoutTree(screen: Size(width: 400, height: 800))
    var views: [LayoutItem] = []
    for name in names { views.append(.view(try tree.addView(in: .root, name: name))) }
    let (bar, box, dot, alone) = (views[0], views[1], views[2], views[3])
    let screen = LayoutItem.view(.root)
    try tree.activate([
      bar.left.constraint(to: screen.left, plus: 10),
      bar.width.constraint(toConstant: 100).named("long"),
      box.left.constraint(to: bar.right, plus: 5),
      box.right.constraint(.lessThanOrEqual, to: screen.right),
      box.width.constraint(toConstant: 100).prioritized(.defaultHigh),
      dot.centerX.constraint(to: box.centerX, times: 0.5).prioritized(.defaultLow),
      dot.left.constraint(.greaterThanOrEqual, to: screen.left, plus: 30),
      dot.width.constraint(toConstant: 20),
      alone.left.constraint(to: screen.left, plus: 7),
      alone.width.constraint(toConstant: 30).named("other"),
    ])
    tree.layoutIfNeeded()
  }

  private func edges(_ tree: LayoutTree) -> [Double] {
    names.indices.flatMap { index in
      let frame = tree.exactFrame(of: ViewID(index: index + 1))
      return [frame.left, frame.top, frame.right, frame.bottom]
    }
  }

  private func rates(_ piece: LayoutPiece) -> [Double] {
    names.indices.flatMap { index -> [Double] in
      let rates = piece.rates(of: ViewID(index: index + 1), by: 0)
      return [rates.left, rates.top, rates.right, rates.bottom]
    }
  }

  private func moved(to constant: Double) throws -> [Double] {
    var copy = tree
    try copy.setConstant(constant, of: "long")
    copy.layoutIfNeeded()
    return edges(copy)
  }

  @Test(arguments: [true, false])
  mutating func slopesPredictPassesWithinTheirRange(isRising: Bool) throws {
    var (ends, moving) = (0, 0)
    // 285 and 385 are kinks: the box reaches the screen's edge, and later has no width left.
    for constant in [0, 5, 25, 40, 100, 180.5, 284, 285, 290, 340, 384, 385, 389.25] {
      try tree.setConstant(constant, of: "long")
      tree.layoutIfNeeded()
      let piece = try tree.piece(of: [(.constant("long"), isRising: isRising)])
      let base = edges(tree)
      moving += piece.views.count
      #expect(!piece.moves(ViewID(index: 4)))
      for way in [0.001, 0.7, 20, 90] {
        let change = isRising ? way : -way
        guard piece.holds(at: [constant + change]) else {
          ends += 1
          continue
        }
        let expected = zip(base, rates(piece)).map { $0 + $1 * change }
        let actual = try moved(to: constant + change)
        for (one, other) in zip(expected, actual) {
          #expect(abs(one - other) < 1e-6, "\(constant) by \(change): \(expected), \(actual)")
        }
      }
    }
    #expect(moving > 20 && ends > 0 && ends < 26)
  }

  @Test mutating func anInactiveConstraintMovesNothing() throws {
    try tree.setActive(false, of: "other")
    tree.layoutIfNeeded()
    #expect(try tree.piece(of: [(.constant("other"), isRising: true)]).views.isEmpty)
    #expect(throws: LayoutError.unknownConstraint("gone")) {
      try tree.piece(of: [(.constant("gone"), isRising: true)])
    }
  }
}
