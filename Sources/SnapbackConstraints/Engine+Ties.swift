/// Choosing among equally good answers.
///
/// Where penalties leave a direction free, the answer nearest to where variables fall back to is
/// taken: the weighted sum of the positions' distances is smallest, then that of the sizes'. The
/// weights fall slowly with the order of creation, so of two variables either of which could move,
/// the later created one does. Rows move one at a time, so a corner at which many meet may be kept
/// where a nearer one exists.
extension Engine {
  /// A sum over the tiers, positions before sizes.
  struct TieCost {
    var positions = 0.0
    var sizes = 0.0

    mutating func add(_ value: Double, tier: Int8) {
      if tier == 0 { positions += value } else { sizes += value }
    }

    /// −1, 0 or 1: the sign of the first sum that is not rounding.
    func sign(_ scale: Double) -> Int {
      let tolerance = 1e-11 * scale
      if positions.magnitude > tolerance { return positions > 0 ? 1 : -1 }
      if sizes.magnitude > tolerance { return sizes > 0 ? 1 : -1 }
      return 0
    }
  }

  /// Decides which nonbasic rows could move without cost, and moves them. Returns whether an
  /// activity changed.
  mutating func settleTies() -> Bool {
    noteAmbiguities()
    if !misfits.isEmpty || !changedCoordinates.isEmpty { return true }
    var moves = 0
    var isMoved = true
    while isMoved, moves < 4 * idCount {
      isMoved = false
      var next: Int32 = 0
      while moves < 4 * idCount, let id = ambiguous.first(from: next) {
        next = id + 1
        if settleTie(id) {
          moves += 1
          isMoved = true
          evaluateChanges()
          noteAmbiguities()
          // The first row that can move is the next to do so, lest moves go in circles (Bland).
          next = 0
        }
      }
    }
    return moves > 0
  }

  /// Sorts out which of the nonbasic rows that have changed could move without cost.
  private mutating func noteAmbiguities() {
    while let id = unsettled.popFirst() {
      guard isNonbasic[id], !penalties.isFixed(id) else {
        ambiguous.remove(id)
        continue
      }
      penalties.slack(id, at: values[id], sign: 1, into: &slope)
      penalties.slack(id, at: values[id], sign: -1, into: &capacity)
      let (up, down) = (slope.sign, capacity.sign)
      if up < 0 || down < 0 {
        // Rounding has led a step astray.
        refresh(id)
      } else if up > 0, down > 0 {
        ambiguous.remove(id)
      } else {
        ambiguous.insert(id)
      }
    }
  }

  /// Moves one row to the cheapest place that costs no penalty.
  private mutating func settleTie(_ id: Int32) -> Bool {
    trace(id)
    for sign in stride(from: 1, through: -1, by: -2) {
      penalties.slack(id, at: values[id], sign: sign, into: &slope)
      if slope.sign > 0 { continue }
      if tieCost(sign) < 0, followTie(id, sign) { return true }
    }
    return settleAtHome(id)
  }

  /// Whether something gives the row the activity it has: a kink, or its home.
  private func isAtKink(_ id: Int32) -> Bool {
    if isHomeRow(id) { return values[id] == homeTargets[id - rowCount] }
    for index in penalties.pieceRange(id) where penalties.pieces[index].isActive {
      if penalties.pieces[index].target == values[id] { return true }
    }
    return false
  }

  /// Gives the place of a row that nothing holds to a variable on its way that is at home, so that
  /// the directions to look into are those of a corner. No activity changes.
  private mutating func settleAtHome(_ id: Int32) -> Bool {
    if isAtKink(id) { return false }
    for index in 0..<direction.variables.count {
      let variable = direction.variables[index]
      let home = homes[variable]
      let rate =
        direction[variableBase + variable] - (home >= 0 ? direction[variableBase + home] : 0)
      if rate.magnitude <= 1e-9 || isNonbasic[rowCount + variable] || homeSide(variable) != 0 {
        continue
      }
      return replace(id, by: rowCount + variable, at: homeTargets[variable])
    }
    return false
  }

  /// The sign of the change of the distances when `direction` is followed.
  private func tieCost(_ sign: Int) -> Int {
    var cost = TieCost()
    var scale = 1.0
    forEachHome { variable, rate in
      let weight = tieWeight(variable)
      let rate = Double(sign) * rate
      let side = homeSide(variable)
      let change = side > 0 ? rate : side < 0 ? -rate : rate.magnitude
      cost.add(weight * change, tier: tiers[variable])
      scale = max(scale, change.magnitude)
    }
    return cost.sign(scale)
  }

  private func tieWeight(_ variable: Int32) -> Double {
    1 + 1 / (2 + 0.618_033_988_749_895 * Double(variable))
  }

  func homeDistance(_ variable: Int32) -> Double {
    let home = homes[variable]
    let origin = home >= 0 ? values[variableBase + home] : 0
    return values[variableBase + variable] - origin - homeTargets[variable]
  }

  /// On which side of its home a variable is, 0 when it is there but for rounding.
  private func homeSide(_ variable: Int32) -> Int {
    let distance = homeDistance(variable)
    let near = 1e-9 + 1e-12 * values[variableBase + variable].magnitude
    return distance > near ? 1 : distance < -near ? -1 : 0
  }

  /// Visits the variables whose distance from home changes along `direction`.
  private func forEachHome(_ visit: (Int32, Double) -> Void) {
    for index in 0..<direction.variables.count {
      let variable = direction.variables[index]
      let home = homes[variable]
      let rate =
        direction[variableBase + variable] - (home >= 0 ? direction[variableBase + home] : 0)
      if rate.magnitude > 1e-12 { visit(variable, rate) }
      var child = firstResidents[variable]
      while child >= 0 {
        // A moving resident is visited as a variable of its own.
        if direction[variableBase + child] == 0 {
          visit(child, -direction[variableBase + variable])
        }
        child = nextResidents[child]
      }
    }
  }

  /// Moves along `direction` until distances stop falling or a penalty would begin.
  private mutating func followTie(_ id: Int32, _ sign: Int) -> Bool {
    // The nearest kink of a basic row, where a penalty would begin.
    var reach = (penalties.nextKink(id, beyond: values[id], sign: sign) - values[id]).magnitude
    var blocker: Int32 = -1
    for index in 0..<direction.rows.count {
      let row = direction.rows[index]
      let rises = (direction[row] > 0) == (sign > 0)
      let way = rises ? uppers[row] - values[row] : values[row] - lowers[row]
      let distance = max(0, way / direction[row].magnitude)
      if distance < reach || (distance == reach && blocker >= 0 && row < blocker) {
        reach = distance
        blocker = row
      }
    }
    if reach <= 1e-9 {
      // A pivot that moves nothing, towards a corner from where the way is open.
      guard blocker >= 0 else { return false }
      let rises = (direction[blocker] > 0) == (sign > 0)
      return replace(id, by: blocker, at: rises ? uppers[blocker] : lowers[blocker])
    }
    let stop = nearestOptimum(sign, within: reach)
    if stop < 0 {
      guard reach.isFinite else { return false }
      guard blocker >= 0 else {
        move(id, to: penalties.nextKink(id, beyond: values[id], sign: sign))
        return true
      }
      let rises = (direction[blocker] > 0) == (sign > 0)
      let kink = rises ? uppers[blocker] : lowers[blocker]
      return replace(id, by: blocker, at: kink)
    }
    let home = rowCount + stop
    if home == id {
      move(id, to: homeTargets[stop])
      return true
    }
    return replace(id, by: home, at: homeTargets[stop])
  }

  private mutating func replace(_ id: Int32, by entering: Int32, at value: Double) -> Bool {
    expand(entering)
    guard expansion[id].magnitude > 1e-9 else { return false }
    pivot(entering: entering, leaving: id)
    move(entering, to: value)
    return true
  }

  /// The variable whose arrival at home ends the fall of the distances, −1 when none does within
  /// `reach`.
  private mutating func nearestOptimum(_ sign: Int, within reach: Double) -> Int32 {
    breakpoints.removeAll()
    var cost = TieCost()
    var scale = 1.0
    var arrivals = BreakpointHeap()
    swap(&arrivals, &breakpoints)
    forEachHome { variable, rate in
      let rate = Double(sign) * rate
      let side = homeSide(variable)
      let isApproaching = side > 0 ? rate < 0 : side < 0 ? rate > 0 : false
      let change = isApproaching ? -rate.magnitude : rate.magnitude
      cost.add(tieWeight(variable) * change, tier: tiers[variable])
      scale = max(scale, rate.magnitude)
      if isApproaching {
        arrivals.push(
          Breakpoint(
            distance: (homeDistance(variable) / rate).magnitude, id: variable, kink: rate,
            passed: .nan))
      }
    }
    defer { swap(&arrivals, &breakpoints) }
    while let arrival = arrivals.popFirst() {
      if arrival.distance > reach { break }
      cost.add(
        2 * tieWeight(arrival.id) * arrival.kink.magnitude, tier: tiers[arrival.id])
      if cost.sign(scale) >= 0 { return arrival.id }
    }
    return -1
  }

  /// Takes the present answer as the place that variables fall back to (`stay`).
  mutating func keepAnswer() {
    for variable in 0..<variableCount {
      let change = homeDistance(variable)
      if change == 0 { continue }
      homeTargets[variable] += change
      let home = rowCount + variable
      if isNonbasic[home] { values[home] = homeTargets[variable] }
    }
  }
}
