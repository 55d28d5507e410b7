import SnapbackConstraints
import Testing

/// The values of variables that the constraints leave free.
struct HomeTests {
  private var solver = Solver()

  @Test mutating func aVariableStaysAtItsHome() throws {
    let anchor = solver.makeVariable()
    let x = solver.makeVariable(home: anchor)
    let id = try solver.add(anchor - 50, .equal)
    let bound = try solver.add(x - 20, .greaterThanOrEqual)
    for extent in [50.0, 80, 30, 10, -5, 25] {
      try solver.setConstant(-extent, of: id)
      solver.solve()
      #expect(solver.value(of: anchor) == extent)
      #expect(solver.value(of: x) == max(20, extent))
      #expect(solver.checkInvariants() == [])
    }
    try solver.setActive(false, of: bound)
    try solver.setConstant(5, of: id)
    solver.solve()
    #expect(solver.value(of: x) == -5)
  }

  @Test mutating func homesOfHomesAreFollowed() throws {
    let first = solver.makeVariable()
    let second = solver.makeVariable(home: first)
    let third = solver.makeVariable(.size, home: second)
    let id = try solver.add(first - 8, .equal)
    let bound = try solver.add(second - first - 2, .greaterThanOrEqual)
    solver.solve()
    #expect([second, third].map { solver.value(of: $0) } == [10, 10])
    try solver.setConstant(-20, of: id)
    try solver.setActive(false, of: bound)
    solver.solve()
    #expect([second, third].map { solver.value(of: $0) } == [20, 20])
  }

  @Test mutating func aHomeThatIsNotOfThisSolverIsZero() throws {
    var other = Solver()
    let foreign = (0..<5).map { _ in other.makeVariable() }
    let x = solver.makeVariable(home: foreign[4])
    let bound = try solver.add(x - 3, .greaterThanOrEqual)
    solver.solve()
    #expect(solver.value(of: x) == 3)
    try solver.setActive(false, of: bound)
    solver.solve()
    #expect(solver.value(of: x) == 0)
  }

  @Test(arguments: [false, true]) mutating func whereEitherCouldMoveTheSizeDoes(
    isSizeFirst: Bool
  ) throws {
    var variables: [VariableKind: Variable] = [:]
    for kind: VariableKind in isSizeFirst ? [.size, .position] : [.position, .size] {
      variables[kind] = solver.makeVariable(kind)
    }
    let x = try #require(variables[.position])
    let width = try #require(variables[.size])
    let id = try solver.add(x + width - 10, .equal)
    for extent in [10.0, 25, -4, 0, 7] {
      try solver.setConstant(-extent, of: id)
      solver.solve()
      #expect(solver.value(of: x) == 0)
      #expect(solver.value(of: width) == extent)
    }
    // Even where the size has to change three times as much as the position would.
    let other = solver.makeVariable()
    let size = solver.makeVariable(.size)
    try solver.add(3 * other + size - 12, .equal)
    solver.solve()
    #expect([other, size].map { solver.value(of: $0) } == [0, 12])
  }

  @Test mutating func theLaterOfTwoPositionsMoves() throws {
    let x = solver.makeVariable()
    let y = solver.makeVariable()
    let id = try solver.add(y - x - 10, .equal)
    for extent in [10.0, -10, 3] {
      try solver.setConstant(-extent, of: id)
      solver.solve()
      #expect([x, y].map { solver.value(of: $0) } == [0, extent])
    }
  }

  @Test mutating func aRowThatNothingHoldsBeginsAtTheOrigin() throws {
    let edges = (0..<6).map { _ in solver.makeVariable() }
    for (one, other) in zip(edges, edges.dropFirst()) { try solver.add(other - one - 10, .equal) }
    solver.solve()
    #expect(edges.map { solver.value(of: $0) } == [0, 10, 20, 30, 40, 50])
    let bound = try solver.add(edges[3] - 12, .lessThanOrEqual)
    solver.solve()
    #expect(edges.map { solver.value(of: $0) } == [-18, -8, 2, 12, 22, 32])
    try solver.setActive(false, of: bound)
    solver.solve()
    #expect(edges.map { solver.value(of: $0) } == [0, 10, 20, 30, 40, 50])
  }

  @Test mutating func whatIsSwitchedOffLetsItsVariablesGoHome() throws {
    let anchor = solver.makeVariable()
    let x = solver.makeVariable(home: anchor)
    let y = solver.makeVariable()
    try solver.add(anchor - 4, .equal)
    let wishes = [
      try solver.add(x - 30, .equal, priority: .defaultHigh),
      try solver.add(y - x - 5, .equal, priority: .defaultLow),
    ]
    solver.solve()
    #expect([x, y].map { solver.value(of: $0) } == [30, 35])
    try solver.setActive(false, of: wishes[0])
    #expect(!solver.solve().isRebuilt)
    // The two move together so that the earlier one is at home.
    #expect([x, y].map { solver.value(of: $0) } == [4, 9])
    try solver.setActive(false, of: wishes[1])
    solver.solve()
    #expect([x, y].map { solver.value(of: $0) } == [4, 0])
    #expect(solver.checkInvariants() == [])
  }

  // MARK: Staying

  @Test mutating func whoStaysKeepsTheLastValue() throws {
    solver = Solver(ambiguity: .stay)
    let x = solver.makeVariable()
    let wish = try solver.add(x - 7, .equal, priority: .defaultLow)
    let bound = try solver.add(x - 100, .lessThanOrEqual)
    solver.solve()
    try solver.setActive(false, of: wish)
    solver.solve()
    #expect(solver.value(of: x) == 7)
    try solver.setConstant(-3, of: bound)
    solver.solve()
    #expect(solver.value(of: x) == 3)
    try solver.setConstant(-100, of: bound)
    solver.solve()
    #expect(solver.value(of: x) == 3)
    #expect(solver.checkInvariants() == [])
  }

  @Test mutating func whoStaysDoesSoThroughACompilation() throws {
    solver = Solver(ambiguity: .stay)
    let x = solver.makeVariable()
    let wish = try solver.add(x - 7, .equal, priority: .defaultLow)
    solver.solve()
    try solver.remove(wish)
    let y = solver.makeVariable()
    try solver.add(y - x - 1, .greaterThanOrEqual)
    #expect(solver.solve().isRebuilt)
    #expect([x, y].map { solver.value(of: $0) } == [7, 8])
  }

  @Test mutating func whoStaysKeepsTheDistanceFromHome() throws {
    solver = Solver(ambiguity: .stay)
    let anchor = solver.makeVariable()
    let x = solver.makeVariable(home: anchor)
    let edge = try solver.add(anchor - 50, .equal)
    let wish = try solver.add(x - 57, .equal)
    solver.solve()
    try solver.setActive(false, of: wish)
    try solver.setConstant(-60, of: edge)
    solver.solve()
    #expect(solver.value(of: x) == 67)
    try solver.add(x - 1000, .lessThanOrEqual)
    try solver.setConstant(-80, of: edge)
    solver.solve()
    #expect(solver.value(of: x) == 87)
  }

  /// A copy starts from the same answer, so its variables keep their values.
  @Test mutating func whoStaysDoesSoInACopyToo() throws {
    solver = Solver(ambiguity: .stay)
    let x = solver.makeVariable()
    let wish = try solver.add(x - 7, .equal, priority: .defaultLow)
    solver.solve()
    var copy = solver
    try copy.setActive(false, of: wish)
    copy.solve()
    #expect(copy.value(of: x) == 7)
    // Here the original changes first, so it is the one that copies the storage.
    let still = solver
    try solver.setActive(false, of: wish)
    solver.solve()
    #expect(solver.value(of: x) == 7)
    #expect(still.value(of: x) == 7)
  }
}
