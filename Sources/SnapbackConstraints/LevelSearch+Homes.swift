/// Moves variables to their homes, their default values, as far as the constraints leave them free.
/// ``LevelSearch`` defines the terms.
extension LevelSearch {
  /// Minimizes the distance of one variable after another from its home: all positions before all
  /// sizes, and within each kind in the order of creation. Each distance is a level of its own, so
  /// the result does not depend on where the search started.
  mutating func settleHomes(_ simplex: inout Simplex) -> Outcome {
    for tier: Int8 in 0...1 {
      for variable in 0..<simplex.numbering.variableCount
      where simplex.homes.tier(of: variable) == tier {
        if !hasFreeRow(simplex) { return .done }
        let outcome = settleHome(of: variable, &simplex)
        guard outcome == .done else { return outcome }
      }
    }
    return .done
  }

  /// Whether a nonbasic row can still move.
  private func hasFreeRow(_ simplex: borrowing Simplex) -> Bool {
    for slot in 0..<simplex.basis.matrix.count where isFree(simplex.basis.matrix.ids[slot]) {
      return true
    }
    return false
  }

  private func isFree(_ id: Int32) -> Bool { segments.lowers[id] < segments.uppers[id] }

  private mutating func settleHome(of variable: Int32, _ simplex: inout Simplex) -> Outcome {
    let id = simplex.numbering.homeRow(of: variable)
    let target = simplex.homes.target(of: variable)
    if simplex.basis.isNonbasic(id) {
      if simplex.point[id] == target {
        segments.lowers[id] = target
        segments.uppers[id] = target
        return .done
      }
    } else if !movesFreely(id, simplex) {
      return .done
    }
    isActive[id] = true
    evaluate(&simplex)
    objective.setHome(id, at: target)
    if !rounding.isBelow(target, id, at: simplex.point),
      !rounding.isAbove(target, id, at: simplex.point)
    {
      segments.lowers[id] = target
      segments.uppers[id] = target
      return .done
    }
    let outcome = minimize(&simplex)
    if outcome == .done { close(-1, simplex) }
    return outcome
  }

  /// Whether a basic row depends on a nonbasic row that can move.
  private func movesFreely(_ id: Int32, _ simplex: borrowing Simplex) -> Bool {
    simplex.basis.matrix.expand(id)
    var largest = 0.0
    for slot in 0..<simplex.basis.matrix.count {
      largest = max(largest, simplex.basis.matrix.bySlot[slot].magnitude)
    }
    for slot in 0..<simplex.basis.matrix.count where isFree(simplex.basis.matrix.ids[slot]) {
      if simplex.basis.matrix.bySlot[slot].magnitude > 1e-9 * largest { return true }
    }
    return false
  }
}
