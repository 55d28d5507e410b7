/// Computes all numbers from the nonbasic activities.
extension Simplex {
  /// Evaluates all variables and rows, in order. Θ(terms).
  mutating func evaluateAll() { evaluation.runAll(basis, rows, &point, &fits) }

  /// Follows the moved rows; notes the rows whose activity no longer fits their multiplier.
  mutating func evaluateChanges() {
    if evaluation.prefersAll(point) {
      evaluation.forgetRows()
      evaluateAll()
    } else {
      evaluation.run(basis, rows, &point, &fits)
    }
  }

  /// Sets the activity of a nonbasic row; variables follow at the next evaluation.
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
  /// Rounding errors carry over from line to line, and ``trace(_:)`` cannot tell them from a rate.
  mutating func isRounding(_ rate: Double, of row: Int32, along id: Int32) -> Bool {
    if rate.magnitude > 1e-6 { return false }
    expand(row)
    return basis.isRounding(id)
  }
}
