/// Recomputes lines and multipliers, because every step adds rounding errors.
extension Simplex {
  /// Requests a renewal before a row is declared hopeless. Returns false when there was no exchange
  /// since the last renewal, because another one would change nothing.
  mutating func renewFirst(_ id: Int32) -> Bool {
    guard wear.isRenewable else { return false }
    wear.demandRenewal()
    fits.noteViolated(id)
    return true
  }

  /// Recomputes the lines, and the multipliers if their rounding requires it. Returns false when
  /// the nonbasic rows turn out not to be independent.
  mutating func renew() -> Bool {
    wear.beginRenewal()
    counters.noteChange()
    guard renewLines() else { return false }
    if wear.callsForMultipliers { renewMultipliers() }
    return true
  }

  /// Gives each charged basic row the slope that its multiplier stands for, and charges the
  /// nonbasic rows so that the multipliers sum to zero for each variable.
  private mutating func renewMultipliers() {
    wear.beginMultipliers()
    for id in numbering.ids where basis.isNonbasic(id) && penalties.isCharged(id) {
      penalties.discharge(id)
      fits.noteOutdated(id)
    }
    for id in numbering.ids where !basis.isNonbasic(id) && penalties.isCharged(id) {
      penalties.snap(id)
      step.removeAll()
      penalties.addMultiplier(of: id, to: &step)
      expand(id)
      for index in 0..<basis.expansion.touched.count {
        let source = basis.expansion.touched[index]
        fits.noteOutdated(source)
        for entry in 0..<step.entries.count {
          let (level, value) = (step.entries[entry].level, step.entries[entry].value)
          penalties.charge(source, level: level, -value * basis.expansion[source])
        }
      }
    }
    while let id = fits.popOutdated() { refresh(id) }
  }

  /// Recomputes the lines from the program.
  ///
  /// Makes all coordinates nonbasic again, then exchanges each nonbasic row that is not a
  /// coordinate for the previously basic coordinate with the largest factor in it (Gaussian
  /// elimination with partial pivoting).
  private mutating func renewLines() -> Bool {
    basis.restoreCoordinates(&evaluation)
    for index in 0..<basis.displaced.count {
      let entering = basis.displaced[index]
      expand(entering)
      guard basis.replaceCoordinate(by: entering, &evaluation, &counters) else { return false }
    }
    return true
  }
}
