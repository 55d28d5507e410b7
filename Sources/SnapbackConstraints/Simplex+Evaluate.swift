/// Computes all numbers from the activities of the nonbasic rows. ``Simplex`` defines the terms.
extension Simplex {
  /// Evaluates all variables and rows, in order. Θ(terms).
  mutating func evaluateAll() {
    if basis.isFactored { evaluateMatrix() } else { evaluation.runAll(basis, rows, &point, &fits) }
  }

  /// Computes the variables from the matrix of the nonbasic rows, then the other rows.
  private mutating func evaluateMatrix() {
    if basis.matrix.isLong, !basis.refactorize(isStrict: false) { wear.noteSingular() }
    if !basis.matrix.computeVariables(point) { wear.noteSingular() }
    let values = basis.matrix.byVariable.cells
    for variable in 0..<numbering.variableCount {
      point.set(numbering.id(ofVariable: variable), to: values[variable])
    }
    for row in 0..<numbering.rowCount where !basis.isNonbasic(row) {
      point.set(row, to: basis.matrix.product(of: row, with: values).value)
      fits.check(row, at: point[row])
    }
    point.noteSettled()
    counters.addWork(4 * basis.matrix.cost)
  }

  /// Evaluates the variables and rows that depend on moved rows. Queues the rows whose activity no
  /// longer fits their multiplier.
  mutating func evaluateChanges() {
    if basis.isFactored || evaluation.prefersAll(point) {
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
