/// From the nonbasic activities to everything else.
extension Simplex {
  /// Evaluates all variables and rows, in order. Θ(terms).
  mutating func evaluateAll() { evaluation.runAll(basis, rows, &point, &fits) }

  /// Follows the moved rows; notes the rows that their multipliers no longer fit.
  mutating func evaluateChanges() {
    if evaluation.prefersAll(point) {
      evaluation.forgetRows()
      evaluateAll()
    } else {
      evaluation.run(basis, rows, &point, &fits)
    }
  }

  /// Gives a nonbasic row another activity; variables follow at the next evaluation.
  mutating func move(_ id: Int32, to value: Double) {
    point.move(id, to: value)
    ties.note(id, penalties)
  }

  /// Writes a row as a sum over the nonbasic rows into the expansion of the basis.
  mutating func expand(_ id: Int32) { basis.expand(id, rows, homes, &counters) }

  /// Follows a nonbasic row into the direction of the basis.
  mutating func trace(_ id: Int32) { basis.trace(id, rows, watching: fits, &counters) }

  /// Whether the rate at which a basic row moves with the nonbasic row `id` is a rounding error:
  /// small, and without a factor in the row's expansion.
  ///
  /// Lines carry rounding from one to the next, where ``trace(_:)`` cannot tell it from a rate.
  mutating func isRounding(_ rate: Double, of row: Int32, along id: Int32) -> Bool {
    if rate.magnitude > 1e-6 { return false }
    expand(row)
    return basis.isRounding(id)
  }
}
