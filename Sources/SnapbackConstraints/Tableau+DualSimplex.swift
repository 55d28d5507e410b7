extension Tableau {
  /// How a search ended.
  enum Outcome: Equatable {
    /// Every violation is as small as it can be.
    case optimal
    /// These required constraints exclude each other.
    case infeasible([Int])
    /// The exchange of this marker would make the coefficients too large.
    case unstable(Int)
    /// The limit on steps was reached.
    case exhausted
  }

  private enum Step: Equatable {
    case moved
    case stayed
    case ended(Outcome)
  }

  /// Coefficients below this part of the largest in their row are never divided by.
  private static let pivotTolerance = 1e-9

  /// Runs the dual simplex until the violations are smallest, from the present basis.
  ///
  /// The prices of the present basis must be balanced and within their bounds; a change of
  /// constants never harms that. Steps that raise no price are followed by Bland's rule once there
  /// are more of them than rows, which excludes cycles; steps are limited all the same.
  mutating func optimise() -> Outcome {
    var stayed = 0
    while let row = leavingRow(byBland: isCautious || stayed > rows.count) {
      guard stepsLeft > 0 else { return .exhausted }
      stepsLeft -= 1
      switch step(from: row, byBland: isCautious || stayed > rows.count) {
      case .moved: stayed = 0
      case .stayed: stayed += 1
      case .ended(let outcome): return outcome
      }
    }
    return .optimal
  }

  /// The row whose price does not yet fit its value: the farthest from 0, or by Bland's rule the
  /// last in order. The strongest, earliest marker wins ties.
  private func leavingRow(byBland: Bool) -> Int? {
    var best: Int?
    for row in rows.indices {
      let symbol = rows[row].symbol
      guard symbol >= variableCount, rows[row].value.magnitude > rows[row].tolerance else {
        continue
      }
      let goal = rows[row].value > 0 ? ceiling[symbol] : floor[symbol]
      guard goal == nil || goal != price[symbol] else { continue }
      guard let present = best else {
        best = row
        continue
      }
      let isBefore = symbol < rows[present].symbol
      let isFarther = rows[row].value.magnitude - rows[present].value.magnitude
      if byBland ? !isBefore : isFarther > 0 || (isFarther == 0 && isBefore) {
        best = row
      }
    }
    return best
  }

  /// Moves the price of the basic marker of `row` towards its bound, until it is there or until
  /// the price of a nonbasic symbol reaches its own, which then enters the basis.
  private mutating func step(from row: Int, byBland: Bool) -> Step {
    let symbol = rows[row].symbol
    let direction: Double = rows[row].value > 0 ? 1 : -1
    let goal = direction > 0 ? ceiling[symbol] : floor[symbol]
    let budget = room(of: symbol, direction: direction)
    let candidates = candidates(in: row, direction: direction)
    let entering = entering(among: candidates, byBland: byBland)

    // On equal terms the marker keeps its violation: who came first is not disturbed.
    if let goal, let budget, entering.map({ budget.sign(minus: $0.ratio) <= 0 }) ?? true {
      move(row: row, direction: direction, by: budget)
      price[symbol] = goal
      return budget.isEmpty ? .stayed : .moved
    }
    guard let entering else {
      return .ended(.infeasible(certificate(of: row)))
    }
    move(row: row, direction: direction, by: entering.ratio)
    let rises = entering.coefficient * direction < 0
    price[entering.symbol] =
      (rises ? ceiling[entering.symbol] : floor[entering.symbol]) ?? SparseVector()
    guard pivot(leaving: row, entering: entering.symbol) else {
      return .ended(.unstable(symbol))
    }
    return entering.ratio.isEmpty ? .stayed : .moved
  }

  private struct Candidate {
    let symbol: Int
    let coefficient: Double
    /// How far the price of the row may move until the price of the symbol is at its bound.
    let ratio: SparseVector
  }

  private func candidates(in row: Int, direction: Double) -> [Candidate] {
    let smallest = Self.pivotTolerance * rows[row].form.magnitude
    return rows[row].form.entries.compactMap { entry in
      guard entry.value.magnitude > smallest else { return nil }
      let course = entry.value * direction > 0 ? -1.0 : 1.0
      guard let room = room(of: entry.key, direction: course) else { return nil }
      return Candidate(
        symbol: entry.key, coefficient: entry.value,
        ratio: room.scaled(by: 1 / entry.value.magnitude))
    }
  }

  /// The distance of a price from its bound, at least 0, nil when it is unlimited.
  private func room(of symbol: Int, direction: Double) -> SparseVector? {
    guard var room = direction > 0 ? ceiling[symbol] : floor[symbol] else { return nil }
    room.add(-1, price[symbol])
    room = room.scaled(by: direction).withoutNoise()
    return room.isPositive ? room : SparseVector()
  }

  /// The candidate that reaches its bound first.
  ///
  /// Among equals the last in order enters; but, unless Bland's rule is needed, none whose
  /// coefficient is less than a tenth of the largest.
  private func entering(among candidates: [Candidate], byBland: Bool) -> Candidate? {
    guard var least = candidates.first else { return nil }
    for candidate in candidates.dropFirst() where candidate.ratio.sign(minus: least.ratio) < 0 {
      least = candidate
    }
    let equals = candidates.filter { $0.ratio.sign(minus: least.ratio) <= 0 }
    let largest = equals.reduce(0) { max($0, $1.coefficient.magnitude) }
    let usable = byBland ? equals : equals.filter { $0.coefficient.magnitude >= 0.1 * largest }
    // Variables come before markers: a free variable in the basis never leaves it again.
    return usable.last { $0.symbol < variableCount } ?? usable.last
  }

  /// Moves the price of a basic marker and, for balance, those of the symbols in its row.
  private mutating func move(row: Int, direction: Double, by amount: SparseVector) {
    guard !amount.isEmpty else { return }
    price[rows[row].symbol].add(direction, amount)
    for entry in rows[row].form.entries where entry.key >= variableCount {
      price[entry.key].add(-direction * entry.value, amount)
    }
  }

  /// The required constraints whose combination forbids the value 0 of a row.
  private func certificate(of row: Int) -> [Int] {
    let smallest = Self.pivotTolerance * rows[row].form.magnitude
    let others = rows[row].form.entries.filter {
      $0.value.magnitude > smallest && $0.key >= variableCount && isRequired($0.key)
    }
    return (others.map(\.key) + [rows[row].symbol]).sorted()
  }
}
