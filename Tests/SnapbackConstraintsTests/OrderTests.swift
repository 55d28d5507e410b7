import SnapbackConstraints
import Testing

/// The orders that a caller sets for ties and contradictions.
@Suite struct OrderTests {
  private var solver = Solver()
  private let x: Variable
  private let y: Variable

  init() {
    x = solver.makeVariable(.size)
    y = solver.makeVariable(.size)
  }

  private mutating func solved() -> [Double] {
    #expect(solver.solve().isOptimal)
    #expect(solver.checkInvariants() == [])
    return [solver.value(of: x), solver.value(of: y)]
  }

  /// x + y is 100, and both would be 30 or less: 40 are left.
  @Test mutating func theFirstOfTheGrowingVariablesTakesWhatIsLeft() throws {
    try solver.add(x + y - 100, .equal)
    for variable in [x, y] {
      try solver.add(variable - 30, .lessThanOrEqual, priority: .defaultLow)
    }
    #expect(solved() == [30, 70])
    solver.setTieOrder(kept: [x, y], grown: [x, y])
    #expect(solved() == [70, 30])
    solver.setTieOrder(kept: [x, y], grown: [y, x])
    #expect(solved() == [30, 70])
  }

  /// x + y is 100, and both would be 80 or more: 60 are missing.
  @Test mutating func theLastOfTheKeptVariablesLosesWhatIsMissing() throws {
    try solver.add(x + y - 100, .equal)
    for variable in [x, y] {
      try solver.add(variable - 80, .greaterThanOrEqual, priority: .defaultHigh)
    }
    for (kept, values) in [([x, y], [80.0, 20]), ([y, x], [20, 80])] {
      solver.setTieOrder(kept: kept, grown: [x, y])
      #expect(solved() == values)
    }
  }

  /// An equation between both limits counts in either direction.
  @Test mutating func anEquationIsKeptInBothDirections() throws {
    let sum = try solver.add(x + y - 100, .equal)
    for variable in [x, y] { try solver.add(variable - 50, .equal, priority: .defaultLow) }
    solver.setTieOrder(kept: [x, y], grown: [x, y])
    #expect(solved() == [50, 50])
    try solver.setConstant(-120, of: sum)
    #expect(solved() == [70, 50])
    try solver.setConstant(-80, of: sum)
    #expect(solved() == [50, 30])
  }

  @Test(arguments: [[0, 1, 2], [2, 0, 1], [1, 2, 0], [2, 1, 0]])
  mutating func theGreatestRankYieldsInEveryOrderOfCreation(order: [Int]) throws {
    var ids: [ConstraintID?] = [nil, nil, nil]
    for index in order {
      let id = try solver.add(x - Double(10 * index), .equal)
      try solver.setYieldOrder(YieldOrder(rank: UInt64(index)), of: id)
      ids[index] = id
    }
    #expect(
      solver.solve().conflicts.map(\.victim).sorted()
        == [ids[1], ids[2]].compactMap { $0 }.sorted())
    #expect(solver.value(of: x) == 0)
    // The order is that of the last setting, also during a conflict.
    try solver.setYieldOrder(YieldOrder(rank: 9), of: try #require(ids[0]))
    solver.solve()
    #expect(solver.value(of: x) == 10)
  }

  /// The expressions are x − 10 and x − 20, so −1 times the constant is 10 and 20.
  @Test(arguments: [(-1.0, 10.0), (1, 20)])
  mutating func amongEqualRanksTheConstantDecides(factor: Double, value: Double) throws {
    for constant in [20.0, 10] {
      let id = try solver.add(x - constant, .equal)
      try solver.setYieldOrder(YieldOrder(rank: 3, constantFactor: factor), of: id)
    }
    #expect(solver.solve().conflicts.count == 1)
    #expect(solver.value(of: x) == value)
  }
}
