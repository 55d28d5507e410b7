/// Exchanges of a basic and a nonbasic row.
extension Engine {
  /// Makes the basic row of `expansion` nonbasic in place of `leaving`.
  mutating func pivot(entering: Int32, leaving: Int32) {
    counters.pivots += 1
    counters.version += 1
    exchange(entering: entering, leaving: leaving)
    isWatched[entering] = false
    isWatched[leaving] = penalties.hasActivePieces(leaving)
    noteUnsettled(entering)
    unsettled.remove(leaving)
    ambiguous.remove(leaving)
    refit(leaving)
    dirtyRows.insert(leaving)
    if counters.pivots - counters.pivotsWhenRenewed > max(50, exchanges.count) { isWorn = true }
  }

  /// Rewrites the lines for one exchange, by the expansion of `entering`.
  private mutating func exchange(entering: Int32, leaving: Int32) {
    let inverse = 1 / expansion[leaving]
    if definedPosition[entering] >= 0 { exchanges.remove(entering) }
    // leaving = inverse · entering − Σ inverse · factor · other
    combination.removeAll()
    combination.add(entering, inverse)
    for index in 0..<expansion.touched.count {
      let source = expansion.touched[index]
      if source != leaving { combination.add(source, -expansion[source] * inverse) }
    }
    substitute(leaving)
    if definedPosition[leaving] >= 0 { exchanges.set(leaving, to: combination) }
    isNonbasic[entering] = true
    isNonbasic[leaving] = false
    if definedPosition[entering] < 0 { guests.insert(entering) }
    if definedPosition[leaving] < 0 { guests.remove(leaving) }
  }

  /// Replaces `column`, whose sum is `combination`, in every line that has it.
  private mutating func substitute(_ column: Int32) {
    while let reader = exchanges.firstReader(of: column) {
      expansion.removeAll()
      exchanges.add(reader.id, times: 1, to: &expansion)
      _ = expansion.take(column)
      for index in 0..<combination.touched.count {
        let source = combination.touched[index]
        expansion.add(source, reader.factor * combination[source])
      }
      expansion.compact()
      exchanges.set(reader.id, to: expansion)
      dirtyRows.insert(reader.id)
    }
  }

  /// Renews the lines if there were exchanges since the last time, and puts a row in line to be
  /// tried again with them.
  mutating func renewIfWorn(_ id: Int32) -> Bool {
    guard counters.pivots > counters.pivotsWhenRenewed, renewLines() else { return false }
    violatedRows.insert(id)
    return true
  }

  /// Computes all lines again from the program, for each exchange carries rounding on. False when
  /// the nonbasic rows turn out not to be independent.
  ///
  /// The coordinates take all their places back, and each row that is nonbasic without being one
  /// is exchanged for the basic coordinate with the largest factor in it (Gaussian elimination with
  /// partial pivoting).
  mutating func renewLines() -> Bool {
    isWorn = false
    counters.pivotsWhenRenewed = counters.pivots
    counters.version += 1
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
