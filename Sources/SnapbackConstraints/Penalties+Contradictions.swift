/// Contradictions among the required pieces (constraints) of one row. ``Penalties`` defines the
/// terms.
extension Penalties {
  /// The two required pieces that exclude each other: the one with the greatest lower bound and the
  /// one with the least upper bound. Among equal bounds, returns the piece that is kept in a
  /// conflict. Nil if some activity satisfies all required pieces.
  func contradiction(_ id: Int32) -> (Int32, Int32)? {
    var (low, high): (Int32, Int32) = (-1, -1)
    for index in pieceRange(id) where piece(index).isActive && piece(index).isRequired {
      let piece = piece(index)
      if piece.relation >= 0,
        low < 0 || isBefore(piece, self.piece(low), piece.target > self.piece(low).target)
      {
        low = index
      }
      if piece.relation <= 0,
        high < 0 || isBefore(piece, self.piece(high), piece.target < self.piece(high).target)
      {
        high = index
      }
    }
    guard low >= 0, high >= 0 else { return nil }
    let distance = self.piece(low).target - self.piece(high).target
    return distance > Simplex.tolerance(at: self.piece(low).target.magnitude) ? (low, high) : nil
  }

  private func isBefore(_ piece: Piece, _ other: Piece, _ isStricter: Bool) -> Bool {
    isStricter || (piece.target == other.target && keeps(piece, ratherThan: other))
  }

  /// For each required piece of a row that contradicts pieces which precede it in the yield order
  /// and hold: the piece, and the one of those that excludes it. O(p log p) for the p pieces of the
  /// row.
  func contradictions(_ id: Int32) -> [(victim: Int32, reason: Int32)] {
    let required = pieceRange(id).filter { piece($0).isActive && piece($0).isRequired }
      .sorted { keeps(piece($0), ratherThan: piece($1)) }
    var found: [(victim: Int32, reason: Int32)] = []
    var (low, high): (Int32, Int32) = (-1, -1)
    for index in required {
      let (relation, target) = (piece(index).relation, piece(index).target)
      let isLow = relation >= 0 && (low < 0 || target > piece(low).target)
      let isHigh = relation <= 0 && (high < 0 || target < piece(high).target)
      let (newLow, newHigh) = (isLow ? index : low, isHigh ? index : high)
      if newLow >= 0, newHigh >= 0 {
        let distance = piece(newLow).target - piece(newHigh).target
        if distance > Simplex.tolerance(at: piece(newLow).target.magnitude) {
          found.append((index, newLow == index ? newHigh : newLow))
          continue
        }
      }
      (low, high) = (newLow, newHigh)
    }
    return found
  }
}
