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
    selectStructure()
    start()
  }

  private mutating func resetState(_ numbering: Numbering) {
    let range = numbering.idCount
    let variables = Int(numbering.variableCount)
    point.reset(numbering)
    isNonbasic.fill(range, with: false)
    isWatched.fill(range, with: false)
    lowers.fill(range, with: -.infinity)
    uppers.fill(range, with: .infinity)
    dirtyPositions.reset(range: variables)
    expandQueue.reset(range: variables)
    dirtyRows.reset(range: range)
    violatedRows.reset(range: range)
    misfits.reset(range: range)
    unsettled.reset(range: range)
    ambiguous.reset(range: range)
    expansion.reset(range: range + variables)
    combination.reset(range: range)
    exchanges.reset(range: range)
    guests.reset(range: range)
    departing.reset(range: range)
    wear.reset()
    direction.reset(numbering)
    tracks.reset(range: range, variables: variables)
    tieMarks.reset(range: variables)
    reserveScratch()
    conflictLog.removeAll()
    counters.noteChange()
  }

  /// Makes room for the steps to come, so that a solve that follows a change allocates nothing.
  private mutating func reserveScratch() {
    let range = idCount
    candidates.reserve(range)
    breakpoints.reserve(range)
    passedKinks.reserve(range)
    renewed.reserve(range)
    movedRows.reserve(Tracks.limit)
    movedValues.reserve(Tracks.limit)
    step.reserve()
    slope.reserve()
    capacity.reserve()
    excess.reserve()
  }
}
