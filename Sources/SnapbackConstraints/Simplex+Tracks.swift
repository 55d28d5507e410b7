/// Computes tracks and moves rows along them. A *track* stores the rates of all variables for moves
/// of one nonbasic row (``Tracks``). ``Simplex`` defines the other terms.
extension Simplex {
  /// Moves the changed rows along their tracks. Returns false if a row has no track or would leave
  /// it; the caller must then solve without tracks.
  mutating func followTracks(_ changedRows: borrowing OrderedQueue) -> Bool {
    guard tracks.isLaid else { return false }
    tracks.beginMoving()
    var next: Int32 = 0
    while let row = changedRows.first(from: next) {
      next = row + 1
      let track = tracks.track(of: row)
      guard track >= 0, basis.isNonbasic(row), penalties.contradiction(row) == nil,
        case .between(let value, let upper) = penalties.fit(row), value == upper,
        tracks.add(row, on: track, to: value)
      else { return false }
    }
    return tracks.follow(&point)
  }

  /// Discards the tracks. The next evaluation updates what depends on the rows that moved along
  /// them.
  mutating func leaveTracks() { tracks.abandon(&point) }

  /// Computes tracks for the recently moved rows, starting from the current answer.
  mutating func layTracks() {
    tracks.beginLaying()
    var index = 0
    while index < tracks.ids.count {
      if basis.isNonbasic(tracks.ids[index]) { index += 1 } else { tracks.forget(index) }
    }
    markTies()
    for index in 0..<tracks.ids.count {
      let id = tracks.ids[index]
      trace(id)
      tracks.begin(at: point[id])
      for place in 0..<basis.direction.variables.count {
        let variable = numbering.id(ofVariable: basis.direction.variables[place])
        tracks.addVariable(variable, rate: basis.direction[variable], base: point[variable])
      }
      for place in 0..<basis.direction.rows.count {
        let row = basis.direction.rows[place]
        tracks.bound(
          row: row, rate: basis.direction[row], below: max(0, point[row] - fits.lower(of: row)),
          above: max(0, fits.upper(of: row) - point[row]))
      }
      boundByTies()
      tracks.end()
    }
    for index in 0..<tracks.ids.count {
      trace(tracks.ids[index])
      for place in 0..<basis.direction.rows.count { tracks.disown(basis.direction.rows[place]) }
    }
    ties.removeMarks()
    tracks.endLaying()
  }

  /// Limits the track to moves in which no variable that decides ties passes its home. Beyond the
  /// home, the tie may have another result.
  private mutating func boundByTies() {
    guard ties.hasMarks else { return }
    for place in 0..<basis.direction.variables.count {
      let variable = basis.direction.variables[place]
      guard ties.isMarked(variable) else { continue }
      let rate = homes.rate(of: variable, along: basis.direction)
      if rate == 0 { continue }
      let distance = homes.distance(of: variable, at: point)
      tracks.bound(
        rate: rate, below: distance > 0 ? distance : distance < 0 ? .infinity : 0,
        above: distance < 0 ? -distance : distance > 0 ? .infinity : 0)
    }
  }
}
