import SnapbackBasics
import SnapbackConstraints
import Testing

/// Systems unlike layouts, which are solved level by level.
struct LevelSearchTests {
  /// A constraint of a mesh, for checks that do not use the solver.
  private struct Member {
    var terms: [(variable: Int, coefficient: Double)]
    var constant: Double
    var relation: Relation
    var priority: Double

    func violation(at point: [Double]) -> Double {
      let value = terms.reduce(constant) { $0 + $1.coefficient * point[$1.variable] }
      return switch relation {
      case .equal: value.magnitude
      case .lessThanOrEqual: max(0, value)
      case .greaterThanOrEqual: max(0, -value)
      }
    }
  }

  private struct Mesh {
    var solver = Solver()
    var variables: [Variable] = []
    var members: [Member] = []
    var ids: [ConstraintID] = []

    /// Random constraints of `size` terms. All required ones hold at a hidden point.
    init(variables count: Int, constraints: Int, terms size: Int, seed: UInt64) throws {
      var generator = SeededGenerator(seed: seed)
      variables = (0..<count).map { _ in solver.makeVariable() }
      let hidden = (0..<count).map { _ in Double(Int.random(in: 0...400, using: &generator)) }
      for _ in 0..<constraints {
        let chosen = (0..<count).shuffled(using: &generator).prefix(size)
        let terms = chosen.map {
          ($0, [1.0, -1, 0.5, 2][Int.random(in: 0..<4, using: &generator)])
        }
        let value = terms.reduce(0) { $0 + $1.1 * hidden[$1.0] }
        let relation = Relation.allCases[Int.random(in: 0..<3, using: &generator)]
        let isRequired = Int.random(in: 0..<5, using: &generator) == 0
        let offset = Double(Int.random(in: -80...80, using: &generator))
        members.append(
          Member(
            terms: terms.map { (variable: $0.0, coefficient: $0.1) },
            constant: isRequired ? -value : offset - value, relation: relation,
            priority: isRequired
              ? 1000 : [750, 500, 251, 250][Int.random(in: 0..<4, using: &generator)]))
      }
      for member in members {
        let terms = member.terms.map { Term(variables[$0.variable], coefficient: $0.coefficient) }
        ids.append(
          try solver.add(
            LinearExpression(terms, constant: member.constant), member.relation,
            priority: try Priority(member.priority)))
      }
    }

    var point: [Double] { variables.map { solver.value(of: $0) } }

    /// The sums of the violations by falling priority.
    var violations: [Double] {
      let point = point
      return [1000.0, 750, 500, 251, 250].map { priority in
        members.filter { $0.priority == priority }.reduce(0) { $0 + $1.violation(at: point) }
      }
    }
  }

  @Test(arguments: [(30, 3), (150, 3), (60, 10)])
  func aMeshIsSolvedAndItsOptimalityProved(count: Int, terms: Int) throws {
    var mesh = try Mesh(
      variables: count, constraints: 5 * count / 2, terms: terms, seed: UInt64(count))
    let report = mesh.solver.solve()
    #expect(report.isOptimal && report.conflicts.isEmpty && report.setAside.isEmpty)
    #expect(report.unverified.isEmpty)
    #expect(mesh.violations[0] < 1e-6)
    #expect(mesh.solver.checkInvariants() == [])
  }

  @Test func anEditedMeshHasTheViolationsOfAFreshOne() throws {
    var generator = SeededGenerator(seed: 5)
    var mesh = try Mesh(variables: 80, constraints: 200, terms: 3, seed: 21)
    mesh.solver.solve()
    for _ in 0..<12 {
      let wishes = mesh.members.indices.filter { mesh.members[$0].priority < 1000 }
      let index = wishes[Int.random(in: wishes.indices, using: &generator)]
      mesh.members[index].constant = Double(Int.random(in: -900...900, using: &generator))
      try mesh.solver.setConstant(mesh.members[index].constant, of: mesh.ids[index])
      let report = mesh.solver.solve()
      #expect(report.isOptimal && report.conflicts.isEmpty)
      #expect(mesh.solver.checkInvariants() == [])
      var fresh = mesh
      // A copy compiles at its next solve.
      let dummy = try fresh.solver.add(fresh.variables[0] - 1e6, .lessThanOrEqual)
      #expect(fresh.solver.solve().isOptimal)
      try fresh.solver.remove(dummy)
      #expect(fresh.solver.solve().isOptimal)
      #expect(isClose(mesh.violations, fresh.violations), "\(mesh.violations)")
    }
  }

  /// The values are worked out by hand: the second constraint gives b = 20 a, the next ones c = 20
  /// b and so on, up to 20⁶ a.
  @Test func factorsThatMultiplyToMillionsKeepTheirDigits() throws {
    var solver = Solver()
    let variables = (0..<7).map { _ in solver.makeVariable() }
    try solver.add(variables[0] - 3, .equal, priority: .defaultHigh)
    for (one, other) in zip(variables, variables.dropFirst()) {
      try solver.add(0.05 * other - one, .equal)
    }
    try solver.add(variables[6], .equal, priority: .defaultLow)
    let report = solver.solve()
    #expect(report.isOptimal && report.setAside.isEmpty)
    #expect((solver.value(of: variables[6]) - 3 * 64e6).magnitude < 1e-5)
    #expect(solver.checkInvariants() == [])
  }

  /// A chain of wishes of which each is stronger than the next one. Each is met.
  @Test func aThousandPrioritiesAreMetOneByOne() throws {
    var solver = Solver()
    let count = 1000
    let variables = (0..<count).map { _ in solver.makeVariable() }
    for number in 0..<count {
      let previous = number == 0 ? LinearExpression() : variables[number - 1] * 1
      try solver.add(
        variables[number] - previous - Double(number % 7), .equal,
        priority: try Priority(999 - Double(number) * 0.5))
      try solver.add(
        variables[number] + 5, .equal, priority: try Priority(999.25 - Double(number) * 0.5 - 499))
    }
    #expect(solver.solve().isOptimal)
    var sum = 0.0
    for number in 0..<count {
      sum += Double(number % 7)
      #expect((solver.value(of: variables[number]) - sum).magnitude < 1e-6)
    }
  }

  /// Every equation but the first contradicts an earlier one, whatever their order.
  @Test func aThousandEquationsForOneNumberYieldToTheFirst() throws {
    var solver = Solver()
    let x = solver.makeVariable()
    let ids = try (0..<1000).map { try solver.add(x - Double($0 * 7919 % 10_007), .equal) }
    var report = solver.solve()
    #expect(report.conflicts.map(\.victim) == Array(ids.dropFirst()))
    #expect(report.conflicts.allSatisfy { $0.others == [ids[0]] })
    try solver.setConstant(-7919, of: ids[0])
    report = solver.solve()
    // The second equation has the same number now.
    #expect(report.conflicts.map(\.victim) == Array(ids.dropFirst(2)))
    #expect(solver.value(of: x) == 7919)
  }

  @Test func aWorkLimitKeepsRequiredConstraints() throws {
    let whole = try Mesh(variables: 100, constraints: 250, terms: 3, seed: 9)
    var free = whole
    #expect(free.solver.solve().isOptimal)
    let work = free.solver.statistics.work
    var isLimited = false
    for share in stride(from: 0.6, to: 1, by: 0.1) {
      var limited = whole
      let report = limited.solver.solve(workLimit: Int(share * Double(work)))
      if report.isOptimal { continue }
      isLimited = true
      #expect(limited.violations[0] < 1e-6, "at \(share) of the work")
    }
    #expect(isLimited)
  }
}
