import SnapbackConstraints
import Testing

/// Activity, priorities, contradictions that come and go, and values that free variables keep.
struct StateTests {
  private var solver = Solver()

  private mutating func solvedValues(_ variables: Variable...) -> [Double] {
    let report = solver.solve()
    #expect(report.isOptimal)
    #expect(solver.checkInvariants() == [])
    return variables.map { solver.value(of: $0) }
  }

  // MARK: Activity and priority

  @Test mutating func anInactiveConstraintDoesNotCount() throws {
    let x = solver.makeVariable()
    let id = try solver.add(x - 5, .equal, isActive: false)
    #expect(try !solver.isActive(id))
    #expect(solvedValues(x) == [0])
    try solver.setActive(true, of: id)
    #expect(try solver.isActive(id))
    #expect(solver.isDirty)
    #expect(solver.value(of: x) == 0)
    #expect(solvedValues(x) == [5])
    try solver.setActive(false, of: id)
    #expect(solvedValues(x) == [0])
  }

  @Test mutating func whatIsSetToWhatItIsIsNoChange() throws {
    let x = solver.makeVariable()
    let id = try solver.add(x - 5, .equal, priority: .defaultLow)
    solver.solve()
    let statistics = solver.statistics
    try solver.setActive(true, of: id)
    try solver.setPriority(.defaultLow, of: id)
    #expect(!solver.isDirty)
    solver.solve()
    #expect(solver.statistics == statistics)
  }

  @Test mutating func aCopyCountsOnFromWhereTheOriginalWas() throws {
    let (x, y) = (solver.makeVariable(), solver.makeVariable())
    let id = try solver.add(x + y - 20, .greaterThanOrEqual)
    try solver.add(x - 1, .equal, priority: .defaultLow)
    try solver.add(y - 1, .equal, priority: .defaultHigh)
    solver.solve()
    let before = solver.statistics
    #expect(before.dualSteps > 0)
    var copy = solver
    try copy.setConstant(-30, of: id)
    #expect(copy.solve().isOptimal)
    #expect(copy.value(of: x) == 29)
    #expect(copy.statistics.solves == before.solves + 1)
    #expect(copy.statistics.rebuilds == before.rebuilds + 1)
    #expect(copy.statistics.dualSteps > before.dualSteps)
    #expect(solver.statistics == before)
  }

  /// All that was charged to the constraint passes on in one step, so no repair is needed.
  @Test mutating func switchingOffTheOnlyChargedConstraintTakesOnePrimalStep() throws {
    let (x, z) = (solver.makeVariable(), solver.makeVariable())
    try solver.add(z, .equal)
    let stay = try solver.add(x, .equal, priority: .defaultHigh)
    try solver.add(x + z - 100, .equal, priority: .defaultLow)
    #expect(solvedValues(x, z) == [0, 0])
    let before = solver.statistics
    try solver.setActive(false, of: stay)
    #expect(!solver.solve().isRebuilt)
    #expect(solvedValues(x, z) == [100, 0])
    #expect(solver.statistics.primalSteps == before.primalSteps + 1)
  }

  @Test mutating func constantsAndPrioritiesOfInactiveConstraintsAreKept() throws {
    let x = solver.makeVariable()
    try solver.add(x - 1, .equal, priority: .defaultLow)
    let id = try solver.add(x - 5, .equal, priority: .fittingSize, isActive: false)
    #expect(solvedValues(x) == [1])
    try solver.setConstant(-8, of: id)
    try solver.setPriority(.defaultHigh, of: id)
    #expect(solvedValues(x) == [1])
    try solver.setActive(true, of: id)
    #expect(solvedValues(x) == [8])
  }

  @Test mutating func removedAndForeignConstraintsCannotBeSwitched() throws {
    var other = Solver()
    let x = solver.makeVariable()
    let y = other.makeVariable()
    try solver.add(x - 1, .equal)
    let removed = try solver.add(x - 2, .equal, priority: .defaultLow)
    try solver.remove(removed)
    // The slot is reused, the identifier is not.
    let successor = try solver.add(x - 3, .equal, priority: .defaultLow)
    _ = try other.add(y, .equal)
    let foreign = try other.add(y - 1, .equal)
    #expect(throws: Never.self) { try other.remove(foreign) }
    solver.solve()
    let unknown = ConstraintError.unknownConstraint(removed)
    #expect(throws: unknown) { try solver.setActive(false, of: removed) }
    #expect(throws: unknown) { try solver.setPriority(.required, of: removed) }
    #expect(throws: unknown) { try solver.isActive(removed) }
    #expect(throws: ConstraintError.unknownConstraint(foreign)) { try other.isActive(foreign) }
    #expect(throws: ConstraintError.unknownConstraint(successor)) {
      try other.setActive(false, of: successor)
    }
    #expect(!solver.isDirty)
    #expect(try solver.isActive(successor))
    #expect(solver.value(of: x) == 1)
  }

  @Test mutating func aRequiredConstraintMayBecomeAWishAndRequiredAgain() throws {
    let x = solver.makeVariable()
    let first = try solver.add(x - 10, .equal)
    let second = try solver.add(x - 20, .equal)
    let conflict = Conflict(victim: second, others: [first])
    #expect(solver.solve().conflicts == [conflict])
    #expect(solvedValues(x) == [10])
    try solver.setPriority(.defaultLow, of: first)
    #expect(solver.solve().conflicts.isEmpty)
    #expect(solvedValues(x) == [20])
    try solver.setPriority(.required, of: first)
    #expect(solver.solve().conflicts == [conflict])
    #expect(solvedValues(x) == [10])
    try solver.setPriority(.fittingSize, of: second)
    #expect(solver.solve().conflicts.isEmpty)
    #expect(solvedValues(x) == [10])
  }

  @Test mutating func theRankingOfWishesFollowsTheirPriorities() throws {
    let x = solver.makeVariable()
    let ids = try (0..<4).map {
      try solver.add(x - Double($0), .equal, priority: try Priority(100 * Double($0 + 1)))
    }
    #expect(solvedValues(x) == [3])
    for (winner, priority) in [(1, 401.0), (0, 500), (2, 999.5), (1, 999.75), (3, 1000)] {
      try solver.setPriority(try Priority(priority), of: ids[winner])
      #expect(solvedValues(x) == [Double(winner)])
    }
    try solver.setPriority(try Priority(1), of: ids[3])
    #expect(solvedValues(x) == [1])
    try solver.setActive(false, of: ids[1])
    #expect(solvedValues(x) == [2])
  }

  @Test mutating func aPriorityThatIsKnownIsChangedWithoutCompiling() throws {
    let x = solver.makeVariable()
    let low = try solver.add(x - 1, .equal, priority: .defaultLow)
    try solver.add(x - 2, .equal, priority: .defaultHigh)
    #expect(solvedValues(x) == [2])
    try solver.setPriority(.required, of: low)
    #expect(!solver.solve().isRebuilt)
    #expect(solver.value(of: x) == 1)
    try solver.setPriority(.defaultLow, of: low)
    #expect(!solver.solve().isRebuilt)
    #expect(solver.value(of: x) == 2)
  }

  // MARK: Contradictions

  /// Three required constraints of which any two are possible. The last one is the victim.
  private mutating func makeTriangle() throws -> (Variable, Variable, [ConstraintID]) {
    let x = solver.makeVariable()
    let y = solver.makeVariable()
    let ids = [
      try solver.add(x - 10, .greaterThanOrEqual), try solver.add(y - x - 5, .equal),
      try solver.add(y - 12, .lessThanOrEqual),
    ]
    #expect(
      solver.solve().conflicts == [Conflict(victim: ids[2], others: Array(ids.prefix(2)))])
    #expect(solvedValues(x, y) == [10, 15])
    return (x, y, ids)
  }

  @Test mutating func aContradictionHealsByAConstant() throws {
    let (x, y, ids) = try makeTriangle()
    let cures = [(0, -7.0, [7.0, 12]), (1, -2, [10, 12]), (2, -15, [10, 15])]
    for (member, constant, healed) in cures {
      let original = [-10.0, -5, -12][member]
      try solver.setConstant(constant, of: ids[member])
      #expect(solver.solve().conflicts.isEmpty)
      #expect(solvedValues(x, y) == healed)
      try solver.setConstant(original, of: ids[member])
      #expect(solver.solve().conflicts.map(\.victim) == [ids[2]])
      #expect(solvedValues(x, y) == [10, 15])
    }
  }

  @Test(arguments: 0..<3) mutating func aContradictionHealsBySwitchingAnyMemberOff(
    member: Int
  ) throws {
    let (x, y, ids) = try makeTriangle()
    try solver.setActive(false, of: ids[member])
    #expect(solver.solve().conflicts.isEmpty)
    #expect(solvedValues(x, y) == [[0, 5], [10, 0], [10, 15]][member])
    try solver.setActive(true, of: ids[member])
    #expect(solver.solve().conflicts.map(\.victim) == [ids[2]])
    #expect(solvedValues(x, y) == [10, 15])
  }

  @Test(arguments: 0..<3) mutating func aContradictionHealsByWeakeningAnyMember(
    member: Int
  ) throws {
    let (_, _, ids) = try makeTriangle()
    try solver.setPriority(.defaultHigh, of: ids[member])
    #expect(solver.solve().conflicts.isEmpty)
    #expect(solver.checkInvariants() == [])
    try solver.setPriority(.required, of: ids[member])
    #expect(solver.solve().conflicts.map(\.victim) == [ids[2]])
  }

  @Test(arguments: 0..<3) mutating func aContradictionHealsByRemovingAnyMember(
    member: Int
  ) throws {
    let (_, _, ids) = try makeTriangle()
    try solver.remove(ids[member])
    #expect(solver.solve().conflicts.isEmpty)
    #expect(solver.checkInvariants() == [])
  }

  @Test mutating func aProtectedConstraintNeverYieldsToAnUnprotectedOne() throws {
    let x = solver.makeVariable()
    let y = solver.makeVariable()
    let early = try solver.add(x - 10, .greaterThanOrEqual)
    let link = try solver.add(x - y, .equal)
    let late = try solver.add(y - 4, .lessThanOrEqual, isProtected: true)
    #expect(solver.solve().conflicts == [Conflict(victim: link, others: [early, late])])
    #expect(solvedValues(x, y) == [10, 4])
    try solver.remove(link)
    try solver.add(x - y, .equal, isProtected: true)
    let conflicts = solver.solve().conflicts
    #expect(conflicts.map(\.victim) == [early])
    #expect(solvedValues(x, y) == [4, 4])
  }

  @Test mutating func amongProtectedConstraintsTheLatestYields() throws {
    let x = solver.makeVariable()
    let low = try solver.add(x - 10, .greaterThanOrEqual, isProtected: true)
    let high = try solver.add(x - 4, .lessThanOrEqual, isProtected: true)
    #expect(solver.solve().conflicts == [Conflict(victim: high, others: [low])])
    #expect(solvedValues(x) == [10])
  }

  @Test mutating func aProtectedWishIsAWish() throws {
    let x = solver.makeVariable()
    try solver.add(x - 10, .equal, priority: .defaultLow, isProtected: true)
    try solver.add(x - 4, .equal)
    #expect(solver.solve().conflicts.isEmpty)
    #expect(solvedValues(x) == [4])
  }

  /// The second of three pairs is in force only until the solver finds that the first two exclude
  /// it.
  @Test mutating func aVictimIsNoReasonForAnotherToYield() throws {
    let x = solver.makeVariable()
    let z = solver.makeVariable()
    let floor = try solver.add(z, .equal)
    let limit = try solver.add(x - z - 20, .lessThanOrEqual)
    let void = try solver.add(x - 30, .greaterThanOrEqual)
    let high = try solver.add(x - 4, .lessThanOrEqual)
    let low = try solver.add(x - 5, .greaterThanOrEqual)
    let expected = [
      Conflict(victim: void, others: [floor, limit]), Conflict(victim: low, others: [high]),
    ]
    let found = solver.solve().conflicts
    #expect(found.map(\.victim) == expected.map(\.victim))
    #expect(found.last == expected.last)
    #expect(solvedValues(x, z) == [4, 0])
    // Without the limit the earlier lower bound holds, and the upper bound below it does not.
    try solver.setActive(false, of: limit)
    #expect(solver.solve().conflicts == [Conflict(victim: high, others: [void])])
    #expect(solvedValues(x) == [30])
    try solver.setActive(true, of: limit)
    #expect(solver.solve().conflicts.map(\.victim) == expected.map(\.victim))
    #expect(solvedValues(x, z) == [4, 0])
  }

  // MARK: What other solvers got wrong

  /// nucleic/kiwi#164: 10 in one order, 20 in the other.
  @Test(arguments: [false, true]) mutating func twoBoundsInEitherOrderGiveTheSameValue(
    isReversed: Bool
  ) throws {
    let x = solver.makeVariable()
    let bounds: [(Double, Relation)] = [(10, .greaterThanOrEqual), (20, .lessThanOrEqual)]
    for (bound, relation) in isReversed ? bounds.reversed() : bounds {
      try solver.add(x - bound, relation)
      solver.solve()
    }
    #expect(solvedValues(x) == [10])
  }

  /// IjzerenHein/kiwi.js#31: after a refusal, constraints that had been added before were refused
  /// too.
  @Test mutating func aContradictionSpoilsNothingForLater() throws {
    let x = solver.makeVariable()
    let bound = try solver.add(x - 2, .greaterThanOrEqual)
    #expect(solvedValues(x) == [2])
    #expect(try solver.dryRun(adding: x - 1, .lessThanOrEqual).conflicts.count == 1)
    let refused = try solver.add(x - 1, .lessThanOrEqual)
    #expect(solver.solve().conflicts == [Conflict(victim: refused, others: [bound])])
    try solver.remove(refused)
    #expect(solver.solve().conflicts.isEmpty)
    try solver.remove(bound)
    #expect(solvedValues(x) == [0])
    try solver.add(x - 2, .greaterThanOrEqual)
    #expect(solver.solve().conflicts.isEmpty)
    #expect(solvedValues(x) == [2])
  }
}
