/// The order of variables in ties, between answers whose violations are equal at all priorities;
/// see ``Solver/setTieOrder(kept:grown:)``.
struct TieOrder: ~Copyable {
  /// The rank of each variable in the order `kept`; constraints on variables of lower ranks are
  /// satisfied first.
  private var keptRanks = Column<Int32>()
  /// The rank of each variable in the order `grown`; variables of lower ranks exceed the
  /// constraints on them first. −1 without a rank.
  private var grownRanks = Column<Int32>()

  init() {}

  init(copying other: borrowing TieOrder) {
    keptRanks = Column(copying: other.keptRanks)
    grownRanks = Column(copying: other.grownRanks)
  }

  /// Whether no order has been set. The order `kept` is then the creation order.
  var isEmpty: Bool { keptRanks.isEmpty }

  func keptRank(of variable: Int32) -> Int32 {
    variable < keptRanks.count ? keptRanks[variable] : variable
  }

  func grownRank(of variable: Int32) -> Int32 {
    variable < grownRanks.count ? grownRanks[variable] : -1
  }

  /// Sets both orders. Variables that `kept` does not list come after it, in creation order.
  /// Returns whether anything changed.
  mutating func set(kept: [Variable], grown: [Variable], count: Int) -> Bool {
    let newKept = Self.ranks(of: kept, count: count)
    var rank = Int32(truncatingIfNeeded: kept.count)
    for variable in 0..<count where newKept[variable] < 0 {
      newKept[variable] = rank
      rank += 1
    }
    let newGrown = Self.ranks(of: grown, count: count)
    if Self.areEqual(newKept, keptRanks), Self.areEqual(newGrown, grownRanks) { return false }
    keptRanks = newKept
    grownRanks = newGrown
    return true
  }

  private static func ranks(of variables: [Variable], count: Int) -> Column<Int32> {
    var ranks = Column<Int32>()
    ranks.fill(count, with: -1)
    for (rank, variable) in variables.enumerated()
    where variable.index >= 0 && variable.index < count && ranks[variable.index] < 0 {
      ranks[variable.index] = Int32(truncatingIfNeeded: rank)
    }
    return ranks
  }

  private static func areEqual(
    _ left: borrowing Column<Int32>, _ right: borrowing Column<Int32>
  ) -> Bool {
    guard left.count == right.count else { return false }
    for index in 0..<left.count where left[index] != right[index] { return false }
    return true
  }
}

/// The factors of the weights at the tie level, by row. The tie level is the last priority level;
/// it decides among answers that are equal at all others.
///
/// Factors decrease slowly from row to row. If either of two constraints could be violated, the
/// constraint of the later row is. The decrease is slow enough to keep the factors of a million
/// rows distinct.
struct TieFactors: ~Copyable {
  /// The factors of violations from below.
  private var below = Column<Double>()
  /// The factors of violations from above.
  private var above = Column<Double>()

  init() {}

  func below(_ row: Int32) -> Double { below[row] }

  func above(_ row: Int32) -> Double { above[row] }

  /// Computes the factors of a problem's rows. `order` lists the rows in canonical order.
  ///
  /// Rows are ordered by the lowest rank among their variables. In a row of a single variable that
  /// has a rank in the order `grown`, the factor of violations from above increases with that rank
  /// instead. So the first of these variables exceeds its constraint.
  mutating func compile(_ problem: borrowing Problem, in order: borrowing Column<Int32>) {
    below.fill(order.count, with: 0)
    above.fill(order.count, with: 0)
    let places = Self.places(of: problem, in: order)
    for index in 0..<order.count {
      let factor = Self.factor(at: places[index])
      below[index] = factor
      above[index] = factor
      let start = problem.rowStarts[order[index]]
      guard problem.rowStarts[order[index] + 1] == start + 1 else { continue }
      let rank = problem.tieOrder.grownRank(of: problem.termVariables[start])
      if rank >= 0 { above[index] = 3 - Self.factor(at: rank) }
    }
  }

  /// The factor of the row at `place`. Decreases from 2 toward 1.
  private static func factor(at place: Int32) -> Double {
    1 + 4096 / (4096 + 0.618_033_988_749_895 * Double(place))
  }

  /// The index of each row when rows are sorted by the lowest rank of their variables. A counting
  /// sort.
  private static func places(
    of problem: borrowing Problem, in order: borrowing Column<Int32>
  ) -> Column<Int32> {
    var places = Column<Int32>()
    places.fill(order.count, with: 0)
    if problem.tieOrder.isEmpty {
      for index in 0..<order.count { places[index] = Int32(truncatingIfNeeded: index) }
      return places
    }
    var starts = Column<Int32>()
    starts.fill(2 * problem.variableCount + 2, with: 0)
    for index in 0..<order.count { starts[lowestRank(of: order[index], in: problem) + 1] += 1 }
    for rank in 1..<starts.count { starts[rank] += starts[rank - 1] }
    for index in 0..<order.count {
      let rank = lowestRank(of: order[index], in: problem)
      places[index] = starts[rank]
      starts[rank] += 1
    }
    return places
  }

  private static func lowestRank(of row: Int32, in problem: borrowing Problem) -> Int32 {
    var lowest = Int32.max
    for term in problem.rowStarts[row]..<problem.rowStarts[row + 1] {
      lowest = min(lowest, problem.tieOrder.keptRank(of: problem.termVariables[term]))
    }
    return lowest
  }
}
