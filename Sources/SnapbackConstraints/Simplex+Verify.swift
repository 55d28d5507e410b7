/// Verifies an answer. ``Simplex`` defines the terms.
///
/// The steps verify themselves: each compares the expansion that it uses with the row that it
/// stands for (`applyStep`), and reports numbers that leave its tolerances in doubt (``Wear``). The
/// functions here check the result as a whole, after a compilation, a ``LevelSearch``, or an update
/// of a system with uneven rows (``Rows/isUneven``).
extension Simplex {
  /// The largest term of a sum of activities, the largest factor of an expansion, the least ratio
  /// of two factors, and the least charge with which the tolerances of steps are certain to be
  /// right.
  static var certainSize: Double { 1e8 }
  static var certainFactor: Double { 1e5 }
  static var certainPart: Double { 1e-7 }
  static var certainCharge: Double { 1e-6 }
  /// The distance, in units of a row, beyond which an activity is certainly not at a kink.
  static var certainDistance: Double { 1e-7 }
  /// The distance, in units of a row, up to which an activity is certainly at a kink.
  static var leastDistance: Double { 1e-10 }
  /// The error of an activity, relative to its terms, that is rounding.
  static var certainRounding: Double { 1e-12 }

  /// Whether the answer is optimal: all numbers are finite, each activity fits the multiplier of
  /// its row, and the multipliers cancel. Θ(rows + terms of charged rows), no allocation.
  ///
  /// If the rows are uneven, also computes the activities of nonbasic rows from the variables, in
  /// Θ(terms).
  mutating func isVerified() -> Bool {
    if wear.isSingular || fits.hasMisfits { return false }
    for id in numbering.ids where !fitsActivity(id) { return false }
    if rows.isUneven {
      for row in 0..<numbering.rowCount where basis.isNonbasic(row) && !isGiven(row) {
        return false
      }
    }
    for variable in 0..<numbering.variableCount
    where !(point.value(ofVariable: variable).magnitude < .infinity) { return false }
    return penalties.areMultipliersBalanced(rows, homes)
  }

  /// Whether a verified answer of steps counts as optimal: they reported no doubt, or all variables
  /// are close to `other`, a verified answer of steps in another order. Then the answer probably
  /// does not depend on rounding errors of the steps.
  ///
  /// Steps that set constraints aside report a doubt; `maySetAside` accepts such answers.
  func isCertain(near other: borrowing Column<Double>, _ maySetAside: Bool) -> Bool {
    if !conflictLog.setAside.isEmpty { return maySetAside }
    if !wear.isDoubtful { return true }
    guard other.count == numbering.variableCount else { return false }
    for variable in 0..<numbering.variableCount {
      let distance = (point.value(ofVariable: variable) - other[variable]).magnitude
      guard distance <= 1e-9 + 1e-9 * other[variable].magnitude else { return false }
    }
    return true
  }

  /// The values of all variables. Allocates.
  func copyOfVariables() -> Column<Double> {
    var values = Column<Double>()
    for variable in 0..<numbering.variableCount {
      values.append(point.value(ofVariable: variable))
    }
    return values
  }

  /// The pieces (constraints) whose violations may be greater than necessary: the violated pieces
  /// of rows whose activity does not fit their multiplier; all violated pieces if there are none.
  /// Allocates.
  mutating func unverifiedPieces() -> [Int32] {
    var all: [Int32] = []
    var misfits: [Int32] = []
    for id in numbering.ids {
      let near = Self.tolerance(at: point[id].magnitude)
      let violated = penalties.pieceRange(id).filter {
        let piece = penalties.piece($0)
        return piece.isActive && Objective.violation(of: piece, at: point[id]) > near
      }
      if violated.isEmpty { continue }
      all += violated
      if !fitsActivity(id) { misfits += violated }
    }
    return misfits.isEmpty ? all : misfits
  }

  /// Whether the values of the variables give a nonbasic row the activity that it should have.
  private func isGiven(_ row: Int32) -> Bool {
    let (activity, size) = rows.measure(row, at: point)
    let near = Self.certainDistance * penalties.unit(of: row) + Self.certainRounding * size
    return (activity - point[row]).magnitude <= near
  }

  /// Whether the activity of a row fits its multiplier up to rounding.
  private mutating func fitsActivity(_ id: Int32) -> Bool {
    if basis.isNonbasic(id) { return isKinkKept(id) }
    guard fits.isWatched(id) else { return true }
    let activity = point[id]
    if activity <= fits.upper(of: id), activity >= fits.lower(of: id) { return true }
    let near = Self.certainDistance * penalties.unit(of: id) + 1e-11 * activity.magnitude
    if activity <= fits.upper(of: id) + near, activity >= fits.lower(of: id) - near { return true }
    return fitsTerms(id, near)
  }

  /// Whether the activity of a basic row fits its multiplier up to the rounding of its terms, which
  /// can be much larger than the activity. Kept out of the loop over all rows.
  @inline(never)
  private func fitsTerms(_ id: Int32, _ near: Double) -> Bool {
    let size =
      numbering.isHomeRow(id)
      ? point.value(ofVariable: numbering.variable(ofHomeRow: id)).magnitude
      : rows.measure(id, at: point).size
    let near = near + Self.certainRounding * size
    return point[id] <= fits.upper(of: id) + near && point[id] >= fits.lower(of: id) - near
  }

  /// Whether the multiplier of a nonbasic row is between the slopes on both sides of its activity.
  private mutating func isKinkKept(_ id: Int32) -> Bool {
    if !penalties.isCharged(id), !penalties.isViolated(id, at: point[id]) { return true }
    if penalties.isFixed(id) { return true }
    var rounding = penalties.rounding
    if !basis.isFactored {
      for index in penalties.pieceRange(id) { rounding += 1e-11 * penalties.piece(index).weight }
    }
    // Targets that should be equal may differ by rounding.
    let near = Self.certainRounding * max(1, point[id].magnitude)
    for sign in stride(from: -1, through: 1, by: 2) {
      var activity = point[id]
      while case let kink = penalties.nextKink(id, beyond: activity, sign: sign),
        (kink - point[id]).magnitude <= near
      { activity = kink }
      penalties.slack(id, at: activity, sign: sign, into: &step)
      if step.sign(above: .max, rounding: rounding) < 0 { return false }
    }
    return true
  }
}

/// A random number for each variable, the same each time. The sum of a row's coefficients times
/// these numbers is the row's *projection*.
///
/// Two rows are equal if their projections are, but for an accident (R. Freivalds, "Probabilistic
/// machines can use less running time", IFIP Congress 1977). So a number for each row stands for a
/// whole row in checks.
enum Projection {
  /// The number of a variable, from 1 to 2.
  static func weight(of variable: Int32) -> Double {
    let hash = (UInt64(truncatingIfNeeded: variable) &+ 1) &* 0x9E37_79B9_7F4A_7C15
    let mixed = (hash ^ (hash >> 29)) &* 0xBF58_476D_1CE4_E5B9
    return Double(bitPattern: 0x3FF0_0000_0000_0000 | (mixed >> 12))
  }

  /// The projection of a home row.
  static func ofHome(of variable: Int32, _ homes: borrowing Homes) -> Double {
    let home = homes[variable]
    return home >= 0 ? weight(of: variable) - weight(of: home) : weight(of: variable)
  }
}
