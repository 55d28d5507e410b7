import SnapbackBasics
import SnapbackConstraints
import SnapbackLayout
import SnapbackTestSupport
import Testing

/// A changed stack must be laid out like a stack created in its final state.
@Suite struct StackChangeTests {
  /// Everything that a layout of one stack and its views depends on.
  private struct Plan {
    var traits = LayoutTraits()
    var stack = StackProperties()
    var margins: DirectionalInsets?
    var width: Double?
    var height: Double?
    var views = [ViewProperties](repeating: ViewProperties(), count: 5)
    var order = [0, 1, 2, 3, 4]
    var spacing: [Int: Spacing] = [:]
  }

  /// A tree that is updated to match a plan.
  private struct Follower {
    var tree: LayoutTree
    let stack: ViewID
    let views: [ViewID]

    init(_ plan: Plan) throws {
      tree = try LayoutTree(screen: Size(width: 1000, height: 1000), scale: 1e9)
      stack = try tree.addView(in: .root, name: "stack")
      var views: [ViewID] = []
      for _ in plan.views { views.append(try tree.addView(in: stack)) }
      self.views = views
      let item = LayoutItem.view(stack)
      try tree.add(item.leading.constraint(to: LayoutItem.view(.root).leading, plus: 40))
      try tree.add(item.top.constraint(to: LayoutItem.view(.root).top, plus: 30))
      try tree.add(item.width.constraint(toConstant: 0).named("width"))
      try tree.add(item.height.constraint(toConstant: 0).named("height"))
      try follow(plan)
    }

    mutating func follow(_ plan: Plan) throws {
      try tree.setTraits(plan.traits)
      for (view, properties) in zip(views, plan.views) {
        try tree.update(view) { $0 = properties }
      }
      let views = views
      try tree.update(stack) {
        var stack = plan.stack
        stack.arranged = plan.order.map { views[$0] }
        for (index, spacing) in plan.spacing { stack.customSpacing[views[index]] = spacing }
        $0.stack = stack
        $0.margins = plan.margins
      }
      try tree.setActive(plan.width != nil, of: "width")
      try tree.setActive(plan.height != nil, of: "height")
      if let width = plan.width { try tree.setConstant(width, of: "width") }
      if let height = plan.height { try tree.setConstant(height, of: "height") }
    }
  }

  private struct Random {
    var generator: SeededGenerator

    mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &generator) }

    mutating func whole(_ range: ClosedRange<Int>) -> Double {
      Double(Int.random(in: range, using: &generator))
    }

    mutating func one<Value>(of values: [Value]) -> Value { values[below(values.count)] }

    mutating func priority(around value: Double) -> Priority {
      (try? Priority(value + whole(-2...2))) ?? .required
    }

    mutating func spacing() -> Spacing { below(4) == 0 ? .standard : .points(whole(0...30)) }

    mutating func change(_ plan: inout Plan) {
      switch below(14) {
      case 0: plan.stack.distribution = one(of: StackProperties.Distribution.allCases)
      case 1: plan.stack.alignment = one(of: StackProperties.Alignment.allCases)
      case 2: plan.stack.axis = one(of: Axis.allCases)
      case 3: plan.stack.spacing = spacing()
      case 4: plan.spacing[below(5)] = below(3) == 0 ? nil : spacing()
      case 5: plan.stack.isMarginsRelative.toggle()
      case 6: plan.stack.isBaselineRelative.toggle()
      case 7: plan.order.shuffle(using: &generator)
      case 8: plan.traits.direction = one(of: LayoutDirection.allCases)
      case 9: plan.traits.contentSize = one(of: ContentSizeCategory.allCases)
      case 10: plan.margins = below(2) == 0 ? nil : DirectionalInsets(leading: whole(0...20))
      case 11:
        plan.width = below(2) == 0 ? nil : whole(50...900)
        plan.height = below(2) == 0 ? nil : whole(50...900)
      default: change(&plan.views[below(5)])
      }
    }

    private mutating func change(_ view: inout ViewProperties) {
      switch below(6) {
      case 0, 1: view.isHidden.toggle()
      case 2: view.hugging.horizontal = priority(around: 250)
      case 3: view.compressionResistance.vertical = priority(around: 750)
      case 4: view.text = below(3) == 0 ? nil : text()
      default:
        view.intrinsicSize = PerAxis(
          horizontal: below(4) == 0 ? nil : whole(0...90),
          vertical: below(4) == 0 ? nil : whole(0...90))
      }
    }

    private mutating func text() -> TextContent {
      TextContent(
        String(repeating: "words ", count: below(9)), style: one(of: TextStyle.allCases),
        lineLimit: below(3))
    }
  }

  @Test(arguments: 0..<UInt64(Effort.cases(30, inDebugBuilds: 10)))
  func aChangedStackEqualsAFreshOne(seed: UInt64) throws {
    var random = Random(generator: SeededGenerator(seed: seed))
    var plan = Plan()
    for _ in 0..<30 { random.change(&plan) }
    var follower = try Follower(plan)
    for step in 0..<40 {
      for _ in 0...random.below(3) { random.change(&plan) }
      try follower.follow(plan)
      let report = follower.tree.layoutIfNeeded()
      var fresh = try Follower(plan)
      let freshReport = fresh.tree.layoutIfNeeded()
      if let report { #expect(report == freshReport, "seed \(seed), step \(step): \(plan)") }
      let worst = zip(follower.tree.frames, fresh.tree.frames).map { distance($0, $1) }.max() ?? 0
      // Views with an ambiguous position may differ.
      guard worst > 1e-6, !fresh.tree.ambiguities().contains(where: { $0.cause == .missing })
      else { continue }
      Issue.record("seed \(seed), step \(step): \(worst) points apart: \(plan)")
      return
    }
  }

  @Test func proportionsFollowContentsThatChange() throws {
    var bench = try StackBench()
    let row = try bench.stack(.horizontal, width: 300)
    let views = try [50, 100].map { try bench.view($0, 10, in: row) }
    try bench.arrange(row) { $0.distribution = .fillProportionally }
    bench.layOut()
    #expect(bench.across(views) == [[0, 100], [100, 300]])
    try bench.tree.update(views[0]) { $0.intrinsicSize.horizontal = 200 }
    bench.layOut()
    #expect(bench.across(views) == [[0, 200], [200, 300]])
  }

  @Test func standardSpacingFollowsAStyleThatChanges() throws {
    // From the leading of body texts, 22, to that of first titles, 34.
    var bench = try StackBench()
    let column = try bench.stack(.vertical)
    let texts = try ["one", "two"].map { try bench.text($0, in: column) }
    try bench.arrange(column) {
      $0.isBaselineRelative = true
      $0.spacing = .standard
    }
    bench.layOut()
    #expect(bench.down(texts) == [[0, 20.28711], [22, 42.28711]])
    for text in texts { try bench.tree.update(text) { $0.text?.style = .title1 } }
    bench.layOut()
    #expect(bench.down(texts) == [[0, 33.414063], [34, 67.414063]])
  }

  @Test func aLineOfItsOwnWidthIsNotBrokenByRounding() throws {
    // The text is alone in its line and hugs it; the shares of the width are odd numbers.
    for count in 1...60 {
      var bench = try StackBench()
      let row = try bench.stack(.horizontal)
      let string = String(repeating: "words ", count: count % 8 + 1)
      let text = try bench.text(string, lineLimit: 0, in: row)
      for index in 0..<count % 5 { try bench.view(Double(index) + 0.1, 5, in: row) }
      try bench.arrange(row) {
        $0.distribution = .fillProportionally
        $0.spacing = .points(Double(count) * 0.7)
      }
      bench.layOut()
      #expect(bench.frame(text).size.height < 21, "\(count)")
    }
  }

  private func distance(_ one: Rect, _ other: Rect) -> Double {
    [
      one.left - other.left, one.top - other.top, one.right - other.right,
      one.bottom - other.bottom,
    ].map(\.magnitude).reduce(0, max)
  }
}
