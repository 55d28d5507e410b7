import SnapbackBasics
import SnapbackConstraints
import Testing

struct OracleTests {
  @Test func violationsAreAsSmallAsTheBestVertexAllows() throws {
    var generator = SeededGenerator(seed: 1)
    var conflicting = 0
    for number in 0..<2400 {
      let system = WholeSystem.random(
        using: &generator, requiredShare: number % 3 == 0 ? 90 : 35)
      var loaded = try Loaded(system)
      let report = loaded.solver.solve()
      try #require(report.isOptimal && report.setAside.isEmpty, "System \(number)")
      try #require(loaded.solver.checkInvariants() == [], "System \(number)")
      let (victims, violations) = VertexOracle(system).answer()
      let reported = report.conflicts.map(\.victim)
      try #require(reported == victims.map { loaded.ids[$0] }, "System \(number)")
      let found = system.violations(at: loaded.point)
      try #require(
        isClose(found, violations), "System \(number): \(found) against \(violations) \(system)")
      conflicting += victims.isEmpty ? 0 : 1
    }
    // Both kinds of systems have to be well represented.
    #expect((400..<2000).contains(conflicting))
  }

  @Test func reportedConflictsAreIrreducible() throws {
    var generator = SeededGenerator(seed: 2)
    var conflicts = 0
    for number in 0..<800 {
      let system = WholeSystem.random(using: &generator, requiredShare: 95)
      var loaded = try Loaded(system)
      let oracle = VertexOracle(system)
      for conflict in loaded.solver.solve().conflicts {
        let members = (conflict.others + [conflict.victim]).compactMap {
          loaded.ids.firstIndex(of: $0)
        }
        try #require(!oracle.isFeasible(members), "System \(number)")
        for member in members {
          try #require(oracle.isFeasible(members.filter { $0 != member }), "System \(number)")
        }
        conflicts += 1
      }
    }
    #expect(conflicts > 200)
  }

  @Test func changedConstantsAnswerLikeAFreshSolver() throws {
    var generator = SeededGenerator(seed: 3)
    var rebuilds = 0
    var edits = 0
    for number in 0..<150 {
      var system = WholeSystem.random(
        using: &generator, variables: 2...10, constraints: 4...22, requiredShare: 20)
      var loaded = try Loaded(system)
      loaded.solver.solve()
      for _ in 0..<8 {
        for _ in 0..<Int.random(in: 1...3, using: &generator) {
          let index = Int.random(in: system.constraints.indices, using: &generator)
          let constant = Int.random(in: -30...30, using: &generator)
          system.constraints[index].constant = constant
          try loaded.solver.setConstant(Double(constant), of: loaded.ids[index])
        }
        let report = loaded.solver.solve()
        try #require(report.isOptimal)
        try #require(loaded.solver.checkInvariants() == [], "System \(number)")
        var fresh = try Loaded(system)
        let freshReport = fresh.solver.solve()
        try #require(fresh.solver.checkInvariants() == [], "System \(number)")
        try #require(report.conflicts.map(\.victim) == freshReport.conflicts.map(\.victim))
        let found = system.violations(at: loaded.point)
        let expected = system.violations(at: fresh.point)
        try #require(isClose(found, expected), "System \(number): \(found), fresh \(expected)")
        edits += 1
        rebuilds += report.isRebuilt ? 1 : 0
      }
    }
    // Most edits must have used the dual simplex, or this proves nothing.
    #expect(rebuilds * 2 < edits)
  }

  /// Fractions cause rounding errors in the prices, which must not count as differences.
  @Test func fractionsAtTwelvePrioritiesKeepTheProofOfOptimality() throws {
    var generator = SeededGenerator(seed: 99)
    for number in 0..<20 {
      var solver = Solver()
      let variables = (0..<20).map { _ in solver.makeVariable() }
      var ids: [ConstraintID] = []
      for _ in 0..<60 {
        let terms = (0..<Int.random(in: 1...4, using: &generator)).map { _ in
          Term(
            variables[Int.random(in: 0..<20, using: &generator)],
            coefficient: Double.random(in: 0.1...3, using: &generator))
        }
        let constant = Double.random(in: -500...500, using: &generator)
        let isRequired = Int.random(in: 0..<5, using: &generator) == 0
        let priority = Double(Int.random(in: 1...12, using: &generator) * 70)
        ids.append(
          try solver.add(
            LinearExpression(terms, constant: constant),
            Relation.allCases[Int.random(in: 0..<3, using: &generator)],
            priority: isRequired ? .required : try Priority(priority)))
      }
      for _ in 0..<10 {
        try #require(solver.solve().isOptimal, "System \(number)")
        try #require(solver.checkInvariants() == [], "System \(number)")
        for _ in 0..<3 {
          try solver.setConstant(
            Double.random(in: -500...500, using: &generator),
            of: ids[Int.random(in: ids.indices, using: &generator)])
        }
      }
    }
  }

  @Test func orderOfInsertionDoesNotChangeViolations() throws {
    var generator = SeededGenerator(seed: 4)
    var compared = 0
    for number in 0..<600 {
      let system = WholeSystem.random(
        using: &generator, variables: 2...8, constraints: 4...16, requiredShare: 15)
      var loaded = try Loaded(system)
      guard loaded.solver.solve().conflicts.isEmpty else { continue }
      var shuffled = system
      shuffled.constraints.shuffle(using: &generator)
      var other = try Loaded(shuffled)
      try #require(other.solver.solve().conflicts.isEmpty, "System \(number)")
      try #require(other.solver.checkInvariants() == [], "System \(number)")
      try #require(
        isClose(system.violations(at: loaded.point), system.violations(at: other.point)),
        "System \(number)")
      compared += 1
    }
    #expect(compared > 300)
  }

  @Test func addingAndRemovingLeavesTheAnswerAsItWas() throws {
    var generator = SeededGenerator(seed: 5)
    for number in 0..<300 {
      let system = WholeSystem.random(
        using: &generator, variables: 1...6, constraints: 3...14)
      var loaded = try Loaded(system)
      let report = loaded.solver.solve()
      let point = loaded.point
      let extra = WholeSystem.random(
        using: &generator, variables: system.variableCount...system.variableCount)
      let ids = try extra.constraints.map { try loaded.add($0) }
      loaded.solver.solve()
      try #require(loaded.solver.checkInvariants() == [], "System \(number)")
      for id in ids {
        try loaded.solver.remove(id)
      }
      try #require(loaded.solver.solve().conflicts == report.conflicts, "System \(number)")
      try #require(loaded.point == point, "System \(number)")
    }
  }

  @Test func equalCallsGiveEqualBits() throws {
    var generator = SeededGenerator(seed: 6)
    for _ in 0..<100 {
      let system = WholeSystem.random(
        using: &generator, variables: 3...10, constraints: 5...25)
      var first = try Loaded(system)
      var second = try Loaded(system)
      #expect(first.solver.solve() == second.solver.solve())
      #expect(first.point.map(\.bitPattern) == second.point.map(\.bitPattern))
    }
  }
}
