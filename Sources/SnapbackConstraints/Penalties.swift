/// The penalties and the multipliers of all rows.
///
/// The penalty of a row is the sum of its active *pieces*, one per constraint. Each has a kink at
/// its target (``Piece``). The *multiplier* of a row, also called its *charge*, is a vector over
/// the priority levels. It *fits* an activity (value) of the row if it is a subgradient of the
/// penalty there: at least the slope to the left and at most the slope to the right, compared
/// lexicographically.
struct Penalties: ~Copyable {
  /// The last level, which decides among answers that are equal at all others.
  private(set) var tieLevel: Int32 = 2
  private var levels = PriorityLevels()
  /// The number of rows with pieces. Ids from this number on are home rows (``Numbering``).
  private var rowCount: Int32 = 0
  private var starts = Column<Int32>()
  /// The pieces, sorted by row and then by content.
  private var pieces = Column<Piece>()
  /// The row of each piece.
  private var rows = Column<Int32>()
  /// The unit of each row (``unit(of:)``).
  private var units = Column<Double>()
  private var multipliers = LevelVectors()
  private var tieFactors = TieFactors()
  private var yieldOrders = YieldOrders()

  /// Sums of slopes and multipliers with a magnitude up to this bound are rounding errors.
  private(set) var rounding = LevelVector.tolerance

  private var orderedPieces = Column<Int32>()
  private var slope = LevelVector()
  /// For checks: a sum of multipliers for each level, and the sum of their magnitudes.
  private var sums = Column<Double>()
  private var sizes = Column<Double>()

  init() {
    orderedPieces.reserve(64)
    slope.reserve()
  }

  /// The activities that the multiplier of a row fits.
  enum Fit {
    case between(Double, Double)
    /// No activity: the multiplier is below every slope.
    case below
    /// No activity: the multiplier is above every slope.
    case above
  }

  func pieceRange(_ id: Int32) -> Range<Int32> {
    id < rowCount ? starts[id]..<starts[id + 1] : 0..<0
  }

  /// The number of pieces of a row.
  func pieceCount(of id: Int32) -> Int32 { id < rowCount ? starts[id + 1] - starts[id] : 0 }

  /// The number of pieces.
  var pieceCount: Int { pieces.count }

  func piece(_ index: Int32) -> Piece { pieces[index] }

  /// The unit of a row: the change of its activity that changes no piece's violation by more than
  /// one point; at most 1. It is less than 1 if the coefficients are large, because those of a row
  /// are stored divided by a power of two.
  func unit(of id: Int32) -> Double { id < rowCount ? units[id] : 1 }

  /// The row of a piece.
  func row(ofPiece index: Int32) -> Int32 { rows[index] }

  /// The level of a priority; nil if no constraint had this priority at the last compilation.
  func level(of priority: Double) -> Int32? { levels.level(of: priority) }

  // MARK: Changes

  /// Updates a piece from the record of its constraint; returns its row.
  mutating func update(_ record: ConstraintRecord) -> Int32 {
    var piece = pieces[record.piece]
    piece.target = record.target
    piece.isActive = record.isActive
    piece.level = level(of: record.priority) ?? piece.level
    let row = rows[record.piece]
    setTieWeights(of: &piece, from: record, inRow: row)
    pieces[record.piece] = piece
    return row
  }

  private func setTieWeights(
    of piece: inout Piece, from record: ConstraintRecord, inRow row: Int32
  ) {
    piece.tieWeightBelow = record.isRequired ? 0 : record.weight * tieFactors.below(row)
    piece.tieWeightAbove = record.isRequired ? 0 : record.weight * tieFactors.above(row)
  }

  /// Updates a constraint's position in the yield order from its record.
  mutating func updateYieldOrder(_ record: ConstraintRecord) {
    yieldOrders.set(record, atSlot: Int(pieces[record.piece].slot))
  }

  /// Makes a required piece of a row's penalty optional, with a higher priority than all other
  /// optional pieces, so that a contradictory system still has a solution.
  mutating func demote(_ index: Int32) { pieces[index].level = Piece.demotedLevel }

  /// Makes a demoted piece required again.
  mutating func restore(_ index: Int32) { pieces[index].level = Piece.requiredLevel }

  /// Deactivates a piece of a row's penalty; returns the slot of its constraint.
  mutating func deactivate(_ index: Int32) -> Int32 {
    pieces[index].isActive = false
    return pieces[index].slot
  }

  // MARK: Multipliers

  func isCharged(_ id: Int32) -> Bool { !multipliers.isZero(id) }

  /// Adds to the multiplier of a row at one level.
  mutating func charge(_ id: Int32, level: Int32, _ value: Double) {
    multipliers.add(id, level: level, value)
  }

  /// Trusts multipliers to have the digits of a double, until the next compilation.
  mutating func trustMultipliers() { rounding = 4e-12 }

  /// Sets the multiplier of a row to zero.
  mutating func discharge(_ id: Int32) { multipliers.clear(id) }

  /// Adds the multiplier of a row to `sum`.
  func addMultiplier(of id: Int32, to sum: inout LevelVector) {
    multipliers.add(id, times: 1, to: &sum)
  }

  /// Whether the multipliers cancel: for each level, the sum of multipliers times projections is
  /// zero up to a relative error of 10⁻⁹.
  mutating func areMultipliersBalanced(
    _ forms: borrowing Rows, _ homes: borrowing Homes
  ) -> Bool {
    sums.fill(Int(tieLevel) + 1, with: 0)
    sizes.fill(Int(tieLevel) + 1, with: 0)
    for id in 0..<rowCount where !multipliers.isZero(id) {
      multipliers.add(id, times: forms.projection(id), to: sums.cells, sizes.cells)
    }
    for variable in 0..<homes.count where !multipliers.isZero(rowCount + variable) {
      let projection = Projection.ofHome(of: variable, homes)
      multipliers.add(rowCount + variable, times: projection, to: sums.cells, sizes.cells)
    }
    for level in 0..<sums.count where !(sums[level].magnitude <= 1e-8 + 1e-9 * sizes[level]) {
      return false
    }
    return true
  }

  // MARK: Slopes

  /// Whether a required equality fixes the row's activity.
  func isFixed(_ id: Int32) -> Bool {
    for index in pieceRange(id) {
      let piece = pieces[index]
      if piece.isActive, piece.isRequired, piece.relation == 0 { return true }
    }
    return false
  }

  /// Whether a required piece prevents a row at `activity` from moving in the direction of `sign`.
  func isKept(_ id: Int32, at activity: Double, sign: Int) -> Bool {
    for index in pieceRange(id) {
      let piece = pieces[index]
      guard piece.isActive, piece.isRequired else { continue }
      if sign > 0 {
        if piece.relation <= 0, piece.target <= activity { return true }
      } else {
        if piece.relation >= 0, piece.target >= activity { return true }
      }
    }
    return false
  }

  /// Whether a violation changes as a row moves from `activity` in the direction of `sign`.
  func isViolated(_ id: Int32, beyond activity: Double, sign: Int) -> Bool {
    for index in pieceRange(id) where pieces[index].isActive {
      let piece = pieces[index]
      let isRight = sign > 0 ? piece.target <= activity : piece.target < activity
      if (isRight ? piece.rightSlope : piece.leftSlope) != 0 { return true }
    }
    return false
  }

  /// Whether an active piece of a row is violated at an activity.
  func isViolated(_ id: Int32, at activity: Double) -> Bool {
    for index in pieceRange(id) where pieces[index].isActive {
      let (relation, target) = (pieces[index].relation, pieces[index].target)
      if relation <= 0, activity > target { return true }
      if relation >= 0, activity < target { return true }
    }
    return false
  }

  func hasActivePieces(_ id: Int32) -> Bool {
    for index in pieceRange(id) where pieces[index].isActive { return true }
    return false
  }

  /// Whether `right` yields before `left` if required pieces contradict each other.
  func keeps(_ left: Piece, ratherThan right: Piece) -> Bool {
    yieldOrders.keeps(left, ratherThan: right)
  }

  /// Returns the activities that the row's multiplier fits. Θ(p log p) for the p pieces of the row.
  mutating func fit(_ id: Int32) -> Fit {
    let range = pieceRange(id)
    let isFree = multipliers.isZero(id)
    if isFree, pieceCount(of: id) == 1 {
      let piece = pieces[range.lowerBound]
      guard piece.isActive else { return .between(-.infinity, .infinity) }
      return .between(
        piece.relation < 0 ? -.infinity : piece.target,
        piece.relation > 0 ? .infinity : piece.target)
    }
    // The slope of the penalty minus the multiplier, left of the first kink.
    orderedPieces.removeAll()
    slope.removeAll()
    for index in range where pieces[index].isActive {
      insertOrdered(index)
      slope.addSlope(of: pieces[index], toRight: false, tieLevel)
    }
    if orderedPieces.count > 24 { sortOrderedPieces() }
    if !isFree { multipliers.add(id, times: -1, to: &slope) }
    var sign = slope.sign(above: .max, rounding: rounding)
    if sign > 0 { return .below }
    var lower = -Double.infinity
    var isFound = sign == 0
    for place in 0..<orderedPieces.count {
      let piece = pieces[orderedPieces[place]]
      slope.add(piece.level, piece.jump)
      if piece.decidesTies {
        slope.add(tieLevel, piece.rightTieSlope - piece.leftTieSlope)
      }
      sign = slope.sign(above: .max, rounding: rounding)
      if sign >= 0, !isFound {
        lower = piece.target
        isFound = true
      }
      if sign > 0 { return .between(lower, piece.target) }
    }
    return isFound ? .between(lower, .infinity) : .above
  }

  /// Returns the activities that would fit if a piece of the row had its kink at `target`.
  mutating func fit(_ id: Int32, withKinkOf index: Int32, at target: Double) -> Fit {
    let present = pieces[index].target
    pieces[index].target = target
    defer { pieces[index].target = present }
    return fit(id)
  }

  /// Removes the rounding error from a multiplier that fits a range between two kinks: there, it
  /// equals the slope.
  mutating func snap(_ id: Int32) {
    guard case .between(let lower, let upper) = fit(id), lower < upper else { return }
    var excess = LevelVector()
    swap(&excess, &slope)
    slack(id, at: upper, sign: -1, into: &excess)
    for index in 0..<excess.entries.count {
      multipliers.add(id, level: excess.entries[index].level, -excess.entries[index].value)
    }
    swap(&excess, &slope)
  }

  /// Inserts a piece by its target. Beyond 24 pieces, only appends; `sortOrderedPieces` then sorts
  /// the list once.
  private mutating func insertOrdered(_ index: Int32) {
    orderedPieces.append(index)
    guard orderedPieces.count <= 24 else { return }
    var place = orderedPieces.count - 1
    while place > 0, pieces[orderedPieces[place - 1]].target > pieces[index].target {
      orderedPieces[place] = orderedPieces[place - 1]
      place &-= 1
    }
    orderedPieces[place] = index
  }

  private func sortOrderedPieces() {
    let sorted = (0..<orderedPieces.count).map { orderedPieces[$0] }
      .sorted { (pieces[$0].target, $0) < (pieces[$1].target, $1) }
    for (place, index) in sorted.enumerated() { orderedPieces[place] = index }
  }

  /// Computes the *room* of a row's multiplier at `activity`: how far the multiplier may change
  /// before it no longer fits. It is right slope − multiplier for `sign` 1 and multiplier − left
  /// slope for `sign` −1; at least zero where the multiplier fits.
  func slack(_ id: Int32, at activity: Double, sign: Int, into result: inout LevelVector) {
    result.removeAll()
    for index in pieceRange(id) {
      let piece = pieces[index]
      if !piece.isActive { continue }
      if sign > 0 {
        result.addSlope(of: piece, toRight: piece.target <= activity, tieLevel)
      } else {
        result.addSlope(of: piece, toRight: piece.target < activity, tieLevel, times: -1)
      }
    }
    if !multipliers.isZero(id) { multipliers.add(id, times: sign > 0 ? -1 : 1, to: &result) }
  }

  /// The nearest kink beyond `activity` in the direction of `sign`; infinite if there is none.
  func nextKink(_ id: Int32, beyond activity: Double, sign: Int) -> Double {
    var nearest = sign > 0 ? Double.infinity : -Double.infinity
    for index in pieceRange(id) where pieces[index].isActive {
      let target = pieces[index].target
      if sign > 0 {
        if target > activity, target < nearest { nearest = target }
      } else {
        if target < activity, target > nearest { nearest = target }
      }
    }
    return nearest
  }

  // MARK: Compilation

  /// Copies the active and inactive pieces of a problem and sets all multipliers to zero. `order`
  /// lists the rows in canonical order. Writes the index of each piece into the problem's records.
  mutating func compile(_ problem: inout Problem, in order: borrowing Column<Int32>) {
    rounding = LevelVector.tolerance
    levels.collect(from: problem)
    tieLevel = levels.tieLevel
    rowCount = Int32(truncatingIfNeeded: order.count)
    multipliers.reset(owners: order.count + problem.variableCount)
    tieFactors.compile(problem, in: order)
    yieldOrders.compile(problem)
    copyPieces(of: problem, in: order)
    rows.fill(pieces.count, with: 0)
    for row in 0..<order.count {
      sortPieces(from: starts[row], to: starts[row + 1])
      for index in starts[row]..<starts[row + 1] { rows[index] = Int32(truncatingIfNeeded: row) }
    }
    for index in 0..<pieces.count {
      problem.records[pieces[index].slot].piece = Int32(truncatingIfNeeded: index)
    }
  }

  private mutating func copyPieces(
    of problem: borrowing Problem, in order: borrowing Column<Int32>
  ) {
    var places = Column<Int32>()
    places.fill(problem.rowCount, with: -1)
    for index in 0..<order.count { places[order[index]] = Int32(truncatingIfNeeded: index) }
    starts.fill(order.count + 1, with: 0)
    units.fill(order.count, with: 1)
    for slot in 0..<problem.records.count {
      let record = problem.records[slot]
      if record.number >= 0, record.row >= 0 { starts[places[record.row] + 1] += 1 }
    }
    for index in 0..<order.count { starts[index + 1] += starts[index] }
    let blank = Piece(
      target: 0, weight: 0, tieWeightBelow: 0, tieWeightAbove: 0, level: 0, slot: -1, number: -1,
      relation: 0, isActive: false, isProtected: false)
    pieces.fill(Int(starts[order.count]), with: blank)
    let ends = Column(copying: starts)
    for slot in 0..<problem.records.count {
      let record = problem.records[slot]
      if record.number < 0 || record.row < 0 { continue }
      let row = places[record.row]
      var piece = Piece(
        target: record.target, weight: record.weight, tieWeightBelow: 0, tieWeightAbove: 0,
        level: level(of: record.priority) ?? 0, slot: Int32(truncatingIfNeeded: slot),
        number: record.number, relation: record.relation, isActive: record.isActive,
        isProtected: record.isProtected)
      setTieWeights(of: &piece, from: record, inRow: row)
      if record.weight > 1 { units[row] = min(units[row], 1 / record.weight) }
      pieces[ends[row]] = piece
      ends[row] += 1
    }
  }

  private func sortPieces(from begin: Int32, to end: Int32) {
    if end - begin > 24 {
      let sorted = (begin..<end).map { pieces[$0] }.sorted(by: Self.precedes)
      for (offset, piece) in sorted.enumerated() { pieces[Int(begin) + offset] = piece }
      return
    }
    var index = begin + 1
    while index < end {
      let piece = pieces[index]
      var place = index
      while place > begin, Self.precedes(piece, pieces[place - 1]) {
        pieces[place] = pieces[place - 1]
        place -= 1
      }
      pieces[place] = piece
      index += 1
    }
  }

  /// Orders pieces by content; equal pieces by creation.
  private static func precedes(_ left: Piece, _ right: Piece) -> Bool {
    if left.level != right.level { return left.level < right.level }
    if left.relation != right.relation { return left.relation < right.relation }
    if left.target != right.target { return left.target < right.target }
    if left.weight != right.weight { return left.weight < right.weight }
    return left.number < right.number
  }
}
