/// Exchanges of a basic and a nonbasic row.
extension Simplex {
  /// Makes the basic row of `expansion` nonbasic in place of `leaving`.
  mutating func pivot(entering: Int32, leaving: Int32) {
    counters.notePivot()
    exchange(entering: entering, leaving: leaving)
    isWatched[entering] = false
    isWatched[leaving] = penalties.hasActivePieces(leaving)
    noteUnsettled(entering)
    unsettled.remove(leaving)
    ambiguous.remove(leaving)
    refit(leaving)
    dirtyRows.insert(leaving)
    wear.notePivot(lines: exchanges.count)
  }

  /// Rewrites the lines for one exchange, by the expansion of `entering`.
  mutating func exchange(entering: Int32, leaving: Int32) {
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
      counters.addWork(combination.touched.count &+ expansion.touched.count)
      exchanges.set(reader.id, to: expansion)
      dirtyRows.insert(reader.id)
    }
  }
}
