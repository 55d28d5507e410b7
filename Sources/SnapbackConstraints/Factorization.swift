/// A square matrix as a product of triangular matrices, for solving linear equations, with updates
/// when a row of the matrix is replaced.
///
/// The factors come from an ``Elimination``. Each replaced row adds one elementary matrix (the
/// product form of the inverse). The rows of the matrix are called *slots*.
struct Factorization: ~Copyable {
  private var count = 0
  private var lower = SparseVectors()
  private var upper = SparseVectors()
  /// The entries of `upper` by column, in the order of the pivots.
  private var crossed = SparseVectors()
  private var pivotSlots = Column<Int32>()
  private var pivotColumns = Column<Int32>()
  private var pivots = Column<Double>()

  /// The rows that replaced others, as sums over the rows before, without the replaced row itself.
  private var updates = SparseVectors()
  private var updatedSlots = Column<Int32>()
  private var updatedPivots = Column<Double>()

  init() {}

  /// The number of rows replaced since the factorization.
  var updateCount: Int { updatedSlots.count }

  /// The number of entries of the factors and the updates: the cost of solving.
  var entryCount: Int {
    count + 2 * lower.entryCount + 2 * upper.entryCount + updates.entryCount
  }

  /// Whether a new factorization is probably cheaper than solving with the present updates.
  var isLong: Bool {
    updateCount >= 64 || updates.entryCount > 4 * (count + lower.entryCount + upper.entryCount)
  }

  /// Factorizes a matrix. Returns false if it is singular up to rounding; the factorization is then
  /// not usable.
  mutating func factorize(_ matrix: borrowing SparseVectors, threshold: Double) -> Bool {
    var elimination = Elimination(matrix, threshold: threshold)
    let isRegular = elimination.run()
    count = matrix.count
    updates.removeAll()
    updatedSlots.removeAll()
    updatedPivots.removeAll()
    guard isRegular else { return false }
    pivotSlots = Column(copying: elimination.pivotRows)
    pivotColumns = Column(copying: elimination.pivotColumns)
    pivots = Column(copying: elimination.pivots)
    copy(elimination)
    return true
  }

  private mutating func copy(_ elimination: borrowing Elimination) {
    lower.removeAll()
    upper.removeAll()
    var steps = Column<Int32>()
    steps.fill(count, with: 0)
    for step in 0..<count { steps[pivotColumns[step]] = Int32(truncatingIfNeeded: step) }
    var byStep = SparseVectors()
    for step in 0..<count {
      for place in elimination.lower.places(of: step) {
        lower.append(elimination.lower.index(place), elimination.lower.value(place))
      }
      lower.end()
      for place in elimination.upper.places(of: step) {
        let (column, value) = (elimination.upper.index(place), elimination.upper.value(place))
        upper.append(column, value)
        byStep.append(steps[column], value)
      }
      upper.end()
      byStep.end()
    }
    crossed.transpose(byStep, count: count)
  }

  /// Replaces the row in `slot` by another row. `expansion` is that row as a sum over the present
  /// rows, by slot.
  mutating func replace(_ slot: Int32, by expansion: borrowing Column<Double>) {
    for index in 0..<count where expansion[index] != 0 && index != Int(slot) {
      updates.append(Int32(truncatingIfNeeded: index), expansion[index])
    }
    updates.end()
    updatedSlots.append(slot)
    updatedPivots.append(expansion[slot])
  }

  /// Solves matrix · solution = right. `right` is by slot, and its contents are destroyed;
  /// `solution` is by column.
  func solve(_ right: Cells<Double>, _ solution: Cells<Double>) {
    var update = updateCount - 1
    while update >= 0 {
      var sum = right[updatedSlots[update]]
      for place in updates.places(of: update) {
        sum -= updates.value(place) * right[updates.index(place)]
      }
      right[updatedSlots[update]] = sum / updatedPivots[update]
      update -= 1
    }
    for step in 0..<count {
      let value = right[pivotSlots[step]]
      if value == 0 { continue }
      for place in lower.places(of: step) {
        right[lower.index(place)] -= lower.value(place) * value
      }
    }
    var step = count - 1
    while step >= 0 {
      var value = right[pivotSlots[step]]
      if value != 0 {
        value /= pivots[step]
        for place in crossed.places(of: step) {
          right[pivotSlots[crossed.index(place)]] -= crossed.value(place) * value
        }
      }
      solution[pivotColumns[step]] = value
      step -= 1
    }
  }

  /// Solves transposed matrix · solution = right. `right` is by column, and its contents are
  /// destroyed; `solution` is by slot.
  func solveTransposed(_ right: Cells<Double>, _ solution: Cells<Double>) {
    for step in 0..<count {
      var value = right[pivotColumns[step]]
      if value != 0 {
        value /= pivots[step]
        for place in upper.places(of: step) {
          right[upper.index(place)] -= upper.value(place) * value
        }
      }
      solution[pivotSlots[step]] = value
    }
    var step = count - 1
    while step >= 0 {
      var value = solution[pivotSlots[step]]
      for place in lower.places(of: step) {
        value -= lower.value(place) * solution[lower.index(place)]
      }
      solution[pivotSlots[step]] = value
      step -= 1
    }
    for update in 0..<updateCount {
      let value = solution[updatedSlots[update]] / updatedPivots[update]
      solution[updatedSlots[update]] = value
      if value == 0 { continue }
      for place in updates.places(of: update) {
        solution[updates.index(place)] -= updates.value(place) * value
      }
    }
  }
}
