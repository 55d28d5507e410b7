import SnapbackBasics
import SnapbackConstraints
import SnapbackLayout
import Testing

/// Nested stacks, and the effects of hiding views in them.
@Suite struct StackNestingTests {
  private var bench: StackBench

  init() throws {
    bench = try StackBench()
  }

  private mutating func require(_ width: Double, _ height: Double, of view: ViewID) throws {
    let item = LayoutItem.view(view)
    try bench.tree.add(item.width.constraint(toConstant: width))
    try bench.tree.add(item.height.constraint(toConstant: height))
  }

  @Test mutating func aGridOfEqualCells() throws {
    // (320 − 2 × 10) / 3 = 100 by (210 − 10) / 2 = 100.
    let grid = try bench.stack(.vertical, width: 320, height: 210)
    try bench.arrange(grid) {
      $0.distribution = .fillEqually
      $0.spacing = .points(10)
    }
    var cells: [ViewID] = []
    for _ in 0..<2 {
      let row = try bench.nestedStack(.horizontal, in: grid)
      try bench.arrange(row) {
        $0.distribution = .fillEqually
        $0.spacing = .points(10)
      }
      for column in 0..<3 { cells.append(try bench.view(Double(column) * 20, 10, in: row)) }
    }
    bench.layOut()
    for (index, cell) in cells.enumerated() {
      let (x, y) = (Double(index % 3) * 110, Double(index / 3) * 110)
      #expect(bench.frame(cell) == Rect(x: x, y: y, width: 100, height: 100))
    }
    // A hidden cell leaves its space to the others: (320 − 10) / 2 = 155.
    try bench.tree.setHidden(true, of: cells[1])
    bench.layOut()
    #expect(bench.across([cells[0], cells[2]]) == [[0, 155], [165, 320]])
    #expect(bench.report == LayoutReport())
    #expect(bench.tree.ambiguities() == [])
  }

  /// A row of a view, a column with a gap and fixed sizes, and a view; 20, 50 and 20 wide.
  private mutating func fixedSizes() throws -> (row: ViewID, views: [ViewID], inner: [ViewID]) {
    let row = try bench.stack(.horizontal)
    let first = try bench.view(20, 20, in: row)
    let column = try bench.nestedStack(.vertical, in: row)
    let inner = try (0..<2).map { _ in try bench.view(10, 10, in: column) }
    let last = try bench.view(20, 20, in: row)
    try bench.arrange(row) { $0.spacing = .points(10) }
    try bench.arrange(column) { $0.spacing = .points(12) }
    for view in inner { try require(50, 30, of: view) }
    try require(50, 72, of: column)
    return (row, [first, column, last], inner)
  }

  @Test mutating func hidingAStackOfFixedSizesIsNoConflict() throws {
    let (row, views, inner) = try fixedSizes()
    bench.layOut()
    #expect(bench.across([row] + views) == [[0, 110], [0, 20], [30, 80], [90, 110]])
    #expect(bench.down([row] + inner) == [[0, 72], [0, 30], [42, 72]])
    #expect(bench.report == LayoutReport())
    try bench.tree.setHidden(true, of: views[1])
    bench.layOut()
    #expect(bench.across([row] + views) == [[0, 50], [0, 20], [20, 20], [30, 50]])
    #expect(bench.down([row]) == [[0, 20]])
    #expect(bench.report == LayoutReport())
    #expect(bench.tree.ambiguities() == [])
    for view in inner { try bench.tree.setHidden(true, of: view) }
    bench.layOut()
    #expect(bench.across([row] + views) == [[0, 50], [0, 20], [20, 20], [30, 50]])
    for view in inner + [views[1]] { try bench.tree.setHidden(false, of: view) }
    bench.layOut()
    #expect(bench.across([row] + views) == [[0, 110], [0, 20], [30, 80], [90, 110]])
    #expect(bench.report == LayoutReport())
  }

  @Test(arguments: StackProperties.Distribution.allCases)
  mutating func aHiddenViewOfFixedSizeNeedsNoRoom(
    _ distribution: StackProperties.Distribution
  ) throws {
    // The stack is 60 by 20, the hidden view 200 by 200, and the two others are equally wide.
    let row = try bench.stack(.horizontal, width: 60, height: 20)
    let views = try [10, 10, 10].map { try bench.view($0, 10, in: row) }
    try bench.arrange(row) {
      $0.distribution = distribution
      $0.spacing = .points(20)
    }
    try require(200, 200, of: views[1])
    let (one, other) = (LayoutItem.view(views[0]), LayoutItem.view(views[2]))
    try bench.tree.add(one.width.constraint(to: other.width))
    try bench.tree.setHidden(true, of: views[1])
    bench.layOut()
    #expect(bench.report == LayoutReport())
    #expect(bench.frame(views[1]).size.width == 0)
    // Loose gaps leave the contents as they are, 10 wide; else (60 − 20) / 2.
    let isLoose = distribution == .equalSpacing || distribution == .equalCentering
    let extent = isLoose ? 10.0 : 20
    #expect(
      bench.across([row, views[0], views[2]]) == [[0, 60], [0, extent], [60 - extent, 60]])
  }

  @Test mutating func aStackWhoseViewsAreAllHiddenKeepsItsPlaceInAStack() throws {
    // Its two gaps stay: only a hidden view loses its gap.
    let row = try bench.stack(.horizontal)
    let first = try bench.view(20, 20, in: row)
    let column = try bench.nestedStack(.vertical, in: row)
    let inner = try bench.view(30, 30, in: column)
    let last = try bench.view(20, 20, in: row)
    try bench.arrange(row) { $0.spacing = .points(10) }
    try bench.arrange(column) { $0.alignment = .leading }
    bench.layOut()
    #expect(bench.across([first, column, last]) == [[0, 20], [30, 60], [70, 90]])
    try bench.tree.setHidden(true, of: inner)
    bench.layOut()
    #expect(bench.across([first, column, last]) == [[0, 20], [30, 30], [40, 60]])
    #expect(bench.report == LayoutReport())
  }

  @Test mutating func anEmptyStackIsEmptyBothWaysOfReading() throws {
    for direction in LayoutDirection.allCases {
      for axis in Axis.allCases {
        for alignment in StackProperties.Alignment.allCases {
          bench = try StackBench(direction: direction)
          let stack = try bench.stack(axis)
          let view = try bench.view(30, 30, in: stack)
          try bench.arrange(stack) { $0.alignment = alignment }
          try bench.tree.setHidden(true, of: view)
          bench.layOut()
          let x = direction == .leftToRight ? 0.0 : 1000
          #expect(bench.frame(stack) == Rect(x: x, y: 0, width: 0, height: 0))
        }
      }
    }
  }

  @Test mutating func whatIsHiddenOutsideAStackKeepsItsPlace() throws {
    let row = try bench.stack(.horizontal)
    let arranged = try bench.view(20, 20, in: row)
    // A child of the stack that it does not arrange, and one of the screen.
    let floating = try bench.tree.addView(in: row)
    let label = try bench.tree.addView(in: .root)
    try bench.tree.add(
      LayoutItem.view(floating).left.constraint(to: LayoutItem.view(arranged).right, plus: 5))
    try bench.tree.add(
      LayoutItem.view(label).left.constraint(to: LayoutItem.view(floating).right, plus: 5))
    try require(30, 10, of: floating)
    try require(40, 10, of: label)
    try bench.tree.setHidden(true, of: floating)
    try bench.tree.setHidden(true, of: label)
    bench.layOut()
    #expect(bench.across([row, arranged]) == [[0, 20], [0, 20]])
    #expect(bench.across([floating, label]) == [[25, 55], [60, 100]])
  }

  @Test mutating func theOrderIsThatOfTheListAndNotOfTheTree() throws {
    let row = try bench.stack(.horizontal)
    let views = try [10, 20, 30].map { try bench.view($0, 20, in: row) }
    try bench.arrange(row) { $0.arranged = [views[2], views[0]] }
    bench.layOut()
    #expect(bench.across([row, views[2], views[0]]) == [[0, 40], [0, 30], [30, 40]])
    try bench.arrange(row) { $0.arranged.insert(views[1], at: 1) }
    bench.layOut()
    #expect(
      bench.across([row, views[2], views[1], views[0]])
        == [[0, 60], [0, 30], [30, 50], [50, 60]])
    #expect(throws: LayoutError.self) { try bench.arrange(row) { $0.arranged = [row] } }
  }

  @Test mutating func aFormOfRowsSharesItsColumn() throws {
    // Two rows of a text and a field. The texts are as wide as the wider one, the fields take the
    // rest, because they hug less.
    let form = try bench.stack(.vertical, width: 300)
    try bench.arrange(form) { $0.spacing = .points(8) }
    var labels: [ViewID] = []
    var fields: [ViewID] = []
    for width in [60.0, 90] {
      let row = try bench.nestedStack(.horizontal, in: form)
      try bench.arrange(row) { $0.spacing = .points(10) }
      labels.append(try bench.view(width, 20, in: row))
      let low = try Priority(249)
      fields.append(try bench.view(40, 30, in: row) { $0.hugging.horizontal = low })
    }
    let (one, other) = (LayoutItem.view(labels[0]), LayoutItem.view(labels[1]))
    try bench.tree.add(one.width.constraint(to: other.width))
    bench.layOut()
    #expect(bench.across(labels) == [[0, 90], [0, 90]])
    #expect(bench.across(fields) == [[100, 300], [100, 300]])
    #expect(bench.down(labels) == [[0, 30], [38, 68]])
    #expect(bench.across([form]) == [[0, 300]] && bench.down([form]) == [[0, 68]])
    #expect(bench.report == LayoutReport())
  }
}
