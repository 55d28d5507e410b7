/// A solver for linear constraints with strict priorities.
///
/// It works with numbers and knows nothing of views. Changes are collected, and ``solve()``
/// processes all of them at once:
///
/// 1. Required constraints hold exactly. When they contradict each other, the unprotected
///    constraint of the contradiction yields that is last in an order: by default the order of
///    creation, otherwise that of ``setYieldOrder(_:of:)`` (see ``SolveReport/conflicts``). It then
///    counts as optional, above all other optional constraints, and holds again as soon as the
///    contradiction ends.
/// 2. The violations of the optional constraints are minimized, summed within each priority and
///    strictly from the highest priority to the lowest: no sum of weak violations outweighs a
///    strong one.
/// 3. Among equally good answers, constraints on earlier created variables are kept before those on
///    later ones, unless ``setTieOrder(kept:grown:)`` sets another order. Variables that are still
///    free go as near to their homes as possible, positions before sizes, and within each kind
///    earlier variables before later ones (``AmbiguityPolicy``).
///
/// The answer does not depend, to the bit, on the creation order of constraints unless they
/// contradict each other; nor on identifiers, batches, or constraints that were added and removed.
/// The violations at each priority do not depend on earlier solves either, but a tie that many
/// variables share may.
///
/// **Cost.** ``add(_:_:priority:isActive:isProtected:)`` and ``remove(_:)`` make the next solve
/// recompile the system, in time about linear in its size. Changes of constants, activity and
/// priority are followed from the current answer; their cost depends on what they affect, not on
/// the size of the system, and they allocate nothing. During a conflict every solve recompiles, so
/// that the conflict can resolve.
///
/// A solver is a value: a copy shows the same answer and changes independently. Copying costs
/// nothing; the first change of either copy duplicates the constraints.
///
/// Method: docs/solver.md. The model is that of Badros, Borning and Stuckey, "The Cassowary Linear
/// Arithmetic Constraint Solving Algorithm", ACM TOCHI 8(4), 2001; priorities are kept apart
/// lexicographically instead of by weights, and solved by a dual simplex with long steps.
public struct Solver: Sendable {
  /// The allowed magnitudes of a nonzero coefficient: 10⁻⁴ to 10⁴.
  ///
  /// Wider ranges in one row could not be told from rounding after a few eliminations.
  public static let coefficientRange: ClosedRange<Double> = 1e-4...1e4

  /// The largest magnitude of a constant: 10⁹, which leaves doubles a resolution of 10⁻⁷.
  public static let constantLimit: Double = 1e9

  /// Shared by copies until one of them changes. Only a sole owner writes to it.
  private final class Storage: @unchecked Sendable {
    /// Unchecked, because a check at each access costs as much as a small frame; the methods of a
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

  /// The work done so far.
  public var statistics: SolverStatistics { unsafe storage.core.statistics }

  // MARK: Building

  /// Makes a variable. O(1).
  ///
  /// - Parameters:
  ///   - kind: the order in which free variables are set.
  ///   - home: the variable whose value this one takes when the constraints leave it free, nil for
  ///     zero. A variable of another solver counts as nil.
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

  /// Adds the constraint `expression` `relation` 0; it takes effect at the next ``solve()``.
  ///
  /// Terms in the same variable are summed. An expression without variables is treated as a
  /// constant: it holds or is violated by a fixed amount.
  ///
  /// - Parameters:
  ///   - isActive: whether the constraint is active from the start; see ``setActive(_:of:)``.
  ///   - isProtected: whether it yields in a contradiction only when all members are protected.
  /// - Returns: the name by which the constraint can be changed and removed.
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

  /// Removes a constraint; from the next ``solve()`` on it has no effect on the answer.
  ///
  /// To switch a constraint on and off repeatedly, use ``setActive(_:of:)``, which is cheaper.
  ///
  /// - Throws: ``ConstraintError/unknownConstraint(_:)`` when the constraint is not in this solver
  ///   or was already removed.
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

  /// Sets the place of a constraint in the order in which required constraints yield.
  ///
  /// - Throws: ``ConstraintError/unknownConstraint(_:)`` when the constraint is not in this solver.
  /// - Complexity: O(1).
  public mutating func setYieldOrder(
    _ order: YieldOrder, of id: ConstraintID
  ) throws(ConstraintError) {
    makeUnique()
    try unsafe storage.core.setYieldOrder(order, of: id)
  }

  /// Sets the order of variables in ties: among equally good answers, whose constraints are
  /// violated. Changes of it make the next ``solve()`` recompile.
  ///
  /// - Parameters:
  ///   - kept: the variables in the order in which constraints on them are kept; those that are not
  ///     listed follow in the order of their creation. A constraint counts as one on the first of
  ///     its variables in this order.
  ///   - grown: the variables in the order in which they exceed the constraints on them alone.
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

  /// The constant with which a constraint holds in the last answer: its own constant if it holds,
  /// otherwise the constant at the boundary. O(terms).
  ///
  /// - Throws: ``ConstraintError/unknownConstraint(_:)`` when the constraint is not in this solver.
  public func heldConstant(of id: ConstraintID) throws(ConstraintError) -> Double {
    try unsafe storage.core.heldConstant(of: id)
  }

  // MARK: Solving

  /// Whether there are changes that the values do not reflect yet.
  public var isDirty: Bool { unsafe storage.core.isDirty }

  /// Updates the values for all changes since the last call.
  ///
  /// It always terminates with an answer; the report lists the shortcomings of the answer. Without
  /// changes it returns the last report and does nothing.
  ///
  /// - Parameter workLimit: the maximum of ``SolverStatistics/work``, half of it for following the
  ///   current answer where there is one; the step in progress is finished. Beyond it, the answer
  ///   is the best found so far, and ``SolveReport/isOptimal`` is false.
  /// - Complexity: see ``Solver``. A limit on steps cuts the worst case of the simplex short.
  @discardableResult
  public mutating func solve(workLimit: Int = .max) -> SolveReport {
    makeUnique()
    unsafe storage.core.solve(workLimit: workLimit)
    return unsafe storage.core.report
  }

  /// The value of a variable as of the last ``solve()``, in the unit of the constants. O(1).
  ///
  /// It is 0 for a variable that was created after the last solve or belongs to another solver.
  public func value(of variable: Variable) -> Double {
    unsafe storage.core.value(ofVariable: variable.index)
  }

  /// Reads the values of several variables as of the last ``solve()``, in their order.
  /// O(variables), no allocation when `values` has the same number of elements.
  ///
  /// Use this to read a frame: one call instead of one for each variable.
  public func readValues(of variables: [Variable], into values: inout [Double]) {
    if values.count != variables.count {
      values = Array(repeating: 0, count: variables.count)
    }
    unsafe storage.core.readValues(of: variables, into: &values)
  }

  /// The amount by which a constraint is violated as of the last ``solve()``, in its own units; 0
  /// while it is inactive. O(terms).
  ///
  /// - Throws: ``ConstraintError/unknownConstraint(_:)`` when the constraint is not in this solver.
  public func violation(of id: ConstraintID) throws(ConstraintError) -> Double {
    try unsafe storage.core.violation(of: id)
  }

  /// The variables that could have other values in an equally good answer, in creation order; for
  /// tools and tests.
  ///
  /// Each still has a value, by the rule of ``AmbiguityPolicy``. A freedom that needs several
  /// constraints to move at once, at a corner where many meet, may be missed.
  ///
  /// - Complexity: up to that of tracing each variable through the whole system.
  public mutating func ambiguities() -> [Ambiguity] {
    makeUnique()
    return unsafe storage.core.ambiguities()
  }

  /// Returns the rates at which the answer changes with the constants of some constraints, and the
  /// range in which they hold. Changes since the last ``solve()`` are solved first.
  ///
  /// - Parameter moves: constraints, with the direction in which each constant is going to move: up
  ///   where `isRising`. At a kink, the piece on that side is returned.
  /// - Throws: ``ConstraintError/unknownConstraint(_:)`` when a constraint is not in this solver.
  /// - Complexity: Θ(variables × constraints) plus the part that the constants move; allocates. The
  ///   next ``solve()`` cannot follow tracks.
  public mutating func linearPiece(
    of moves: [(id: ConstraintID, isRising: Bool)]
  ) throws(ConstraintError) -> LinearPiece {
    makeUnique()
    return try unsafe storage.core.linearPiece(of: moves)
  }

  /// The report that ``solve()`` would return if a constraint were added; changes nothing.
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
  /// Valid after a ``solve()`` whose report is optimal. The checks are those of a proof by duality,
  /// so an empty result means that the violations are lexicographically minimal.
  package func checkInvariants() -> [String] { unsafe storage.core.simplex.invariantViolations() }
}

/// The value of a variable that the constraints leave free.
public enum AmbiguityPolicy: Hashable, Sendable {
  /// The value of its home: the home variable it was made with, or zero.
  case origin
  /// Its last value, relative to its home, as far as the constraints allow.
  case stay
}

/// The order in which the free variables of a ``Solver`` are set.
public enum VariableKind: Hashable, Sendable {
  /// Moves to its home first.
  case position
  /// Moves to its home after all positions: where either could move, the size does.
  case size
}

/// The work that a ``Solver`` has done since it was created.
public struct SolverStatistics: Equatable, Sendable {
  /// Calls of ``Solver/solve()`` that had changes to process.
  public internal(set) var solves = 0
  /// Compilations of the system from the constraints.
  public internal(set) var rebuilds = 0
  /// Violated rows that were charged (dual simplex).
  public internal(set) var dualSteps = 0
  /// Multipliers that were moved back into their range (primal simplex).
  public internal(set) var primalSteps = 0
  /// Exchanges of a basic and a nonbasic row.
  public internal(set) var pivots = 0
  /// Nonbasic rows that moved to another kink.
  public internal(set) var flips = 0
  /// Row entries that the steps visited: a measure of cost that is independent of the machine.
  public internal(set) var work = 0
}
