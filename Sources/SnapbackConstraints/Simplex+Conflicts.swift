/// Resolves contradictions among required constraints. ``Simplex`` defines the terms.
extension Simplex {
  /// Demotes one required piece of the contradiction because of which a row cannot reach its
  /// allowed range. A *piece* is one constraint on a row; a demoted piece is optional, above all
  /// other optional pieces.
  ///
  /// `basis.expansion` holds the row as a sum of nonbasic rows. A required piece on each of these
  /// prevents it from moving in the helpful direction. Together with the row's own piece, these
  /// pieces state that 0 ≥ a positive number (a Farkas certificate). The nonbasic rows are linearly
  /// independent, so no proper subset of the pieces states this: the contradiction is irreducible.
  /// Its last member in the yield order is demoted. A protected member is demoted only if all
  /// members are protected.
  mutating func resolveConflict(of id: Int32, _ sign: Int, at kink: Double, above rounding: Double)
  {
    var members: [Int32] = []
    if let own = requiredPiece(of: id, at: kink, sign) { members.append(own) }
    for index in 0..<basis.expansion.touched.count {
      let source = basis.expansion.touched[index]
      if basis.expansion[source].magnitude <= rounding { continue }
      let help = (basis.expansion[source] > 0) == (sign > 0) ? -1 : 1
      if let piece = requiredPiece(of: source, at: point[source], help) { members.append(piece) }
    }
    guard demote(lastOf: members) else { return }
    refresh(id)
    fits.noteViolated(id)
  }

  /// Demotes pieces of one row until some activity satisfies its required pieces.
  mutating func resolveContradictions(within id: Int32) {
    let count = penalties.pieceCount(of: id)
    guard count > 1 else { return }
    if count > 16, penalties.contradiction(id) != nil { resolveManyContradictions(within: id) }
    while let (low, high) = penalties.contradiction(id), demote(lastOf: [low, high]) {}
  }

  /// Demotes all pieces of one row that contradict pieces which precede them in the yield order and
  /// hold. O(p log p) for the p pieces of the row, apart from conflicts that become void.
  private mutating func resolveManyContradictions(within id: Int32) {
    counters.noteChange()
    var restored: [Int32] = []
    for (victim, reason) in penalties.contradictions(id) {
      restored += conflictLog.add(victim: victim, members: [reason, victim])
      penalties.demote(victim)
    }
    for piece in restored { penalties.restore(piece) }
    for piece in restored { refresh(penalties.row(ofPiece: piece)) }
  }

  /// Demotes the last member of a contradiction in the yield order, the victim. Returns false if
  /// there is no member.
  ///
  /// An earlier contradiction becomes void if the new victim was one of its members that held; its
  /// own victim is then required again. So in the end every victim contradicts constraints that
  /// precede it in the yield order and hold.
  private mutating func demote(lastOf contradiction: [Int32]) -> Bool {
    let members = contradiction.sorted {
      penalties.keeps(penalties.piece($0), ratherThan: penalties.piece($1))
    }
    guard let victim = members.last else { return false }
    counters.noteChange()
    let void = conflictLog.add(victim: victim, members: members)
    penalties.demote(victim)
    for piece in void { penalties.restore(piece) }
    refresh(penalties.row(ofPiece: victim))
    for piece in void { refresh(penalties.row(ofPiece: piece)) }
    return true
  }

  /// The required piece that prevents a row at `activity` from moving in the direction of `sign`.
  /// If there are several, returns the one that is first in the yield order.
  private func requiredPiece(of id: Int32, at activity: Double, _ sign: Int) -> Int32? {
    var found: Int32?
    for index in penalties.pieceRange(id) {
      let piece = penalties.piece(index)
      guard piece.isActive, piece.isRequired else { continue }
      // Targets that should be equal may differ by rounding, so this does not test for equality.
      guard sign > 0 ? piece.target <= activity : piece.target >= activity else { continue }
      guard (sign > 0 ? piece.rightSlope : piece.leftSlope) != 0 else { continue }
      if let other = found, penalties.keeps(penalties.piece(other), ratherThan: piece) {
        continue
      }
      found = index
    }
    return found
  }

  /// Deactivates all pieces of a row whose expansion has factors above ``growthLimit``.
  mutating func leaveOut(_ id: Int32) {
    for index in penalties.pieceRange(id) where penalties.piece(index).isActive {
      conflictLog.setAside(slot: penalties.deactivate(index))
    }
    counters.noteChange()
    wear.noteDoubt()
    penalties.discharge(id)
    fits.release(id)
  }
}
