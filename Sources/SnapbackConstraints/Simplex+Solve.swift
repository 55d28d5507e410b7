/// The loop around the steps.
extension Simplex {
  /// Brings activities and multipliers together again after changes. Returns false when the limit
  /// on steps ended it, which calls for a compilation, or that on work, which calls for an end.
  ///
  /// `isCautious` takes one row at a time, the first in order, which is slower and does not cycle
  /// (Bland's rule).
  mutating func optimise(isCautious: Bool) -> Bool {
    var steps = (isCautious ? 50 : 10) * (idCount + 20)
    // Ties settle in a round or two; rounding must not keep them going.
    var rounds = 8
    while !counters.isExhausted {
      while let id = fits.popMisfit() {
        steps -= 1
        if steps < 0 || counters.isExhausted || !mendMisfit(id) { return false }
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
