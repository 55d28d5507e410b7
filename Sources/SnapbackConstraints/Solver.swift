/// A solver for linear constraints with strict priorities.
///
/// A solver works with numbers, not with views. It collects changes, and ``solve(workLimit:)``
/// processes all of them at once:
///
/// 1. Required constraints hold exactly. If they contradict each other, one of them yields: the
///    last unprotected member of the contradiction in the yield order (see
///    ``SolveReport/conflicts``). This is the creation order, unless ``setYieldOrder(_:of:)`` sets
///    another. A constraint that yields is treated as optional, above all other optional
///    constraints, until the contradiction ends.
/// 2. The violations of the optional constraints are summed at each priority. The sums are
///    minimized from the highest priority to the lowest: no sum of weak violations outweighs a
///    strong one.
/// 3. Among equally good answers, constraints on earlier created variables are satisfied before
///    those on later ones, unless ``setTieOrder(kept:grown:)`` sets another order. A variable that
///    is still free moves as near as possible to its *home*, a default value. Positions have
///    precedence over sizes, and within each kind earlier variables over later ones
///    (``AmbiguityPolicy``).
///
/// To the bit, the answer does not depend on identifiers, on the grouping of changes into solves,
/// or on constraints that were added and removed. It depends on the creation order of constraints
/// only if they contradict each other. The violations at each priority do not depend on earlier
/// solves. The choice among equally good answers may, if several variables would have to move
/// together.
///
/// **Cost.** ``add(_:_:priority:isActive:isProtected:)`` and ``remove(_:)`` make the next solve
/// recompile the system, in time approximately linear in its size. After changes of constants,
/// activity and priority, a solve updates the current answer. The cost of such an update depends on
/// what the changes affect, not on the size of the system, and it allocates nothing. During a
/// conflict every solve recompiles, so that the conflict can end.
///
/// A solver is a value: a copy has the same answer and changes independently. Copying is O(1); the
/// first change of either copy duplicates the constraints.
///
/// Method: docs/solver.md. The model is that of Badros, Borning and Stuckey, "The Cassowary Linear
/// Arithmetic Constraint Solving Algorithm", ACM TOCHI 8(4), 2001; here, priorities are compared
/// lexicographically instead of by weights, and the method is a dual simplex with long steps.
public struct Solver: Sendable {
  /// The allowed magnitudes of a nonzero coefficient: 10⁻⁴ to 10⁴.
  ///
  /// With a wider range in one constraint, small terms would be lost in rounding errors after a few
  /// eliminations.
  public static let coefficientRange: ClosedRange<Double> = 1e-4...1e4

  /// The largest magnitude of a constant: 10⁹, which leaves doubles a resolution of 10⁻⁷.
  public static let constantLimit: Double = 1e9

  /// The state. Copies share it until one of them changes; only a sole owner writes to it.
  private final class Storage: @unchecked Sendable {
    /// Exclusivity is unchecked, because the checks cost as much as a small solve. The methods of a
    /// value cannot overlap.
    @exclusivity(unchecked) var core: SolverCore

    init(_ core: consuming SolverCore) {
      unsafe self.core = core
    }
  }

  private var storage: Storage

  /// Makes a solver without variables and constraints.
  public init(ambiguity: AmbiguityPolicy = .origin) {
    storage = Storage(SolverCore(ambiguity: ambiguity))
  }

  private mutating func makeUnique() {
    if !isKnownUniquelyReferenced(&storage) {
      storage = unsafe Storage(SolverCore(copying: storage.core))
    }
  }

  /// Counts of the work done so far.
  public var statistics: SolverStatistics { unsafe storage.core.statistics }

  // MARK: Building

  /// Makes a variable. O(1).
  ///
  /// - Parameters:
  ///   - kind: whether the variable is a position or a size. If constraints leave variables free,
  ///     positions are set before sizes.
  ///   - home: the variable whose value the new variable takes if the constraints leave it free;
  ///     nil for zero. A variable of another solver is treated as nil.
  public mutating func makeVariable(
    _ kind: VariableKind = .position, home: Variable? = nil
  ) -> Variable {
    makeUnique()
    var index: Int32 = -1
    let count = unsafe storage.core.problem.variableCount
    if let home, home.index >= 0, home.index < count {
      index = Int32(truncatingIfNeeded: home.index)
    }
    return unsafe storage.core.makeVariable(home: index, tier: kind == .position ? 0 : 1)
  }

  /// Adds the constraint `expression` `relation` 0. It takes effect at the next
  /// ``solve(workLimit:)``.
  ///
  /// Terms in the same variable are summed. A constraint on an expression without variables either
  /// holds or is violated by a fixed amount.
  ///
  /// - Parameters:
  ///   - isActive: whether the constraint is active from the start; see ``setActive(_:of:)``.
  ///   - isProtected: whether the constraint yields in a contradiction only if all members are
  ///     protected.
  /// - Returns: the identifier with which the constraint can be changed and removed.
  /// - Throws: ``ConstraintError`` for a variable of another solver, a coefficient outside
  ///   ``coefficientRange`` or a constant beyond ``constantLimit``; nothing is changed in that
  ///   case.
  /// - Complexity: O(t · log t) for t terms.
  @discardableResult
  public mutating func add(
    _ expression: some LinearConvertible, _ relation: Relation, priority: Priority = .required,
    isActive: Bool = true, isProtected: Bool = false
  ) throws(ConstraintError) -> ConstraintID {
    makeUnique()
    return try unsafe storage.core.add(
      expression.linearExpression, relation, priority: priority, isActive: isActive,
      isProtected: isProtected)
  }

  /// Removes a constraint. From the next ``solve(workLimit:)`` on, the constraint has no effect on
  /// the answer.
  ///
  /// To switch a constraint on and off repeatedly, use ``setActive(_:of:)``, which is cheaper.
  ///
  /// - Throws: ``ConstraintError/unknownConstraint(_:)`` if the constraint is not in this solver or
  ///   was already removed.
  public mutating func remove(_ id: ConstraintID) throws(ConstraintError) {
    makeUnique()
    try unsafe storage.core.remove(id)
  }

  // MARK: Changing

  /// Replaces the constant of a constraint's expression, such as the 390 in `390 - width == 0`.
  ///
  /// - Throws: ``ConstraintError/unknownConstraint(_:)`` when the constraint is not in this solver,
  ///   ``ConstraintError/constantOutOfRange(_:)`` for a constant that is not finite or beyond
  ///   ``constantLimit``; nothing is changed in that case.
  /// - Complexity: O(1).
  public mutating func setConstant(
    _ constant: Double, of id: ConstraintID
  ) throws(ConstraintError) {
    makeUnique()
    try unsafe storage.core.setConstant(constant, of: id)
  }

  /// Activates or deactivates a constraint. The order of calls before a solve does not matter.
  ///
  /// - Throws: ``ConstraintError/unknownConstraint(_:)`` when the constraint is not in this solver.
  /// - Complexity: O(1).
  public mutating func setActive(
    _ isActive: Bool, of id: ConstraintID
  ) throws(ConstraintError) {
    makeUnique()
    try unsafe storage.core.setActive(isActive, of: id)
  }

  /// Replaces the priority of a constraint.
  ///
  /// - Throws: ``ConstraintError/unknownConstraint(_:)`` when the constraint is not in this solver.
  /// - Complexity: O(log of the number of priorities); a priority that no constraint has had since
  ///   the last compilation makes the next solve recompile.
  public mutating func setPriority(
    _ priority: Priority, of id: ConstraintID
  ) throws(ConstraintError) {
    makeUnique()
    try unsafe storage.core.setPriority(priority, of: id)
  }

  /// Sets the position of a constraint in the yield order, the order in which required constraints
  /// yield in a contradiction.
  ///
  /// - Throws: ``ConstraintError/unknownConstraint(_:)`` when the constraint is not in this solver.
  /// - Complexity: O(1).
  public mutating func setYieldOrder(
    _ order: YieldOrder, of id: ConstraintID
  ) throws(ConstraintError) {
    makeUnique()
    try unsafe storage.core.setYieldOrder(order, of: id)
  }

  /// Sets the order of variables in ties: it decides whose constraints are violated among equally
  /// good answers. A change of the order makes the next ``solve(workLimit:)`` recompile.
  ///
  /// - Parameters:
  ///   - kept: the variables in the order in which constraints on them are satisfied. Variables
  ///     that are not listed come last, in creation order. A constraint on several variables is
  ///     ordered by the first of them.
  ///   - grown: the variables in the order in which they exceed constraints on a single variable.
  /// - Complexity: O(variables).
  public mutating func setTieOrder(kept: [Variable], grown: [Variable]) {
    makeUnique()
    unsafe storage.core.setTieOrder(kept: kept, grown: grown)
  }

  /// Whether a constraint is active.
  ///
  /// - Throws: ``ConstraintError/unknownConstraint(_:)`` when the constraint is not in this solver.
  public func isActive(_ id: ConstraintID) throws(ConstraintError) -> Bool {
    let slot = try unsafe storage.core.slot(of: id)
    return unsafe storage.core.problem.records[slot].isActive
  }

  /// The constant of a constraint.
  ///
  /// - Throws: ``ConstraintError/unknownConstraint(_:)`` when the constraint is not in this solver.
  public func constant(of id: ConstraintID) throws(ConstraintError) -> Double {
    let slot = try unsafe storage.core.slot(of: id)
    return unsafe storage.core.problem.records[slot].constant
  }

  /// The constant with which a constraint would just hold in the last answer. For a constraint that
  /// holds, its own constant. O(terms).
  ///
  /// - Throws: ``ConstraintError/unknownConstraint(_:)`` when the constraint is not in this solver.
  public func heldConstant(of id: ConstraintID) throws(ConstraintError) -> Double {
    try unsafe storage.core.heldConstant(of: id)
  }

  // MARK: Solving

  /// Whether there are changes since the last ``solve(workLimit:)``.
  public var isDirty: Bool { unsafe storage.core.isDirty }

  /// Updates the values for all changes since the last call.
  ///
  /// A solve always terminates with an answer; the report lists the shortcomings of the answer.
  /// Without changes, it does nothing and returns the last report.
  ///
  /// - Parameter workLimit: the maximum increase of ``SolverStatistics/work``. If there is a
  ///   current answer, an update of it may use half of the limit, and a compilation the other half.
  ///   At the limit, the step in progress is finished; the answer is then the best found so far,
  ///   and ``SolveReport/isOptimal`` is false.
  /// - Complexity: see ``Solver``. A step limit bounds the worst case of the simplex.
  @discardableResult
  public mutating func solve(workLimit: Int = .max) -> SolveReport {
    makeUnique()
    unsafe storage.core.solve(workLimit: workLimit)
    return unsafe storage.core.report
  }

  /// The value of a variable as of the last ``solve(workLimit:)``, in the unit of the constants.
  /// O(1).
  ///
  /// The value is 0 for a variable that was created after the last solve or belongs to another
  /// solver.
  public func value(of variable: Variable) -> Double {
    unsafe storage.core.value(ofVariable: variable.index)
  }

  /// Reads the values of `variables` as of the last ``solve(workLimit:)`` into `values`, in the
  /// same order. O(variables). Does not allocate if `values` has as many elements as `variables`.
  ///
  /// Use this method to read many values with one call.
  public func readValues(of variables: [Variable], into values: inout [Double]) {
    if values.count != variables.count {
      values = Array(repeating: 0, count: variables.count)
    }
    unsafe storage.core.readValues(of: variables, into: &values)
  }

  /// The amount by which a constraint is violated as of the last ``solve(workLimit:)``, in the
  /// constraint's own units. 0 for an inactive constraint. O(terms).
  ///
  /// - Throws: ``ConstraintError/unknownConstraint(_:)`` when the constraint is not in this solver.
  public func violation(of id: ConstraintID) throws(ConstraintError) -> Double {
    try unsafe storage.core.violation(of: id)
  }

  /// The variables that could have other values in an equally good answer, in creation order; for
  /// tools and tests.
  ///
  /// Each of these variables still has a value, according to the ``AmbiguityPolicy``. An ambiguity
  /// may be missed if the activities of several constraints would have to change together.
  ///
  /// - Complexity: at most that of tracing each variable through the whole system.
  public mutating func ambiguities() -> [Ambiguity] {
    makeUnique()
    return unsafe storage.core.ambiguities()
  }

  /// Returns the rates at which the answer changes with the constants of some constraints, and the
  /// range in which these rates hold. Solves first if there are changes.
  ///
  /// - Parameter moves: constraints, with the direction in which each constant is going to move: up
  ///   if `isRising` is true. If the rates differ on the two sides of the present constants, those
  ///   in this direction are returned.
  /// - Throws: ``ConstraintError/unknownConstraint(_:)`` when a constraint is not in this solver.
  /// - Complexity: Θ(variables × constraints) plus the part that the constants move; allocates. The
  ///   next ``solve(workLimit:)`` cannot use precomputed rates.
  public mutating func linearPiece(
    of moves: [(id: ConstraintID, isRising: Bool)]
  ) throws(ConstraintError) -> LinearPiece {
    makeUnique()
    return try unsafe storage.core.linearPiece(of: moves)
  }

  /// The report that ``solve(workLimit:)`` would return if a constraint were added. Changes
  /// nothing.
  ///
  /// - Throws: the errors of ``add(_:_:priority:isActive:isProtected:)``.
  /// - Complexity: that of copying and compiling the system.
  public func dryRun(
    adding expression: some LinearConvertible, _ relation: Relation,
    priority: Priority = .required
  ) throws(ConstraintError) -> SolveReport {
    var trial = self
    try trial.add(expression, relation, priority: priority)
    return trial.solve()
  }

  /// The optimality conditions that the current answer violates, in sentences; empty when all hold.
  /// For tests.
  ///
  /// Valid after a ``solve(workLimit:)`` whose report is optimal. The conditions are sufficient for
  /// optimality (duality), so an empty result proves that the violations are lexicographically
  /// minimal.
  package func checkInvariants() -> [String] { unsafe storage.core.simplex.invariantViolations() }
}

/// The value of a variable that the constraints leave free.
public enum AmbiguityPolicy: Hashable, Sendable {
  /// The value of its home: zero, or the variable given at creation as its home.
  case origin
  /// Its last value relative to its home, as far as the constraints allow.
  case stay
}

/// The order in which the free variables of a ``Solver`` are set.
public enum VariableKind: Hashable, Sendable {
  /// A position: moves to its home before all sizes.
  case position
  /// A size: moves to its home after all positions. If either a position or a size has to be away
  /// from its home, the size is moved away.
  case size
}

/// The work that a ``Solver`` has done since it was created.
public struct SolverStatistics: Equatable, Sendable {
  /// Calls of ``Solver/solve(workLimit:)`` that had changes to process.
  public internal(set) var solves = 0
  /// Compilations of the system from the constraints.
  public internal(set) var rebuilds = 0
  /// Steps of the dual simplex. Each corrects a constraint expression whose value no longer fits
  /// its multiplier.
  public internal(set) var dualSteps = 0
  /// Steps of the primal simplex. Each corrects a multiplier that fits no value.
  public internal(set) var primalSteps = 0
  /// Exchanges of a basic and a nonbasic row (constraint expression).
  public internal(set) var pivots = 0
  /// Moves of nonbasic rows to the target of another constraint.
  public internal(set) var flips = 0
  /// Row entries that the steps visited: a measure of cost that is independent of the machine.
  public internal(set) var work = 0
}
