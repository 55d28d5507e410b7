import SnapbackBasics
import SnapbackConstraints
import SnapbackLayout
import Testing

/// Distributions, alignments and spacing with frames worked out by hand.
@Suite struct StackRecipeTests {
  private var bench: StackBench

  init() throws {
    bench = try StackBench()
  }

  /// A row 10 points apart of views 50, 60 and 70 wide.
  private mutating func row(
    _ distribution: StackProperties.Distribution, width: Double?
  ) throws -> (row: ViewID, views: [ViewID]) {
    let row = try bench.stack(.horizontal, width: width)
    let views = try [50, 60, 70].map { try bench.view($0, 20, in: row) }
    try bench.arrange(row) {
      $0.distribution = distribution
      $0.spacing = .points(10)
    }
    return (row, views)
  }

  @Test mutating func fillStretchesTheFirstOfAlikeViews() throws {
    // 300 − 60 − 70 − 2 × 10 = 150 are left for the first one.
    let (_, views) = try row(.fill, width: 300)
    bench.layOut()
    #expect(bench.across(views) == [[0, 150], [160, 220], [230, 300]])
    #expect(bench.report == LayoutReport())
  }

  @Test(arguments: [[[0, 150], [160, 220], [230, 300]], [[0, 50], [60, 220], [230, 300]]])
  mutating func fillStretchesTheViewThatHugsLeast(_ edges: [[Double]]) throws {
    // 300 − 50 − 60 − 70 − 2 × 10 = 100 more for the first or the second.
    let (_, views) = try row(.fill, width: 300)
    let index = edges[0] == [0, 150] ? 0 : 1
    let low = try Priority(249)
    try bench.tree.update(views[index]) { $0.hugging.horizontal = low }
    bench.layOut()
    #expect(bench.across(views) == edges)
  }

  @Test mutating func fillSqueezesTheViewThatResistsLeast() throws {
    // 200 are needed: the second gives the 50 that 150 lack, then, at 120, the first all the rest.
    let (row, views) = try row(.fill, width: nil)
    let item = LayoutItem.view(row)
    try bench.tree.add(item.width.constraint(toConstant: 150).named("width"))
    for (view, resistance) in [(views[0], try Priority(749)), (views[1], try Priority(748))] {
      try bench.tree.update(view) { $0.compressionResistance.horizontal = resistance }
    }
    bench.layOut()
    #expect(bench.across(views) == [[0, 50], [60, 70], [80, 150]])
    try bench.tree.setConstant(120, of: "width")
    bench.layOut()
    #expect(bench.across(views) == [[0, 30], [40, 40], [50, 120]])
    #expect(bench.report == LayoutReport())
  }

  @Test mutating func noViewTurnsInsideOutBetweenGaps() throws {
    // Only the gaps constrain the first and the last view.
    let row = try bench.stack(.horizontal)
    let views = try [nil, 24, nil].map { try bench.view($0, 20, in: row) }
    try bench.arrange(row) { $0.spacing = .points(15) }
    bench.layOut()
    #expect(bench.across(views) == [[0, 0], [15, 39], [54, 54]])
    #expect(bench.report == LayoutReport())
  }

  @Test mutating func fillEquallySharesWhatTheGapsLeave() throws {
    // (320 − 2 × 10) / 3 = 100.
    let (_, views) = try row(.fillEqually, width: 320)
    bench.layOut()
    #expect(bench.across(views) == [[0, 100], [110, 210], [220, 320]])
  }

  @Test mutating func fillEquallyIsAsLargeAsTheLargestContentWantsIt() throws {
    // 3 × 70 + 2 × 10 = 230.
    let (row, views) = try row(.fillEqually, width: nil)
    bench.layOut()
    #expect(bench.across([row] + views) == [[0, 230], [0, 70], [80, 150], [160, 230]])
  }

  @Test mutating func fillProportionallyGoesByContents() throws {
    // 200 are needed and 400 there: 50 × 2, 60 × 2, and 400 − 100 − 120 − 20 = 160 for the last.
    let (_, views) = try row(.fillProportionally, width: 400)
    bench.layOut()
    #expect(bench.across(views) == [[0, 100], [110, 230], [240, 400]])
    // Without the first 140 are needed: 60 × 400 / 140.
    try bench.tree.setHidden(true, of: views[0])
    bench.layOut()
    let width = bench.frame(views[1]).size.width
    #expect((width - 60.0 * 400 / 140).magnitude < 1e-5)
    #expect(bench.frame(views[2]).left == bench.frame(views[1]).right + 10)
  }

  @Test mutating func fillProportionallyGivesNothingToWhatHasNoContent() throws {
    // 80 + 120 + 2 × 10 = 220 are needed and 440 there: 160, 0 and 440 − 160 − 20 = 260.
    let row = try bench.stack(.horizontal, width: 440)
    let views = try [80, nil, 120].map { try bench.view($0, 20, in: row) }
    try bench.arrange(row) {
      $0.distribution = .fillProportionally
      $0.spacing = .points(10)
    }
    bench.layOut()
    #expect(bench.across(views) == [[0, 160], [170, 170], [180, 440]])
  }

  @Test mutating func fillProportionallyGivesNothingToATenThousandthAndLess() throws {
    // 2 and 0.5 of 10000 points, in a row of 10000: two ten-thousandths are 2; half of one counts
    // as 0.
    for (width, expected) in [(2.0, 2.0), (0.5, 0)] {
      bench = try StackBench()
      let row = try bench.stack(.horizontal, width: 10_000)
      let views = try [width, 10_000 - width].map { try bench.view($0, 20, in: row) }
      try bench.arrange(row) { $0.distribution = .fillProportionally }
      bench.layOut()
      #expect(abs(bench.frame(views[0]).size.width - expected) < 1e-5, "\(width)")
      #expect(bench.frame(views[1]).right == 10_000)
    }
  }

  @Test mutating func fillProportionallyGoesByContentsOfLessThanAPoint() throws {
    // A quarter and half of a point have a third and two thirds of the row.
    let row = try bench.stack(.horizontal, width: 300)
    let views = try [0.25, 0.5].map { try bench.view($0, 20, in: row) }
    try bench.arrange(row) { $0.distribution = .fillProportionally }
    bench.layOut()
    #expect(bench.across(views) == [[0, 100], [100, 300]])
  }

  @Test mutating func fillProportionallyCountsBaselineGapsFromEdgeToEdge() throws {
    // The column's natural layout gives contents and gaps: a gap of 40 from baseline to baseline is
    // less from edge to edge.
    func column(_ height: Double?) throws -> [[Double]] {
      bench = try StackBench()
      let column = try bench.stack(.vertical, height: height)
      let views = try [TextStyle.title1, .body, .caption1].map {
        try bench.text("Text", $0, in: column)
      }
      try bench.arrange(column) {
        $0.distribution = height == nil ? .fill : .fillProportionally
        $0.spacing = .points(40)
        $0.isBaselineRelative = true
      }
      bench.layOut()
      return bench.down(views)
    }
    let natural = try column(nil)
    let heights = natural.map { $0[1] - $0[0] }
    let total = natural[2][1] - natural[0][0]
    let gaps = total - heights.reduce(0, +)
    #expect(gaps > 0 && gaps < 2 * 40 - 10)
    let stretched = try column(600)
    for index in 0..<2 {
      let height = stretched[index][1] - stretched[index][0]
      #expect(abs(height - 600 * heights[index] / total) < 1e-5, "\(index)")
    }
    #expect(abs(stretched[2][1] - 600) < 1e-6)
  }

  @Test mutating func fillProportionallyIsFairToViewsWithoutContents() throws {
    // (440 − 2 × 10) / 3 = 140.
    let row = try bench.stack(.horizontal, width: 440)
    let views = try (0..<3).map { _ in try bench.view(nil, 20, in: row) }
    try bench.arrange(row) {
      $0.distribution = .fillProportionally
      $0.spacing = .points(10)
    }
    bench.layOut()
    #expect(bench.across(views) == [[0, 140], [150, 290], [300, 440]])
  }

  @Test mutating func equalSpacingMakesAllGapsAlike() throws {
    // (300 − 180) / 2 = 60; without the second 300 − 120 = 180.
    let (_, views) = try row(.equalSpacing, width: 300)
    bench.layOut()
    #expect(bench.across(views) == [[0, 50], [110, 170], [230, 300]])
    try bench.tree.setHidden(true, of: views[1])
    bench.layOut()
    #expect(bench.across(views) == [[0, 50], [50, 50], [230, 300]])
  }

  @Test mutating func theWidestCustomSpacingDecidesAllEqualGaps() throws {
    // Both gaps are as wide as the one after the first has to be: 180 + 2 × 25 = 230.
    let (row, views) = try row(.equalSpacing, width: nil)
    try bench.arrange(row) { $0.customSpacing[views[0]] = .points(25) }
    bench.layOut()
    #expect(bench.across([row] + views) == [[0, 230], [0, 50], [75, 135], [160, 230]])
  }

  @Test mutating func equalCenteringMakesDistancesOfMiddlesAlike() throws {
    // From 25 to 285 in two steps of 130; the 100 wide one lies around 155.
    let row = try bench.stack(.horizontal, width: 300)
    let views = try [50, 100, 30].map { try bench.view($0, 20, in: row) }
    try bench.arrange(row) {
      $0.distribution = .equalCentering
      $0.spacing = .points(10)
    }
    bench.layOut()
    #expect(bench.across(views) == [[0, 50], [105, 205], [270, 300]])
  }

  @Test mutating func spacingComesBeforeEqualDistances() throws {
    // In 206 points two steps of 83 would leave 83 − 25 − 50 = 8 for the first gap, which is 10.
    let row = try bench.stack(.horizontal, width: 206)
    let views = try [50, 100, 30].map { try bench.view($0, 20, in: row) }
    try bench.arrange(row) {
      $0.distribution = .equalCentering
      $0.spacing = .points(10)
    }
    bench.layOut()
    #expect(bench.across(views) == [[0, 50], [60, 160], [176, 206]])
    #expect(bench.report == LayoutReport())
  }

  @Test(arguments: [
    (StackProperties.Alignment.fill, [[0.0, 100], [0, 100]]),
    (.leading, [[0, 20], [0, 40]]),
    (.center, [[40, 60], [30, 70]]),
    (.trailing, [[80, 100], [60, 100]]),
    // The second's first baseline, at 30, is the lower one; the first's is 14 below its top.
    (.firstBaseline, [[16, 36], [0, 40]]),
    // The second reaches down to 100, its last baseline is at 92, 5 over the first's bottom.
    (.lastBaseline, [[77, 97], [60, 100]]),
  ])
  mutating func aRowOf100PointsAligns(
    _ alignment: StackProperties.Alignment, _ edges: [[Double]]
  ) throws {
    let row = try bench.stack(.horizontal, height: 100)
    let views = [
      try bench.view(30, 20, in: row) { ($0.firstBaseline, $0.lastBaseline) = (14, 5) },
      try bench.view(30, 40, in: row) { ($0.firstBaseline, $0.lastBaseline) = (30, 8) },
    ]
    try bench.arrange(row) { $0.alignment = alignment }
    bench.layOut()
    #expect(bench.down(views) == edges)
    #expect(bench.report == LayoutReport())
  }

  @Test(arguments: [
    (StackProperties.Alignment.fill, [[0.0, 100], [0, 100]], [[900.0, 1000], [900, 1000]]),
    (.leading, [[0, 20], [0, 40]], [[980, 1000], [960, 1000]]),
    (.center, [[40, 60], [30, 70]], [[940, 960], [930, 970]]),
    (.trailing, [[80, 100], [60, 100]], [[900, 920], [900, 940]]),
  ])
  mutating func aColumnOf100PointsAlignsTheWayOfReading(
    _ alignment: StackProperties.Alignment, _ edges: [[Double]], _ reversed: [[Double]]
  ) throws {
    for direction in LayoutDirection.allCases {
      bench = try StackBench(direction: direction)
      let column = try bench.stack(.vertical, width: 100)
      let views = try [20, 40].map { try bench.view($0, 30, in: column) }
      try bench.arrange(column) { $0.alignment = alignment }
      bench.layOut()
      #expect(bench.across(views) == (direction == .leftToRight ? edges : reversed))
      #expect(bench.down(views) == [[0, 30], [30, 60]])
    }
  }

  @Test mutating func aRowReadFromTheRightIsMirrored() throws {
    // The row is 200 wide and starts at 1000.
    bench = try StackBench(direction: .rightToLeft)
    let (row, views) = try row(.fill, width: nil)
    bench.layOut()
    #expect(bench.across([row]) == [[800, 1000]])
    #expect(bench.across(views) == [[950, 1000], [880, 940], [800, 870]])
  }

  @Test mutating func alikeViewsTieTheSameWayInBothDirections() throws {
    bench = try StackBench(direction: .rightToLeft)
    let (_, views) = try row(.fill, width: 300)
    bench.layOut()
    #expect(bench.across(views) == [[850, 1000], [780, 840], [700, 770]])
  }
}
