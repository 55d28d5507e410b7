/// From a problem to the parts, and to a first answer.
extension Simplex {
  /// Builds the system of a problem anew and forgets every earlier answer.
  ///
  /// Rows are put in an order that depends on their terms alone, so the order in which constraints
  /// were created leaves no trace. Θ(size of the problem).
  ///
  /// - Parameter lastValues: where the variables stay as far as they are free, by index; empty when
  ///   they go home.
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

  /// Makes all rows basic and uncharged, and makes room for the steps to come, so that a solve that
  /// follows a change allocates nothing.
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

  /// Puts every row where it is best off alone, with all multipliers zero, and evaluates.
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
