/// The fallbacks for answers of steps that are not verified (docs/solver.md, "Level by level").
extension SolverCore {
  /// Confirms or corrects a doubtful answer level by level. Returns false if the system has to be
  /// compiled again.
  mutating func confirmByLevels(_ work: Int) -> Bool {
    guard simplex.conflictLog.isEmpty else { return false }
    simplex.counters.allow(work)
    let outcome = simplex.solveByLevels()
    if outcome == .exhausted { report.isOptimal = false }
    return outcome == .exhausted || (outcome == .done && simplex.isVerified())
  }

  /// Compiles and solves level by level. If rounding stops the search, repeats it with care. If
  /// there is still no verified answer, solves by steps in two different orders, and leaves enough
  /// work to repeat the search. A verified answer of steps counts as optimal if no doubt is left
  /// (`isCertain`). If no answer counts as optimal, repeats the search with shorter moves, unless
  /// an answer of steps is better.
  mutating func rebuildByLevels(_ work: Int, _ lastValues: borrowing Column<Double>) {
    let start = simplex.counters.work
    var outcome = compileAndSolveByLevels(work, lastValues)
    let isCareful = outcome == .failed
    if isCareful {
      let rest = simplex.counters.remainder(of: work, since: start)
      outcome = compileAndSolveByLevels(rest, lastValues, isCareful: true)
    }
    switch outcome {
    case .done where simplex.isVerified(): return
    case .exhausted: report.isOptimal = false
    case .done, .failed:
      let cost = simplex.counters.work - start
      report.isOptimal = false
      if simplex.counters.remainder(of: work, since: start) <= cost { return }
      var answer = Column<Double>()
      for isCautious in [false, true] where !simplex.counters.isExhausted {
        simplex.compile(&problem, keeping: lastValues)
        let rest = simplex.counters.remainder(of: work, since: start) - cost
        simplex.counters.allow(min(rest, 20 * simplex.searchBound))
        let isVerified = optimize(isCautious: isCautious) && simplex.isVerified()
        report.isOptimal = isVerified && simplex.isCertain(near: answer, outcome == .failed)
        if report.isOptimal { return }
        answer = isVerified ? simplex.copyOfVariables() : Column()
      }
      // If the search ended, its answer satisfies required constraints and the strongest levels.
      // If it failed, an answer of steps is better if it is verified or leaves constraints out.
      if outcome == .done || (answer.isEmpty && simplex.conflictLog.setAside.isEmpty) {
        let rest = simplex.counters.remainder(of: work, since: start)
        _ = compileAndSolveByLevels(
          rest, lastValues, isCareful: isCareful, longestWay: LevelSearch.Care.longestCertainWay)
      }
    }
  }

  private mutating func compileAndSolveByLevels(
    _ work: Int, _ lastValues: borrowing Column<Double>, isCareful: Bool = false,
    longestWay: Double = LevelSearch.Care.longestWay
  ) -> LevelSearch.Outcome {
    simplex.compile(&problem, keeping: lastValues)
    simplex.counters.allow(work)
    return simplex.solveByLevels(isCareful: isCareful, longestWay: longestWay)
  }
}
