/// The search for a point at which all required constraints hold. ``LevelSearch`` defines the terms.
extension LevelSearch {
  /// Minimizes the violations of the required pieces. If they contradict each other, pieces yield as
  /// in steps of the dual simplex, until the others hold. Then walls keep them satisfied.
  mutating func satisfyRequired(_ simplex: inout Simplex) -> Outcome {
    // Each round but the last makes at least one piece yield, or restores one for good.
    for _ in 0...(2 * simplex.penalties.pieceCount + 1) {
      segments.reset(ids: simplex.idCount)
      objective.removeAll(.unit)
      let count = Int32(truncatingIfNeeded: simplex.penalties.pieceCount)
      for index in 0..<count where isRequired(index, simplex) {
        objective.add(index, simplex.penalties)
      }
      if !isSatisfied(simplex) {
        let outcome = minimize(&simplex)
        guard outcome == .done else { return outcome }
      }
      if isSatisfied(simplex) {
        enclose(simplex)
        return .done
      }
      switch satisfyEach(&simplex) {
      case .none: continue
      case .some(let outcome): return outcome
      }
    }
    return .failed
  }

  private func isRequired(_ index: Int32, _ simplex: borrowing Simplex) -> Bool {
    let piece = simplex.penalties.piece(index)
    return piece.isActive && piece.isRequired
  }

  /// Minimizes the violation of one required piece after another, with walls that keep the satisfied
  /// ones satisfied. Returns nil if a piece has yielded, and the search has to start again.
  private mutating func satisfyEach(_ simplex: inout Simplex) -> Outcome? {
    var open = Column<Int32>()
    for place in 0..<objective.pieces.count {
      let index = objective.pieces[place]
      if isSatisfied(index, simplex) { enclose(index, simplex) } else { open.append(index) }
    }
    for place in 0..<open.count {
      let index = open[place]
      objective.removeAll(.unit)
      objective.add(index, simplex.penalties)
      if !isSatisfied(simplex) {
        let outcome = minimize(&simplex)
        guard outcome == .done else { return outcome }
      }
      if !isSatisfied(simplex) { return makeYield(index, &simplex) ? nil : .failed }
      enclose(index, simplex)
    }
    return .done
  }

  private func enclose(_ index: Int32, _ simplex: borrowing Simplex) {
    segments.enclose(simplex.penalties.row(ofPiece: index), simplex.penalties.piece(index))
  }

  /// Makes a member of the contradiction yield because of which a required piece cannot be satisfied.
  /// Returns false if rounding hides the contradiction.
  private mutating func makeYield(_ index: Int32, _ simplex: inout Simplex) -> Bool {
    let row = simplex.penalties.row(ofPiece: index)
    let piece = simplex.penalties.piece(index)
    guard !simplex.basis.isNonbasic(row) else { return false }
    let conflicts = simplex.conflictLog.version
    simplex.expand(row)
    var largest = 0.0
    for place in 0..<simplex.basis.expansion.touched.count {
      let source = simplex.basis.expansion.touched[place]
      largest = max(largest, simplex.basis.expansion[source].magnitude)
    }
    // With such factors, a small violation may be rounding.
    guard largest <= Simplex.growthLimit else { return false }
    simplex.resolveConflict(
      of: row, simplex.point[row] > piece.target ? 1 : -1, at: piece.target,
      above: Basis.pivotThreshold * largest)
    simplex.evaluateAll()
    return simplex.conflictLog.version != conflicts
  }
}
