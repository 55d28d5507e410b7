import SnapbackConstraints
import Testing

@Suite struct AmbiguityTests {
  private var solver = Solver()

  private mutating func causes() -> [Variable: Ambiguity.Cause] {
    solver.solve()
    return Dictionary(uniqueKeysWithValues: solver.ambiguities().map { ($0.variable, $0.cause) })
  }

  @Test mutating func whatNoConstraintSpeaksOfMissesOne() throws {
    let (x, y) = (solver.makeVariable(), solver.makeVariable(.size))
    try solver.add(y - 5, .equal, priority: .fittingSize)
    #expect(causes() == [x: .missing])
  }

  @Test mutating func aBoundAloneDeterminesNothing() throws {
    let x = solver.makeVariable()
    try solver.add(x - 5, .greaterThanOrEqual)
    #expect(causes() == [x: .missing])
    #expect(solver.value(of: x) == 5)
    try solver.add(x - 9, .equal, priority: .defaultLow)
    #expect(causes().isEmpty)
  }

  @Test mutating func aSumLeavesAllItsPartsFree() throws {
    let (x, y, z) = (solver.makeVariable(), solver.makeVariable(), solver.makeVariable())
    try solver.add(x + y - 10, .equal)
    try solver.add(z - 2 * x, .equal)
    #expect(causes() == [x: .missing, y: .missing, z: .missing])
    try solver.add(y - 4, .equal)
    #expect(causes().isEmpty)
  }

  @Test mutating func wishesOfOnePriorityForOneNumberTie() throws {
    let x = solver.makeVariable()
    try solver.add(x - 10, .equal, priority: .defaultLow)
    let other = try solver.add(x - 20, .equal, priority: .defaultLow)
    #expect(causes() == [x: .tie])
    try solver.setPriority(.defaultHigh, of: other)
    #expect(causes().isEmpty)
    #expect(solver.value(of: x) == 20)
  }

  @Test mutating func wishesOfOnePriorityThatShareAViolationTie() throws {
    let (x, y) = (solver.makeVariable(), solver.makeVariable())
    try solver.add(x + y - 10, .equal)
    try solver.add(x - 2, .equal, priority: .defaultLow)
    try solver.add(y - 3, .equal, priority: .defaultLow)
    #expect(causes() == [x: .tie, y: .tie])
  }

  @Test mutating func weightsDecideWhatWouldBeATie() throws {
    let (x, y) = (solver.makeVariable(), solver.makeVariable())
    try solver.add(x + y - 10, .equal)
    try solver.add(2 * x - 4, .equal, priority: .defaultLow)
    try solver.add(y - 3, .equal, priority: .defaultLow)
    #expect(causes().isEmpty)
    #expect(solver.value(of: x) == 2)
    #expect(solver.value(of: y) == 8)
  }

  @Test mutating func askingChangesNoAnswer() throws {
    let (x, y) = (solver.makeVariable(), solver.makeVariable())
    let sum = try solver.add(x + y - 10, .equal)
    try solver.add(x - 4, .equal, priority: .defaultLow)
    for constant in stride(from: -10.0, through: -30, by: -1) {
      try solver.setConstant(constant, of: sum)
      #expect(causes().isEmpty)
      #expect(solver.value(of: x) == 4)
      #expect(solver.value(of: y) == -constant - 4)
    }
  }

  @Test mutating func aCopyThatWasNotSolvedCanBeAsked() throws {
    let x = solver.makeVariable()
    try solver.add(x - 5, .greaterThanOrEqual)
    solver.solve()
    var copy = solver
    #expect(copy.ambiguities() == [Ambiguity(variable: x, cause: .missing)])
  }

  @Test mutating func aViolationIsInTheUnitsOfItsConstraint() throws {
    let x = solver.makeVariable()
    try solver.add(x - 10, .equal)
    let wish = try solver.add(3 * x - 60, .greaterThanOrEqual, priority: .defaultLow)
    let met = try solver.add(x - 40, .lessThanOrEqual)
    solver.solve()
    #expect(try solver.violation(of: wish) == 30)
    #expect(try solver.violation(of: met) == 0)
    try solver.setActive(false, of: wish)
    #expect(try solver.violation(of: wish) == 0)
  }
}
