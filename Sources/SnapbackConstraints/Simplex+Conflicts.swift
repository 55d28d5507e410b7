/// Contradictions among required constraints.
extension Simplex {
  /// Demotes one required piece of the contradiction that stops a violated row.
  ///
  /// `expansion` holds the row as a sum of nonbasic rows, each of which a required piece stops from
  /// moving in the helpful direction. Together with the row's own piece they state that 0 ≥ a
  /// positive number (a Farkas certificate). The nonbasic rows are linearly independent, so no
  /// proper subset states this: the contradiction is irreducible. Its last member in the order of
  /// yielding gives way; a protected member gives way only when all are protected.
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

  /// Demotes pieces of one row until its required pieces allow an activity.
  mutating func resolveContradictions(within id: Int32) {
    guard penalties.pieceRange(id).count > 1 else { return }
    while let (low, high) = penalties.contradiction(id), demote(lastOf: [low, high]) {}
  }

  /// Demotes the member that has to give way; returns false without one.
  ///
  /// Earlier contradictions in which the victim was one of the reasons become void: their victims
  /// are required again. So in the end every victim contradicts constraints that precede it and
  /// hold.
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

  /// The required piece that stops a row at `activity` from moving further in a direction; the
  /// one that is kept if there are several.
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

  /// Deactivates a row whose factors are beyond what doubles can tell from rounding.
  mutating func leaveOut(_ id: Int32) {
    for index in penalties.pieceRange(id) where penalties.piece(index).isActive {
      conflictLog.setAside(slot: penalties.deactivate(index))
    }
    counters.noteChange()
    penalties.discharge(id)
    fits.release(id)
  }
}
