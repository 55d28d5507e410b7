/// The nonbasic rows as a factorized matrix, which replaces the ``Program`` and the exchange lines
/// where these would fill in or where their rounding errors matter.
///
/// The activities (values) of nonbasic rows are given, and everything else follows from them:
/// the variables solve matrix · variables = activities. Each nonbasic row has a *slot*, its place
/// in the matrix. Results that must not depend on rounding are refined: the residual is computed
/// with 31 digits, and the correction is added, until the result has nearly as many.
struct NonbasicMatrix: ~Copyable {
  /// The nonbasic rows, by slot.
  private(set) var ids = Column<Int32>()
  /// The slot of each row; −1 for a basic row.
  private var slots = Column<Int32>()
  private var factors = Factorization()
  /// The rows, with the variables as indexes, and the home rows that contain each variable.
  private var forms = SparseVectors()
  /// Corrections to the coefficients, by place in `forms`: exact value minus coefficient. If all
  /// coefficients stand for simple fractions, the exact values are the fractions. Otherwise, they
  /// are multiples of an earlier row (``ProportionalRows``), or the coefficients themselves.
  private var rests = Column<Double>()
  /// Whether all coefficients stand for simple fractions.
  private(set) var isExact = false
  /// The rows that contain each variable.
  private var occurrences = SparseVectors()

  /// A row as a sum over the nonbasic rows, or multipliers, by slot.
  private(set) var bySlot = Column<Double>()
  /// The digits of refined multipliers that follow those in `bySlot`.
  private(set) var multiplierRests = Column<Double>()
  /// The rounding errors of refined multipliers, by slot.
  private(set) var multiplierNoise = Column<Double>()
  /// Variables or their rates.
  private(set) var byVariable = Column<Double>()
  private var slotScratch = Column<Double>()
  private var variableScratch = Column<Double>()
  private var sums = Column<DoubleDouble>()
  private var residuals = Column<DoubleDouble>()

  init() {}

  /// Copies the rows of a system, and factorizes the matrix of the rows that `nonbasic` marks.
  /// Returns false if this matrix is singular up to rounding.
  mutating func setUp(
    _ rows: borrowing Rows, _ homes: borrowing Homes, _ penalties: borrowing Penalties,
    _ numbering: Numbering, nonbasic: borrowing Column<Bool>
  ) -> Bool {
    let count = Int(numbering.variableCount)
    bySlot.fill(count, with: 0)
    multiplierRests.fill(count, with: 0)
    multiplierNoise.fill(count, with: 0)
    byVariable.fill(count, with: 0)
    slotScratch.fill(count, with: 0)
    variableScratch.fill(count, with: 0)
    sums.fill(count, with: DoubleDouble())
    residuals.fill(count, with: DoubleDouble())
    copyForms(rows, homes, penalties, numbering)
    slots.fill(numbering.idCount, with: -1)
    ids.removeAll()
    for id in numbering.ids where nonbasic[id] {
      slots[id] = Int32(truncatingIfNeeded: ids.count)
      ids.append(id)
    }
    return ids.count == count && factorize(isStrict: false)
  }

  private mutating func copyForms(
    _ rows: borrowing Rows, _ homes: borrowing Homes, _ penalties: borrowing Penalties,
    _ numbering: Numbering
  ) {
    forms.removeAll()
    rests.removeAll()
    var areSimple = true
    for row in 0..<numbering.rowCount {
      // Weights are powers of 2, so this restores the coefficients as they were written.
      let weight = penalties.pieceRange(row).first.map { penalties.piece($0).weight } ?? 1
      for term in rows.terms(of: row) {
        forms.append(rows.variable(term), rows.coefficient(term))
        let rest = areSimple ? DoubleDouble.rest(of: weight * rows.coefficient(term)) : nil
        if rest == nil { areSimple = false }
        rests.append((rest ?? 0) / weight)
      }
      forms.end()
    }
    isExact = areSimple
    if !areSimple {
      rests.fill(forms.entryCount, with: 0)
      var proportions = ProportionalRows()
      for row in 0..<Int(numbering.rowCount) { proportions.align(row, forms, rests) }
    }
    for variable in 0..<numbering.variableCount {
      forms.append(variable, 1)
      if homes[variable] >= 0 { forms.append(homes[variable], -1) }
      forms.end()
    }
    rests.resize(forms.entryCount, with: 0)
    occurrences.transpose(forms, count: Int(numbering.variableCount))
  }

  var count: Int { ids.count }

  func slot(of id: Int32) -> Int32 { slots[id] }

  /// The number of entries that solving visits.
  var cost: Int { factors.entryCount }

  /// The number of rows exchanged since the last factorization.
  var age: Int { factors.updateCount }

  // MARK: Rows

  /// The places of the terms of a row, for ``variable(_:)`` and ``coefficient(_:)``.
  func terms(of id: Int32) -> Range<Int> { forms.places(of: Int(id)) }

  func variable(_ term: Int) -> Int32 { forms.index(term) }

  func coefficient(_ term: Int) -> Double { forms.value(term) }

  /// The correction to a coefficient: its exact value minus the coefficient.
  func rest(_ term: Int) -> Double { rests[term] }

  /// The places of the rows that contain a variable, for ``row(_:)`` and ``factor(_:)``.
  func occurrences(of variable: Int32) -> Range<Int> { occurrences.places(of: Int(variable)) }

  func row(_ place: Int) -> Int32 { occurrences.index(place) }

  func factor(_ place: Int) -> Double { occurrences.value(place) }

  /// The sum of a row's coefficients times values by variable, and the sum of the magnitudes of
  /// these products.
  func product(of id: Int32, with values: Cells<Double>) -> (value: Double, size: Double) {
    var (value, size) = (0.0, 0.0)
    for term in terms(of: id) {
      let product = coefficient(term) * values[variable(term)]
      value += product
      size += product.magnitude
    }
    return (value, size)
  }

  /// The sum of a row's coefficients times refined values of the variables, and the sum of the
  /// magnitudes of these products.
  func refinedProduct(of id: Int32) -> (value: DoubleDouble, size: Double) {
    var value = DoubleDouble()
    var size = 0.0
    for term in terms(of: id) {
      let factor = sums[variable(term)]
      value.add(coefficient(term), rest(term), times: factor)
      size += (coefficient(term) * factor.high).magnitude
    }
    return (value, size)
  }

  // MARK: Factorizing

  /// Factorizes the matrix again. With `isStrict`, takes larger pivots, which costs more.
  mutating func factorize(isStrict: Bool) -> Bool {
    var matrix = SparseVectors()
    for slot in 0..<count {
      for term in terms(of: ids[slot]) { matrix.append(variable(term), coefficient(term)) }
      matrix.end()
    }
    return factors.factorize(matrix, threshold: isStrict ? 0.5 : 0.1)
  }

  /// Whether a new factorization probably makes solving cheaper.
  var isLong: Bool { factors.isLong }

  /// Makes the row `entering` nonbasic in place of `leaving`. `bySlot` holds `entering` as a sum
  /// over the nonbasic rows.
  mutating func exchange(entering: Int32, leaving: Int32) {
    let slot = slots[leaving]
    factors.replace(slot, by: bySlot)
    slots[leaving] = -1
    slots[entering] = slot
    ids[slot] = entering
  }

  // MARK: Solving

  /// Writes a row as a sum over the nonbasic rows into `bySlot`.
  func expand(_ id: Int32) {
    for index in 0..<count { variableScratch[index] = 0 }
    for term in terms(of: id) { variableScratch[variable(term)] = coefficient(term) }
    factors.solveTransposed(variableScratch.cells, bySlot.cells)
  }

  /// Writes the rates of the variables per unit of a nonbasic row into `byVariable`.
  func trace(_ id: Int32) {
    for index in 0..<count { slotScratch[index] = 0 }
    slotScratch[slots[id]] = 1
    factors.solve(slotScratch.cells, byVariable.cells)
  }

  /// Refines the rates that ``trace(_:)`` wrote; ``refinedProduct(of:)`` uses all their digits.
  func refineTrace(_ id: Int32) {
    for index in 0..<count { sums[index] = DoubleDouble(byVariable[index]) }
    _ = refineVariables { $0 == id ? 1 : 0 }
    for index in 0..<count { byVariable[index] = sums[index].rounded }
  }

  /// Computes the variables from the activities of the nonbasic rows into `byVariable`. Returns
  /// false if the result has no digits.
  func computeVariables(_ point: borrowing Point) -> Bool {
    let values = point.cells
    for index in 0..<count { slotScratch[index] = values[ids[index]] }
    factors.solve(slotScratch.cells, byVariable.cells)
    for index in 0..<count { sums[index] = DoubleDouble(byVariable[index]) }
    let isGood = refineVariables { values[$0] }
    for index in 0..<count { byVariable[index] = sums[index].rounded }
    return isGood
  }

  /// Refines the variables in `sums`; `activity` gives the activities of the nonbasic rows.
  private func refineVariables(_ activity: (Int32) -> Double) -> Bool {
    var progress = Refinement()
    while progress.continues {
      for slot in 0..<count {
        var residual = DoubleDouble(activity(ids[slot]))
        for term in terms(of: ids[slot]) {
          residual.add(-coefficient(term), -rest(term), times: sums[variable(term)])
        }
        slotScratch[slot] = residual.rounded
      }
      factors.solve(slotScratch.cells, byVariable.cells)
      correct(by: byVariable, &progress)
    }
    return progress.isGood
  }

  /// Computes the multipliers of the nonbasic rows, such that they cancel `gradient`, the sum of
  /// all other multipliers times coefficients, by variable. Writes them into `bySlot`.
  func computeMultipliers(_ gradient: borrowing Column<DoubleDouble>) {
    for index in 0..<count { variableScratch[index] = -gradient[index].high }
    factors.solveTransposed(variableScratch.cells, bySlot.cells)
  }

  /// Refines the multipliers that ``computeMultipliers(_:)`` wrote. Returns false if they have no
  /// digits.
  func refineMultipliers(_ gradient: borrowing Column<DoubleDouble>) -> Bool {
    for index in 0..<count { sums[index] = DoubleDouble(bySlot[index]) }
    var progress = Refinement()
    while progress.continues {
      for index in 0..<count { residuals[index] = gradient[index] }
      for slot in 0..<count {
        let multiplier = sums[slot]
        if multiplier.high == 0 { continue }
        for term in terms(of: ids[slot]) {
          residuals[variable(term)].add(coefficient(term), rest(term), times: multiplier)
        }
      }
      for index in 0..<count { variableScratch[index] = -residuals[index].rounded }
      factors.solveTransposed(variableScratch.cells, bySlot.cells)
      correct(by: bySlot, &progress)
    }
    for index in 0..<count {
      multiplierNoise[index] = bySlot[index].magnitude
      bySlot[index] = sums[index].high
      multiplierRests[index] = sums[index].low
    }
    return progress.isGood
  }

  /// Estimates `multiplierNoise` for refined multipliers. `sizes` has the sum of the magnitudes
  /// that add up to each entry of the gradient.
  ///
  /// Adds what random errors in the last digits of all numbers change to the last correction.
  func measureMultiplierNoise(_ sizes: borrowing Column<Double>) {
    var largest = 0.0
    for index in 0..<count {
      residuals[index] = DoubleDouble(sizes[index])
      largest = max(largest, bySlot[index].magnitude)
    }
    for slot in 0..<count where bySlot[slot] != 0 {
      for term in terms(of: ids[slot]) {
        residuals[variable(term)].add((coefficient(term) * bySlot[slot]).magnitude)
      }
    }
    for index in 0..<count { multiplierNoise[index] += 0x1p-100 * largest }
    for round in 1...2 {
      for index in 0..<count {
        let sign = Projection.weight(of: Int32(truncatingIfNeeded: round * count + index)) - 1.5
        variableScratch[index] = 0x1p-97 * sign * residuals[index].high
      }
      factors.solveTransposed(variableScratch.cells, slotScratch.cells)
      for index in 0..<count {
        multiplierNoise[index] = max(multiplierNoise[index], slotScratch[index].magnitude)
      }
    }
  }

  /// Adds corrections to `sums`, and records their sizes.
  private func correct(by corrections: borrowing Column<Double>, _ progress: inout Refinement) {
    var (size, change) = (0.0, 0.0)
    var isExact = true
    for index in 0..<count {
      let correction = corrections[index]
      sums[index].add(correction)
      let value = sums[index].high.magnitude
      size = max(size, value)
      change = max(change, correction.magnitude)
      if !(correction.magnitude <= 0x1p-100 * value) { isExact = false }
    }
    progress.note(change: isExact ? 0 : change, size: size)
  }
}

/// The progress of an iterative refinement.
private struct Refinement {
  private var rounds = 0
  private var change = Double.infinity
  private var size = 0.0
  private var isOver = false

  /// Whether another round is useful.
  var continues: Bool { !isOver && rounds < 12 }
  /// Whether the result has the digits of a double.
  var isGood: Bool { change <= 0x1p-52 * size }

  /// Records the largest correction of a round and the largest result.
  mutating func note(change newChange: Double, size newSize: Double) {
    rounds += 1
    isOver = !(newChange > 0x1p-100 * newSize && newChange < change / 4)
    change = newChange
    size = newSize
  }
}
