/// Recomputes the lines of the ``ExchangeTable`` and the multipliers, because every step adds
/// rounding errors. ``Simplex`` defines the terms.
extension Simplex {
  /// Requests a renewal before the caller gives up constraints of a row. Returns false if there was
  /// no exchange since the last renewal, because another renewal would change nothing.
  mutating func renewFirst(_ id: Int32) -> Bool {
    guard wear.isRenewable else { return false }
    wear.demandRenewal()
    fits.noteViolated(id)
    return true
  }

  /// Recomputes the lines, and also the multipliers if their rounding error is above its limit.
  /// Returns false if the nonbasic rows are not independent.
  mutating func renew() -> Bool {
    wear.beginRenewal()
    counters.noteChange()
    guard renewLines() else { return false }
    if wear.callsForMultipliers { renewMultipliers() }
    return true
  }

  /// Sets the multiplier of each charged basic row to the exact slope of its penalty. Then computes
  /// the multipliers of the nonbasic rows from the condition that the sum is zero for each
  /// variable.
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
  /// Makes all coordinates, the rows that the program uses, nonbasic again. Then exchanges each
  /// guest, a nonbasic row that is not a coordinate, for a coordinate that was basic before: the
  /// one with the largest factor in the guest's expansion (Gaussian elimination with partial
  /// pivoting).
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
