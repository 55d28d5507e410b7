/// The simplex tableau: every basic symbol as a linear form in the nonbasic ones.
///
/// There are two kinds of symbols. Symbols below `variableCount` are the variables. The others are
/// markers, one for each constraint, worth the (scaled) expression of that constraint; they are
/// numbered in order of strength. A nonbasic symbol is worth 0, so that a nonbasic constraint holds
/// exactly, and as many symbols are nonbasic as there are variables.
///
/// Each marker carries a price, a vector over the priority levels, between its `floor` and its
/// `ceiling`: for an optional constraint ± its weight at its own level (one side 0 for an
/// inequality), for a required one unlimited where it forbids. The dual simplex keeps
///
/// - every column balanced: price(j) + Σ price(i) · row(i)[j] = 0 over the basic markers i,
/// - every price within its bounds, lexicographically,
///
/// and works until every marker above 0 has its ceiling and every marker below 0 its floor as its
/// price. By duality the violations are then lexicographically smallest. This is the tableau of
/// Badros, Borning and Stuckey, "The Cassowary Linear Arithmetic Constraint Solving Algorithm",
/// ACM TOCHI 8(4), 2001, with one signed marker instead of a pair of error variables.
struct Tableau: Sendable {
  struct Row: Sendable {
    /// The basic symbol.
    let symbol: Int
    /// Its coefficients, by nonbasic symbol.
    var form: SparseVector
    /// Its value while all nonbasic symbols are 0.
    var value = 0.0
    /// How far from 0 the value may be by rounding.
    var tolerance = 0.0
  }

  let variableCount: Int
  private(set) var rows: [Row] = []

  /// The row of each symbol, nil when it is nonbasic.
  private(set) var position: [Int?]
  /// The price of each symbol; variables always have price 0.
  var price: [SparseVector]
  /// The least price of each symbol, nil when it is unlimited.
  private(set) var floor: [SparseVector?]
  /// The greatest price of each symbol, nil when it is unlimited.
  private(set) var ceiling: [SparseVector?]
  /// The constant of each symbol's expression; 0 for variables.
  private(set) var constant: [Double]

  private(set) var pivots = 0
  /// How many more steps the search may take.
  var stepsLeft: Int
  /// Whether Bland's rule is used from the first step on.
  let isCautious: Bool

  /// Makes a tableau without rows, in which all variables are nonbasic and 0.
  ///
  /// - Parameter markerCount: how many constraints will be inserted, for the limit on steps.
  init(variableCount: Int, markerCount: Int, isCautious: Bool) {
    self.variableCount = variableCount
    self.isCautious = isCautious
    position = Array(repeating: nil, count: variableCount)
    price = Array(repeating: SparseVector(), count: variableCount)
    floor = Array(repeating: SparseVector(), count: variableCount)
    ceiling = Array(repeating: SparseVector(), count: variableCount)
    constant = Array(repeating: 0, count: variableCount)
    stepsLeft = Self.stepLimit(variableCount: variableCount, markerCount: markerCount)
  }

  /// Far above what any known input needs, a few steps for each constraint.
  static func stepLimit(variableCount: Int, markerCount: Int) -> Int {
    1000 + 50 * (variableCount + markerCount)
  }

  /// Coefficients above this would drown small violations in rounding.
  private static let growthLimit = 1e8

  // MARK: Filling

  /// Adds a basic marker for a constraint and returns it, nil when its numbers grow too large.
  mutating func insert(_ constraint: Constraint, level: Int?) -> Int? {
    var form = SparseVector()
    for entry in constraint.coefficients.entries {
      if let row = position[entry.key] {
        form.add(entry.value, rows[row].form)
      } else {
        form.add(1, SparseVector(key: entry.key, value: entry.value))
      }
    }
    guard form.magnitude <= Self.growthLimit else { return nil }
    let symbol = position.count
    position.append(rows.count)
    price.append(SparseVector())
    floor.append(nil)
    ceiling.append(nil)
    constant.append(constraint.constant / constraint.scale)
    bound(symbol, by: constraint, level: level)
    rows.append(Row(symbol: symbol, form: form))
    refresh(row: rows.count - 1)
    return symbol
  }

  /// Sets the bounds on the price of a marker; a nil `level` makes it required.
  mutating func bound(_ symbol: Int, by constraint: Constraint, level: Int?) {
    let none = SparseVector()
    let most = level.map { SparseVector(key: $0, value: constraint.scale) }
    let least = level.map { SparseVector(key: $0, value: -constraint.scale) }
    floor[symbol] = constraint.relation == .lessThanOrEqual ? none : least
    ceiling[symbol] = constraint.relation == .greaterThanOrEqual ? none : most
  }

  /// Goes back to an earlier state, except for the count of work.
  mutating func restore(_ snapshot: Tableau) {
    let (pivots, stepsLeft) = (pivots, stepsLeft)
    self = snapshot
    self.pivots = pivots
    self.stepsLeft = stepsLeft
  }

  /// Whether a marker belongs to a constraint that must hold exactly.
  func isRequired(_ symbol: Int) -> Bool {
    floor[symbol] == nil || ceiling[symbol] == nil
  }

  // MARK: Values

  /// The value of a symbol, 0 when it is nonbasic.
  func value(of symbol: Int) -> Double {
    position[symbol].map { rows[$0].value } ?? 0
  }

  /// Changes the constant of a marker; the rows keep their values until ``refresh()``.
  mutating func setConstant(_ value: Double, of symbol: Int) {
    constant[symbol] = value
  }

  /// Computes the values of all rows from the constants.
  mutating func refresh() {
    for row in rows.indices {
      refresh(row: row)
    }
  }

  /// Computes the value of a row from the constants, so that no rounding adds up over pivots.
  ///
  /// The forms relate the expressions without their constants, and a nonbasic expression is 0:
  /// value = constant − Σ coefficient · constant of the nonbasic.
  private mutating func refresh(row: Int) {
    var value = constant[rows[row].symbol]
    var size = value.magnitude
    for entry in rows[row].form.entries {
      let part = entry.value * constant[entry.key]
      value -= part
      size += part.magnitude
    }
    rows[row].value = value
    rows[row].tolerance = 1e-9 + 1e-12 * size
  }

  // MARK: Pivoting

  /// Exchanges the basic symbol of row `leaving` with the nonbasic symbol `entering`.
  ///
  /// - Returns: false, with nothing changed, when the coefficients would grow too large.
  mutating func pivot(leaving: Int, entering: Int) -> Bool {
    let old = rows[leaving]
    var form = old.form
    let coefficient = form.remove(entering)
    form = form.scaled(by: -1 / coefficient)
    form.insert(1 / coefficient, at: old.symbol)

    let column = rows.indices.compactMap { row -> (row: Int, factor: Double)? in
      let factor = row == leaving ? 0 : rows[row].form[entering]
      return factor == 0 ? nil : (row, factor)
    }
    let greatest = column.reduce(1) { max($0, $1.factor.magnitude) }
    guard greatest * form.magnitude <= Self.growthLimit else { return false }

    rows[leaving] = Row(symbol: entering, form: form)
    position[old.symbol] = nil
    position[entering] = leaving
    refresh(row: leaving)
    for (row, factor) in column {
      rows[row].form.remove(entering)
      rows[row].form.add(factor, form)
      refresh(row: row)
    }
    pivots += 1
    return true
  }
}
