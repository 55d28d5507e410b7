/// Computes all numbers from the activities (values) of the nonbasic rows, which are given: first
/// the lines of the ``ExchangeTable``, then the variables by the ``Program``, then the other rows.
///
/// Tracks which rows have to be evaluated again, and whether evaluating all rows is cheaper.
struct Evaluation: ~Copyable {
  private var dirtyPositions = OrderedQueue()
  private var dirtyRows = OrderedQueue()
  /// Whether the last evaluation moved most variables.
  private var isBroad = false

  init() {}

  mutating func reset(_ numbering: Numbering) {
    dirtyPositions.reset(range: Int(numbering.variableCount))
    dirtyRows.reset(range: numbering.idCount)
  }

  /// Schedules a basic row for the next evaluation.
  mutating func note(_ row: Int32) { dirtyRows.insert(row) }

  /// Evaluates all variables and rows, in order. Θ(terms).
  @inline(__always)
  mutating func runAll(
    _ basis: borrowing Basis, _ rows: borrowing Rows, _ point: inout Point, _ fits: inout Fits
  ) {
    for index in 0..<basis.lines.lineCount {
      let id = basis.lines.id(ofLine: index)
      if id < 0 { continue }
      point.set(id, to: basis.lines.value(id, point.cells))
      fits.check(id, at: point[id])
    }
    let changed = basis.program.run(point.cells)
    for index in 0..<basis.program.dependents.count {
      let row = basis.program.dependents[index]
      if fits.isWatched(row) { evaluate(row, basis, rows, &point, &fits) }
    }
    point.noteSettled()
    isBroad = 4 * changed > Int(point.numbering.variableCount)
  }

  /// Whether ``runAll(_:_:_:_:)`` is probably cheaper than ``run(_:_:_:_:)``, because the last
  /// evaluation changed a large part of the variables, as when a window is resized.
  func prefersAll(_ point: borrowing Point) -> Bool { isBroad && !point.isSettled }

  /// Clears the queue of rows, before all rows are evaluated.
  mutating func forgetRows() {
    while dirtyRows.popFirst() != nil {}
  }

  /// Updates the numbers that depend on moved rows: lines, then the program, then rows. Queues the
  /// rows whose activity no longer fits their multiplier. The cost is proportional to the affected
  /// part.
  @inline(__always)
  mutating func run(
    _ basis: borrowing Basis, _ rows: borrowing Rows, _ point: inout Point, _ fits: inout Fits
  ) {
    for index in 0..<point.movedRows.count {
      let id = point.movedRows[index]
      noteChange(of: id, basis)
      var place = basis.lines.head(ofColumn: id)
      while place >= 0 {
        let entry = basis.lines.entry(place)
        dirtyRows.insert(entry.id)
        place = entry.next
      }
    }
    point.noteSettled()
    // Evaluate lines first, because the program reads their rows as coordinates.
    settleLines(basis, &point, &fits)
    let changed = basis.program.run(
      &dirtyPositions, point.cells, watching: fits, &dirtyRows)
    while let row = dirtyRows.popFirst() { evaluate(row, basis, rows, &point, &fits) }
    isBroad = 2 * changed > Int(point.numbering.variableCount)
  }

  @inline(__always)
  private mutating func noteChange(of id: Int32, _ basis: borrowing Basis) {
    let position = basis.program.position(definedBy: id)
    if position >= 0 { dirtyPositions.insert(position) }
  }

  /// Evaluates the dirty rows that have lines, and removes them from the queue.
  @inline(__always)
  private mutating func settleLines(
    _ basis: borrowing Basis, _ point: inout Point, _ fits: inout Fits
  ) {
    var next: Int32 = 0
    while let id = dirtyRows.first(from: next) {
      next = id + 1
      guard basis.program.isCoordinate(id) else { continue }
      dirtyRows.remove(id)
      if basis.isNonbasic(id) { continue }
      point.set(id, to: basis.lines.value(id, point.cells))
      noteChange(of: id, basis)
      fits.check(id, at: point[id])
    }
  }

  @inline(__always)
  private func evaluate(
    _ row: Int32, _ basis: borrowing Basis, _ rows: borrowing Rows, _ point: inout Point,
    _ fits: inout Fits
  ) {
    if point.numbering.isHomeRow(row) || basis.isNonbasic(row) { return }
    let activity = rows.activity(of: row, at: point)
    point.set(row, to: activity)
    fits.check(row, at: activity)
  }
}
