/// Compiles a problem into the parts of a simplex, and computes a first answer. ``Simplex`` defines
/// the terms.
extension Simplex {
  /// Rebuilds the system from a problem and discards the current answer.
  ///
  /// The order of rows depends on their terms alone, not on the creation order of constraints.
  /// Θ(size of the problem).
  ///
  /// - Parameter lastValues: the values that free variables keep, by index; empty if free variables
  ///   move to their homes, their default values.
  mutating func compile(_ problem: inout Problem, keeping lastValues: borrowing Column<Double>) {
    problem.sweepRows()
    let order = Rows.canonicalOrder(of: problem)
    rows.compile(problem, in: order)
    homes.compile(problem)
    penalties.compile(&problem, in: order)
    resetState(Numbering(rowCount: rows.count, variableCount: homes.count))
    homes.settle(at: lastValues)
    basis.compile(rows, homes, penalties)
    start()
  }

  /// Makes all rows basic, with multipliers of zero. Reserves memory for later steps, so that a
  /// solve after a change allocates nothing.
  private mutating func resetState(_ numbering: Numbering) {
    let range = numbering.idCount
    point.reset(numbering)
    fits.reset(numbering)
    evaluation.reset(numbering)
    basis.reset(numbering)
    ties.reset(numbering)
    wear.reset()
    tracks.reset(range: range, variables: Int(numbering.variableCount))
    ratioTest.reserve(range)
    kinkWalk.reserve(range)
    step.reserve()
    conflictLog.removeAll()
    counters.noteChange()
  }

  /// Sets each nonbasic row to the activity where its own penalty is smallest, with all multipliers
  /// zero. Then evaluates the other rows.
  private mutating func start() {
    for id in numbering.ids {
      resolveContradictions(within: id)
      guard case .between(let lower, let upper) = penalties.fit(id) else { continue }
      fits.setRange(of: id, lower, upper)
      if basis.isNonbasic(id) {
        let wish =
          numbering.isHomeRow(id) ? homes.target(of: numbering.variable(ofHomeRow: id)) : 0
        point.set(id, to: fits.nearest(to: wish, of: id))
        if lower < upper { ties.noteMovable(id) }
      } else {
        fits.watch(id, penalties)
      }
    }
    evaluateAll()
  }
}
