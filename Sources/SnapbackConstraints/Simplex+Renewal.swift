/// Computing lines and multipliers again, for each step carries rounding on.
extension Simplex {
  /// Has the simplex renewed before a row is judged hopeless; false when there was no exchange
  /// since the last time, so that nothing would change.
  mutating func renewFirst(_ id: Int32) -> Bool {
    guard wear.isRenewable else { return false }
    wear.demandRenewal()
    fits.noteViolated(id)
    return true
  }

  /// Computes the lines again, and the multipliers if their rounding calls for it. False when the
  /// nonbasic rows turn out not to be independent.
  mutating func renew() -> Bool {
    wear.beginRenewal()
    counters.noteChange()
    guard renewLines() else { return false }
    if wear.callsForMultipliers { renewMultipliers() }
    return true
  }

  /// Gives each charged basic row the slope that its multiplier stands for, and the nonbasic rows
  /// what makes the multipliers sum to zero for each variable.
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

  /// Computes the lines from the program.
  ///
  /// The coordinates take all their places back, and each row that is nonbasic without being one
  /// is exchanged for the basic coordinate with the largest factor in it (Gaussian elimination with
  /// partial pivoting).
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
