/// The search for a point at which all required constraints hold. ``LevelSearch`` defines the
/// terms.
extension LevelSearch {
  /// Minimizes the violations of the required pieces, and lets pieces yield if they contradict each
  /// other. Then walls keep the others satisfied.
  mutating func satisfyRequired(_ simplex: inout Simplex) -> Outcome {
    segments.reset(ids: simplex.idCount)
    objective.removeAll(.unit)
    let count = Int32(truncatingIfNeeded: simplex.penalties.pieceCount)
    for index in 0..<count where isRequired(index, simplex) {
      objective.add(index, simplex.penalties)
    }
    let outcome = isSatisfied(simplex, isStrict: true) ? .done : minimize(&simplex)
    guard outcome == .done else { return outcome }
    if isSatisfied(simplex) {
      enclose(simplex)
      return .done
    }
    return satisfyEach(&simplex)
  }

  private func isRequired(_ index: Int32, _ simplex: borrowing Simplex) -> Bool {
    let piece = simplex.penalties.piece(index)
    return piece.isActive && piece.isRequired
  }

  /// Minimizes the violation of one required piece after another, in the yield order, with walls
  /// that keep those before it satisfied. A piece that cannot be satisfied contradicts only pieces
  /// that precede it, so it is the victim.
  private mutating func satisfyEach(_ simplex: inout Simplex) -> Outcome {
    // A yielded piece becomes required again if another member of its contradiction yields.
    let count = Int32(truncatingIfNeeded: simplex.penalties.pieceCount)
    let pieces = (0..<count).filter { simplex.penalties.piece($0).level <= Piece.demotedLevel }
      .sorted {
        simplex.penalties.keeps(
          simplex.penalties.piece($0), ratherThan: simplex.penalties.piece($1))
      }
    for index in pieces where isRequired(index, simplex) {
      objective.removeAll(.unit)
      objective.add(index, simplex.penalties)
      let isFinal = isSatisfied(simplex, isStrict: true) || isBlocked(index, &simplex)
      let outcome = isFinal ? .done : minimize(&simplex)
      guard outcome == .done else { return outcome }
      if isSatisfied(simplex) {
        enclose(simplex)
      } else if !makeYield(index, &simplex) {
        return .failed
      }
    }
    return .done
  }

  /// Whether walls keep every nonbasic row from moving a violated piece's row toward its target;
  /// the violation is then minimal. Any nonzero factor counts as a way to move, even if it may be a
  /// rounding error.
  private func isBlocked(_ index: Int32, _ simplex: inout Simplex) -> Bool {
    let row = simplex.penalties.row(ofPiece: index)
    if simplex.basis.isNonbasic(row) { return false }
    simplex.basis.matrix.expand(row)
    simplex.counters.addWork(simplex.basis.matrix.cost)
    let rises = simplex.point[row] < simplex.penalties.piece(index).target
    for slot in 0..<simplex.basis.matrix.count where simplex.basis.matrix.bySlot[slot] != 0 {
      let source = simplex.basis.matrix.ids[slot]
      let isHelpful = (simplex.basis.matrix.bySlot[slot] > 0) == rises
      if simplex.point[source] != segments.wall(of: source, rises: isHelpful) { return false }
    }
    return true
  }

  /// Makes a required piece yield that cannot be satisfied. Returns false if rounding hides the
  /// contradiction.
  private mutating func makeYield(_ index: Int32, _ simplex: inout Simplex) -> Bool {
    let row = simplex.penalties.row(ofPiece: index)
    let piece = simplex.penalties.piece(index)
    guard !simplex.basis.isNonbasic(row) else { return false }
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
    return !isRequired(index, simplex)
  }
}
