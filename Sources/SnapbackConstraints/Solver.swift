/// A solver for linear constraints with strict priorities, in the manner of Cassowary.
///
/// It knows numbers only, no views. Changes are collected, and ``solve()`` answers all of them at
/// once:
///
/// 1. Required constraints hold exactly. Where they contradict each other, the latest created one
///    of the contradiction yields (see ``SolveReport/conflicts``); it counts as optional, above all
///    other optional ones, and holds again as soon as the contradiction ends.
/// 2. Then the violations of the optional constraints are minimised, summed within each priority
///    and strictly from the highest priority to the lowest: no sum of weak violations outweighs a
///    strong one.
///
/// **Ties.** A variable that no constraint moves is 0. When the tableau is built, constraints come
/// in one by one, the stronger first and at the same priority the earlier created first, and a
/// newcomer that could only shift a violation to an equal keeps it: of two wishes that contradict
/// each other the earlier created one wins. A variable that has to move is the latest created of
/// those with a comparable coefficient. A solve after a change of constants starts from the present
/// answer and may settle ties otherwise; the sum of violations at every priority is the same. Equal
/// sequences of calls give equal bits.
///
/// **Cost.** A change of structure (``add(_:_:priority:)``, ``remove(_:)``) makes the next solve
/// build the tableau anew. A change of constants re-optimises the present basis by the dual
/// simplex, unless a conflict stands, in which case the tableau is built anew to let it heal.
///
/// Source: Badros, Borning and Stuckey, "The Cassowary Linear Arithmetic Constraint Solving
/// Algorithm", ACM TOCHI 8(4), 2001; priorities are kept apart lexicographically instead of by
/// weights.
public struct Solver: Sendable {
  /// The magnitudes a coefficient may have, 0 aside: 10⁻⁴ to 10⁴.
  ///
  /// Wider ranges in one row could not be told from rounding after a few eliminations.
  public static let coefficientRange: ClosedRange<Double> = 1e-4...1e4

  /// The greatest magnitude of a constant: 10⁹, which leaves doubles a resolution of 10⁻⁷.
  public static let constantLimit: Double = 1e9

  /// The constraints in creation order.
  var constraints: [Constraint] = []
  var tableau = Tableau(variableCount: 0, markerCount: 0, isCautious: false)
  var values: [Double] = []
  var report = SolveReport()
  var isStructureChanged = false
  private var areConstantsChanged = false
  private var variableCount = 0
  private var nextNumber = 0

  /// How much work has been done so far.
  public internal(set) var statistics = SolverStatistics()

  /// Makes a solver without variables and constraints.
  public init() {}

  // MARK: Building

  /// Makes a variable, which is 0 until a constraint needs it to move. O(1).
  public mutating func makeVariable() -> Variable {
    variableCount += 1
    return Variable(index: variableCount - 1)
  }

  /// Adds the constraint `expression` `relation` 0; the next ``solve()`` regards it.
  ///
  /// Terms in the same variable are summed. An expression without variables is judged as the
  /// constant it is: it holds or is violated by a fixed amount.
  ///
  /// - Returns: the name under which the constraint can be changed and removed.
  /// - Throws: ``ConstraintError`` for a variable that is not of this solver, a coefficient outside
  ///   ``coefficientRange`` or a constant beyond ``constantLimit``; nothing is changed then.
  /// - Complexity: O(t · log t) for t terms.
  @discardableResult
  public mutating func add(
    _ expression: some LinearConvertible, _ relation: Relation, priority: Priority = .required
  ) throws(ConstraintError) -> ConstraintID {
    let id = ConstraintID(number: nextNumber)
    constraints.append(
      try Constraint(
        id: id, expression.linearExpression, relation, priority, variableCount: variableCount))
    nextNumber += 1
    isStructureChanged = true
    return id
  }

  /// Removes a constraint; the next ``solve()`` no longer regards it.
  ///
  /// - Throws: ``ConstraintError/unknownConstraint(_:)`` when it is not in this solver, also when
  ///   it has been removed before.
  /// - Complexity: O(number of constraints).
  public mutating func remove(_ id: ConstraintID) throws(ConstraintError) {
    constraints.remove(at: try index(of: id))
    isStructureChanged = true
  }

  /// Replaces the constant of a constraint's expression, such as the 390 in `390 - width == 0`.
  ///
  /// - Throws: ``ConstraintError/unknownConstraint(_:)`` when the constraint is not in this solver,
  ///   ``ConstraintError/constantOutOfRange(_:)`` for a constant that is not finite or beyond
  ///   ``constantLimit``; nothing is changed then.
  /// - Complexity: O(log of the number of constraints).
  public mutating func setConstant(
    _ constant: Double, of id: ConstraintID
  ) throws(ConstraintError) {
    let index = try index(of: id)
    try Constraint.check(constant: constant)
    guard constraints[index].constant != constant else { return }
    constraints[index].constant = constant
    if let symbol = constraints[index].symbol {
      tableau.setConstant(constant / constraints[index].scale, of: symbol)
    }
    areConstantsChanged = true
  }

  private func index(of id: ConstraintID) throws(ConstraintError) -> Int {
    var low = 0
    var high = constraints.count
    while low < high {
      let middle = (low + high) / 2
      if constraints[middle].id < id {
        low = middle + 1
      } else {
        high = middle
      }
    }
    guard low < constraints.count, constraints[low].id == id else {
      throw .unknownConstraint(id)
    }
    return low
  }

  // MARK: Solving

  /// Whether something was changed that the values do not reflect yet.
  public var isDirty: Bool { isStructureChanged || areConstantsChanged }

  /// Brings the values up to date with all changes since the last call.
  ///
  /// It always ends and always has an answer; what the answer lacks stands in the report. When
  /// nothing was changed it returns the last report and does nothing.
  ///
  /// - Complexity: after a change of structure about O(m · (m + n)) for the sparse systems of
  ///   layouts with m constraints and n variables; after a change of constants O(size of the
  ///   tableau) and as much again for each pivot. The worst case of the simplex is cut short by a
  ///   limit on steps.
  @discardableResult
  public mutating func solve() -> SolveReport {
    guard isDirty else { return report }
    statistics.solves += 1
    if isStructureChanged || !report.isClean || !reoptimise() {
      rebuild(variableCount: variableCount)
    }
    isStructureChanged = false
    areConstantsChanged = false
    return report
  }

  /// The value of a variable as of the last ``solve()``, in the unit of the constants. O(1).
  ///
  /// It is 0 for a variable that is undetermined, was created after the last solve, or is not of
  /// this solver.
  public func value(of variable: Variable) -> Double {
    values.indices.contains(variable.index) ? values[variable.index] : 0
  }
}
