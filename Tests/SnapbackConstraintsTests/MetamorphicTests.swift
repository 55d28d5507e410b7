import SnapbackBasics
import SnapbackConstraints
import SnapbackTestSupport
import Testing

/// Changes of a problem that must change its answer in a known manner, or not at all.
struct MetamorphicTests {
  private static let systemCount = Effort.cases(400, inDebugBuilds: 150)

  /// Calls `body` with random systems whose required constraints do not contradict each other.
  /// Requires that there are many.
  private func withSystems(
    seed: UInt64, _ body: (Int, ToggledSystem, ToggledSolver, inout SeededGenerator) throws -> Void
  ) throws {
    var generator = SeededGenerator(seed: seed)
    var count = 0
    for number in 0..<Self.systemCount {
      let system = ToggledSystem.random(number: number, using: &generator)
      var loaded = try ToggledSolver(system)
      let report = loaded.solver.solve()
      try #require(report.isOptimal && report.setAside.isEmpty, "System \(number), seed \(seed)")
      guard report.conflicts.isEmpty else { continue }
      count += 1
      try body(number, system, loaded, &generator)
    }
    #expect(count * 2 > Self.systemCount)
  }

  @Test func theOrderOfInsertionLeavesNoTrace() throws {
    try withSystems(seed: 31) { number, system, loaded, generator in
      var shuffled = system
      shuffled.constraints.shuffle(using: &generator)
      var other = try ToggledSolver(shuffled)
      try #require(other.solver.solve().conflicts.isEmpty, "System \(number)")
      try #require(other.point == loaded.point, "System \(number)")
    }
  }

  @Test func namesOfConstraintsLeaveNoTrace() throws {
    try withSystems(seed: 32) { number, system, loaded, generator in
      var other = ToggledSolver(variables: system.variableCount)
      for (index, constraint) in system.constraints.enumerated() {
        let dummies = try (0..<Int.random(in: 0...3, using: &generator)).map { _ in
          try other.add(system.constraints[Int.random(in: 0...index, using: &generator)])
        }
        other.ids.append(try other.add(constraint))
        if Bool.random(using: &generator) { other.solver.solve() }
        for dummy in dummies.shuffled(using: &generator) { try other.solver.remove(dummy) }
      }
      other.solver.solve()
      try #require(other.point == loaded.point, "System \(number)")
    }
  }

  @Test func unusedVariablesLeaveNoTrace() throws {
    try withSystems(seed: 33) { number, base, _, generator in
      let system = base.withUniqueAnswer(using: &generator)
      var loaded = try ToggledSolver(system)
      loaded.solver.solve()
      var other = ToggledSolver(variables: 0)
      var unused: [Variable] = []
      for _ in 0..<system.variableCount {
        for _ in 0..<Int.random(in: 0...3, using: &generator) {
          unused.append(other.solver.makeVariable())
        }
        other.variables.append(other.solver.makeVariable())
      }
      for constraint in system.constraints { other.ids.append(try other.add(constraint)) }
      other.solver.solve()
      try #require(other.point == loaded.point, "System \(number)")
      try #require(unused.allSatisfy { other.solver.value(of: $0) == 0 }, "System \(number)")
    }
  }

  @Test func solvingAfterEachAdditionEqualsSolvingOnce() throws {
    try withSystems(seed: 34) { number, system, loaded, _ in
      var other = ToggledSolver(variables: system.variableCount)
      for constraint in system.constraints {
        other.ids.append(try other.add(constraint))
        other.solver.solve()
      }
      try #require(other.point == loaded.point, "System \(number)")
    }
  }

  @Test func removingAndAddingAgainRestoresTheAnswer() throws {
    try withSystems(seed: 35) { number, system, loaded, generator in
      var other = loaded
      let indices = system.constraints.indices.shuffled(using: &generator).prefix(3)
      for index in indices { try other.solver.remove(other.ids[index]) }
      other.solver.solve()
      for index in indices.reversed() {
        other.ids[index] = try other.add(system.constraints[index])
        if Bool.random(using: &generator) { other.solver.solve() }
      }
      other.solver.solve()
      try #require(other.point == loaded.point, "System \(number)")
    }
  }

  @Test func aRefusedAdditionChangesNothing() throws {
    try withSystems(seed: 36) { number, system, loaded, generator in
      var other = try ToggledSolver(system)
      other.solver.solve()
      let statistics = other.solver.statistics
      let x = other.variables[Int.random(in: 0..<system.variableCount, using: &generator)]
      var foreign = Solver()
      let strangers = (0...system.variableCount).map { _ in foreign.makeVariable() }
      let refused: [LinearExpression] = [
        x + strangers[system.variableCount] - 1, x + 1e10, 1e5 * x - 1, (x - 1) * 1e-5,
        LinearExpression([Term(x, coefficient: .nan)]),
      ]
      for expression in refused {
        #expect(throws: ConstraintError.self) { try other.solver.add(expression, .equal) }
      }
      try #require(!other.solver.isDirty, "System \(number)")
      try #require(other.solver.statistics == statistics, "System \(number)")
      try #require(other.point == loaded.point, "System \(number)")
      other.solver.solve()
      try #require(other.solver.statistics == statistics, "System \(number)")
      // The refused rows must leave nothing behind that a later compilation could trip over.
      let id = try other.add(system.constraints[0])
      try other.solver.remove(id)
      other.solver.solve()
      try #require(other.point == loaded.point, "System \(number)")
    }
  }

  @Test func theOrderOfTogglesWithinABatchLeavesNoTrace() throws {
    var generator = SeededGenerator(seed: 37)
    for number in 0..<Self.systemCount {
      var system = ToggledSystem.random(number: number, using: &generator)
      var first = try ToggledSolver(system)
      var second = try ToggledSolver(system)
      #expect(first.solver.solve() == second.solver.solve())
      for _ in 0..<4 {
        let count = Int.random(in: 1...6, using: &generator)
        let toggled = system.constraints.indices.shuffled(using: &generator).prefix(count)
        for index in toggled {
          system.constraints[index].isActive.toggle()
          try first.solver.setActive(system.constraints[index].isActive, of: first.ids[index])
        }
        for index in toggled.shuffled(using: &generator) {
          let isActive = system.constraints[index].isActive
          if Bool.random(using: &generator) {
            try second.solver.setActive(isActive, of: second.ids[index])
            try second.solver.setActive(!isActive, of: second.ids[index])
          }
          try second.solver.setActive(isActive, of: second.ids[index])
        }
        try #require(first.solver.solve() == second.solver.solve(), "System \(number)")
        try #require(first.point == second.point, "System \(number)")
      }
    }
  }

  @Test func switchingOffAndOnWithinABatchChangesNothing() throws {
    var generator = SeededGenerator(seed: 38)
    for number in 0..<Self.systemCount {
      let system = ToggledSystem.random(number: number, using: &generator)
      var loaded = try ToggledSolver(system)
      let conflicts = loaded.solver.solve().conflicts
      let point = loaded.point
      for _ in 0..<3 {
        for index in system.constraints.indices.shuffled(using: &generator).prefix(4) {
          let isActive = system.constraints[index].isActive
          try loaded.solver.setActive(!isActive, of: loaded.ids[index])
          try loaded.solver.setActive(isActive, of: loaded.ids[index])
        }
        try #require(loaded.solver.solve().conflicts == conflicts, "System \(number)")
        try #require(loaded.point == point, "System \(number)")
      }
    }
  }
}

// MARK: Moved and scaled

extension MetamorphicTests {
  @Test func aMovedProblemHasTheMovedAnswer() throws {
    var generator = SeededGenerator(seed: 39)
    for number in 0..<Self.systemCount {
      let system = ToggledSystem.random(number: number, using: &generator)
        .withUniqueAnswer(using: &generator)
      let offset = Double(Int.random(in: -500...500, using: &generator))
      var moved = system
      for index in moved.constraints.indices {
        let slope = moved.constraints[index].terms.reduce(0) { $0 + $1.coefficient }
        moved.constraints[index].constant -= slope * offset
      }
      var loaded = try ToggledSolver(system)
      var other = try ToggledSolver(moved)
      let (report, otherReport) = (loaded.solver.solve(), other.solver.solve())
      try #require(report.conflicts == otherReport.conflicts, "System \(number)")
      try #require(
        isClose(other.point, loaded.point.map { $0 + offset }, tolerance: 1e-9),
        "System \(number) by \(offset): \(loaded.point) against \(other.point)")
    }
  }

  /// Powers of two are exact in doubles, so not even the last bit may differ.
  @Test func aDoubledProblemHasTheDoubledAnswer() throws {
    var generator = SeededGenerator(seed: 40)
    for number in 0..<Self.systemCount {
      let system = ToggledSystem.random(number: number, using: &generator)
      var doubled = system
      for index in doubled.constraints.indices { doubled.constraints[index].constant *= 2 }
      var loaded = try ToggledSolver(system)
      var other = try ToggledSolver(doubled)
      let (report, otherReport) = (loaded.solver.solve(), other.solver.solve())
      try #require(report.conflicts == otherReport.conflicts, "System \(number)")
      try #require(
        other.point == loaded.point.map { 2 * $0 },
        "System \(number): \(loaded.point) against \(other.point)")
    }
  }

  /// Other units change a constraint only in how much its violation counts.
  @Test func requiredConstraintsMayBeWrittenInAnyUnit() throws {
    try withSystems(seed: 41) { number, system, loaded, generator in
      var rewritten = system
      for index in rewritten.constraints.indices
      where rewritten.constraints[index].priority == 1000 {
        let factor = [-1.0, 0.25, -8, 64][Int.random(in: 0..<4, using: &generator)]
        rewritten.constraints[index].constant *= factor
        for term in rewritten.constraints[index].terms.indices {
          rewritten.constraints[index].terms[term].coefficient *= factor
        }
        if factor < 0 {
          switch rewritten.constraints[index].relation {
          case .equal: break
          case .lessThanOrEqual: rewritten.constraints[index].relation = .greaterThanOrEqual
          case .greaterThanOrEqual: rewritten.constraints[index].relation = .lessThanOrEqual
          }
        }
      }
      var other = try ToggledSolver(rewritten)
      other.solver.solve()
      try #require(other.point == loaded.point, "System \(number)")
    }
  }
}

// MARK: A function of the constraints

extension MetamorphicTests {
  /// Edits, toggles and changes the priority of the first constraints, a few per solve.
  private func change(
    _ system: inout ToggledSystem, _ loaded: inout ToggledSolver, first count: Int? = nil,
    using generator: inout SeededGenerator
  ) throws {
    for _ in 0..<Int.random(in: 1...4, using: &generator) {
      let index = Int.random(in: 0..<(count ?? system.constraints.count), using: &generator)
      let id = loaded.ids[index]
      switch Int.random(in: 0..<4, using: &generator) {
      case 0:
        let priority = ToggledSystem.priorities[Int.random(in: 0..<5, using: &generator)]
        system.constraints[index].priority = priority
        try loaded.solver.setPriority(try Priority(priority), of: id)
      case 1:
        system.constraints[index].isActive.toggle()
        try loaded.solver.setActive(system.constraints[index].isActive, of: id)
      default:
        let constant = system.randomConstant(using: &generator)
        system.constraints[index].constant = constant
        try loaded.solver.setConstant(constant, of: id)
      }
    }
  }

  /// Compares a solver after many changes with a fresh one from `make`.
  private func compareWithFresh(
    seed: UInt64, isUnique: Bool = false,
    make: (ToggledSystem) throws -> (solver: ToggledSolver, indices: [Int])
  ) throws {
    var generator = SeededGenerator(seed: seed)
    var (mended, answers) = (0, 0)
    for number in 0..<Self.systemCount / 2 {
      var system = ToggledSystem.random(number: number, using: &generator)
      let count = system.constraints.count
      if isUnique { system = system.withUniqueAnswer(using: &generator) }
      var loaded = try ToggledSolver(system)
      loaded.solver.solve()
      for step in 0..<12 {
        try change(&system, &loaded, first: count, using: &generator)
        let report = loaded.solver.solve()
        var (fresh, indices) = try make(system)
        let freshReport = fresh.solver.solve()
        let place = "System \(number), step \(step), seed \(seed)"
        try #require(report.isOptimal && freshReport.isOptimal, "\(place)")
        let victims = report.conflicts.compactMap { loaded.ids.firstIndex(of: $0.victim) }
        let freshVictims = freshReport.conflicts.compactMap { conflict in
          fresh.ids.firstIndex(of: conflict.victim).map { indices[$0] }
        }
        try #require(victims == freshVictims, "\(place)")
        try #require(
          isClose(system.violations(at: loaded.point), system.violations(at: fresh.point)),
          "\(place)")
        if isUnique {
          try #require(isClose(loaded.point, fresh.point), "\(place)")
        }
        mended += report.isRebuilt ? 0 : 1
        answers += 1
      }
    }
    // Many answers must come from incremental solves, or this proves nothing.
    #expect(mended * 3 > answers)
  }

  @Test func historyLeavesNoTraceInTheViolations() throws {
    try compareWithFresh(seed: 42) { system in
      (try ToggledSolver(system), Array(system.constraints.indices))
    }
  }

  @Test func historyLeavesNoTraceWhereOneAnswerIsBest() throws {
    try compareWithFresh(seed: 46, isUnique: true) { system in
      (try ToggledSolver(system), Array(system.constraints.indices))
    }
  }

  @Test func whatIsSwitchedOffDoesNotCount() throws {
    try compareWithFresh(seed: 43) { system in
      var active = system
      active.constraints.removeAll { !$0.isActive }
      let indices = system.constraints.indices.filter { system.constraints[$0].isActive }
      return (try ToggledSolver(active), indices)
    }
  }
}

// MARK: Copies

extension MetamorphicTests {
  @Test func copiesGoTheirOwnWays() throws {
    try withSystems(seed: 44) { number, system, loaded, generator in
      let point = loaded.point
      var copy = loaded
      var changed = system
      try change(&changed, &copy, using: &generator)
      try #require(copy.point == point && loaded.point == point, "System \(number)")
      copy.solver.solve()
      try #require(loaded.point == point && !loaded.solver.isDirty, "System \(number)")
      var fresh = try ToggledSolver(changed)
      fresh.solver.solve()
      try #require(copy.point == fresh.point, "System \(number)")

      // The reverse: the original changes, the copy stays.
      var original = try ToggledSolver(system)
      original.solver.solve()
      let still = original
      try change(&changed, &original, using: &generator)
      original.solver.solve()
      try #require(still.point == point && !still.solver.isDirty, "System \(number)")
      try #require(
        try system.constraints.indices.allSatisfy {
          try still.solver.isActive(still.ids[$0]) == system.constraints[$0].isActive
        }, "System \(number)")
    }
  }

  @Test func aDryRunForetellsTheReportAndChangesNothing() throws {
    var generator = SeededGenerator(seed: 45)
    var foretold = 0
    for number in 0..<Self.systemCount {
      let system = ToggledSystem.random(number: number, using: &generator)
      var loaded = try ToggledSolver(system)
      loaded.solver.solve()
      let (point, statistics) = (loaded.point, loaded.solver.statistics)
      let variable = loaded.variables[Int.random(in: 0..<system.variableCount, using: &generator)]
      let expression = variable - system.randomConstant(using: &generator)
      let report = try loaded.solver.dryRun(adding: expression, .equal)
      try #require(loaded.point == point && !loaded.solver.isDirty, "System \(number)")
      try #require(loaded.solver.statistics == statistics, "System \(number)")
      try loaded.solver.add(expression, .equal)
      try #require(loaded.solver.solve() == report, "System \(number)")
      foretold += report.conflicts.isEmpty ? 0 : 1
    }
    #expect(foretold * 8 > Self.systemCount)
  }
}
