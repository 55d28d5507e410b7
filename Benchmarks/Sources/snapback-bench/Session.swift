import SnapbackConstraints

/// One solver: it builds a workload's systems once and then changes them frame by frame.
///
/// Only ``measureBuild()`` and ``measureFrame(_:)`` are measured. They keep their names in the
/// binary, so that callgrind can count inside them, or from one to the next.
struct Session {
  private let workload: Workload
  private var solver: Solver
  private let variables: [Variable]
  private let expressions: [LinearExpression]
  private var ids: [ConstraintID] = []
  private let isReading: Bool

  /// The variables as the last frame read them.
  private(set) var values: [Double]
  /// The report of the last solve; nil before the build.
  private(set) var report: SolveReport?

  /// Creates the variables and the expressions; the solver has no constraints yet.
  ///
  /// - Parameter isReading: Whether a frame ends by reading every variable.
  init(_ workload: Workload, isReading: Bool = true) {
    self.workload = workload
    self.isReading = isReading
    solver = Solver(ambiguity: workload.keepsValues ? .stay : .origin)
    var variables: [Variable] = []
    variables.reserveCapacity(workload.variableCount)
    for _ in 0..<workload.variableCount { variables.append(solver.makeVariable()) }
    self.variables = variables
    expressions = workload.rows.map { row in
      LinearExpression(
        row.terms.map { Term(variables[$0.variable], coefficient: $0.coefficient) },
        constant: row.constant)
    }
    ids.reserveCapacity(workload.rows.count)
    values = [Double](repeating: 0, count: workload.variableCount)
  }

  /// Adds every constraint and solves the first frame.
  @inline(never)
  mutating func measureBuild() throws(ConstraintError) {
    for index in 0..<workload.initialCount { try add(index) }
    try show(workload.frames[0])
  }

  private mutating func add(_ index: Int) throws(ConstraintError) {
    let row = workload.rows[index]
    ids.append(
      try solver.add(
        expressions[index], row.relation, priority: row.priority, isActive: row.isActive))
  }

  /// Applies the changes of frame `index`, solves, and reads every variable.
  @inline(never)
  mutating func measureFrame(_ index: Int) throws(ConstraintError) {
    try show(workload.frames[index])
  }

  /// Does nothing; marks the end of the last measured part.
  @inline(never)
  func measureNothing() -> Int {
    ids.count
  }

  @inline(__always)
  private mutating func show(_ frame: Workload.Frame) throws(ConstraintError) {
    for change in frame.changes {
      switch change {
      case .set(let row, let value): try solver.setConstant(-value, of: ids[row])
      case .setConstant(let row, let constant): try solver.setConstant(constant, of: ids[row])
      case .activate(let row): try solver.setActive(true, of: ids[row])
      case .deactivate(let row): try solver.setActive(false, of: ids[row])
      case .rank(let row, let priority): try solver.setPriority(priority, of: ids[row])
      case .add(let row): try add(row)
      case .remove(let row): try solver.remove(ids[row])
      }
    }
    report = solver.solve()
    guard isReading else { return }
    solver.readValues(of: variables, into: &values)
  }

  /// Simplex steps since the start.
  var steps: Int { solver.statistics.dualSteps + solver.statistics.primalSteps }

  /// The report's conflicts, by row index.
  func numberedConflicts() -> [(victim: Int, others: [Int])] {
    guard let report, !report.conflicts.isEmpty else { return [] }
    let numbers = Dictionary(uniqueKeysWithValues: ids.enumerated().map { ($1, $0) })
    return report.conflicts.map { conflict in
      (numbers[conflict.victim] ?? -1, conflict.others.map { numbers[$0] ?? -1 })
    }
  }
}
