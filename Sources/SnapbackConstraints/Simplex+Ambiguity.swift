/// Finds the variables that an answer leaves free.
extension Simplex {
  /// The cause of freedom of each variable, nil for determined variables.
  ///
  /// A nonbasic row is free when it can move some distance and no violation grows at any priority;
  /// the variables that follow it are free too. It is a tie when violations change along the way,
  /// because then they balance each other. Rows are moved one at a time, so a freedom that needs
  /// several rows at once, at a corner where many meet, is not found.
  mutating func ambiguityCauses() -> [Ambiguity.Cause?] {
    var causes = [Ambiguity.Cause?](repeating: nil, count: Int(numbering.variableCount))
    for id in numbering.ids
    where basis.isNonbasic(id) && !penalties.isFixed(id) {
      var isTraced = false
      for sign in [1, -1] where ties.isFreeAboveTies(id, at: point[id], sign, penalties) {
        if !isTraced { trace(id) }
        isTraced = true
        guard reach(of: id, sign) > 1e-6 else { continue }
        let cause = isTrade(id, sign) ? Ambiguity.Cause.tie : .missing
        for index in 0..<basis.direction.variables.count {
          let variable = Int(basis.direction.variables[index])
          if causes[variable] != .missing { causes[variable] = cause }
        }
      }
    }
    return causes
  }

  /// Returns how far row `id`, whose trace is in `basis.direction`, can move toward `sign` before
  /// its penalty, or that of a row that moves with it, reaches a kink.
  private func reach(of id: Int32, _ sign: Int) -> Double {
    var reach = (penalties.nextKink(id, beyond: point[id], sign: sign) - point[id]).magnitude
    for index in 0..<basis.direction.rows.count {
      let row = basis.direction.rows[index]
      let rises = (basis.direction[row] > 0) == (sign > 0)
      let kink = penalties.nextKink(row, beyond: point[row], sign: rises ? 1 : -1)
      reach = min(reach, ((kink - point[row]) / basis.direction[row]).magnitude)
    }
    return reach
  }

  /// Whether violations change along `direction`.
  private func isTrade(_ id: Int32, _ sign: Int) -> Bool {
    if penalties.isViolated(id, beyond: point[id], sign: sign) { return true }
    for index in 0..<basis.direction.rows.count {
      let row = basis.direction.rows[index]
      let rises = (basis.direction[row] > 0) == (sign > 0)
      if penalties.isViolated(row, beyond: point[row], sign: rises ? 1 : -1) { return true }
    }
    return false
  }
}

/// A variable that the constraints do not determine.
public struct Ambiguity: Hashable, Sendable {
  /// Why a variable could have another value.
  public enum Cause: String, Hashable, Sendable {
    /// It could move without violating anything more or less: a constraint is missing.
    case missing
    /// It could move if constraints of equal priority shared their violations differently.
    case tie
  }

  /// The variable.
  public let variable: Variable
  /// Why it is free; ``Cause/missing`` when both causes apply.
  public let cause: Cause

  package init(variable: Variable, cause: Cause) {
    self.variable = variable
    self.cause = cause
  }
}
