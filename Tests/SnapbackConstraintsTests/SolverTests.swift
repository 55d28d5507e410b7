import SnapbackConstraints
import Testing

struct SolverTests {
  private var solver = Solver()

  private func priority(_ value: Double) throws -> Priority { try Priority(value) }

  @Test mutating func plainEqualitiesAreExact() throws {
    let superWidth = solver.makeVariable()
    let centerX = solver.makeVariable()
    let width = solver.makeVariable()
    let left = solver.makeVariable()
    try solver.add(superWidth - 390, .equal)
    try solver.add(centerX - superWidth / 2, .equal)
    try solver.add(width - 0.8 * superWidth, .equal)
    try solver.add(left + width / 2 - centerX, .equal)
    solver.solve()
    #expect(solver.checkInvariants() == [])
    #expect(solver.value(of: centerX) == 195)
    #expect((solver.value(of: width) - 312).magnitude <= 312 * 1e-12)
    #expect((solver.value(of: left) - 39).magnitude <= 39 * 1e-12)
  }

  @Test mutating func nothingIsSolvedBeforeSolve() throws {
    let x = solver.makeVariable()
    #expect(!solver.isDirty)
    let id = try solver.add(x - 5, .equal)
    #expect(solver.isDirty)
    #expect(solver.value(of: x) == 0)
    solver.solve()
    #expect(!solver.isDirty)
    #expect(solver.value(of: x) == 5)
    try solver.setConstant(-7, of: id)
    #expect(solver.isDirty)
    #expect(solver.value(of: x) == 5)
    solver.solve()
    #expect(solver.value(of: x) == 7)
    #expect(solver.statistics.solves == 2)
    solver.solve()
    #expect(solver.statistics.solves == 2)
  }

  @Test mutating func anEqualConstantIsNoChange() throws {
    let x = solver.makeVariable()
    let id = try solver.add(x - 5, .equal)
    solver.solve()
    try solver.setConstant(-5, of: id)
    #expect(!solver.isDirty)
  }

  @Test mutating func anUndeterminedVariableIsZero() throws {
    let x = solver.makeVariable()
    let y = solver.makeVariable()
    let z = solver.makeVariable()
    try solver.add(x + 5, .greaterThanOrEqual)
    try solver.add(y + z - 10, .equal)
    solver.solve()
    #expect(solver.value(of: x) == 0)
    // Of two variables that could move, the one created last does.
    #expect(solver.value(of: y) == 0)
    #expect(solver.value(of: z) == 10)
  }

  @Test mutating func variablesMayBeNegative() throws {
    let x = solver.makeVariable()
    try solver.add(x + 5, .lessThanOrEqual)
    solver.solve()
    #expect(solver.value(of: x) == -5)
  }

  @Test mutating func oneStrongConstraintOutvotesAThousandWeakOnes() throws {
    let x = solver.makeVariable()
    for _ in 0..<1000 {
      try solver.add(x - 1000, .equal, priority: try priority(499.5))
    }
    try solver.add(x - 1, .equal, priority: try priority(500))
    solver.solve()
    #expect(solver.value(of: x) == 1)
    #expect(solver.checkInvariants() == [])
  }

  @Test mutating func aDefaultBelowOneYieldsToEveryWishOfAUser() throws {
    let x = solver.makeVariable()
    try solver.add(x - 9, .equal, priority: try priority(1e-300))
    solver.solve()
    #expect(solver.value(of: x) == 9)
    try solver.add(x - 3, .equal, priority: try priority(1))
    solver.solve()
    #expect(solver.value(of: x) == 3)
  }

  /// nucleic/kiwi#28: with weights instead of a hierarchy the answer is 3.
  @Test mutating func theStrongestOfFourContradictingEqualitiesWins() throws {
    let x = solver.makeVariable()
    for step in 1...4 {
      try solver.add(x - Double(step), .equal, priority: try priority(500 + Double(step) / 10))
    }
    solver.solve()
    #expect(solver.value(of: x) == 4)
  }

  /// nucleic/kiwi#33: with weights 500 + 10 outvotes 501.
  @Test mutating func aWeakAllyDoesNotOutvoteAStrongerConstraint() throws {
    let x = solver.makeVariable()
    try solver.add(x - 10, .equal, priority: try priority(501))
    try solver.add(x - 20, .equal, priority: try priority(500))
    try solver.add(x - 20, .equal, priority: try priority(10))
    solver.solve()
    #expect(solver.value(of: x) == 10)
  }

  @Test mutating func theMajorityWinsWithinOnePriority() throws {
    let x = solver.makeVariable()
    for target in [1.0, 2, 30] {
      try solver.add(x - target, .equal, priority: .defaultHigh)
    }
    solver.solve()
    #expect(solver.value(of: x) == 2)
  }

  @Test mutating func theEarlierOfTwoEqualWishesWins() throws {
    let x = solver.makeVariable()
    try solver.add(x - 10, .equal, priority: .defaultLow)
    try solver.add(x - 20, .equal, priority: .defaultLow)
    solver.solve()
    #expect(solver.value(of: x) == 10)
  }

  /// x and y want to stay at 0 equally, but a weaker wish pulls at x, so x gives way before y does.
  ///
  /// Primal steps are needed only to remove charged constraints. When this system took a primal
  /// step, y had given way first and the solver had to correct that.
  @Test mutating func ofEqualWishesTheOneThatAWeakerWishOpposesGivesWayFirst() throws {
    let (x, z, y) = (solver.makeVariable(), solver.makeVariable(), solver.makeVariable())
    try solver.add(z, .equal)
    try solver.add(x, .equal, priority: .defaultHigh)
    try solver.add(y, .equal, priority: .defaultHigh)
    try solver.add(0.5 * x + 0.5 * z - 50, .equal, priority: .defaultLow)
    try solver.add(x + y - 10, .greaterThanOrEqual)
    #expect(solver.solve().isOptimal)
    #expect([x, y, z].map { solver.value(of: $0) } == [10, 0, 0])
    #expect(solver.checkInvariants() == [])
    #expect(solver.statistics.primalSteps == 0)
  }

  @Test mutating func violationsCountInTheUnitsAsWritten() throws {
    let x = solver.makeVariable()
    try solver.add(x - 10, .equal, priority: .defaultLow)
    try solver.add(3 * x, .equal, priority: .defaultLow)
    solver.solve()
    #expect(solver.value(of: x) == 0)
  }

  @Test mutating func repeatedTermsAreSummed() throws {
    let x = solver.makeVariable()
    try solver.add(x + x + x - 12, .equal)
    // Terms that cancel are dropped, although 0.1 + 0.2 − 0.3 is not 0 in doubles.
    let y = solver.makeVariable()
    try solver.add(0.1 * y + 0.2 * y - 0.3 * y + x - 4, .equal)
    #expect(solver.solve().conflicts.isEmpty)
    #expect(solver.value(of: x) == 4)
    #expect(solver.value(of: y) == 0)
  }

  @Test mutating func anExpressionWithoutVariablesIsJudgedAsAConstant() throws {
    let x = solver.makeVariable()
    let never = try solver.add(LinearExpression(constant: 1), .equal)
    try solver.add(x - x + 1, .greaterThanOrEqual)
    try solver.add(LinearExpression(constant: 1), .lessThanOrEqual, priority: .defaultLow)
    try solver.add(x - 2, .equal)
    let report = solver.solve()
    #expect(report.conflicts == [Conflict(victim: never, others: [])])
    #expect(solver.value(of: x) == 2)
    #expect(solver.checkInvariants() == [])
    try solver.setConstant(0, of: never)
    #expect(solver.solve().conflicts.isEmpty)
  }

  @Test mutating func redundantRequiredConstraintsAreNoConflict() throws {
    let x = solver.makeVariable()
    let y = solver.makeVariable()
    try solver.add(x + y - 10, .equal)
    try solver.add(x - y - 0.3, .equal)
    try solver.add(3 * x + y - 20.3, .equal)
    try solver.add(0.1 * x + 0.1 * y - 1, .equal)
    #expect(solver.solve().conflicts.isEmpty)
    #expect((solver.value(of: x) - 5.15).magnitude < 1e-12)
  }

  @Test mutating func theLatestOfAContradictionYieldsAndHeals() throws {
    let x = solver.makeVariable()
    let y = solver.makeVariable()
    let low = try solver.add(x - 10, .greaterThanOrEqual)
    try solver.add(y - 1, .equal)
    let high = try solver.add(x - 4, .lessThanOrEqual)
    try solver.add(x - 50, .equal, priority: .defaultHigh)
    let report = solver.solve()
    #expect(report.conflicts == [Conflict(victim: high, others: [low])])
    // The victim is still stronger than any wish, so it is violated no more than needed.
    #expect(solver.value(of: x) == 10)
    #expect(solver.checkInvariants() == [])

    try solver.setConstant(-12, of: high)
    #expect(solver.solve().conflicts.isEmpty)
    #expect(solver.value(of: x) == 12)
    try solver.setConstant(-4, of: high)
    #expect(solver.solve().conflicts == report.conflicts)
    try solver.remove(low)
    #expect(solver.solve().conflicts.isEmpty)
    #expect(solver.value(of: x) == 4)
  }

  @Test mutating func changesOfConstantsKeepTheTableau() throws {
    let width = solver.makeVariable()
    let column = solver.makeVariable()
    let edge = try solver.add(width - 390, .equal)
    try solver.add(column - 200, .lessThanOrEqual)
    try solver.add(column - width / 2, .equal, priority: .defaultHigh)
    solver.solve()
    for (extent, expected) in [(100.0, 50.0), (300, 150), (500, 200), (420, 200), (-8, -4)] {
      try solver.setConstant(-extent, of: edge)
      #expect(!solver.solve().isRebuilt)
      #expect(solver.value(of: column) == expected)
      #expect(solver.checkInvariants() == [])
    }
    #expect(solver.statistics.rebuilds == 1)
  }
}
