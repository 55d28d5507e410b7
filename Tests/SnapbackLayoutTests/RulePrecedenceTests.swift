import SnapbackBasics
import SnapbackConstraints
import SnapbackLayout
import SnapbackTestSupport
import Testing

/// Required rules that contradict each other or a driven constant.
@Suite struct RulePrecedenceTests {
  /// A row of adjacent boxes, with rules about their widths and edges. A rule compares the distance
  /// of two edges with a number; edge 0 is that of the screen.
  private struct Row {
    struct Rule {
      var name: String
      var from: Int
      var to: Int
      var relation: Relation
      var constant: Double

      /// How far the rule is from being satisfied.
      func violation(_ edges: [Double]) -> Double {
        let excess = edges[to] - edges[from] - constant
        switch relation {
        case .equal: return abs(excess)
        case .lessThanOrEqual: return max(0, excess)
        case .greaterThanOrEqual: return max(0, -excess)
        }
      }
    }

    static let count = 4
    var rules: [Rule] = []
    var tree: LayoutTree
    /// The constraints that gave way at the start.
    private(set) var broken: [String] = []

    init(_ rules: [Rule]) throws {
      self.rules = rules
      tree = try LayoutTree(screen: Size(width: 2000, height: 100), scale: 1_048_576)
      var items = [LayoutItem.view(.root)]
      for index in 1...Self.count {
        items.append(.view(try tree.addView(in: .root, name: "box\(index)")))
        let start = index == 1 ? items[0].left : items[index - 1].right
        try tree.add(items[index].left.constraint(to: start).named("touch\(index)"))
        try tree.add(
          items[index].width.constraint(toConstant: 70).prioritized(.defaultLow))
      }
      for rule in rules {
        let start = rule.from == 0 ? items[0].left : items[rule.from].right
        try tree.add(
          items[rule.to].right.constraint(rule.relation, to: start, plus: rule.constant)
            .named(rule.name))
      }
      broken = tree.layoutIfNeeded()?.conflicts.map(\.victim) ?? []
    }

    /// The edges between the boxes, starting with the screen's.
    var edges: [Double] {
      [0] + (1...Self.count).map { tree.exactFrame(of: ViewID(index: $0)).right }
    }

    mutating func drive(_ name: String, to value: Double) throws {
      try tree.set(.constant(name), to: value)
      tree.layoutIfNeeded()
    }
  }

  /// Random rules. The first two are driven, and sometimes the last ones contradict others.
  private static func rules(_ generator: inout SeededGenerator) -> [Row.Rule] {
    func number(_ range: Range<Double>) -> Double {
      (range.lowerBound + generator.unit() * (range.upperBound - range.lowerBound)).rounded()
    }
    var rules = [
      Row.Rule(name: "a", from: 0, to: 1, relation: .equal, constant: number(80..<160)),
      Row.Rule(name: "b", from: 1, to: 2, relation: .equal, constant: number(80..<160)),
    ]
    let relations: [Relation] = [
      .lessThanOrEqual, .greaterThanOrEqual, .greaterThanOrEqual, .equal,
    ]
    for index in 0..<Int(number(2..<6)) {
      let from = Int(number(0..<3))
      let to = from + 1 + Int(number(0..<Double(3 - from)))
      let relation = relations[Int(number(0..<3))]
      let length = Double(to - from)
      let constant =
        relation == .lessThanOrEqual
        ? number(150 * length..<250 * length) : number(30 * length..<120 * length)
      rules.append(
        Row.Rule(
          name: "rule\(index)", from: from, to: to, relation: relation, constant: constant))
    }
    return rules
  }

  private static func victims(_ row: Row) -> Set<String> {
    let edges = row.edges
    return Set(row.rules.filter { $0.violation(edges) > 1e-6 }.map(\.name))
  }

  /// Whether a driven rule can be satisfied with a value and without some rules, in a row that
  /// begins with it.
  private static func canHold(
    _ name: String, at value: Double, _ rules: [Row.Rule], without victims: Set<String>
  ) throws -> Bool {
    var rules = rules.filter { !victims.contains($0.name) }
    for index in rules.indices where rules[index].name == name { rules[index].constant = value }
    return try Row(rules).broken.isEmpty
  }

  @Test(arguments: 0..<UInt64(Effort.cases(60, inDebugBuilds: 20)))
  func oneDrivenConstantIsClampedToTheRangeOfTheRules(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var row = try Row(Self.rules(&generator))
    let victims = Self.victims(row)
    // Without adjacent boxes, the rules do not form a row.
    guard !victims.contains("a"), !row.broken.contains(where: { $0.hasPrefix("touch") }) else {
      return
    }
    let start = row.rules[0].constant
    // The range is an interval around the start, because linear rules leave a convex set.
    func end(_ far: Double) throws -> Double {
      if try Self.canHold("a", at: far, row.rules, without: victims) { return far }
      var (inside, outside) = (start, far)
      for _ in 0..<40 {
        let middle = (inside + outside) / 2
        let holds = try Self.canHold("a", at: middle, row.rules, without: victims)
        if holds { inside = middle } else { outside = middle }
      }
      return inside
    }
    let range = try end(-100)...(try end(600))
    var last = row.edges
    var value = start
    for target in [600, -100, 380, 20, 600, start] {
      while value != target {
        let step = min(7, abs(target - value))
        value += target > value ? step : -step
        try row.drive("a", to: value)
        let edges = row.edges
        let clamped = min(max(value, range.lowerBound), range.upperBound)
        #expect(abs(edges[1] - clamped) < 1e-6, "\(edges[1]), not \(clamped), at \(value)")
        for rule in row.rules.dropFirst() where !victims.contains(rule.name) {
          #expect(rule.violation(edges) < 1e-6, "\(rule) at \(value)")
        }
        let jump = zip(edges, last).map { abs($0 - $1) }.max() ?? 0
        #expect(jump <= 4 * step + 1e-6, "\(jump) at \(value)")
        last = edges
      }
    }
    #expect(Self.victims(row) == victims)
  }

  @Test(arguments: 0..<UInt64(Effort.cases(60, inDebugBuilds: 20)))
  func twoDrivenConstantsMoveViewsContinuously(seed: UInt64) throws {
    var generator = SeededGenerator(seed: 1000 + seed)
    var row = try Row(Self.rules(&generator))
    let victims = Self.victims(row)
    var last = row.edges
    var values = ["a": row.rules[0].constant, "b": row.rules[1].constant]
    for _ in 0..<30 {
      let name = generator.unit() < 0.5 ? "a" : "b"
      let target = (-50 + 500 * generator.unit()).rounded()
      while let value = values[name], value != target {
        let step = min(7, abs(target - value))
        let next = value + (target > value ? step : -step)
        values[name] = next
        try row.drive(name, to: next)
        let edges = row.edges
        for rule in row.rules.dropFirst(2) where !victims.contains(rule.name) {
          #expect(rule.violation(edges) < 1e-6, "\(rule) at \(values)")
        }
        let jump = zip(edges, last).map { abs($0 - $1) }.max() ?? 0
        #expect(jump <= 8 * step + 1e-6, "\(jump) at \(values)")
        last = edges
      }
    }
    // Back at the initial constants, the layout is the initial one.
    try row.drive("a", to: row.rules[0].constant)
    try row.drive("b", to: row.rules[1].constant)
    let begun = try Row(row.rules).edges
    for (edge, other) in zip(row.edges, begun) { #expect(abs(edge - other) < 1e-6) }
  }

  private static func bounded(least: Double) throws -> Row {
    try Row([
      .init(name: "a", from: 0, to: 1, relation: .equal, constant: 100),
      .init(name: "pin", from: 0, to: 2, relation: .equal, constant: 150),
      .init(name: "b", from: 1, to: 2, relation: .equal, constant: 90),
      .init(name: "least", from: 0, to: 1, relation: .greaterThanOrEqual, constant: least),
    ])
  }

  @Test func aChangeDecidesForTheValuesThatHeld() throws {
    var row = try Self.bounded(least: 60)
    #expect(Self.victims(row) == ["b"])
    try row.drive("a", to: 20)
    #expect(abs(row.edges[1] - 60) < 1e-6 && abs(row.edges[2] - 150) < 1e-6)
    // The range grows, and the layout follows the constant to its end.
    try row.tree.setConstant(35, of: "least")
    let report = row.tree.layoutIfNeeded()
    #expect(report?.conflicts.map(\.victim) == ["b"])
    #expect(abs(row.edges[1] - 35) < 1e-6 && abs(row.edges[2] - 150) < 1e-6)
    try row.tree.setConstant(10, of: "least")
    row.tree.layoutIfNeeded()
    #expect(abs(row.edges[1] - 20) < 1e-6)
    // Here the range shrinks until it excludes the current constant: the inequality gives way.
    try row.tree.setConstant(60, of: "least")
    row.tree.layoutIfNeeded()
    #expect(abs(row.edges[1] - 20) < 1e-6)
  }

  @Test func aPriorityThatIsSetWhileARuleYieldsStays() throws {
    var row = try Self.bounded(least: 60)
    try row.drive("a", to: 20)
    try row.tree.setPriority(.defaultHigh, of: "a")
    let report = row.tree.layoutIfNeeded()
    #expect(report?.conflicts.isEmpty == true, "without it, the others agree")
    #expect(abs(row.edges[1] - 60) < 1e-6)
    try row.tree.setPriority(.required, of: "a")
    row.tree.layoutIfNeeded()
    #expect(abs(row.edges[1] - 20) < 1e-6, "a new contradiction: the inequality gives way")
  }
}
