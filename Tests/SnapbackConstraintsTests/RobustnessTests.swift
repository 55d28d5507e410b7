import SnapbackBasics
import SnapbackConstraints
import Testing

struct RobustnessTests {
  private var solver = Solver()

  private static let unusableNumbers: [Double] = [
    .nan, .signalingNaN, .infinity, -.infinity, 1e300, -1e300, .greatestFiniteMagnitude,
  ]

  @Test(arguments: unusableNumbers)
  mutating func unusableNumbersAreRefused(number: Double) throws {
    let x = solver.makeVariable()
    let id = try solver.add(x - 3, .equal)
    solver.solve()
    let before = solver.statistics
    var messages: [String] = []
    do throws(ConstraintError) {
      try solver.add(number * x, .equal)
    } catch {
      guard case .coefficientOutOfRange(_, of: x) = error else {
        Issue.record("\(error)")
        return
      }
      messages.append(error.description)
    }
    do throws(ConstraintError) {
      try solver.add(x + number, .equal)
    } catch {
      guard case .constantOutOfRange = error else {
        Issue.record("\(error)")
        return
      }
      messages.append(error.description)
    }
    do throws(ConstraintError) {
      try solver.setConstant(number, of: id)
    } catch {
      messages.append(error.description)
    }
    do throws(ConstraintError) {
      _ = try Priority(number)
    } catch {
      messages.append(error.description)
    }
    #expect(messages.count == 4)
    let name = number.isNaN ? "nan" : "\(number)"
    #expect(messages.allSatisfy { $0.contains(name) })
    #expect(!solver.isDirty)
    #expect(solver.statistics == before)
    #expect(solver.value(of: x) == 3)
  }

  @Test(arguments: [0, -1, -0.0, 1000.0000001, 2000])
  func prioritiesOutsideTheirRangeAreRefused(value: Double) {
    #expect(throws: ConstraintError.priorityOutOfRange(value)) { try Priority(value) }
  }

  @Test mutating func divisionByZeroIsRefused() {
    let x = solver.makeVariable()
    #expect(throws: ConstraintError.self) { try solver.add(x / 0 - 1, .equal) }
    #expect(throws: ConstraintError.self) { try solver.add((x - 1) * 1e-9, .equal) }
  }

  @Test mutating func unknownHandlesAreRefused() throws {
    var other = Solver()
    let x = solver.makeVariable()
    _ = other.makeVariable()
    let foreign = other.makeVariable()
    let id = try solver.add(x - 1, .equal)
    #expect(throws: ConstraintError.unknownVariable(foreign)) {
      try solver.add(x + foreign, .equal)
    }
    #expect(solver.value(of: foreign) == 0)
    try solver.remove(id)
    #expect(throws: ConstraintError.unknownConstraint(id)) { try solver.remove(id) }
    #expect(throws: ConstraintError.unknownConstraint(id)) { try solver.setConstant(1, of: id) }
    #expect(throws: ConstraintError.unknownConstraint(id)) { try other.remove(id) }
  }

  @Test mutating func aChainOfFiveHundredVariablesIsExactAndFollowsItsEnd() throws {
    var edges = [solver.makeVariable()]
    let start = try solver.add(edges[0], .equal)
    for number in 1...500 {
      edges.append(solver.makeVariable())
      try solver.add(edges[number] - edges[number - 1] - 10, .equal, priority: .defaultHigh)
      try solver.add(edges[number] - edges[number - 1] - 4, .greaterThanOrEqual)
    }
    let end = try solver.add(edges[500] - 4000, .equal, priority: try Priority(999.5))
    #expect(solver.solve().isOptimal)
    #expect(solver.checkInvariants() == [])
    #expect((solver.value(of: edges[500]) - 4000).magnitude < 1e-9)
    let shrinkage = (1...500).reduce(0.0) {
      $0 + 10 - (solver.value(of: edges[$1]) - solver.value(of: edges[$1 - 1]))
    }
    #expect((shrinkage - 1000).magnitude < 1e-6)

    for extent in [3990.0, 4500, 5200, 1000] {
      try solver.setConstant(-extent, of: end)
      let report = solver.solve()
      #expect(report.isOptimal && !report.isRebuilt)
      // The links may not become shorter than 4, so that the chain cannot be shorter than 2000.
      #expect((solver.value(of: edges[500]) - max(2000, extent)).magnitude < 1e-6)
    }
    #expect(solver.checkInvariants() == [])
    try solver.setConstant(-100, of: start)
    #expect(solver.solve().isOptimal)
    #expect((solver.value(of: edges[500]) - 2100).magnitude < 1e-6)
  }

  @Test mutating func coefficientsThatMultiplyBeyondDoublesAreSetAside() throws {
    var previous = solver.makeVariable()
    let first = previous
    try solver.add(previous - 1, .equal)
    for _ in 0..<200 {
      let next = solver.makeVariable()
      try solver.add(next - 1e4 * previous, .equal)
      previous = next
    }
    let report = solver.solve()
    #expect(report.isOptimal)
    #expect(!report.setAside.isEmpty)
    #expect(report.conflicts.isEmpty)
    #expect(solver.value(of: first) == 1)
    #expect(solver.value(of: previous).isFinite)
    #expect(solver.checkInvariants() == [])
  }

  @Test mutating func extremeButLegalNumbersAlwaysEndInFiniteValues() throws {
    var generator = SeededGenerator(seed: 7)
    let numbers: [Double] = [1e-4, 3e-4, 1, 0.1, 7, 9999, 1e4, -1e-4, -1, -1e4]
    let constants: [Double] = [0, 1e-9, 1, -1, 1e9, -1e9, 123_456.789, 1e-300]
    for _ in 0..<60 {
      var solver = Solver()
      let variables = (0..<8).map { _ in solver.makeVariable() }
      for _ in 0..<24 {
        var expression = LinearExpression(
          constant: constants[Int.random(in: constants.indices, using: &generator)])
        for _ in 0..<Int.random(in: 0...4, using: &generator) {
          let variable = variables[Int.random(in: variables.indices, using: &generator)]
          let number = numbers[Int.random(in: numbers.indices, using: &generator)]
          expression.terms.append(Term(variable, coefficient: number))
        }
        let relation = Relation.allCases[Int.random(in: 0..<3, using: &generator)]
        let priority = Bool.random(using: &generator) ? Priority.required : .defaultLow
        // Sums outside the range are refused, which is fine here.
        _ = try? solver.add(expression, relation, priority: priority)
      }
      solver.solve()
      #expect(variables.allSatisfy { solver.value(of: $0).isFinite })
    }
  }

  /// Beale's example, on which the simplex method cycles forever without a safeguard.
  @Test mutating func bealesExampleDoesNotCycle() throws {
    let x = (0..<4).map { _ in solver.makeVariable() }
    for variable in x {
      try solver.add(variable, .greaterThanOrEqual)
    }
    try solver.add(0.25 * x[0] - 60 * x[1] - 0.04 * x[2] + 9 * x[3], .lessThanOrEqual)
    try solver.add(0.5 * x[0] - 90 * x[1] - 0.02 * x[2] + 3 * x[3], .lessThanOrEqual)
    try solver.add(x[2] - 1, .lessThanOrEqual)
    // The optimum of 0.75a − 150b + 0.02c − 6d is 0.05.
    let gain = 0.75 * x[0] - 150 * x[1] + 0.02 * x[2] - 6 * x[3]
    try solver.add(gain - 1000, .greaterThanOrEqual, priority: .defaultLow)
    #expect(solver.solve().isOptimal)
    #expect(solver.checkInvariants() == [])
    let values = x.map { solver.value(of: $0) }
    let reached = 0.75 * values[0] - 150 * values[1] + 0.02 * values[2] - 6 * values[3]
    #expect((reached - 0.05).magnitude < 1e-9)
  }
}
