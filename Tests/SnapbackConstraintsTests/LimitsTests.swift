import SnapbackBasics
import SnapbackConstraints
import Testing

/// Sizes and shapes that no layout has. Solving them must not take forever.
struct LimitsTests {
  private var solver = Solver()

  @Test(.timeLimit(.minutes(1)))
  mutating func wishesWhoseWeightsCancelButForRoundingEnd() throws {
    // Sums of these weights differ by 1e-9 with the order in which they are added.
    let (home, x) = (solver.makeVariable(), solver.makeVariable())
    try solver.add(home + 0, .equal)
    for number in 0..<60 {
      let weight: Double = number % 2 == 0 ? 2048 : 8192
      try solver.add(weight * x + 8 * weight, .equal, priority: .defaultLow)
      try solver.add(weight * x - 8 * weight, .equal, priority: .defaultLow)
    }
    let report = solver.solve()
    #expect(report.conflicts.isEmpty)
    // Each value between the two costs the same.
    #expect((-8.0...8).contains(solver.value(of: x)))
  }

  @Test mutating func aHundredThousandConstraintsOnOneVariable() throws {
    let x = solver.makeVariable()
    let count = 100_000
    var last: ConstraintID?
    for number in 0..<count {
      // Wishes for every value from 0 to 99,999 in a scattered order, and bounds that allow them.
      let place = Double(number * 7919 % count)
      switch number % 4 {
      case 0: try solver.add(x + 1 + place, .greaterThanOrEqual)
      case 1: try solver.add(x - 200_000 - place, .lessThanOrEqual)
      case 2: last = try solver.add(x - place, .equal, priority: .defaultLow)
      default: try solver.add(x - 70_000 - place, .lessThanOrEqual, priority: .defaultHigh)
      }
    }
    let report = solver.solve()
    #expect(report.isOptimal && report.conflicts.isEmpty)
    let places = stride(from: 2, to: count, by: 4).map { Double($0 * 7919 % count) }.sorted()
    let middles = places[places.count / 2 - 1]...places[places.count / 2]
    #expect(middles.contains(solver.value(of: x)))
    #expect(solver.checkInvariants() == [])
    let id = try #require(last)
    try solver.setPriority(.defaultHigh, of: id)
    try solver.setConstant(-123, of: id)
    #expect(!solver.solve().isRebuilt)
    #expect(solver.value(of: x) == 123)
  }

  /// The wishes to the left and to the right cancel except for rounding. Rounding depends on the
  /// order of summation and must not decide among equally good answers.
  @Test func theOrderOfHundredsOfWishesForOneVariableLeavesNoTrace() throws {
    let count = 400
    var values: [Double] = []
    // No stride has a factor in common with the count, so each order contains every wish once.
    for stride in [1, 7, 37, 101, 271, 399] {
      var solver = Solver()
      let (first, x) = (solver.makeVariable(), solver.makeVariable())
      try solver.add(first, .equal)
      for step in 0..<count {
        let number = step * stride % count
        let pair = number / 2
        let place = number.isMultiple(of: 2) ? -8 : Double(8 + pair % 2)
        let weight = Double(1 << (pair % 14))
        let constant = weight * place
        try solver.add(weight * x - constant, .equal, priority: .defaultLow)
      }
      let report = solver.solve()
      #expect(report.isOptimal)
      values.append(solver.value(of: x))
    }
    #expect(Set(values).count == 1, "\(values)")
    #expect(values.allSatisfy { $0.magnitude <= 8 })
  }

  @Test mutating func aChainOfFiftyThousandVariablesIsExact() throws {
    let count = 50_000
    let edges = (0..<count).map { _ in solver.makeVariable() }
    let start = try solver.add(edges[0] - 3, .equal)
    for number in 1..<count {
      try solver.add(edges[number] - edges[number - 1] - 1.5, .equal)
      if number > 1 { try solver.add(edges[number] - edges[number - 2] - 3, .equal) }
    }
    let report = solver.solve()
    #expect(report.isOptimal && report.conflicts.isEmpty && report.setAside.isEmpty)
    #expect(edges.indices.allSatisfy { solver.value(of: edges[$0]) == 3 + 1.5 * Double($0) })
    try solver.setConstant(7, of: start)
    #expect(!solver.solve().isRebuilt)
    #expect(edges.indices.allSatisfy { solver.value(of: edges[$0]) == 1.5 * Double($0) - 7 })
  }

  @Test mutating func tenThousandDuplicatesAreNoConflict() throws {
    let x = solver.makeVariable()
    let y = solver.makeVariable()
    let ids = try (0..<10_000).map { _ in try solver.add(x + y - 5, .equal) }
    let wishes = try (0..<10_000).map { _ in
      try solver.add(y - 2, .equal, priority: .defaultHigh)
    }
    let report = solver.solve()
    #expect(report.isOptimal && report.conflicts.isEmpty)
    #expect([x, y].map { solver.value(of: $0) } == [3, 2])
    for id in ids.dropLast() { try solver.setActive(false, of: id) }
    for wish in wishes.dropFirst() { try solver.remove(wish) }
    #expect(solver.solve().isOptimal)
    #expect([x, y].map { solver.value(of: $0) } == [3, 2])
    try solver.setActive(false, of: try #require(ids.last))
    solver.solve()
    #expect([x, y].map { solver.value(of: $0) } == [0, 2])
    #expect(solver.checkInvariants() == [])
  }

  /// The time grows with the square of the count, because each victim is searched among all others.
  @Test(arguments: [(800, 1), (400, 1009)]) mutating func thousandsOfContradictionsEnd(
    count: Int, stride: Int
  ) throws {
    let x = solver.makeVariable()
    let ids = try (0..<count).map { number in
      try solver.add(x - Double(number * stride % count + 1), .equal)
    }
    let conflicts = solver.solve().conflicts
    #expect(conflicts.map(\.victim) == Array(ids.dropFirst()))
    #expect(conflicts.allSatisfy { $0.others == [ids[0]] })
    #expect(solver.value(of: x) == 1)
  }

  @Test mutating func expressionsWithoutTermsAreJudgedInAnyNumber() throws {
    let x = solver.makeVariable()
    try solver.add(LinearExpression(), .equal)
    for number in 0..<2000 {
      let constant = Double(number % 3 - 1)
      try solver.add(LinearExpression(constant: constant), .greaterThanOrEqual)
      try solver.add(x - x + constant, .equal, priority: .defaultLow)
    }
    let gone = try solver.add(LinearExpression(constant: -1), .greaterThanOrEqual)
    #expect(solver.solve().conflicts.count == 668)
    try solver.setActive(false, of: gone)
    #expect(solver.solve().conflicts.count == 667)
    try solver.setActive(true, of: gone)
    try solver.setPriority(.defaultHigh, of: gone)
    #expect(solver.solve().conflicts.count == 667)
    try solver.setPriority(.required, of: gone)
    #expect(solver.solve().conflicts.map(\.victim).last == gone)
    #expect(solver.value(of: x) == 0)
    #expect(solver.solve().conflicts.allSatisfy { $0.others.isEmpty })
  }

  @Test mutating func aSolverWithoutAnythingSolves() {
    let report = solver.solve()
    #expect(report.isOptimal && report.conflicts.isEmpty && report.setAside.isEmpty)
    #expect(solver.checkInvariants() == [])
    let x = solver.makeVariable()
    solver.solve()
    #expect(solver.value(of: x) == 0)
  }

  @Test mutating func fiftyThousandTermsInTwoVariablesAreSummed() throws {
    let x = solver.makeVariable()
    let y = solver.makeVariable()
    var terms: [Term] = []
    for number in 0..<50_000 {
      terms.append(Term(number.isMultiple(of: 5) ? x : y, coefficient: 0.5))
      if number.isMultiple(of: 10) { terms.append(Term(y, coefficient: -4)) }
    }
    // 10,000 · 0.5 of x. The terms of y cancel: 40,000 · 0.5 − 5,000 · 4.
    try solver.add(LinearExpression(terms, constant: -10_000), .equal)
    solver.solve()
    #expect([x, y].map { solver.value(of: $0) } == [2, 0])
    #expect(throws: ConstraintError.coefficientOutOfRange(15_000, of: x)) {
      try solver.add(
        LinearExpression(Array(repeating: Term(x, coefficient: 0.5), count: 30_000)), .equal)
    }
  }

  @Test mutating func aSumOfTenThousandVariablesIsExact() throws {
    let count = 10_000
    let total = solver.makeVariable()
    let parts = (0..<count).map { _ in solver.makeVariable(.size) }
    let sum = LinearExpression(parts.map { Term($0) })
    try solver.add(sum - total, .equal)
    let ids = try parts.indices.map {
      try solver.add(parts[$0] - Double($0 % 10), .equal, priority: .defaultHigh)
    }
    #expect(solver.solve().isOptimal)
    #expect(solver.value(of: total) == 45_000)
    try solver.setConstant(-1009, of: ids[4999])
    #expect(!solver.solve().isRebuilt)
    #expect(solver.value(of: total) == 46_000)
    // The parts must shrink by what the total lacks, and by no more.
    let limit = try solver.add(total - 40_000, .lessThanOrEqual)
    for part in parts { try solver.add(part, .greaterThanOrEqual) }
    #expect(solver.solve().isOptimal)
    let values = parts.map { solver.value(of: $0) }
    #expect((values.reduce(0, +) - 40_000).magnitude < 1e-6)
    #expect(values.allSatisfy { $0 >= -1e-9 })
    #expect(values.enumerated().allSatisfy { $1 <= ($0 == 4999 ? 1009 : Double($0 % 10)) + 1e-9 })
    try solver.setActive(false, of: limit)
    solver.solve()
    #expect(solver.value(of: total) == 46_000)
  }

  /// Equal wishes for a thousand gaps between 4 and 30. One subtraction gives the best sum, but not
  /// which gaps yield.
  @Test mutating func aThousandEqualGapsAreSqueezedAndStretched() throws {
    let count = 1000
    let edges = (0...count).map { _ in solver.makeVariable() }
    let start = try solver.add(edges[0], .equal)
    for number in 1...count {
      let gap = edges[number] - edges[number - 1]
      try solver.add(gap - 10, .equal, priority: .defaultHigh)
      try solver.add(gap - 4, .greaterThanOrEqual)
      try solver.add(gap - 30, .lessThanOrEqual)
    }
    let end = try solver.add(edges[count] - 10_000, .equal, priority: try Priority(999.5))
    for (from, to) in [
      (0.0, 10_000.0), (0, 7000), (0, 25_000), (500, 10_000), (-3000, 20_000), (0, 100),
      (0, 40_000), (100, 10_100),
    ] {
      try solver.setConstant(-from, of: start)
      try solver.setConstant(-to, of: end)
      let report = solver.solve()
      #expect(report.isOptimal && report.conflicts.isEmpty)
      let values = edges.map { solver.value(of: $0) }
      let extent = min(max(to - from, 4000), 30_000)
      #expect(values[0] == from)
      #expect((values[count] - from - extent).magnitude < 1e-6)
      let gaps = zip(values.dropFirst(), values).map { $0 - $1 }
      #expect(gaps.allSatisfy { $0 >= 4 - 1e-6 && $0 <= 30 + 1e-6 })
      let given = gaps.reduce(0) { $0 + ($1 - 10).magnitude }
      #expect((given - (extent - 10_000).magnitude).magnitude < 1e-5)
    }
    #expect(solver.checkInvariants() == [])
  }

  @Test func aLimitOnWorkEndsTheSearch() throws {
    // Rules of many priorities that contradict each other.
    func make() throws -> (Solver, [ConstraintID]) {
      var solver = Solver()
      var generator = SeededGenerator(seed: 11)
      let variables = (0..<60).map { _ in solver.makeVariable() }
      let ids = try (0..<150).map { number in
        let (one, other) = (
          variables[Int.random(in: 0..<60, using: &generator)],
          variables[Int.random(in: 0..<60, using: &generator)]
        )
        let factor = Double(Int.random(in: 1...17, using: &generator))
        return try solver.add(
          one - factor * other - Double(number), [.equal, .lessThanOrEqual][number % 2],
          priority: try Priority(Double(1 + (number * 13) % 900)))
      }
      return (solver, ids)
    }
    var (free, _) = try make()
    #expect(free.solve().isOptimal)
    let work = free.statistics.work
    #expect(work > 10_000)
    var (limited, ids) = try make()
    let limit = work / 10
    #expect(!limited.solve(workLimit: limit).isOptimal)
    // A step visits each row at most once per level.
    #expect((limit...(limit + 100_000)).contains(limited.statistics.work))
    #expect(!limited.solve().isOptimal, "nothing has changed")
    // Without a limit the search starts again and ends with the same violations as the other one.
    try limited.setConstant(-2, of: ids[149])
    try free.setConstant(-2, of: ids[149])
    #expect(limited.solve().isOptimal && free.solve().isOptimal)
    // All priorities differ, so each constraint is violated equally in all best answers.
    for id in ids {
      let (one, other) = (try limited.violation(of: id), try free.violation(of: id))
      #expect((one - other).magnitude <= 1e-6 * max(1, one.magnitude))
    }
    #expect(limited.checkInvariants() == [])
  }
}
