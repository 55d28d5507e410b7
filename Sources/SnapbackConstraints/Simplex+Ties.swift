/// Chooses among answers with equal penalties. ``Simplex`` defines the terms.
///
/// If the penalties allow a free move, variables move to their *homes*, their default values. All
/// positions have precedence over all sizes, and within each kind earlier created variables over
/// later ones. Rows move one at a time, so the search may stop although a move of several rows
/// together would bring variables nearer to their homes.
extension Simplex {
  /// Moves nonbasic rows that can move at no cost, so that variables come nearer to their homes.
  /// Returns whether an activity changed, or another step is needed first.
  mutating func settleTies() -> Bool {
    noteAmbiguities()
    if fits.hasMisfits || !point.isSettled { return true }
    var moves = 0
    var isMoved = true
    while isMoved, moves < 4 * idCount, !counters.isExhausted {
      isMoved = false
      var next: Int32 = 0
      while moves < 4 * idCount, !counters.isExhausted, let id = ties.firstAmbiguous(from: next) {
        next = id + 1
        if settleTie(id) {
          moves += 1
          isMoved = true
          evaluateChanges()
          noteAmbiguities()
          // Continue with the first row that can move, so that moves do not cycle (Bland's rule).
          next = 0
        }
      }
    }
    return moves > 0
  }

  /// Finds the nonbasic rows that can move at no cost, among those that have changed.
  mutating func noteAmbiguities() {
    while let id = ties.popUnsettled() {
      guard basis.isNonbasic(id), !penalties.isFixed(id) else {
        ties.noteHeld(id)
        continue
      }
      let value = point[id]
      if ties.judge(id, at: value, penalties) || basis.isFactored { continue }
      // Rounding made a step go wrong.
      refresh(id)
      // The row did not move, so it fits its activity up to rounding. Do not examine it again: the
      // result would be the same.
      if point[id] == value, !fits.isMisfit(id) { ties.forget(id) }
    }
  }

  /// Moves one nonbasic row so that the first variable that it moves comes nearer to its home, if
  /// that increases no penalty. Returns whether the row moved or was exchanged.
  private mutating func settleTie(_ id: Int32) -> Bool {
    trace(id)
    for sign in stride(from: 1, through: -1, by: -2) {
      guard ties.isFree(id, at: point[id], sign, penalties) else { continue }
      let first = homes.first(sign, along: basis.direction, at: point)
      if first.isNearer, followTie(id, sign, towards: first.variable) { return true }
    }
    return settleAtHome(id)
  }

  /// Whether a row's activity is at a kink of its penalty or, for a home row, at its target.
  private func isAtKink(_ id: Int32) -> Bool {
    if numbering.isHomeRow(id) {
      return point[id] == homes.target(of: numbering.variable(ofHomeRow: id))
    }
    for index in penalties.pieceRange(id) where penalties.piece(index).isActive {
      if penalties.piece(index).target == point[id] { return true }
    }
    return false
  }

  /// Exchanges a row that is not at a kink for the home row of a variable that moves with it and is
  /// at home. Afterwards every nonbasic row is at a kink or at home, so the search considers the
  /// edges of a corner. No activity changes.
  private mutating func settleAtHome(_ id: Int32) -> Bool {
    if isAtKink(id) { return false }
    for index in 0..<basis.direction.variables.count {
      let variable = basis.direction.variables[index]
      let rate = homes.rate(of: variable, along: basis.direction)
      if rate.magnitude <= 1e-9 || basis.isNonbasic(numbering.homeRow(of: variable))
        || homes.side(of: variable, at: point) != 0
      {
        continue
      }
      return replace(id, by: numbering.homeRow(of: variable), at: homes.target(of: variable))
    }
    return false
  }

  /// Moves along `basis.direction` until `variable` is at home or a penalty would increase.
  private mutating func followTie(_ id: Int32, _ sign: Int, towards variable: Int32) -> Bool {
    // Find the nearest kink of a basic row, where a penalty would increase.
    var reach = (penalties.nextKink(id, beyond: point[id], sign: sign) - point[id]).magnitude
    var blocker: Int32 = -1
    for index in 0..<basis.direction.rows.count {
      let row = basis.direction.rows[index]
      if isRounding(basis.direction[row], of: row, along: id) { continue }
      let rises = (basis.direction[row] > 0) == (sign > 0)
      let way = rises ? fits.upper(of: row) - point[row] : point[row] - fits.lower(of: row)
      let distance = max(0, way / basis.direction[row].magnitude)
      if distance < reach || (distance == reach && blocker >= 0 && row < blocker) {
        reach = distance
        blocker = row
      }
    }
    if reach <= 1e-9 {
      // Exchange the rows without a move; from there, another row may be able to move.
      guard blocker >= 0 else { return false }
      let rises = (basis.direction[blocker] > 0) == (sign > 0)
      return replace(id, by: blocker, at: fits.end(of: blocker, rises: rises))
    }
    if homes.distance(to: variable, along: basis.direction, from: point) > reach {
      let kink = penalties.nextKink(id, beyond: point[id], sign: sign)
      guard blocker >= 0 else {
        move(id, to: kink)
        return true
      }
      let rises = (basis.direction[blocker] > 0) == (sign > 0)
      return replace(id, by: blocker, at: fits.end(of: blocker, rises: rises))
    }
    let home = numbering.homeRow(of: variable)
    if home == id {
      move(id, to: homes.target(of: variable))
      return true
    }
    return replace(id, by: home, at: homes.target(of: variable))
  }

  private mutating func replace(_ id: Int32, by entering: Int32, at value: Double) -> Bool {
    expand(entering)
    guard basis.expansion[id].magnitude > 1e-9 else { return false }
    pivot(entering: entering, leaving: id)
    move(entering, to: value)
    return true
  }

  /// Marks the variables whose distances from home decide ties.
  mutating func markTies() {
    var next: Int32 = 0
    while let id = ties.firstAmbiguous(from: next) {
      next = id + 1
      trace(id)
      ties.mark(basis.direction)
    }
  }

  /// Sets the targets so that every variable is at home in the current answer, for
  /// ``AmbiguityPolicy/stay``.
  mutating func keepAnswer() {
    for variable in 0..<numbering.variableCount where homes.settle(variable, at: point) {
      let home = numbering.homeRow(of: variable)
      if basis.isNonbasic(home) { point.set(home, to: homes.target(of: variable)) }
    }
  }
}
