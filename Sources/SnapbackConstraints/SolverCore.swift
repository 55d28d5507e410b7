/// The state of a ``Solver``: the problem, the compiled system, and the changes since the last
/// solve.
struct SolverCore: ~Copyable {
  var problem: Problem
  var simplex = Simplex()
  var report = SolveReport()
  var statistics = SolverStatistics()
  let ambiguity: AmbiguityPolicy

  /// The number of consecutive quiet solves after which tracks are computed. A solve is *quiet* if
  /// only constants changed and no step was needed. *Tracks* are precomputed rates (``Tracks``);
  /// computing them costs as much as several quiet solves, so it pays only if at least as many
  /// solves use them.
  private static var quietSolvesBeforeTracks: Int { 2 }

  private var isCompiled = false
  /// Whether the next solve has to compile.
  private var isStructureChanged = false
  private var isChanged = false
  /// Whether only constants have changed since the last solve.
  private var isMoveOnly = true
  /// The number of consecutive quiet solves.
  private var quietSolves = 0
  /// The work limit of the last solve.
  private var workLimit = Int.max
  /// The compiled rows on which a constraint has changed since the last solve.
  private var changedRows = OrderedQueue()
  /// The answer while there is no compiled system, such as after copying.
  private var frozenValues = Column<Double>()

  init(ambiguity: AmbiguityPolicy) {
    problem = Problem()
    self.ambiguity = ambiguity
  }

  /// Makes a copy that has the same answer and compiles its own system at its next solve.
  init(copying other: borrowing SolverCore) {
    problem = Problem(copying: other.problem)
    ambiguity = other.ambiguity
    report = other.report
    statistics = other.statistics
    isStructureChanged = other.isStructureChanged
    isChanged = other.isChanged
    simplex.counters = other.simplex.counters
    workLimit = other.workLimit
    for index in 0..<other.problem.variableCount {
      frozenValues.append(other.value(ofVariable: index))
    }
  }

  var isDirty: Bool { isChanged }

  func value(ofVariable index: Int) -> Double {
    if isCompiled {
      return index >= 0 && index < simplex.numbering.variableCount
        ? simplex.point.value(ofVariable: Int32(truncatingIfNeeded: index)) : 0
    }
    return index >= 0 && index < frozenValues.count ? frozenValues[index] : 0
  }

  /// Reads the values of `variables` into `values`, which has the same number of elements.
  func readValues(of variables: [Variable], into values: inout [Double]) {
    guard isCompiled else {
      for index in variables.indices {
        values[index] = value(ofVariable: variables[index].index)
      }
      return
    }
    let cells = simplex.point.cells
    let (base, count) = (
      Int(simplex.numbering.variableBase), UInt(simplex.numbering.variableCount)
    )
    for index in variables.indices {
      let place = variables[index].index
      // A negative index becomes a large one.
      values[index] = UInt(bitPattern: place) < count ? cells[base + place] : 0
    }
  }

  // MARK: Changes

  mutating func makeVariable(home: Int32, tier: Int8) -> Variable {
    problem.homes.append(home)
    problem.tiers.append(tier)
    isStructureChanged = true
    // Without a home, the new variable is 0 before and after the next solve, so there is nothing to
    // solve.
    if home >= 0 { isChanged = true }
    return Variable(index: problem.variableCount - 1)
  }

  mutating func add(
    _ expression: LinearExpression, _ relation: Relation, priority: Priority, isActive: Bool,
    isProtected: Bool
  ) throws(ConstraintError) -> ConstraintID {
    let id = try problem.add(
      expression, relation, priority: priority, isActive: isActive, isProtected: isProtected)
    isStructureChanged = true
    isChanged = true
    return id
  }

  mutating func remove(_ id: ConstraintID) throws(ConstraintError) {
    problem.remove(slot: try slot(of: id))
    isStructureChanged = true
    isChanged = true
  }

  mutating func setConstant(_ constant: Double, of id: ConstraintID) throws(ConstraintError) {
    let slot = try slot(of: id)
    try Problem.check(constant: constant)
    guard problem.records[slot].constant != constant else { return }
    problem.records[slot].constant = constant
    noteChange(ofSlot: slot)
  }

  mutating func setActive(_ isActive: Bool, of id: ConstraintID) throws(ConstraintError) {
    let slot = try slot(of: id)
    guard problem.records[slot].isActive != isActive else { return }
    problem.records[slot].isActive = isActive
    isMoveOnly = false
    noteChange(ofSlot: slot)
  }

  mutating func setPriority(_ priority: Priority, of id: ConstraintID) throws(ConstraintError) {
    let slot = try slot(of: id)
    guard problem.records[slot].priority != priority.rawValue else { return }
    problem.records[slot].priority = priority.rawValue
    if isCompiled, simplex.penalties.level(of: priority.rawValue) == nil {
      isStructureChanged = true
    }
    isMoveOnly = false
    noteChange(ofSlot: slot)
  }

  mutating func setYieldOrder(
    _ order: YieldOrder, of id: ConstraintID
  ) throws(ConstraintError) {
    let slot = try slot(of: id)
    guard problem.records[slot].yieldOrder != order else { return }
    problem.records[slot].yieldOrder = order
    // Without a conflict, the order has no effect on the present answer.
    if !report.isClean { isChanged = true }
    let record = problem.records[slot]
    if isCompiled, !isStructureChanged, record.piece >= 0 {
      simplex.penalties.updateYieldOrder(record)
    }
  }

  mutating func setTieOrder(kept: [Variable], grown: [Variable]) {
    guard problem.tieOrder.set(kept: kept, grown: grown, count: problem.variableCount) else {
      return
    }
    isStructureChanged = true
    isChanged = true
  }

  func slot(of id: ConstraintID) throws(ConstraintError) -> Int32 {
    guard let slot = problem.slot(of: id) else { throw .unknownConstraint(id) }
    return slot
  }

  /// Updates the compiled piece of a constraint from its record.
  private mutating func noteChange(ofSlot slot: Int32) {
    isChanged = true
    let record = problem.records[slot]
    guard isCompiled, !isStructureChanged, record.piece >= 0 else { return }
    changedRows.insert(simplex.penalties.update(record))
  }

  // MARK: Solving

  mutating func solve(workLimit: Int) {
    guard isDirty else { return }
    statistics.solves += 1
    report.isRebuilt = false
    self.workLimit = workLimit
    if !isCompiled || isStructureChanged || !report.isClean {
      rebuild(workLimit)
    } else if !update(workLimit / 2) {
      rebuild(workLimit / 2)
    }
    if ambiguity == .stay { simplex.keepAnswer() }
    isStructureChanged = false
    isChanged = false
    isMoveOnly = true
    readReport()
  }

  /// Updates the current answer after changes of constraints. Returns false if the system must be
  /// compiled instead.
  private mutating func update(_ work: Int) -> Bool {
    simplex.counters.allow(min(work, simplex.searchBound))
    if simplex.basis.isFactored {
      simplex.counters.allow(work)
      return updateByLevels()
    }
    if isMoveOnly, simplex.followTracks(changedRows) {
      while changedRows.popFirst() != nil {}
      return true
    }
    simplex.leaveTracks()
    let version = simplex.counters.version
    while let row = changedRows.popFirst() {
      simplex.refresh(row)
      if isMoveOnly { simplex.tracks.remember(row) }
    }
    guard optimize(isCautious: false), !simplex.wear.isDoubtful else { return false }
    if simplex.rows.isUneven, !simplex.isVerified() { return false }
    quietSolves = isMoveOnly && version == simplex.counters.version ? quietSolves + 1 : 0
    if quietSolves == Self.quietSolvesBeforeTracks {
      quietSolves = 0
      simplex.layTracks()
    }
    return true
  }

  /// Updates an answer that the search by levels found.
  private mutating func updateByLevels() -> Bool {
    quietSolves = 0
    while let row = changedRows.popFirst() { simplex.refresh(row) }
    return simplex.solveByLevels() == .done && simplex.isVerified()
  }

  /// Runs steps until the answer is optimal up to rounding. Returns false if a limit or rounding
  /// ended them.
  mutating func optimize(isCautious: Bool) -> Bool {
    for _ in 0..<3 {
      guard simplex.optimize(isCautious: isCautious) else { return false }
      if !simplex.hasDrifted() { return true }
      guard simplex.renew() else { return false }
    }
    return false
  }

  private mutating func rebuild(_ work: Int) {
    simplex.counters.allow(work)
    statistics.rebuilds += 1
    quietSolves = 0
    report.isRebuilt = true
    report.isOptimal = true
    var lastValues = Column<Double>()
    if ambiguity == .stay {
      let count = isCompiled ? Int(simplex.numbering.variableCount) : frozenValues.count
      for index in 0..<count { lastValues.append(value(ofVariable: index)) }
    }
    let start = simplex.counters.work
    simplex.compile(&problem, keeping: lastValues)
    isCompiled = true
    simplex.counters.allow(min(work, simplex.searchBound))
    let isVerified = optimize(isCautious: false) && simplex.isVerified()
    if !isVerified || simplex.wear.isDoubtful {
      let rest = simplex.counters.remainder(of: work, since: start)
      if rest <= 0 {
        report.isOptimal = false
      } else if !isVerified || !confirmByLevels(rest) {
        rebuildByLevels(simplex.counters.remainder(of: work, since: start), lastValues)
      }
    }
    changedRows.reset(range: simplex.idCount)
  }

  mutating func ambiguities() -> [Ambiguity] {
    if !isCompiled { rebuild(workLimit) }
    simplex.leaveTracks()
    simplex.evaluateChanges()
    return simplex.ambiguityCauses().enumerated().compactMap { index, cause in
      cause.map { Ambiguity(variable: Variable(index: index), cause: $0) }
    }
  }

  /// Returns the linear piece in the direction of `moves`, with rates per unit of the constants.
  mutating func linearPiece(
    of moves: [(id: ConstraintID, isRising: Bool)]
  ) throws(ConstraintError) -> LinearPiece {
    var slots: [Int32] = []
    for move in moves { slots.append(try slot(of: move.id)) }
    solve(workLimit: workLimit)
    if !isCompiled { rebuild(workLimit) }
    var driven: [Simplex.DrivenPiece] = []
    for (slot, move) in zip(slots, moves) {
      let record = problem.records[slot]
      driven.append(
        Simplex.DrivenPiece(
          piece: record.piece, factor: move.isRising ? record.targetFactor : -record.targetFactor))
    }
    var piece = simplex.linearPiece(driven)
    for (index, move) in moves.enumerated() where !move.isRising { piece.turn(index) }
    return piece
  }

  func violation(of id: ConstraintID) throws(ConstraintError) -> Double {
    let record = problem.records[try slot(of: id)]
    guard record.isActive else { return 0 }
    return record.violation(at: activity(of: record))
  }

  func heldConstant(of id: ConstraintID) throws(ConstraintError) -> Double {
    let record = problem.records[try slot(of: id)]
    let activity = activity(of: record)
    guard record.isActive, record.row >= 0, record.violation(at: activity) > 0 else {
      return record.constant
    }
    return activity / record.targetFactor
  }

  /// The activity of a constraint's row, the value of its linear form. 0 for a constraint without
  /// variables.
  private func activity(of record: ConstraintRecord) -> Double {
    guard record.row >= 0 else { return 0 }
    var activity = 0.0
    for term in problem.rowStarts[record.row]..<problem.rowStarts[record.row + 1] {
      activity +=
        problem.termCoefficients[term] * value(ofVariable: Int(problem.termVariables[term]))
    }
    return activity
  }

  private mutating func readReport() {
    statistics.dualSteps = simplex.counters.dualSteps
    statistics.primalSteps = simplex.counters.primalSteps
    statistics.pivots = simplex.counters.pivots
    statistics.flips = simplex.counters.flips
    statistics.work = simplex.counters.work
    if !report.unverified.isEmpty || !report.isOptimal {
      report.unverified =
        report.isOptimal
        ? []
        : simplex.unverifiedPieces()
          .map { problem.id(ofSlot: simplex.penalties.piece($0).slot) }.sorted()
    }
    if report.isClean, simplex.conflictLog.isEmpty, problem.constantSlots.isEmpty { return }
    report.conflicts = simplex.conflictLog.conflicts.map { conflict in
      Conflict(
        victim: problem.id(ofSlot: simplex.penalties.piece(conflict.victim).slot),
        others: conflict.others.map { problem.id(ofSlot: simplex.penalties.piece($0).slot) }
          .sorted())
    }
    for index in 0..<problem.constantSlots.count {
      let slot = problem.constantSlots[index]
      let record = problem.records[slot]
      if record.isActive, record.isRequired, record.violation(at: 0) > 0 {
        report.conflicts.append(Conflict(victim: problem.id(ofSlot: slot), others: []))
      }
    }
    report.conflicts.sort { $0.victim < $1.victim }
    report.setAside = simplex.conflictLog.setAside.map { problem.id(ofSlot: $0) }.sorted()
  }
}
