/// Computing lines and multipliers again, for each step carries rounding on.
extension Simplex {
  /// Has the simplex renewed before a row is judged hopeless; false when there was no exchange
  /// since the last time, so that nothing would change.
  mutating func renewFirst(_ id: Int32) -> Bool {
    guard wear.isRenewable else { return false }
    wear.demandRenewal()
    violatedRows.insert(id)
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
    for id in numbering.ids
    where isNonbasic[id] && penalties.isCharged(id) {
      penalties.discharge(id)
      departing.insert(id)
    }
    for id in numbering.ids
    where !isNonbasic[id] && penalties.isCharged(id) {
      penalties.snap(id)
      step.removeAll()
      penalties.addMultiplier(of: id, to: &step)
      expand(id)
      for index in 0..<expansion.touched.count {
        let source = expansion.touched[index]
        departing.insert(source)
        for entry in 0..<step.entries.count {
          let (level, value) = (step.entries[entry].level, step.entries[entry].value)
          penalties.charge(source, level: level, -value * expansion[source])
        }
      }
    }
    while let id = departing.popFirst() { refresh(id) }
  }

  /// Computes the lines from the program.
  ///
  /// The coordinates take all their places back, and each row that is nonbasic without being one
  /// is exchanged for the basic coordinate with the largest factor in it (Gaussian elimination with
  /// partial pivoting).
  private mutating func renewLines() -> Bool {
    renewed.removeAll()
    while let id = guests.popFirst() {
      renewed.append(id)
      isNonbasic[id] = false
    }
    while let id = exchanges.removeLast() {
      isNonbasic[id] = true
      departing.insert(id)
      dirtyRows.insert(id)
    }
    for index in 0..<renewed.count {
      let entering = renewed[index]
      expand(entering)
      var leaving: Int32 = -1
      for index in 0..<expansion.touched.count {
        let source = expansion.touched[index]
        guard departing.contains(source) else { continue }
        if leaving < 0 || expansion[source].magnitude > expansion[leaving].magnitude {
          leaving = source
        }
      }
      guard leaving >= 0, expansion[leaving].magnitude > Self.pivotThreshold else { return false }
      departing.remove(leaving)
      exchange(entering: entering, leaving: leaving)
    }
    return true
  }
}
