/// A solver for linear constraints with strict priorities.
///
/// It knows numbers only, no views. Changes are collected, and ``solve()`` answers all of them at
/// once:
///
/// 1. Required constraints hold exactly. Where they contradict each other, the latest created one
///    of the contradiction that is not protected yields (see ``SolveReport/conflicts``); it counts
///    as optional, above all other optional ones, and holds again as soon as the contradiction
///    ends.
/// 2. Then the violations of the optional constraints are minimised, summed within each priority
///    and strictly from the highest priority to the lowest: no sum of weak violations outweighs a
///    strong one.
/// 3. Among answers that are equally good, constraints on the earlier created variables are kept
///    before those on later ones; what is free after that goes as near to the variables' homes as
///    it can, positions before sizes, and of each kind earlier variables before later ones
///    (``AmbiguityPolicy``).
///
/// The order in which constraints were created does not change the answer, to the bit, unless they
/// contradict each other; nor do identifiers, batches, or constraints that came and went. Of what
/// was solved before, the violations at each priority do not depend either; a tie that many
/// variables share may.
///
/// **Cost.** ``add(_:_:priority:isActive:isProtected:)`` and ``remove(_:)`` make the next solve
/// compile the system anew, in time about linear in its size. Changes of constants, activity and
/// priority are followed from the present answer; their cost depends on what they affect, not on
/// the size of the system, and they allocate nothing. While a conflict stands every solve compiles,
/// so that it heals.
///
/// A solver is a value: a copy shows the same answer and goes its own way. Copying costs nothing;
/// the first change of either afterwards copies the constraints.
///
/// Method: docs/solver.md. The model is that of Badros, Borning and Stuckey, "The Cassowary Linear
/// Arithmetic Constraint Solving Algorithm", ACM TOCHI 8(4), 2001; priorities are kept apart
/// lexicographically instead of by weights, and solved by a dual simplex with long steps.
public struct Solver: Sendable {
  /// The magnitudes a coefficient may have, 0 aside: 10⁻⁴ to 10⁴.
  ///
  /// Wider ranges in one row could not be told from rounding after a few eliminations.
  public static let coefficientRange: ClosedRange<Double> = 1e-4...1e4

  /// The greatest magnitude of a constant: 10⁹, which leaves doubles a resolution of 10⁻⁷.
  public static let constantLimit: Double = 1e9

  /// Shared by copies until one of them is changed; only then is it written to, by its only owner.
  private final class Storage: @unchecked Sendable {
    /// Unchecked, for a check at each access costs as much as a small frame; the methods of a
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

  /// How much work has been done so far.
  public var statistics: SolverStatistics { unsafe storage.core.statistics }

  // MARK: Building

  /// Makes a variable. O(1).
  ///
  /// - Parameters:
  ///   - kind: in which order free variables find their place.
  ///   - home: where the variable goes when the constraints leave it free, nil for zero. A variable
  ///     that is not of this solver counts as nil.
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

  /// Adds the constraint `expression` `relation` 0; the next ``solve()`` regards it.
  ///
  /// Terms in the same variable are summed. An expression without variables is judged as the
  /// constant it is: it holds or is violated by a fixed amount.
  ///
  /// - Parameters:
  ///   - isActive: whether the constraint counts from the start; see ``setActive(_:of:)``.
  ///   - isProtected: whether it never yields in a contradiction, unless all members are protected.
  /// - Returns: the name under which the constraint can be changed and removed.
  /// - Throws: ``ConstraintError`` for a variable that is not of this solver, a coefficient outside
  ///   ``coefficientRange`` or a constant beyond ``constantLimit``; nothing is changed then.
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

  /// Removes a constraint; the next ``solve()`` no longer regards it, and no trace of it is left.
  ///
  /// A constraint that comes and goes is better switched by ``setActive(_:of:)``, which is cheaper.
  ///
  /// - Throws: ``ConstraintError/unknownConstraint(_:)`` when it is not in this solver, also when
  ///   it has been removed before.
  public mutating func remove(_ id: ConstraintID) throws(ConstraintError) {
    makeUnique()
    try unsafe storage.core.remove(id)
  }

  // MARK: Changing

  /// Replaces the constant of a constraint's expression, such as the 390 in `390 - width == 0`.
  ///
  /// - Throws: ``ConstraintError/unknownConstraint(_:)`` when the constraint is not in this solver,
  ///   ``ConstraintError/constantOutOfRange(_:)`` for a constant that is not finite or beyond
  ///   ``constantLimit``; nothing is changed then.
  /// - Complexity: O(1).
  public mutating func setConstant(
    _ constant: Double, of id: ConstraintID
  ) throws(ConstraintError) {
    makeUnique()
    try unsafe storage.core.setConstant(constant, of: id)
  }

  /// Makes a constraint count or not count. The order of calls before a solve does not matter.
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
  ///   the last compilation makes the next solve compile.
  public mutating func setPriority(
    _ priority: Priority, of id: ConstraintID
  ) throws(ConstraintError) {
    makeUnique()
    try unsafe storage.core.setPriority(priority, of: id)
  }

  /// Whether a constraint counts.
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

  /// The constant with which a constraint holds in the last answer: its own if it does, else the
  /// one of the boundary. O(terms).
  ///
  /// - Throws: ``ConstraintError/unknownConstraint(_:)`` when the constraint is not in this solver.
  public func heldConstant(of id: ConstraintID) throws(ConstraintError) -> Double {
    try unsafe storage.core.heldConstant(of: id)
  }

  // MARK: Solving

  /// Whether something was changed that the values do not reflect yet.
  public var isDirty: Bool { unsafe storage.core.isDirty }

  /// Brings the values up to date with all changes since the last call.
  ///
  /// It always ends and always has an answer; what the answer lacks stands in the report. When
  /// nothing was changed it returns the last report and does nothing.
  ///
  /// - Parameter workLimit: how much ``SolverStatistics/work`` may be done, half of it to follow
  ///   the present answer where there is one; the step under way is finished. The answer is then
  ///   what was found so far, and ``SolveReport/isOptimal`` is false.
  /// - Complexity: see ``Solver``. The worst case of the simplex is cut short by a limit on steps.
  @discardableResult
  public mutating func solve(workLimit: Int = .max) -> SolveReport {
    makeUnique()
    unsafe storage.core.solve(workLimit: workLimit)
    return unsafe storage.core.report
  }

  /// The value of a variable as of the last ``solve()``, in the unit of the constants. O(1).
  ///
  /// It is 0 for a variable that was created after the last solve or is not of this solver.
  public func value(of variable: Variable) -> Double {
    unsafe storage.core.value(ofVariable: variable.index)
  }

  /// The values of several variables as of the last ``solve()``, in their order. O(variables), no
  /// allocation when `values` has as many elements.
  ///
  /// This is what to read a frame with: one call instead of one for each variable.
  public func readValues(of variables: [Variable], into values: inout [Double]) {
    if values.count != variables.count {
      values = Array(repeating: 0, count: variables.count)
    }
    unsafe storage.core.readValues(of: variables, into: &values)
  }

  /// By how much a constraint is violated as of the last ``solve()``, in its own units; 0 while it
  /// is inactive. O(terms).
  ///
  /// - Throws: ``ConstraintError/unknownConstraint(_:)`` when the constraint is not in this solver.
  public func violation(of id: ConstraintID) throws(ConstraintError) -> Double {
    try unsafe storage.core.violation(of: id)
  }

  /// The variables that could have other values in an answer as good as the last one, in creation
  /// order; for tools and tests.
  ///
  /// Each has a value all the same, by the rule of ``AmbiguityPolicy``. A freedom that needs
  /// several constraints to give way at once, at a corner where many meet, may be missed.
  ///
  /// - Complexity: up to that of tracing each variable through the whole system.
  public mutating func ambiguities() -> [Ambiguity] {
    makeUnique()
    return unsafe storage.core.ambiguities()
  }

  /// Returns the rates at which the answer changes with the constants of some constraints, and the
  /// range in which they hold. Changes since the last ``solve()`` are solved first.
  ///
  /// - Parameter moves: constraints, with the direction in which the constant of each is going to
  ///   move: up where `isRising`. At a kink, the piece on that side is returned.
  /// - Throws: ``ConstraintError/unknownConstraint(_:)`` when a constraint is not in this solver.
  /// - Complexity: Θ(variables × constraints) and what the constants move; allocates. The next
  ///   ``solve()`` cannot follow tracks.
  public mutating func linearPiece(
    of moves: [(id: ConstraintID, isRising: Bool)]
  ) throws(ConstraintError) -> LinearPiece {
    makeUnique()
    return try unsafe storage.core.linearPiece(of: moves)
  }

  /// What ``solve()`` would report if a constraint were added; nothing is changed.
  ///
  /// - Throws: what ``add(_:_:priority:isActive:isProtected:)`` would throw.
  /// - Complexity: that of copying and compiling the system.
  public func dryRun(
    adding expression: some LinearConvertible, _ relation: Relation,
    priority: Priority = .required
  ) throws(ConstraintError) -> SolveReport {
    var trial = self
    try trial.add(expression, relation, priority: priority)
    return trial.solve()
  }

  /// What is wrong with the present answer, in sentences; empty when all is well. For tests.
  ///
  /// Valid after a ``solve()`` whose report is optimal. The checks are those of a proof by duality,
  /// so an empty result means that the violations are lexicographically smallest.
  package func checkInvariants() -> [String] { unsafe storage.core.simplex.invariantViolations() }
}
