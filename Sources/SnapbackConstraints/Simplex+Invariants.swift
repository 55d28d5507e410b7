/// Checks the optimality conditions. ``Simplex`` defines the terms.
extension Simplex {
  /// Describes the optimality conditions of ``Simplex`` that are violated, in sentences.
  func invariantViolations() -> [String] {
    activityViolations() + stationarityViolations() + fitViolations() + basisViolations()
  }

  /// Whether exchanges have accumulated rounding errors. The activity of a guest, a nonbasic row
  /// that the program does not use, is given; the value computed from the variables must agree with
  /// it.
  func hasDrifted() -> Bool {
    guard basis.lines.count > 0 else { return false }
    var next: Int32 = 0
    while let row = basis.firstGuest(from: next) {
      next = row + 1
      let (activity, size) = activity(of: row)
      let drift = (activity - point[row]).magnitude
      if !(drift <= 1e-6 + 1e-9 * size) { return true }
    }
    return false
  }

  /// A row's activity computed from its terms, and the size of its largest term.
  private func activity(of id: Int32) -> (activity: Double, size: Double) {
    if numbering.isHomeRow(id) {
      let variable = numbering.variable(ofHomeRow: id)
      return (
        homes.distance(of: variable, at: point) + homes.target(of: variable),
        point.value(ofVariable: variable).magnitude
      )
    }
    return rows.measure(id, at: point)
  }

  private func activityViolations() -> [String] {
    numbering.ids.compactMap { id in
      // Solves on tracks update only the variables and the nonbasic rows.
      guard basis.isNonbasic(id) || (fits.isWatched(id) && !tracks.isAway) else { return nil }
      let (activity, size) = activity(of: id)
      let error = (activity - point[id]).magnitude
      return error <= 1e-6 + 1e-9 * size
        ? nil : "row \(id) has the activity \(activity), not \(point[id])"
    }
  }

  /// Checks that Σ multiplier · coefficient = 0 for each variable and level.
  private func stationarityViolations() -> [String] {
    var sums: [[Int32: Double]] = Array(repeating: [:], count: Int(numbering.variableCount))
    var multiplier = LevelVector()
    for id in numbering.ids {
      multiplier.removeAll()
      penalties.addMultiplier(of: id, to: &multiplier)
      for index in 0..<multiplier.entries.count {
        let entry = multiplier.entries[index]
        forEachTerm(of: id) { variable, coefficient in
          sums[Int(variable)][entry.level, default: 0] += coefficient * entry.value
        }
      }
    }
    return sums.indices.flatMap { variable in
      sums[variable].filter { $0.value.magnitude > 1e-8 }.map {
        "the multipliers of variable \(variable) at level \($0.key) sum to \($0.value)"
      }
    }
  }

  private func forEachTerm(of id: Int32, _ visit: (Int32, Double) -> Void) {
    if numbering.isHomeRow(id) {
      visit(numbering.variable(ofHomeRow: id), 1)
      let home = homes[numbering.variable(ofHomeRow: id)]
      if home >= 0 { visit(home, -1) }
      return
    }
    for term in rows.terms(of: id) {
      visit(rows.variable(term), rows.coefficient(term))
    }
  }

  /// Checks that every multiplier is a subgradient of its row's penalty within a relative distance
  /// of 10⁻⁶ from the activity.
  private func fitViolations() -> [String] {
    var room = LevelVector()
    return numbering.ids.compactMap { id in
      guard basis.isNonbasic(id) || fits.isWatched(id) || penalties.isCharged(id) else {
        return nil
      }
      let value = basis.isNonbasic(id) ? point[id] : activity(of: id).activity
      let near = 1e-6 * max(1, value.magnitude)
      for sign in [1, -1] {
        penalties.slack(id, at: value + Double(sign) * near, sign: sign, into: &room)
        if room.sign < 0 {
          return "row \(id) has a multiplier out of range at the activity \(value)"
        }
      }
      return nil
    }
  }

  private func basisViolations() -> [String] {
    var count = 0
    for id in numbering.ids where basis.isNonbasic(id) { count += 1 }
    return count == Int(numbering.variableCount)
      ? [] : ["\(count) rows are nonbasic for \(numbering.variableCount) variables"]
  }
}
