import SnapbackBasics
import SnapbackConstraints
import Testing

/// Among equally good answers, the solver picks the one that brings the earliest variables home.
struct TieTests {
  private var solver = Solver()

  private mutating func solvedValues(_ variables: Variable...) -> [Double] {
    let report = solver.solve()
    #expect(report.isOptimal)
    #expect(solver.checkInvariants() == [])
    return variables.map { solver.value(of: $0) }
  }

  /// x goes home before z, although z is then at 6; with z at home, x would only be at −3.
  @Test mutating func aBoundFarAwayDoesNotHideTheNearestAnswer() throws {
    let (x, y, z) = (solver.makeVariable(), solver.makeVariable(), solver.makeVariable())
    try solver.add(x + y + 10, .greaterThanOrEqual, priority: .defaultLow)
    try solver.add(2 * x - z + 6, .equal, priority: .defaultHigh)
    #expect(solvedValues(x, y, z) == [0, 0, 6])
  }

  @Test mutating func aVariableIsFreeAgainWhenItsBoundsWiden() throws {
    let x = solver.makeVariable()
    let ids = [
      try solver.add(x + 3, .lessThanOrEqual, priority: .defaultHigh),
      try solver.add(x + 3, .greaterThanOrEqual),
      try solver.add(x + 3, .lessThanOrEqual, priority: .defaultLow),
    ]
    #expect(solvedValues(x) == [-3])
    for (id, constant, expected) in [(ids[0], 0.0, -3.0), (ids[1], 10, -3), (ids[2], 0, 0)] {
      try solver.setConstant(constant, of: id)
      #expect(solvedValues(x) == [expected])
    }
  }

  @Test mutating func aVariableIsFreeAgainWhenTheLastOfTwoBoundsWidens() throws {
    let (x, y) = (solver.makeVariable(), solver.makeVariable())
    let both = try solver.add(3 - 3 * x - y, .lessThanOrEqual, priority: .defaultHigh)
    let one = try solver.add(3 - 3 * x, .lessThanOrEqual, priority: .defaultLow)
    #expect(solvedValues(x, y) == [1, 0])
    try solver.setConstant(0, of: both)
    #expect(solvedValues(x, y) == [1, 0])
    try solver.setConstant(0, of: one)
    #expect(solvedValues(x, y) == [0, 0])
  }

  /// A move home stops at the constraint that it reaches first, in whatever order the constraints
  /// are examined. A longer move would break that constraint and need a dual step to repair it.
  @Test mutating func aWayHomeBreaksNoConstraint() throws {
    let (y, x, z) = (solver.makeVariable(), solver.makeVariable(), solver.makeVariable())
    try solver.add(z - 3, .equal)
    try solver.add(y - x - 5, .equal)
    // From x = 30, the second constraint is reached at x = 13; the first would be reached at x = 2.
    try solver.add(y - 7, .greaterThanOrEqual)
    try solver.add(x - z - 10, .greaterThanOrEqual)
    let wish = try solver.add(x - 30, .equal, priority: .defaultHigh)
    #expect(solvedValues(x, y, z) == [30, 35, 3])
    let steps = solver.statistics.dualSteps
    try solver.setActive(false, of: wish)
    #expect(solvedValues(x, y, z) == [13, 18, 3])
    #expect(solver.statistics.dualSteps == steps)
  }

  /// Every wish has its own priority, so only the distances can decide.
  @Test func noEquallyGoodVertexBringsEarlierVariablesNearer() throws {
    var generator = SeededGenerator(seed: 51)
    var moved = 0
    for number in 0..<3000 {
      var system = ToggledSystem(variableCount: 3, constraints: [], isWhole: true)
      for index in 0..<Int.random(in: 1...4, using: &generator) {
        let terms = (0..<3).map {
          (variable: $0, coefficient: Double(Int.random(in: -3...3, using: &generator)))
        }
        system.constraints.append(
          ToggledConstraint(
            terms: terms, constant: system.randomConstant(using: &generator),
            relation: Relation.allCases[Int.random(in: 0..<3, using: &generator)],
            priority: 900 - Double(index)))
      }
      var loaded = try ToggledSolver(system)
      loaded.solver.solve()
      let point = loaded.point
      let violations = system.violations(at: point)
      for vertex in Self.vertices(of: system) where Self.isNearer(vertex, than: point) {
        try #require(
          !isClose(system.violations(at: vertex), violations, tolerance: 1e-9),
          "System \(number): \(vertex) is nearer than \(point) in \(system.constraints)")
      }
      moved += point.contains { $0 != 0 } ? 1 : 0
    }
    #expect(moved > 1000)
  }

  private static func isNearer(_ point: [Double], than other: [Double]) -> Bool {
    for (one, two) in zip(point, other) where (one.magnitude - two.magnitude).magnitude > 1e-6 {
      return one.magnitude < two.magnitude
    }
    return false
  }

  /// The points where three of the planes meet on which an expression or a variable is zero.
  private static func vertices(of system: ToggledSystem) -> [[Double]] {
    let axes = [[1.0, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0]]
    let planes = axes + system.constraints.map { $0.terms.map(\.coefficient) + [$0.constant] }
    var found: [[Double]] = []
    for third in planes.indices {
      for second in 0..<third {
        for first in 0..<second {
          let rows = [planes[first], planes[second], planes[third]]
          let base = determinant(rows, 0, 1, 2)
          guard base != 0 else { continue }
          found.append([
            -determinant(rows, 3, 1, 2) / base, -determinant(rows, 0, 3, 2) / base,
            -determinant(rows, 0, 1, 3) / base,
          ])
        }
      }
    }
    return found
  }

  private static func determinant(_ rows: [[Double]], _ a: Int, _ b: Int, _ c: Int) -> Double {
    rows[0][a] * (rows[1][b] * rows[2][c] - rows[1][c] * rows[2][b])
      - rows[0][b] * (rows[1][a] * rows[2][c] - rows[1][c] * rows[2][a])
      + rows[0][c] * (rows[1][a] * rows[2][b] - rows[1][b] * rows[2][a])
  }
}
