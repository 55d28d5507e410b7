/// Finds the variables that could have other values in an equally good answer. ``Simplex`` defines
/// the terms.
extension Simplex {
  /// Returns the cause of ambiguity of each variable; nil for a determined variable.
  ///
  /// The activity of a nonbasic row is given, and variables depend on it. The row is *free* if it
  /// can move some distance without increasing the sum of violations at any priority. The variables
  /// that move with it are then ambiguous. The cause is a tie if individual violations change
  /// during the move and balance each other. Rows are moved one at a time, so an ambiguity is not
  /// found if several rows would have to move together.
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

  /// Returns how far row `id` can move in the direction of `sign` before this row, or a row that
  /// moves with it, reaches a kink of its penalty: an activity at which the slope changes.
  ///
  /// Call ``trace(_:)`` for the same row first. It writes the rates at which the other rows move
  /// into `basis.direction`.
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

  /// Whether individual violations change as row `id` moves along `basis.direction`.
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
    /// The variable could change without any change of a violation: a constraint is missing.
    case missing
    /// The variable could change if the violations of constraints of equal priority were
    /// distributed differently.
    case tie
  }

  /// The variable.
  public let variable: Variable
  /// The cause of the ambiguity; ``Cause/missing`` if both causes apply.
  public let cause: Cause

  package init(variable: Variable, cause: Cause) {
    self.variable = variable
    self.cause = cause
  }
}
