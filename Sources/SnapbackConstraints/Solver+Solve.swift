extension SolveReport {
  /// Whether every required constraint holds, so that changes may start from the present basis.
  var isClean: Bool { conflicts.isEmpty && setAside.isEmpty && isOptimal }
}

extension Solver {
  /// How often a build starts over without a constraint whose numbers grow too large.
  private static let restartLimit = 16

  /// Re-optimises the present basis after a change of constants.
  ///
  /// - Returns: false when only a rebuild can tell the answer: required constraints contradict each
  ///   other now, or rounding has harmed the tableau.
  mutating func reoptimise() -> Bool {
    let pivots = tableau.pivots
    tableau.stepsLeft = Tableau.stepLimit(
      variableCount: values.count, markerCount: constraints.count)
    tableau.refresh()
    let outcome = tableau.optimise()
    statistics.pivots += tableau.pivots - pivots
    publish()
    report.isRebuilt = false
    return outcome == .optimal && isAccurate()
  }

  /// Builds the tableau from the constraints and solves it.
  ///
  /// Should the first attempt run out of steps or lose accuracy, the second uses Bland's rule.
  mutating func rebuild(variableCount: Int) {
    for isCautious in [false, true] {
      var aside: [Bool] = Array(repeating: false, count: constraints.count)
      var restarts = 0
      while let culprit = build(
        without: &aside, variableCount: variableCount, isCautious: isCautious)
      {
        restarts += 1
        guard restarts < Self.restartLimit else { break }
        aside[culprit] = true
      }
      publish()
      report.isOptimal = report.isOptimal && restarts < Self.restartLimit && isAccurate()
      if report.isOptimal { return }
    }
  }

  /// Inserts the constraints one by one, the strongest and earliest first, each time optimising.
  ///
  /// - Parameter aside: which constraints, by index, to leave out; those that cannot be inserted
  ///   are added to it.
  /// - Returns: the index of a constraint whose exchange would make the coefficients too large;
  ///   the build is unfinished then.
  private mutating func build(
    without aside: inout [Bool], variableCount: Int, isCautious: Bool
  ) -> Int? {
    let levels = levels()
    tableau = Tableau(
      variableCount: variableCount, markerCount: constraints.count, isCautious: isCautious)
    statistics.rebuilds += 1
    defer { statistics.pivots += tableau.pivots }
    report = SolveReport()
    report.isRebuilt = true
    for index in constraints.indices {
      constraints[index].symbol = nil
    }

    var indexOfMarker: [Int] = []
    for (index, level) in levels where !aside[index] {
      // Without victims all prices are 0, and a new victim needs no way back.
      let snapshot = level == nil && !report.conflicts.isEmpty ? tableau : nil
      guard let symbol = tableau.insert(constraints[index], level: level) else {
        aside[index] = true
        continue
      }
      constraints[index].symbol = symbol
      indexOfMarker.append(index)
      if let culprit = settle(indexOfMarker, snapshot) { return culprit }
    }
    report.setAside = constraints.indices.filter { aside[$0] }.map { constraints[$0].id }
    report.conflicts.sort { $0.victim < $1.victim }
    return nil
  }

  /// The indices of the constraints in the order of insertion, each with its level: nil for
  /// required ones, then 1, 2 … by falling priority. Level 0 is for the victims of conflicts.
  private func levels() -> [(index: Int, level: Int?)] {
    let order = constraints.indices.sorted {
      let (left, right) = (constraints[$0].priority, constraints[$1].priority)
      return left == right ? $0 < $1 : left > right
    }
    var level = 0
    var previous = Priority.required
    return order.map { index in
      let priority = constraints[index].priority
      if priority != previous {
        level += 1
        previous = priority
      }
      return (index, priority.isRequired ? nil : level)
    }
  }

  /// Optimises after an insertion and lets the latest of contradicting constraints yield.
  ///
  /// - Parameters:
  ///   - indexOfMarker: the index of the constraint of each marker.
  ///   - snapshot: the tableau before the insertion, nil when all prices in it are 0.
  /// - Returns: the index of a constraint whose exchange would make the coefficients too large.
  private mutating func settle(_ indexOfMarker: [Int], _ snapshot: Tableau?) -> Int? {
    let first = tableau.variableCount
    while true {
      switch tableau.optimise() {
      case .optimal:
        return nil
      case .exhausted:
        report.isOptimal = false
        return nil
      case .unstable(let symbol):
        return indexOfMarker[symbol - first]
      case .infeasible(let symbols):
        // Markers are numbered in order of creation, and the set is never empty.
        guard let last = symbols.last else { return nil }
        let victim = constraints[indexOfMarker[last - first]]
        if let snapshot, last - first == indexOfMarker.count - 1 {
          // Its price may have grown beyond the bounds of a victim, so it comes in again as one.
          tableau.restore(snapshot)
          _ = tableau.insert(victim, level: 0)
        } else {
          tableau.bound(last, by: victim, level: 0)
        }
        let others = symbols.dropLast().map { constraints[indexOfMarker[$0 - first]].id }
        report.conflicts.append(Conflict(victim: victim.id, others: others))
      }
    }
  }

  /// Copies the values of the variables out of the tableau.
  private mutating func publish() {
    // Adding 0 turns −0 into 0.
    values = (0..<tableau.variableCount).map { tableau.value(of: $0) + 0 }
  }

  /// Whether the values give each constraint the expression that the tableau claims.
  private func isAccurate() -> Bool {
    constraints.allSatisfy { constraint in
      guard let symbol = constraint.symbol else { return true }
      var value = constraint.constant / constraint.scale
      var size = value.magnitude
      for entry in constraint.coefficients.entries {
        let part = entry.value * values[entry.key]
        value += part
        size += part.magnitude
      }
      return (value - tableau.value(of: symbol)).magnitude <= 1e-8 + 1e-11 * size
    }
  }
}
