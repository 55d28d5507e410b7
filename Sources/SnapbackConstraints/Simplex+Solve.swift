/// The loop that runs the steps.
extension Simplex {
  /// Makes activities and multipliers fit again after changes. Returns false when the limit on
  /// steps ended the loop, which calls for a compilation, or the limit on work, which ends the
  /// solve.
  ///
  /// `isCautious` handles one row at a time, in order, which is slower and does not cycle (Bland's
  /// rule).
  mutating func optimize(isCautious: Bool) -> Bool {
    var steps = (isCautious ? 50 : 10) * (idCount + 20)
    // Ties settle in a round or two; the limit keeps rounding from prolonging the loop.
    var rounds = 8
    while !counters.isExhausted {
      while let id = fits.popMisfit() {
        steps -= 1
        if steps < 0 || counters.isExhausted || !repairMisfit(id) { return false }
      }
      evaluateChanges()
      if !fits.hasViolated {
        rounds -= 1
        if rounds < 0 || !settleTies() { return !counters.isExhausted }
        continue
      }
      while !fits.hasMisfits, let id = fits.popViolated() {
        steps -= 1
        if steps < 0 || counters.isExhausted { return false }
        dualStep(id, isCautious: isCautious)
        if wear.isWorn, !renew() { return false }
        if isCautious { break }
      }
    }
    return false
  }
}
