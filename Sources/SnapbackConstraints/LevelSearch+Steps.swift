/// The primal simplex of one level. ``LevelSearch`` defines the terms.
extension LevelSearch {
  /// Minimizes the objective between the walls. Afterwards, `matrix.bySlot` holds the refined
  /// multipliers of the nonbasic rows.
  ///
  /// Each step moves along one edge, across kinks, as far as the objective falls (Fourer, "A
  /// simplex algorithm for piecewise-linear programming", Mathematical Programming 33, 1985).
  mutating func minimize(_ simplex: inout Simplex) -> Outcome {
    begin(simplex)
    var steps = 200 + 20 * simplex.idCount
    var isRefined = false
    while true {
      if simplex.counters.isExhausted { return .exhausted }
      if simplex.wear.isSingular { return .failed }
      simplex.basis.matrix.computeMultipliers(gradient)
      if isRefined, !simplex.basis.matrix.refineMultipliers(gradient) {
        if care.isCareful || !simplex.basis.refactorize(isStrict: true) { return .failed }
        care.isCareful = true
        continue
      }
      if isRefined { simplex.basis.matrix.measureMultiplierNoise(gradientSizes) }
      simplex.counters.addWork(simplex.basis.matrix.cost)
      let edge = pricing.choose(
        simplex.basis.matrix, simplex.point, simplex.penalties, objective, segments,
        isRefined: isRefined)
      if let edge {
        steps -= care.isCareful ? 10 : 1
        if steps < 0 { return .failed }
        isRefined = false
        follow(edge, &simplex)
        continue
      }
      if pricing.hasBanned {
        // Rounding alone makes an edge endless or its numbers disagree. The verification decides.
        if care.isCareful, isRefined { return .done }
        guard simplex.basis.refactorize(isStrict: true) else { return .failed }
        care.isCareful = true
        pricing.allowAll()
      } else if isRefined {
        return .done
      }
      // All edges look exhausted: look again with all digits.
      guard refresh(&simplex) else { return .failed }
      isRefined = true
    }
  }

  /// Finds the segment of each row for a new objective.
  private mutating func begin(_ simplex: borrowing Simplex) {
    care.isCareful = care.beginsCarefully
    segments.open()
    for id in 0..<slopes.count { slopes[id] = 0 }
    for index in 0..<objective.rows.count where !simplex.basis.isNonbasic(objective.rows[index]) {
      locate(objective.rows[index], simplex)
    }
    computeGradient(simplex)
    pricing.reset(slots: simplex.basis.matrix.count)
  }

  /// Sets a basic row's segment to the one that contains its activity. At a kink, takes the side
  /// with the smaller slope.
  private func locate(_ row: Int32, _ simplex: borrowing Simplex) {
    let activity = simplex.point[row]
    var low = nextKink(of: row, beyond: activity.nextUp, rises: false, simplex)
    while low > segments.lowers[row], rounding.isBelow(low, row, at: simplex.point) {
      low = nextKink(of: row, beyond: low, rises: false, simplex)
    }
    var high = nextKink(of: row, beyond: activity.nextDown, rises: true, simplex)
    while high < segments.uppers[row], rounding.isAbove(high, row, at: simplex.point) {
      high = nextKink(of: row, beyond: high, rises: true, simplex)
    }
    if low >= high {
      let left = objective.slope(of: row, at: low, toRight: false, simplex.penalties)
      let right = objective.slope(of: row, at: low, toRight: true, simplex.penalties)
      if low > segments.lowers[row],
        low >= segments.uppers[row] || left.magnitude < right.magnitude
      {
        high = low
        low = nextKink(of: row, beyond: high, rises: false, simplex)
      } else {
        high = nextKink(of: row, beyond: low, rises: true, simplex)
      }
    }
    segments.lows[row] = low
    segments.highs[row] = high
    slopes[row] = objective.slope(of: row, at: low, toRight: true, simplex.penalties)
  }

  /// The next kink or wall of a row beyond an activity.
  private func nextKink(
    of row: Int32, beyond activity: Double, rises: Bool, _ simplex: borrowing Simplex
  ) -> Double {
    objective.nextKink(
      of: row, beyond: activity, rises: rises, limit: segments.wall(of: row, rises: rises),
      simplex.penalties)
  }

  private func computeGradient(_ simplex: borrowing Simplex) {
    for index in 0..<gradient.count {
      gradient[index] = DoubleDouble()
      gradientSizes[index] = 0
    }
    for index in 0..<objective.rows.count where slopes[objective.rows[index]] != 0 {
      let row = objective.rows[index]
      addToGradient(row, slopes[row], simplex)
      for term in simplex.basis.matrix.terms(of: row) {
        let product = slopes[row] * simplex.basis.matrix.coefficient(term)
        gradientSizes[simplex.basis.matrix.variable(term)] += product.magnitude
      }
    }
  }

  private func addToGradient(_ row: Int32, _ slope: Double, _ simplex: borrowing Simplex) {
    for term in simplex.basis.matrix.terms(of: row) {
      gradient[simplex.basis.matrix.variable(term)].add(
        simplex.basis.matrix.coefficient(term), simplex.basis.matrix.rest(term),
        times: DoubleDouble(slope))
    }
  }

  /// Evaluates everything with all digits. Returns false if a row turns out to be beyond its walls,
  /// or the nonbasic rows to be dependent.
  private mutating func refresh(_ simplex: inout Simplex) -> Bool {
    evaluate(&simplex)
    if simplex.wear.isSingular { return false }
    for id in simplex.numbering.ids where isActive[id] && !simplex.basis.isNonbasic(id) {
      let isBelow = rounding.isBelow(segments.lowers[id], id, at: simplex.point)
      if isBelow || rounding.isAbove(segments.uppers[id], id, at: simplex.point) {
        let wall = isBelow ? segments.lowers[id] : segments.uppers[id]
        let distance = rounding.excess(of: id, over: wall, at: simplex.point).magnitude
        if distance > 100 * rounding.nearness(wall, of: id) { return false }
        care.hasMovedWalls = true
        moveWalls(of: id, simplex)
      }
      if !objective.concerns(id) {
        segments.lows[id] = segments.lowers[id]
        segments.highs[id] = segments.uppers[id]
      } else if rounding.isBelow(segments.lows[id], id, at: simplex.point)
        || rounding.isAbove(segments.highs[id], id, at: simplex.point)
      {
        locate(id, simplex)
      }
    }
    computeGradient(simplex)
    return true
  }

  // MARK: Steps

  private mutating func follow(_ edge: Edge, _ simplex: inout Simplex) {
    let id = simplex.basis.matrix.ids[edge.slot]
    simplex.basis.matrix.trace(id)
    if care.isCareful { simplex.basis.matrix.refineTrace(id) }
    walk.gather(simplex.basis, isActive, isRefined: care.isCareful)
    simplex.counters.addWork(simplex.basis.matrix.cost &+ walk.rows.count)
    let end = walk.run(
      id, edge, simplex.point, rounding, simplex.penalties, objective, segments)
    switch end {
    case .flip(let kink):
      let length = (kink - simplex.point[id]).magnitude
      moveRows(edge, by: length, &simplex)
      passKinks(edge, simplex)
      simplex.point.set(id, to: kink)
      simplex.counters.noteFlip()
      if care.isCareful { evaluate(&simplex) }
      pricing.noteStep(isStalled: length == 0)
    case .pivot(let last) where walk.largest * last.distance > care.longestWay:
      pricing.ban(edge.slot, isStuck: care.isCareful)
    case .pivot(let last):
      exchange(id, edge, last, &simplex)
    case .none:
      pricing.ban(edge.slot, isStuck: care.isCareful)
    }
  }

  private mutating func exchange(
    _ id: Int32, _ edge: Edge, _ last: Breakpoint, _ simplex: inout Simplex
  ) {
    let rate = walk.rate(of: last.id)
    simplex.basis.matrix.expand(last.id)
    let pivot = simplex.basis.matrix.bySlot[edge.slot]
    simplex.counters.addWork(simplex.basis.matrix.cost)
    let isDoubtful = !care.isCareful && !((pivot - rate).magnitude <= 1e-6 * rate.magnitude)
    if isDoubtful
      || (care.isCareful ? walk.isUncertain(last.id) : rate.magnitude < 1e-9 * walk.largest)
    {
      if simplex.basis.matrix.age > 0 {
        if !simplex.basis.refactorize(isStrict: false) { simplex.wear.noteSingular() }
        evaluate(&simplex)
      } else {
        pricing.ban(edge.slot, isStuck: care.isCareful)
      }
      return
    }
    moveRows(edge, by: last.distance, &simplex)
    passKinks(edge, simplex)
    if slopes[last.id] != 0 {
      addToGradient(last.id, -slopes[last.id], simplex)
      slopes[last.id] = 0
    }
    leave(id, edge, simplex)
    simplex.point.set(id, to: simplex.point[id] + Double(edge.sign) * last.distance)
    simplex.point.set(last.id, to: last.kink)
    rounding.clear(last.id)
    if !care.isCareful { pricing.exchange(edge.slot, simplex.basis.matrix.bySlot) }
    pricing.allowAll()
    pricing.noteStep(isStalled: last.distance * edge.rate.magnitude <= 1e-12 * objective.scale)
    simplex.exchangeInMatrix(entering: last.id, leaving: id)
    simplex.counters.notePivot()
    if care.isCareful, !simplex.basis.refactorize(isStrict: true) { simplex.wear.noteSingular() }
    if care.isCareful || simplex.basis.matrix.isLong { evaluate(&simplex) }
  }

  /// Moves the basic rows along an edge.
  private func moveRows(_ edge: Edge, by length: Double, _ simplex: inout Simplex) {
    if length == 0 { return }
    for index in 0..<walk.rows.count {
      let row = walk.rows[index]
      let change = walk.rate(of: row) * Double(edge.sign) * length
      simplex.point.set(row, to: simplex.point[row] + change)
    }
  }

  /// Moves the segments and slopes of the rows whose kinks the walk has passed.
  private func passKinks(_ edge: Edge, _ simplex: borrowing Simplex) {
    for index in 0..<walk.passed.count {
      let (row, kink) = (walk.passed[index].id, walk.passed[index].kink)
      let rises = (walk.rate(of: row) > 0) == (edge.sign > 0)
      let next = objective.nextKink(
        of: row, beyond: kink, rises: rises, limit: segments.wall(of: row, rises: rises),
        simplex.penalties)
      segments.lows[row] = rises ? kink : next
      segments.highs[row] = rises ? next : kink
      let jump = objective.jump(of: row, at: kink, simplex.penalties)
      slopes[row] += rises ? jump : -jump
      addToGradient(row, rises ? jump : -jump, simplex)
    }
  }

  /// Makes the moving row a basic row, in the segment that it has reached.
  private func leave(_ id: Int32, _ edge: Edge, _ simplex: borrowing Simplex) {
    guard isActive[id] else { return }
    let rises = edge.sign > 0
    let start = walk.ownKink.isNaN ? simplex.point[id] : walk.ownKink
    let next = objective.nextKink(
      of: id, beyond: start, rises: rises, limit: segments.wall(of: id, rises: rises),
      simplex.penalties)
    let back =
      objective.jump(of: id, at: start, simplex.penalties) != 0
      ? start
      : objective.nextKink(
        of: id, beyond: start, rises: !rises, limit: segments.wall(of: id, rises: !rises),
        simplex.penalties)
    segments.lows[id] = rises ? back : next
    segments.highs[id] = rises ? next : back
    slopes[id] = objective.slope(of: id, at: start, toRight: rises, simplex.penalties)
    if slopes[id] != 0 { addToGradient(id, slopes[id], simplex) }
  }
}
