/// Solves a system level by level (``LevelSearch``), with the nonbasic rows as a factorized matrix.
/// ``Simplex`` defines the terms.
extension Simplex {
  /// Searches for the optimum from the current nonbasic rows, and settles ties. From then on, until
  /// the next compilation, the matrix takes the place of the program and the lines. Allocates.
  ///
  /// With `isCareful`, every step refines its rates and factorizes again. This is slower, but the
  /// search loses fewer digits. No exchange moves a row by more than `longestWay`.
  mutating func solveByLevels(
    isCareful: Bool = false, longestWay: Double = LevelSearch.Care.longestWay
  ) -> LevelSearch.Outcome {
    counters.noteChange()
    guard basis.isFactored || basis.factorize(rows, homes, penalties) else { return .failed }
    var search = LevelSearch()
    search.care.beginsCarefully = isCareful
    search.care.longestWay = longestWay
    var outcome = search.run(&self)
    // Rows have left their walls by rounding. From the present rows, few careful steps lead back.
    for _ in 0..<3 where outcome == .failed || (outcome == .done && search.care.hasMovedWalls) {
      guard !wear.isSingular, basis.refactorize(isStrict: true) else { break }
      search.care.beginsCarefully = true
      outcome = search.run(&self)
    }
    if outcome == .done {
      search.install(&self)
      fitLevels()
    } else {
      evaluateAll()
      fits.forgetQueues()
    }
    return outcome
  }

  /// Exchanges rows of the matrix during a ``LevelSearch``. `basis.matrix.bySlot` must hold the
  /// expansion of `entering`.
  mutating func exchangeInMatrix(entering: Int32, leaving: Int32) {
    basis.exchange(entering: entering, leaving: leaving, &evaluation, &counters)
  }

  /// Computes from the multipliers which activities fit, and which rows are ambiguous.
  private mutating func fitLevels() {
    for id in numbering.ids {
      fits.refit(id, &penalties)
      if basis.isNonbasic(id) {
        fits.unwatch(id)
        ties.note(id, penalties)
      } else {
        fits.watch(id, penalties)
        ties.forget(id)
      }
    }
    evaluateAll()
    fits.forgetQueues()
    noteAmbiguities()
    evaluateChanges()
    fits.forgetQueues()
  }
}
