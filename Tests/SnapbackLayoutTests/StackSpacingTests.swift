import SnapbackBasics
import SnapbackConstraints
import SnapbackLayout
import Testing

/// Custom and standard spacing, margins and baselines with frames worked out by hand.
@Suite struct StackSpacingTests {
  private var bench: StackBench

  init() throws {
    bench = try StackBench()
  }

  @Test mutating func customSpacingGoesWithItsView() throws {
    let row = try bench.stack(.horizontal)
    let views = try (0..<4).map { _ in try bench.view(10, 10, in: row) }
    try bench.arrange(row) {
      $0.spacing = .points(5)
      $0.customSpacing = [views[1]: .points(20), views[3]: .points(99)]
    }
    bench.layOut()
    // The spacing after the last view has no effect.
    #expect(bench.across(views) == [[0, 10], [15, 25], [45, 55], [60, 70]])
    #expect(bench.across([row]) == [[0, 70]])
    try bench.tree.setHidden(true, of: views[1])
    bench.layOut()
    #expect(bench.across(views) == [[0, 10], [10, 10], [15, 25], [30, 40]])
    #expect(bench.across([row]) == [[0, 40]])
    try bench.tree.setHidden(false, of: views[1])
    try bench.tree.setHidden(true, of: views[2])
    bench.layOut()
    // The view with the custom gap is in front of the fourth now.
    #expect(bench.across(views) == [[0, 10], [15, 25], [25, 25], [45, 55]])
    try bench.tree.setHidden(true, of: views[3])
    bench.layOut()
    // And then the last visible one.
    #expect(bench.across(views) == [[0, 10], [15, 25], [25, 25], [25, 25]])
    #expect(bench.across([row]) == [[0, 25]])
    #expect(bench.report == LayoutReport())
  }

  @Test mutating func negativeSpacingLetsViewsOverlap() throws {
    let row = try bench.stack(.horizontal)
    let views = try (0..<3).map { _ in try bench.view(30, 10, in: row) }
    try bench.arrange(row) { $0.spacing = .points(-10) }
    bench.layOut()
    #expect(bench.across([row] + views) == [[0, 70], [0, 30], [20, 50], [40, 70]])
  }

  @Test(arguments: [
    // 8 × 17/17; 8 × 23/17 = 10.8 and 8 × 53/17 = 24.9, to half points.
    (ContentSizeCategory.large, 8.0), (.xxxLarge, 11), (.accessibility5, 25),
  ])
  mutating func standardSpacingGrowsWithTheText(
    _ category: ContentSizeCategory, _ gap: Double
  ) throws {
    let row = try bench.stack(.horizontal)
    let views = try (0..<2).map { _ in try bench.view(10, 10, in: row) }
    try bench.arrange(row) { $0.spacing = .standard }
    bench.layOut()
    #expect(bench.across(views) == [[0, 10], [18, 28]])
    try bench.tree.setTraits(traits(category))
    bench.layOut()
    #expect(bench.across(views) == [[0, 10], [10 + gap, 20 + gap]])
  }

  private func traits(_ category: ContentSizeCategory) -> LayoutTraits {
    var traits = LayoutTraits()
    traits.contentSize = category
    return traits
  }

  @Test(arguments: [
    (LayoutDirection.leftToRight, [[20.0, 130], [130, 170]]),
    (.rightToLeft, [[870, 980], [830, 870]]),
  ])
  mutating func viewsKeepToTheMargins(
    _ direction: LayoutDirection, _ edges: [[Double]]
  ) throws {
    // 20 in front, 30 behind, 5 above and 7 below, in 200 by 50 points.
    bench = try StackBench(direction: direction)
    let row = try bench.stack(.horizontal, width: 200, height: 50)
    let views = try [30, 40].map { try bench.view($0, 10, in: row) }
    try bench.tree.update(row) {
      $0.margins = DirectionalInsets(leading: 20, top: 5, trailing: 30, bottom: 7)
    }
    try bench.arrange(row) { $0.isMarginsRelative = true }
    bench.layOut()
    #expect(bench.across(views) == edges)
    #expect(bench.down(views) == [[5, 43], [5, 43]])
  }

  @Test mutating func aStackIsAsLargeAsItsViewsAndItsMargins() throws {
    let column = try bench.stack(.vertical)
    let views = try [30, 40].map { try bench.view($0, 10, in: column) }
    try bench.arrange(column) {
      $0.isMarginsRelative = true
      $0.alignment = .center
    }
    bench.layOut()
    // 8 on each side: 40 + 16 by 20 + 16.
    #expect(bench.frame(column) == Rect(x: 0, y: 0, width: 56, height: 36))
    #expect(bench.frame(views[0]) == Rect(x: 13, y: 8, width: 30, height: 10))
    let size = try bench.tree.fittingSize(of: column)
    #expect((size.width - 56).magnitude < 1e-9 && (size.height - 36).magnitude < 1e-9)
    for view in views { try bench.tree.setHidden(true, of: view) }
    bench.layOut()
    #expect(bench.frame(column) == Rect(x: 0, y: 0, width: 16, height: 16))
  }

  @Test mutating func textsOfAColumnLieOnALattice() throws {
    // 30 from baseline to baseline; texts of one style have them at the same height.
    let column = try bench.stack(.vertical)
    let texts = try ["one", "two", "three"].map { try bench.text($0, in: column) }
    try bench.arrange(column) {
      $0.isBaselineRelative = true
      $0.spacing = .points(30)
    }
    bench.layOut()
    let line = 20.28711  // 17 points at 1.193359375, rounded up to the bench's pixels.
    #expect(
      bench.down([column] + texts) == [
        [0, 60 + line], [0, line], [30, 30 + line], [60, 60 + line],
      ])
    try bench.tree.setHidden(true, of: texts[1])
    bench.layOut()
    #expect(bench.down([texts[0], texts[2]]) == [[0, line], [30, 30 + line]])
  }

  @Test mutating func theStandardDistanceOfBaselinesIsTheLowerTextsLeading() throws {
    // 22 for body texts of 17 points, 41 for large titles of 34. The baseline is 17 r or 34 r below
    // the top, where r = 1950 / 2048.
    let column = try bench.stack(.vertical)
    let texts = [
      try bench.text("one", in: column), try bench.text("two", in: column),
      try bench.text("three", .largeTitle, in: column),
    ]
    try bench.arrange(column) {
      $0.isBaselineRelative = true
      $0.spacing = .standard
    }
    bench.layOut()
    #expect(bench.down([texts[0], texts[1]]) == [[0, 20.28711], [22, 42.28711]])
    let r = 1950.0 / 2048
    let top = 22 + 17 * r + 41 - 34 * r
    #expect((bench.frame(texts[2]).top - top).magnitude < 1e-5)
  }

  @Test mutating func severalLinesCountFromTheLastToTheFirst() throws {
    // Two lines of 20.287109375 each: the last baseline is that far below the first.
    let column = try bench.stack(.vertical)
    let upper = try bench.text("one\ntwo", lineLimit: 0, in: column)
    let lower = try bench.text("three\nfour", lineLimit: 0, in: column)
    try bench.arrange(column) {
      $0.isBaselineRelative = true
      $0.spacing = .points(25)
    }
    bench.layOut()
    #expect(bench.down([upper, lower]) == [[0, 40.574219], [45.287109, 85.861328]])
  }

  @Test mutating func baselinesDoNotMatterToTheGapsOfARow() throws {
    let row = try bench.stack(.horizontal)
    let views = try [30, 40].map { try bench.view($0, 10, in: row) }
    try bench.arrange(row) {
      $0.isBaselineRelative = true
      $0.spacing = .points(6)
    }
    bench.layOut()
    #expect(bench.across(views) == [[0, 30], [36, 76]])
  }

  @Test mutating func aNestedStackHasTheBaselineOfItsView() throws {
    // The columns' first and last texts share baselines with the view next to them.
    let row = try bench.stack(.horizontal)
    let view = try bench.view(20, 60, in: row) { ($0.firstBaseline, $0.lastBaseline) = (50, 4) }
    let column = try bench.nestedStack(.vertical, in: row)
    let texts = try [10, 20].map { height in
      try bench.view(20, height, in: column) { ($0.firstBaseline, $0.lastBaseline) = (8, 2) }
    }
    try bench.arrange(row) { $0.alignment = .firstBaseline }
    bench.layOut()
    #expect(bench.down([view, column]) == [[0, 60], [42, 72]])
    try bench.arrange(row) { $0.alignment = .lastBaseline }
    bench.layOut()
    // The last baseline is 4 over the view's bottom, 2 over the column's.
    #expect(bench.down([view, column]) == [[0, 60], [28, 58]])
    try bench.arrange(row) { $0.alignment = .firstBaseline }
    try bench.tree.setHidden(true, of: texts[0])
    bench.layOut()
    #expect(bench.down([view, column, texts[1]]) == [[0, 60], [42, 62], [42, 62]])
    #expect(bench.report == LayoutReport())
  }
}
