/// The input of a solver: variables, the distinct linear forms over them, and the constraints.
///
/// A problem is a plain description: it is cheap to copy and contains no answer. The ``Simplex`` is
/// compiled from it.
struct Problem: ~Copyable {
  /// For each variable, its home: the variable whose value it takes if the constraints leave it
  /// free. −1 means zero.
  var homes = Column<Int32>()
  /// The tier of each variable in the order in which free variables move to their homes: positions
  /// (0) before sizes (1).
  var tiers = Column<Int8>()

  var rowStarts = Column<Int32>()
  var termVariables = Column<Int32>()
  var termCoefficients = Column<Double>()
  /// The number of constraints that use each row. An unused row stays until a constraint reuses it
  /// or ``sweepRows()`` removes it.
  var rowUses = Column<Int32>()
  private var rowHashes = Column<UInt64>()
  private var rowTable = Column<Int32>()

  var records = Column<ConstraintRecord>()
  private var freeSlots = Column<Int32>()
  private(set) var constraintCount = 0
  private var nextNumber: Int32 = 0
  /// The slots of constraints without variables, which have no row.
  var constantSlots = Column<Int32>()
  var tieOrder = TieOrder()

  private var scratchTerms = Column<IndexedTerm>()

  struct IndexedTerm: BitwiseCopyable {
    var variable: Int32
    var coefficient: Double
  }

  init() {
    rowStarts.append(0)
    rowTable.fill(16, with: -1)
  }

  init(copying other: borrowing Problem) {
    homes = Column(copying: other.homes)
    tiers = Column(copying: other.tiers)
    rowStarts = Column(copying: other.rowStarts)
    termVariables = Column(copying: other.termVariables)
    termCoefficients = Column(copying: other.termCoefficients)
    rowUses = Column(copying: other.rowUses)
    rowHashes = Column(copying: other.rowHashes)
    rowTable = Column(copying: other.rowTable)
    records = Column(copying: other.records)
    freeSlots = Column(copying: other.freeSlots)
    constraintCount = other.constraintCount
    nextNumber = other.nextNumber
    constantSlots = Column(copying: other.constantSlots)
    tieOrder = TieOrder(copying: other.tieOrder)
  }

  var variableCount: Int { homes.count }
  var rowCount: Int { rowUses.count }

  // MARK: Constraints

  /// The slot of a constraint; nil if the constraint was removed or belongs to another problem.
  func slot(of id: ConstraintID) -> Int32? {
    guard id.slot >= 0, id.slot < records.count, id.number >= 0,
      records[id.slot].number == id.number
    else { return nil }
    return id.slot
  }

  func id(ofSlot slot: Int32) -> ConstraintID {
    ConstraintID(slot: slot, number: records[slot].number)
  }

  mutating func add(
    _ expression: LinearExpression, _ relation: Relation, priority: Priority, isActive: Bool,
    isProtected: Bool
  ) throws(ConstraintError) -> ConstraintID {
    guard nextNumber < .max else { throw .tooManyConstraints }
    // Check the terms first: a factor that is not finite also makes the constant not finite, and
    // the error should name the cause.
    try mergeTerms(of: expression)
    try Self.check(constant: expression.constant)
    var scale = 1.0
    var row: Int32 = -1
    if !scratchTerms.isEmpty {
      scale = normalize()
      row = internRow()
      rowUses[row] += 1
    }
    let sign: Int8 = relation == .equal ? 0 : (relation == .lessThanOrEqual) == (scale > 0) ? -1 : 1
    let record = ConstraintRecord(
      row: row, number: nextNumber, relation: sign, isActive: isActive, isProtected: isProtected,
      priority: priority.rawValue, weight: scale.magnitude, targetFactor: -1 / scale,
      constant: expression.constant)
    let slot: Int32
    if freeSlots.isEmpty {
      slot = Int32(truncatingIfNeeded: records.count)
      records.append(record)
    } else {
      slot = freeSlots.removeLast()
      records[slot] = record
    }
    if row < 0 { constantSlots.append(slot) }
    nextNumber += 1
    constraintCount += 1
    return ConstraintID(slot: slot, number: record.number)
  }

  mutating func remove(slot: Int32) {
    let row = records[slot].row
    if row >= 0 {
      rowUses[row] -= 1
    } else {
      for index in 0..<constantSlots.count where constantSlots[index] == slot {
        constantSlots[index] = constantSlots[constantSlots.count - 1]
        _ = constantSlots.removeLast()
        break
      }
    }
    records[slot].number = -1
    freeSlots.append(slot)
    constraintCount -= 1
  }

  static func check(constant: Double) throws(ConstraintError) {
    guard constant.magnitude <= Solver.constantLimit else {
      throw .constantOutOfRange(constant)
    }
  }

  // MARK: Rows

  /// Sums the terms of each variable into `scratchTerms`, sorted by variable.
  private mutating func mergeTerms(of expression: LinearExpression) throws(ConstraintError) {
    scratchTerms.removeAll()
    let terms = expression.terms
    if terms.count > 32 {
      try mergeManyTerms(terms)
      return
    }
    for term in terms {
      let variable = try check(term.variable)
      var index = scratchTerms.count
      while index > 0, scratchTerms[index - 1].variable > variable { index &-= 1 }
      if index > 0, scratchTerms[index - 1].variable == variable {
        // Rare: the same variable twice. The general path detects sums that are only rounding
        // errors.
        scratchTerms.removeAll()
        try mergeManyTerms(terms)
        return
      }
      guard Solver.coefficientRange.contains(term.coefficient.magnitude) else {
        if term.coefficient == 0 { continue }
        scratchTerms.removeAll()
        try mergeManyTerms(terms)
        return
      }
      let added = IndexedTerm(variable: variable, coefficient: term.coefficient)
      scratchTerms.append(added)
      var last = scratchTerms.count - 1
      while last > index {
        scratchTerms[last] = scratchTerms[last - 1]
        last &-= 1
      }
      scratchTerms[index] = added
    }
  }

  private func check(_ variable: Variable) throws(ConstraintError) -> Int32 {
    guard variable.index >= 0, variable.index < homes.count else {
      throw .unknownVariable(variable)
    }
    return Int32(truncatingIfNeeded: variable.index)
  }

  private mutating func mergeManyTerms(_ terms: [Term]) throws(ConstraintError) {
    // The index breaks ties, because the standard sort does not promise to be stable.
    let order = terms.indices.sorted {
      (terms[$0].variable.index, $0) < (terms[$1].variable.index, $1)
    }
    var position = 0
    while position < order.count {
      let variable = terms[order[position]].variable
      let index = try check(variable)
      var sum = 0.0
      var size = 0.0
      while position < order.count, terms[order[position]].variable == variable {
        let coefficient = terms[order[position]].coefficient
        sum += coefficient
        size += coefficient.magnitude
        position += 1
      }
      // Terms such as 0.1x + 0.2x − 0.3x leave only a rounding error; drop it.
      if sum.isFinite, sum.magnitude <= 1e-12 * size { continue }
      guard Solver.coefficientRange.contains(sum.magnitude) else {
        throw .coefficientOutOfRange(sum, of: variable)
      }
      scratchTerms.append(IndexedTerm(variable: index, coefficient: sum))
    }
  }

  /// Divides the merged terms by a signed power of two and returns this divisor. The division is
  /// exact.
  ///
  /// Afterwards the largest coefficient has a magnitude from 1 to 2, and the first coefficient is
  /// positive. So x − y ≥ 2 and 2y − 2x ≤ −4 become the same row.
  private func normalize() -> Double {
    var largest = 0.0
    for index in 0..<scratchTerms.count {
      largest = max(largest, scratchTerms[index].coefficient.magnitude)
    }
    let power = Double(sign: .plus, exponent: largest.exponent, significand: 1)
    let scale = scratchTerms[0].coefficient < 0 ? -power : power
    if scale != 1 {
      for index in 0..<scratchTerms.count {
        scratchTerms[index].coefficient /= scale
      }
    }
    return scale
  }

  /// Returns the row with the merged terms. Adds the row if it does not exist.
  private mutating func internRow() -> Int32 {
    var hash: UInt64 = 0x9E37_79B9_7F4A_7C15
    for index in 0..<scratchTerms.count {
      let term = scratchTerms[index]
      hash = (hash ^ UInt64(truncatingIfNeeded: term.variable)) &* 0xFF51_AFD7_ED55_8CCD
      hash = (hash ^ (hash >> 29) ^ term.coefficient.bitPattern) &* 0xC4CE_B9FE_1A85_EC53
      hash ^= hash >> 32
    }
    if 2 * rowCount >= rowTable.count { growTable() }
    let mask = rowTable.count - 1
    var place = Int(truncatingIfNeeded: hash) & mask
    while rowTable[place] >= 0 {
      let row = rowTable[place]
      if rowHashes[row] == hash, isMergedRow(row) { return row }
      place = (place + 1) & mask
    }
    let row = Int32(truncatingIfNeeded: rowCount)
    rowTable[place] = row
    rowHashes.append(hash)
    rowUses.append(0)
    for index in 0..<scratchTerms.count {
      termVariables.append(scratchTerms[index].variable)
      termCoefficients.append(scratchTerms[index].coefficient)
    }
    rowStarts.append(Int32(truncatingIfNeeded: termVariables.count))
    return row
  }

  private func isMergedRow(_ row: Int32) -> Bool {
    let start = rowStarts[row]
    guard Int(rowStarts[row + 1] - start) == scratchTerms.count else { return false }
    for index in 0..<scratchTerms.count {
      let term = scratchTerms[index]
      let place = Int(start) + index
      if termVariables[place] != term.variable || termCoefficients[place] != term.coefficient {
        return false
      }
    }
    return true
  }

  private mutating func growTable() {
    let size = 2 * rowTable.count
    rowTable.fill(size, with: -1)
    for row in 0..<rowCount {
      var place = Int(truncatingIfNeeded: rowHashes[row]) & (size - 1)
      while rowTable[place] >= 0 { place = (place + 1) & (size - 1) }
      rowTable[place] = Int32(truncatingIfNeeded: row)
    }
  }

  /// Removes the rows that no constraint uses, if they outnumber the used ones.
  mutating func sweepRows() {
    var used = 0
    for row in 0..<rowCount where rowUses[row] > 0 { used += 1 }
    guard rowCount > 64, used < rowCount / 2 else { return }
    var moved = Column<Int32>()
    moved.fill(rowCount, with: -1)
    var kept: Int32 = 0
    var end: Int32 = 0
    for row in 0..<rowCount where rowUses[row] > 0 {
      moved[row] = kept
      let (start, stop) = (rowStarts[row], rowStarts[row + 1])
      rowStarts[kept] = end
      for term in start..<stop {
        termVariables[end] = termVariables[term]
        termCoefficients[end] = termCoefficients[term]
        end += 1
      }
      rowHashes[kept] = rowHashes[row]
      rowUses[kept] = rowUses[row]
      kept += 1
    }
    rowStarts[kept] = end
    rowStarts.resize(Int(kept) + 1, with: 0)
    termVariables.resize(Int(end), with: 0)
    termCoefficients.resize(Int(end), with: 0)
    rowHashes.resize(Int(kept), with: 0)
    rowUses.resize(Int(kept), with: 0)
    for slot in 0..<records.count where records[slot].number >= 0 && records[slot].row >= 0 {
      records[slot].row = moved[records[slot].row]
    }
    rowTable.fill(max(8, rowTable.count / 2), with: -1)
    growTable()
  }
}

/// The comparison of an expression with zero.
///
/// The violation of a constraint is the distance of its expression from the values that the
/// relation allows. It is at least 0, in the units of the expression.
public enum Relation: Hashable, Sendable, CaseIterable {
  /// expression = 0; the violation is |expression|.
  case equal
  /// expression ≤ 0; the violation is max(0, expression).
  case lessThanOrEqual
  /// expression ≥ 0; the violation is max(0, −expression).
  case greaterThanOrEqual
}

extension Relation: CustomStringConvertible {
  /// The relation as a sign: `==`, `<=` or `>=`.
  public var description: String {
    switch self {
    case .equal: "=="
    case .lessThanOrEqual: "<="
    case .greaterThanOrEqual: ">="
    }
  }
}
