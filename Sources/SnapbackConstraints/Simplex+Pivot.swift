/// Exchanges of a basic and a nonbasic row.
extension Simplex {
  /// Makes the basic row of the expansion nonbasic in exchange for `leaving`.
  mutating func pivot(entering: Int32, leaving: Int32) {
    counters.notePivot()
    basis.exchange(entering: entering, leaving: leaving, &evaluation, &counters)
    fits.unwatch(entering)
    fits.watch(leaving, penalties)
    ties.note(entering, penalties)
    ties.forget(leaving)
    fits.refit(leaving, &penalties)
    evaluation.note(leaving)
    wear.notePivot(lines: basis.lines.count)
  }
}
