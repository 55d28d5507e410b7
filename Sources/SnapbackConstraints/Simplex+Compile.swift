extension Simplex {
  /// Builds the system of a problem anew and forgets every earlier answer.
  ///
  /// Rows are put in an order that depends on their terms alone, so the order in which constraints
  /// were created leaves no trace. Θ(size of the problem).
  ///
  /// - Parameter lastValues: where the variables stay as far as they are free, by index; empty when
  ///   they go home.
  mutating func compile(_ problem: inout Problem, keeping lastValues: borrowing Column<Double>) {
    problem.sweepRows()
    variableCount = Int32(truncatingIfNeeded: problem.variableCount)
    homes.fill(problem.variableCount, with: -1)
    tiers.fill(problem.variableCount, with: 0)
    firstResidents.fill(problem.variableCount, with: -1)
    nextResidents.fill(problem.variableCount, with: -1)
    for index in 0..<problem.variableCount {
      let home = problem.homes[index]
      homes[index] = home
      tiers[index] = problem.tiers[index]
      if home >= 0 {
        nextResidents[index] = firstResidents[home]
        firstResidents[home] = Int32(truncatingIfNeeded: index)
      }
    }
    collectPriorities(of: problem)
    let order = canonicalRows(of: problem)
    copyRows(of: problem, in: order)
    copyPieces(of: &problem, in: order)
    resetState()
    for index in 0..<lastValues.count {
      let home = homes[index]
      let base = home >= 0 && home < lastValues.count ? lastValues[home] : 0
      homeTargets[index] = lastValues[index] - base
    }
    selectStructure()
    start()
  }

  private mutating func collectPriorities(of problem: borrowing Problem) {
    priorities.removeAll(keepingCapacity: true)
    var last = -1.0
    for slot in 0..<problem.records.count where problem.records[slot].number >= 0 {
      let priority = problem.records[slot].priority
      if priority == 1000 || priority == last { continue }
      last = priority
      let index = position(of: priority)
      if index == priorities.count || priorities[index] != priority {
        priorities.insert(priority, at: index)
      }
    }
  }

  /// The first index in `priorities`, which fall, whose priority is not above `priority`.
  private func position(of priority: Double) -> Int {
    var low = 0
    var high = priorities.count
    while low < high {
      let middle = (low + high) / 2
      if priorities[middle] > priority { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The level of a priority, nil when no constraint had it at the last compilation.
  func level(of priority: Double) -> Int32? {
    if priority == 1000 { return Piece.requiredLevel }
    let index = position(of: priority)
    guard index < priorities.count, priorities[index] == priority else { return nil }
    return Int32(truncatingIfNeeded: index + 2)
  }

  /// The used rows sorted by their terms: a counting sort by the first variable, then by the rest.
  private func canonicalRows(of problem: borrowing Problem) -> Column<Int32> {
    var starts = Column<Int32>()
    starts.fill(problem.variableCount + 1, with: 0)
    for row in 0..<problem.rowCount where problem.rowUses[row] > 0 {
      starts[problem.termVariables[problem.rowStarts[row]] + 1] += 1
    }
    for index in 0..<problem.variableCount { starts[index + 1] += starts[index] }
    var order = Column<Int32>()
    order.fill(Int(starts[problem.variableCount]), with: 0)
    for row in 0..<problem.rowCount where problem.rowUses[row] > 0 {
      let first = problem.termVariables[problem.rowStarts[row]]
      order[starts[first]] = Int32(truncatingIfNeeded: row)
      starts[first] += 1
    }
    var begin: Int32 = 0
    for index in 0..<problem.variableCount {
      let end = starts[index]
      Self.sort(order, from: begin, to: end, of: problem)
      begin = end
    }
    return order
  }

  private static func sort(
    _ order: borrowing Column<Int32>, from begin: Int32, to end: Int32,
    of problem: borrowing Problem
  ) {
    if end - begin > 24 {
      // A heap sort would do; a copy is simpler, and such bunches are rare.
      var bunch = (begin..<end).map { order[$0] }
      let (starts, variables, coefficients) = (
        problem.rowStarts.cells, problem.termVariables.cells, problem.termCoefficients.cells
      )
      bunch.sort { precedes($0, $1, starts, variables, coefficients) }
      for (offset, row) in bunch.enumerated() { order[Int(begin) + offset] = row }
      return
    }
    var index = begin + 1
    while index < end {
      let row = order[index]
      var place = index
      while place > begin,
        precedes(
          row, order[place - 1], problem.rowStarts.cells, problem.termVariables.cells,
          problem.termCoefficients.cells)
      {
        order[place] = order[place - 1]
        place -= 1
      }
      order[place] = row
      index += 1
    }
  }

  private static func precedes(
    _ left: Int32, _ right: Int32, _ starts: Cells<Int32>, _ variables: Cells<Int32>,
    _ coefficients: Cells<Double>
  ) -> Bool {
    var (a, b) = (starts[left], starts[right])
    let (aEnd, bEnd) = (starts[left + 1], starts[right + 1])
    while a < aEnd, b < bEnd {
      if variables[a] != variables[b] { return variables[a] < variables[b] }
      if coefficients[a] != coefficients[b] { return coefficients[a] < coefficients[b] }
      a += 1
      b += 1
    }
    return aEnd - a < bEnd - b
  }

  private mutating func copyRows(of problem: borrowing Problem, in order: borrowing Column<Int32>) {
    rowCount = Int32(truncatingIfNeeded: order.count)
    penalties.rowCount = rowCount
    penalties.tieLevel = Int32(truncatingIfNeeded: priorities.count + 2)
    var size = 0
    for index in 0..<order.count {
      size += Int(problem.rowStarts[order[index] + 1] - problem.rowStarts[order[index]])
    }
    termStarts.fill(order.count + 1, with: 0)
    termVariables.fill(size, with: 0)
    termCoefficients.fill(size, with: 0)
    var next: Int32 = 0
    for index in 0..<order.count {
      let row = order[index]
      for term in problem.rowStarts[row]..<problem.rowStarts[row + 1] {
        termVariables[next] = problem.termVariables[term]
        termCoefficients[next] = problem.termCoefficients[term]
        next &+= 1
      }
      termStarts[index + 1] = next
    }
  }

  private mutating func copyPieces(
    of problem: inout Problem, in order: borrowing Column<Int32>
  ) {
    var places = Column<Int32>()
    places.fill(problem.rowCount, with: -1)
    for index in 0..<order.count { places[order[index]] = Int32(truncatingIfNeeded: index) }
    penalties.starts.fill(order.count + 1, with: 0)
    for slot in 0..<problem.records.count {
      let record = problem.records[slot]
      if record.number >= 0, record.row >= 0 { penalties.starts[places[record.row] + 1] += 1 }
    }
    for index in 0..<order.count { penalties.starts[index + 1] += penalties.starts[index] }
    let blank = Piece(
      target: 0, weight: 0, tieWeight: 0, level: 0, slot: -1, number: -1, relation: 0,
      isActive: false,
      isProtected: false)
    penalties.pieces.fill(Int(penalties.starts[order.count]), with: blank)
    let ends = Column(copying: penalties.starts)
    for slot in 0..<problem.records.count {
      let record = problem.records[slot]
      if record.number < 0 || record.row < 0 { continue }
      let row = places[record.row]
      penalties.pieces[ends[row]] = Piece(
        target: record.target, weight: record.weight,
        tieWeight: record.isRequired ? 0 : record.weight * Piece.tieFactor(ofRow: row),
        level: level(of: record.priority) ?? 0,
        slot: Int32(truncatingIfNeeded: slot), number: record.number,
        relation: record.relation, isActive: record.isActive,
        isProtected: record.isProtected)
      ends[row] += 1
    }
    penalties.rows.fill(penalties.pieces.count, with: 0)
    for row in 0..<order.count {
      sortPieces(from: penalties.starts[row], to: penalties.starts[row + 1])
      for index in penalties.starts[row]..<penalties.starts[row + 1] {
        penalties.rows[index] = Int32(truncatingIfNeeded: row)
      }
    }
    for index in 0..<penalties.pieces.count {
      problem.records[penalties.pieces[index].slot].piece = Int32(truncatingIfNeeded: index)
    }
  }

  private func sortPieces(from begin: Int32, to end: Int32) {
    if end - begin > 24 {
      let sorted = (begin..<end).map { penalties.pieces[$0] }.sorted(by: Self.precedes)
      for (offset, piece) in sorted.enumerated() { penalties.pieces[Int(begin) + offset] = piece }
      return
    }
    var index = begin + 1
    while index < end {
      let piece = penalties.pieces[index]
      var place = index
      while place > begin, Self.precedes(piece, penalties.pieces[place - 1]) {
        penalties.pieces[place] = penalties.pieces[place - 1]
        place -= 1
      }
      penalties.pieces[place] = piece
      index += 1
    }
  }

  /// By content; among equals the earlier created.
  private static func precedes(_ left: Piece, _ right: Piece) -> Bool {
    if left.level != right.level { return left.level < right.level }
    if left.relation != right.relation { return left.relation < right.relation }
    if left.target != right.target { return left.target < right.target }
    if left.weight != right.weight { return left.weight < right.weight }
    return left.number < right.number
  }

  private mutating func resetState() {
    let range = idCount
    let variables = Int(variableCount)
    homeTargets.fill(variables, with: 0)
    values.fill(range + variables, with: 0)
    isNonbasic.fill(range, with: false)
    isWatched.fill(range, with: false)
    lowers.fill(range, with: -.infinity)
    uppers.fill(range, with: .infinity)
    penalties.multipliers.reset(owners: range)
    changedCoordinates.removeAll()
    dirtyPositions.reset(range: variables)
    expandQueue.reset(range: variables)
    dirtyRows.reset(range: range)
    violatedRows.reset(range: range)
    misfits.reset(range: range)
    unsettled.reset(range: range)
    ambiguous.reset(range: range)
    expansion.reset(range: range + variables)
    combination.reset(range: range)
    exchanges.reset(range: range)
    guests.reset(range: range)
    departing.reset(range: range)
    wear.reset()
    direction.reset(range: range + variables)
    tracks.reset(range: range, variables: variables)
    tieMarks.reset(range: variables)
    reserveScratch()
    conflictLog.removeAll()
    counters.noteChange()
  }

  /// Makes room for the steps to come, so that a solve that follows a change allocates nothing.
  private mutating func reserveScratch() {
    let range = idCount
    changedCoordinates.reserve(2 * range)
    candidates.reserve(range)
    breakpoints.reserve(range)
    passedKinks.reserve(range)
    renewed.reserve(range)
    movedRows.reserve(Tracks.limit)
    movedValues.reserve(Tracks.limit)
    step.reserve()
    slope.reserve()
    capacity.reserve()
    excess.reserve()
  }
}
