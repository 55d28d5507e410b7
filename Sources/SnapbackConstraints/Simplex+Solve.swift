/// The loop that runs the primal and dual steps.
extension Simplex {
  /// Restores optimality after changes. Returns false if a limit ended the loop: after the step
  /// limit, the caller compiles the system again; after the work limit (`counters.isExhausted`),
  /// the solve ends. Also returns false if rounding made a step fail.
  ///
  /// If `isCautious` is true, the loop handles one row at a time, in order of ids. This is slower
  /// and does not cycle (Bland's rule).
  mutating func optimize(isCautious: Bool) -> Bool {
    var steps = (isCautious ? 50 : 10) * (idCount + 20)
    // Ties are usually settled in one or two rounds. The limit prevents rounding errors from
    // prolonging the loop.
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
