/// Computes all numbers from the activities of the nonbasic rows. ``Simplex`` defines the terms.
extension Simplex {
  /// Evaluates all variables and rows, in order. Θ(terms).
  mutating func evaluateAll() { evaluation.runAll(basis, rows, &point, &fits) }

  /// Evaluates the variables and rows that depend on moved rows. Queues the rows whose activity no
  /// longer fits their multiplier.
  mutating func evaluateChanges() {
    if evaluation.prefersAll(point) {
      evaluation.forgetRows()
      evaluateAll()
    } else {
      evaluation.run(basis, rows, &point, &fits)
    }
  }

  /// Sets the activity of a nonbasic row. The next evaluation updates the variables.
  mutating func move(_ id: Int32, to value: Double) {
    point.move(id, to: value)
    ties.note(id, penalties)
  }

  /// Writes row `id` as a sum over the nonbasic rows into `basis.expansion`.
  mutating func expand(_ id: Int32) { basis.expand(id, rows, homes, &counters) }

  /// Computes the rates at which everything changes with the nonbasic row `id`, into
  /// `basis.direction`.
  mutating func trace(_ id: Int32) { basis.trace(id, rows, watching: fits, &counters) }

  /// Whether the rate at which a basic row moves with the nonbasic row `id` is only a rounding
  /// error. It is if the rate is small and `id` has no factor in the basic row's expansion.
  ///
  /// ``trace(_:)`` accumulates rounding errors from line to line and cannot distinguish them from a
  /// rate.
  mutating func isRounding(_ rate: Double, of row: Int32, along id: Int32) -> Bool {
    if rate.magnitude > 1e-6 { return false }
    expand(row)
    return basis.isRounding(id)
  }
}
