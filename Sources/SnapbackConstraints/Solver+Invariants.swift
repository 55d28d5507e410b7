extension Solver {
  /// What is wrong with the tableau, in sentences; empty when all is well. For tests.
  ///
  /// Valid after a ``solve()`` whose report is optimal. The checks are those of a proof by duality,
  /// so an empty result means that the violations are lexicographically smallest:
  ///
  /// - rows are finite and hold nonbasic symbols only;
  /// - rows agree with the constraints they stem from, at an arbitrary point;
  /// - prices are balanced over the constraints and within their bounds;
  /// - a violated constraint has the price that its violation calls for.
  package func checkInvariants() -> [String] {
    checkRows() + checkForms() + checkPrices() + checkBalance()
  }

  private func checkRows() -> [String] {
    var faults: [String] = []
    for (number, row) in tableau.rows.enumerated() {
      if tableau.position[row.symbol] != number {
        faults.append("Symbol \(row.symbol) does not know its row \(number).")
      }
      if !row.value.isFinite {
        faults.append("Row \(number) has the value \(row.value).")
      }
      for entry in row.form.entries {
        if tableau.position[entry.key] != nil {
          faults.append("Row \(number) holds the basic symbol \(entry.key).")
        }
        if !entry.value.isFinite || entry.value == 0 {
          faults.append("Row \(number) has the coefficient \(entry.value).")
        }
      }
      if zip(row.form.entries, row.form.entries.dropFirst()).contains(where: { $0.key >= $1.key }) {
        faults.append("Row \(number) is not sorted.")
      }
    }
    return faults
  }

  /// Gives the nonbasic symbols arbitrary values and compares both ways of computing a marker.
  private func checkForms() -> [String] {
    let point = tableau.position.indices.map { symbol -> Double in
      tableau.position[symbol] == nil ? Double((symbol &* 37) % 17) - 8 : 0
    }
    let full = point.indices.map { symbol -> Double in
      guard let number = tableau.position[symbol] else { return point[symbol] }
      let row = tableau.rows[number]
      return row.form.entries.reduce(row.value) { $0 + $1.value * point[$1.key] }
    }
    return constraints.compactMap { constraint in
      guard let symbol = constraint.symbol else { return nil }
      let start = constraint.constant / constraint.scale
      var value = start
      var size = start.magnitude
      for entry in constraint.coefficients.entries {
        value += entry.value * full[entry.key]
        size += (entry.value * full[entry.key]).magnitude
      }
      let error = (value - full[symbol]).magnitude
      return error <= 1e-8 + 1e-9 * size ? nil : "The form of \(constraint.id) is off by \(error)."
    }
  }

  private func checkPrices() -> [String] {
    var faults: [String] = []
    for constraint in constraints {
      guard let symbol = constraint.symbol else { continue }
      let price = tableau.price[symbol]
      let (floor, ceiling) = (tableau.floor[symbol], tableau.ceiling[symbol])
      if let floor, isSmaller(price, floor) {
        faults.append("The price of \(constraint.id) is below its floor.")
      }
      if let ceiling, isSmaller(ceiling, price) {
        faults.append("The price of \(constraint.id) is above its ceiling.")
      }
      guard let number = tableau.position[symbol] else { continue }
      let row = tableau.rows[number]
      if row.value > row.tolerance, price != ceiling {
        faults.append("\(constraint.id) is above zero without the price of it.")
      }
      if row.value < -row.tolerance, price != floor {
        faults.append("\(constraint.id) is below zero without the price of it.")
      }
    }
    return faults
  }

  /// Whether `left` is lexicographically smaller than `right` by more than rounding.
  private func isSmaller(_ left: SparseVector, _ right: SparseVector) -> Bool {
    var difference = right
    difference.add(-1, left)
    let first = difference.entries.first { $0.value.magnitude > 1e-8 }
    return (first?.value ?? 0) > 0
  }

  /// Checks Σ price · coefficient = 0 for each variable, on every level.
  private func checkBalance() -> [String] {
    var sums = Array(repeating: SparseVector(), count: tableau.variableCount)
    for constraint in constraints {
      guard let symbol = constraint.symbol else { continue }
      for entry in constraint.coefficients.entries {
        sums[entry.key].add(entry.value, tableau.price[symbol])
      }
    }
    return sums.indices.compactMap { variable in
      let imbalance = sums[variable].magnitude
      return imbalance <= 1e-6 ? nil : "Variable \(variable) is out of balance by \(imbalance)."
    }
  }
}
