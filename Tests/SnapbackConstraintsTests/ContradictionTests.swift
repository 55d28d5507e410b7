import SnapbackConstraints
import Testing

/// Contradictions that arise in incremental solves, found by comparison with a fresh solver.
struct ContradictionTests {
  private var solver = Solver()

  @Test mutating func aWishThatBecomesRequiredAfterQuietEditsIsAVictim() throws {
    let x = solver.makeVariable()
    let fixed = try solver.add(x, .equal)
    let wish = try solver.add(x, .equal, priority: .defaultHigh)
    solver.solve()
    for (id, constant) in [(fixed, -14.0), (wish, 282), (fixed, -15), (fixed, -16)] {
      try solver.setConstant(constant, of: id)
      solver.solve()
    }
    try solver.setPriority(.required, of: wish)
    #expect(solver.solve().conflicts == [Conflict(victim: wish, others: [fixed])])
    #expect(solver.value(of: x) == 16)
    #expect(solver.checkInvariants() == [])
  }

  @Test mutating func aConstraintSwitchedOnAfterQuietEditsIsAVictim() throws {
    let x = solver.makeVariable()
    let fixed = try solver.add(x, .equal)
    let other = try solver.add(x - 100, .equal, isActive: false)
    solver.solve()
    for constant in [-14.0, -15, -16] {
      try solver.setConstant(constant, of: fixed)
      solver.solve()
    }
    try solver.setActive(true, of: other)
    #expect(solver.solve().conflicts == [Conflict(victim: other, others: [fixed])])
    #expect(solver.value(of: x) == 16)
    #expect(solver.checkInvariants() == [])
  }

  /// x = 58, y = 243, y = 2.82z and 2.70z ≤ 2.43x contradict each other. The test switches on two
  /// of the four at once.
  @Test mutating func twoConstraintsSwitchedOnAtOnceMayContradictTheRest() throws {
    let (x, y, z) = (solver.makeVariable(), solver.makeVariable(), solver.makeVariable())
    let ids = [
      try solver.add(y - 243, .equal),
      try solver.add(y - 2.8237324076818364 * z, .equal, isActive: false),
      try solver.add(
        2.7008551190004964 * z - 2.4298495248194936 * x, .lessThanOrEqual, isActive: false),
      try solver.add(58 - x, .equal),
    ]
    try solver.add(
      2.7008551190004964 * z - 2.4298495248194936 * x + 39, .greaterThanOrEqual,
      priority: .defaultHigh)
    solver.solve()
    try solver.setActive(true, of: ids[2])
    try solver.setActive(true, of: ids[1])
    let report = solver.solve()
    #expect(report.conflicts == [Conflict(victim: ids[3], others: Array(ids.prefix(3)))])
    #expect(solver.checkInvariants() == [])
  }

  /// Given y ≥ 0 and x ≤ 2, each of x = 2y + 5 and 3x ≥ y + 8 is impossible; either bound alone
  /// would allow it.
  @Test(arguments: [false, true]) mutating func everyMemberOfAContradictionIsNamed(
    isMended: Bool
  ) throws {
    let (x, y) = (solver.makeVariable(), solver.makeVariable())
    let low = try solver.add(-1 * y, .lessThanOrEqual)
    let high = try solver.add(2 - x, .greaterThanOrEqual)
    try solver.add(x, .greaterThanOrEqual, priority: .defaultLow)
    let line = try solver.add(
      x - 2 * y - (isMended ? 0 : 5), .equal, priority: isMended ? .defaultHigh : .required)
    let steep = try solver.add(y - 3 * x + 8, .lessThanOrEqual)
    if isMended {
      solver.solve()
      try solver.setPriority(.required, of: line)
      solver.solve()
      try solver.setConstant(-5, of: line)
    }
    let report = solver.solve()
    #expect(
      report.conflicts == [
        Conflict(victim: line, others: [low, high]), Conflict(victim: steep, others: [low, high]),
      ])
    #expect(solver.value(of: x) <= 2 + 1e-9)
    #expect(solver.checkInvariants() == [])
  }
}
