import SnapbackBasics
import SnapbackConstraints
import SnapbackLayout
import Testing

@Suite struct LayoutPassTests {
  private var tree: LayoutTree
  private let box: ViewID

  init() throws {
    tree = try LayoutTree(screen: Size(width: 400, height: 800))
    box = try tree.addView(in: .root, name: "box")
    let (item, screen) = (LayoutItem.view(box), LayoutItem.view(.root))
    try tree.activate([
      item.centerX.constraint(to: screen.centerX).named("x"),
      item.top.constraint(to: screen.top, plus: 20).named("y"),
      item.width.constraint(toConstant: 100).named("w"),
      item.height.constraint(to: item.width, times: 0.5).named("h"),
    ])
  }

  private var frame: Rect { tree.frames[box.index] }

  @Test mutating func changesAreCoalescedIntoOnePass() throws {
    tree.layoutIfNeeded()
    let before = tree.statistics
    try tree.setConstant(120, of: "w")
    try tree.setConstant(30, of: "y")
    try tree.setScreenSize(Size(width: 500, height: 700))
    #expect(tree.needsLayout)
    #expect(tree.layoutIfNeeded()?.warnings == [])
    #expect(tree.statistics.passes == before.passes + 1)
    #expect(tree.statistics.solves == before.solves + 1)
    #expect(frame == Rect(x: 190, y: 30, width: 120, height: 60))
    #expect(tree.layoutIfNeeded() == nil)
  }

  @Test mutating func anOutsideFrameLastsUntilTheNextPass() throws {
    tree.layoutIfNeeded()
    let solved = frame
    let moved = Rect(x: 3, y: 4, width: 50, height: 60)
    try tree.setFrame(moved, of: box)
    #expect(frame == moved)
    #expect(tree.layoutIfNeeded() == nil)
    #expect(frame == moved)
    // The pass does not change the box, but still writes its frame.
    let other = try tree.addView(in: .root)
    try tree.add(LayoutItem.view(other).width.constraint(toConstant: 5))
    tree.layoutIfNeeded()
    #expect(frame == solved)
    try tree.setFrame(moved, of: box)
    tree.setNeedsLayout()
    #expect(tree.layoutIfNeeded() != nil)
    #expect(frame == solved)
  }

  @Test mutating func aDeactivatedConstraintIsAsIfRemovedAndComesBack() throws {
    tree.layoutIfNeeded()
    let solved = frame
    try tree.setActive(false, of: "x")
    tree.layoutIfNeeded()
    #expect(frame == Rect(x: 0, y: 20, width: 100, height: 50))
    #expect(
      tree.ambiguities().map(\.description) == [
        "box: left not determined; a constraint is missing"
      ])
    try tree.setActive(true, ofAll: ["x", "y"])
    tree.layoutIfNeeded()
    #expect(frame == solved)
    #expect(tree.ambiguities().isEmpty)
  }

  @Test mutating func theOrderOfSwitchingWithinABatchDoesNotMatter() throws {
    let (item, screen) = (LayoutItem.view(box), LayoutItem.view(.root))
    var other = item.centerX.constraint(to: screen.centerX, plus: 50).named("x2")
    other.isActive = false
    try tree.add(other)
    // Both are active until the next change; nothing is solved, so nothing is reported.
    try tree.setActive(true, of: "x2")
    try tree.setActive(false, of: "x")
    #expect(tree.layoutIfNeeded()?.warnings == [])
    #expect(frame.center.x == 250)
  }

  @Test mutating func activationOfSeveralIsAllOrNothing() throws {
    let item = LayoutItem.view(box)
    #expect(throws: LayoutError.duplicateConstraint("w")) {
      try tree.activate([
        item.left.constraint(to: LayoutItem.view(.root).left).named("new"),
        item.width.constraint(toConstant: 9).named("w"),
      ])
    }
    #expect(tree.constraintIdentifiers == ["x", "y", "w", "h"])
  }

  @Test mutating func aConstraintWithoutANameIsCalledWhatItSays() throws {
    let item = LayoutItem.view(box)
    let (some, other) = (
      item.height.constraint(.lessThanOrEqual, to: item.width, times: 2, plus: -3),
      item.leading.constraint(to: LayoutItem.margins(.root).leading)
    )
    try tree.activate([some, other.prioritized(.defaultLow), some])
    #expect(
      tree.constraintIdentifiers.suffix(3) == [
        "box.height <= 2 * box.width - 3", "box.leading = screen.margins.leading @ 250",
        "box.height <= 2 * box.width - 3 #2",
      ])
  }

  @Test mutating func aRemovedConstraintLeavesNoTrace() throws {
    tree.layoutIfNeeded()
    let solved = frame
    let item = LayoutItem.view(box)
    try tree.add(item.width.constraint(toConstant: 300).named("extra"))
    #expect(tree.layoutIfNeeded()?.conflicts.map(\.victim) == ["extra"])
    try tree.remove("extra")
    #expect(tree.layoutIfNeeded()?.warnings == [])
    #expect(frame == solved)
    #expect(throws: LayoutError.unknownConstraint("extra")) { try tree.remove("extra") }
  }

  /// Ten contradictions that do not share views. Without work, the pass cannot find all of them,
  /// and in each that it does not find, a rule is violated.
  @Test func aPassThatRunsOutOfWorkNamesTheRulesThatItViolates() throws {
    var tree = try LayoutTree(screen: Size(width: 400, height: 800))
    var pairs: [(one: ViewID, other: ViewID)] = []
    for number in 0..<10 {
      let pair = (one: try tree.addView(in: .root), other: try tree.addView(in: .root))
      let (one, other) = (LayoutItem.view(pair.one), LayoutItem.view(pair.other))
      try tree.activate([
        one.width.constraint(toConstant: 10).named("one\(number)"),
        other.width.constraint(toConstant: 20).named("other\(number)"),
        one.width.constraint(to: other.width).named("equal\(number)"),
      ])
      pairs.append(pair)
    }
    tree.workLimit = 0
    let first = tree.layoutIfNeeded()
    let report = try #require(first)
    #expect(!report.isOptimal && !report.unverified.isEmpty)
    let victims = report.conflicts.map(\.victim)
    for (number, pair) in pairs.enumerated() {
      let one = tree.unroundedFrame(of: pair.one).size.width
      let other = tree.unroundedFrame(of: pair.other).size.width
      let misses = [
        ("one\(number)", one - 10), ("other\(number)", other - 20), ("equal\(number)", one - other),
      ]
      let missed = misses.filter { $0.1.magnitude > 1e-6 }.map(\.0)
      #expect(!missed.isEmpty)
      let named = report.unverified.filter { $0.hasSuffix("\(number)") }
      #expect(named == missed.filter { !victims.contains($0) })
    }
    let list = report.unverified.prefix(20).map { "\"\($0)\"" }.joined(separator: ", ")
    #expect(report.warnings.contains { $0.contains("; it may violate \(list)") })
    tree.workLimit = .max
    try tree.setConstant(30, of: "other0")
    let second = tree.layoutIfNeeded()
    let proven = try #require(second)
    #expect(proven.isOptimal && proven.unverified.isEmpty && proven.conflicts.count == 10)
  }

  @Test mutating func manyConstraintsComeAndGo() throws {
    let item = LayoutItem.view(box)
    for number in 0..<200 {
      try tree.add(
        item.width.constraint(.greaterThanOrEqual, toConstant: Double(number))
          .prioritized(.defaultLow).named("n\(number)"))
      if number >= 3 { try tree.remove("n\(number - 3)") }
    }
    #expect(tree.constraintIdentifiers == ["x", "y", "w", "h", "n197", "n198", "n199"])
    tree.layoutIfNeeded()
    #expect(tree.constraintStatuses(of: box).map(\.violation).max() == 99)
  }

  @Test mutating func edgesAreRoundedOnceAndShared() throws {
    var tree = try LayoutTree(screen: Size(width: 100, height: 100), scale: 2)
    var previous: ViewID?
    for _ in 0..<3 {
      let view = try tree.addView(in: .root)
      let item = LayoutItem.view(view)
      try tree.add(item.width.constraint(to: LayoutItem.view(.root).width, times: 1.0 / 3))
      if let previous {
        try tree.add(item.left.constraint(to: LayoutItem.view(previous).right))
      }
      previous = view
    }
    tree.layoutIfNeeded()
    // 33.33 and 66.67 on a grid of half points.
    #expect(tree.frames.dropFirst().map(\.left) == [0, 33.5, 66.5])
    #expect(tree.frames.dropFirst().map(\.right) == [33.5, 66.5, 100])
  }

  @Test mutating func sizeClassesSwitchConstraintsAndProperties() throws {
    var installed = VariationTable(ConstraintVariation())
    for context in installed.contexts(around: tree.context) where context.classes.height == .compact
    {
      installed[context].isInstalled = false
    }
    let item = LayoutItem.view(box)
    try tree.remove("w")
    try tree.add(item.width.constraint(toConstant: 100).named("w"), variations: installed)
    var constant = VariationTable(ConstraintVariation())
    for context in constant.contexts(around: tree.context) {
      constant[context].constant = context.classes.width == .regular ? 60 : 50
    }
    try tree.add(
      item.width.constraint(toConstant: 0).prioritized(.defaultLow).named("v"),
      variations: constant)
    tree.layoutIfNeeded()
    #expect(frame.size.width == 100)
    try tree.setScreenSize(Size(width: 800, height: 400))
    tree.layoutIfNeeded()
    // 800 × 400 is compact × compact: a phone's landscape needs 414 points of height for regular.
    #expect(tree.sizeClasses == SizeClasses(width: .compact, height: .compact))
    #expect(frame.size.width == 50)
    var traits = tree.traits
    traits.widthClass = .regular
    try tree.setTraits(traits)
    tree.layoutIfNeeded()
    #expect(frame.size.width == 60)
    traits.heightClass = .regular
    try tree.setTraits(traits)
    tree.layoutIfNeeded()
    #expect(frame.size.width == 100)
  }

  @Test mutating func numbersThatCannotBeLaidOutAreRefusedAndChangeNothing() throws {
    tree.layoutIfNeeded()
    let solved = frame
    for number in [Double.nan, .infinity, -.infinity, 1e300] {
      #expect(throws: LayoutError.self) { try tree.setConstant(number, of: "w") }
      #expect(throws: LayoutError.self) {
        try tree.setScreenSize(Size(width: number, height: 1))
      }
      #expect(throws: LayoutError.self) {
        try tree.update(box) { $0.alignmentInsets.left = number }
      }
      #expect(throws: LayoutError.self) {
        try tree.update(box) { $0.intrinsicSize.horizontal = number }
      }
      #expect(throws: LayoutError.self) { try tree.update(box) { $0.margins = .init(number) } }
      #expect(throws: LayoutError.self) {
        try tree.setTraits(
          {
            var traits = LayoutTraits()
            traits.keyboardHeight = number
            return traits
          }())
      }
      #expect(throws: LayoutError.self) {
        try tree.setScrollOffset(Vector(dx: number, dy: 0), of: box)
      }
    }
    tree.setNeedsLayout()
    #expect(tree.layoutIfNeeded()?.warnings == [])
    #expect(frame == solved)
  }

  @Test mutating func aVariationThatCannotBeLaidOutIsReportedWhileItIsAskedFor() throws {
    // The screen's margin of 16 or 20 points takes it beyond the limit of a constant, 10⁹.
    var constant = VariationTable(ConstraintVariation())
    for context in constant.contexts(around: tree.context) where context.classes.width == .regular {
      constant[context].constant = 1e9
    }
    let item = LayoutItem.view(try tree.addView(in: .root))
    try tree.add(
      item.left.constraint(to: LayoutItem.margins(.root).left).named("edge"),
      variations: constant)
    #expect(tree.layoutIfNeeded()?.setAside == [])
    var traits = tree.traits
    for (width, setAside) in [(SizeClass.regular, ["edge"]), (.compact, []), (.regular, ["edge"])] {
      traits.widthClass = width
      try tree.setTraits(traits)
      #expect(tree.layoutIfNeeded()?.setAside == setAside)
    }
    try tree.remove("edge")
    #expect(tree.layoutIfNeeded()?.setAside == [])
  }

  @Test mutating func whatCannotBeTiedSaysSo() throws {
    let guide = try tree.addGuide(in: .root)
    let cases: [(LayoutConstraint, String)] = [
      (
        LayoutConstraint(first: Anchor(box, .left), terms: [.init(1, Anchor(.root, .leading))]),
        "mixes leading and left"
      ),
      (
        LayoutConstraint(first: Anchor(box, .top), terms: [.init(1, Anchor(.root, .left))]),
        "ties top to left"
      ),
      (LayoutConstraint(first: Anchor(.guide(guide), .firstBaseline)), "guides have no"),
      (LayoutConstraint(first: Anchor(.margins(box), .leftMargin)), "guides have no"),
      (LayoutConstraint(first: Anchor(.content(box), .width)), "does not scroll"),
      (LayoutConstraint(first: Anchor(.viewport(box), .width)), "does not scroll"),
      (LayoutConstraint(first: Anchor(ViewID(index: 99), .width)), "not in this tree"),
      (LayoutConstraint(first: Anchor(ViewID(index: -1), .width)), "not in this tree"),
    ]
    for (constraint, message) in cases {
      let error = #expect(throws: LayoutError.self) { try tree.add(constraint.named("c")) }
      #expect(error?.description.contains(message) == true, "\(error as Any)")
    }
  }
}
