/// The nonbasic rows, whose values are given, and the computation of all other rows from them.
///
/// At any time there are as many *nonbasic* rows as variables, and the activities (values) of these
/// rows are given. The other rows are *basic*. The ``Program`` computes the variables from its
/// *coordinates*, the rows that were nonbasic at compilation. For each coordinate that has become
/// basic since, one line of the ``ExchangeTable`` computes it from the nonbasic rows. A nonbasic
/// row that is not a coordinate is a *guest*; there are as many guests as lines.
struct Basis: ~Copyable {
  private(set) var program = Program()
  private(set) var lines = ExchangeTable()
  private var nonbasic = Column<Bool>()
  /// The nonbasic rows that are not coordinates of the program.
  private var guests = OrderedQueue()

  /// A row as a sum over the nonbasic rows; see ``expand(_:_:_:_:)``.
  private(set) var expansion = SparseSum()
  /// The rates of variables and rows that move with a nonbasic row; see ``trace(_:_:watching:_:)``.
  private(set) var direction = Direction()
  private var combination = SparseSum()
  /// The lines of the program that are still to be visited.
  private var agenda = OrderedQueue()

  /// While the lines are recomputed: the coordinates that were basic before and must become basic
  /// again.
  private var departing = OrderedQueue()
  private(set) var displaced = Column<Int32>()

  /// The nonbasic rows as a matrix. While `isFactored` is true, it replaces the program and the
  /// lines.
  private(set) var matrix = NonbasicMatrix()
  private(set) var isFactored = false

  /// The smallest factor in an expansion, relative to the largest, that is not a rounding error. An
  /// expansion is a row as a sum over the nonbasic rows.
  static var pivotThreshold: Double { 1e-9 }

  init() {}

  func isNonbasic(_ id: Int32) -> Bool { nonbasic[id] }

  /// The first guest whose id is at least `id`.
  func firstGuest(from id: Int32) -> Int32? { guests.first(from: id) }

  // MARK: Compilation

  /// Makes all rows basic and clears the program.
  mutating func reset(_ numbering: Numbering) {
    let range = numbering.idCount
    let variables = Int(numbering.variableCount)
    program.reset(numbering)
    nonbasic.fill(range, with: false)
    agenda.reset(range: variables)
    expansion.reset(range: range + variables)
    combination.reset(range: range)
    lines.reset(range: range)
    guests.reset(range: range)
    departing.reset(range: range)
    direction.reset(numbering)
    displaced.reserve(range)
    isFactored = false
  }

  /// Chooses the coordinates, which become nonbasic, and writes the program. Θ(terms).
  mutating func compile(
    _ rows: borrowing Rows, _ homes: borrowing Homes, _ penalties: borrowing Penalties
  ) {
    var selection = Selection(rows, penalties, variables: Int(homes.count))
    selection.run(rows, homes, &program)
    program.finish(rows, homes)
    for position in 0..<homes.count { nonbasic[program.coordinate(at: position)] = true }
  }

  // MARK: Rows and columns of the tableau

  /// Writes a row as a sum over the nonbasic rows into `expansion`.
  ///
  /// Runs the program backward from the row's variables. The cost is the size of the part of the
  /// program on which the row depends.
  @inline(__always)
  mutating func expand(
    _ id: Int32, _ rows: borrowing Rows, _ homes: borrowing Homes, _ counters: inout Counters
  ) {
    if isFactored {
      expandFactored(id, &counters)
      return
    }
    let numbering = direction.numbering
    expansion.removeAll()
    if program.isCoordinate(id) {
      if nonbasic[id] {
        expansion.add(id, 1)
      } else {
        lines.add(id, times: 1, to: &expansion)
      }
      expansion.compact()
      return
    }
    if numbering.isHomeRow(id) {
      let variable = numbering.variable(ofHomeRow: id)
      need(variable, 1)
      if homes[variable] >= 0 { need(homes[variable], -1) }
    } else {
      for term in rows.terms(of: id) { need(rows.variable(term), rows.coefficient(term)) }
    }
    while let position = agenda.popLast() {
      let factor = expansion.remove(numbering.id(ofVariable: program.variable(at: position)))
      if factor == 0 { continue }
      for place in program.terms(at: position) {
        let source = program.source(place)
        if numbering.isVariable(source) {
          need(numbering.variable(withID: source), factor * program.factor(place))
        } else {
          expansion.add(source, factor * program.factor(place))
        }
      }
    }
    let touchedCount = expansion.touched.count
    for index in 0..<touchedCount {
      let source = expansion.touched[index]
      if !numbering.isVariable(source), !nonbasic[source] {
        let factor = expansion.remove(source)
        if factor != 0 { lines.add(source, times: factor, to: &expansion) }
      }
    }
    expansion.compact()
    counters.addWork(expansion.touched.count)
  }

  private mutating func need(_ variable: Int32, _ factor: Double) {
    expansion.add(direction.numbering.id(ofVariable: variable), factor)
    agenda.insert(program.position(of: variable))
  }

  /// Whether the factor of `id` in the expansion is only a rounding error.
  func isRounding(_ id: Int32) -> Bool {
    var largest = 0.0
    for index in 0..<expansion.touched.count {
      largest = max(largest, expansion[expansion.touched[index]].magnitude)
    }
    return expansion[id].magnitude <= Self.pivotThreshold * largest
  }

  /// Writes into `direction` the rates at which variables and watched rows change with the nonbasic
  /// row `id`. The cost is the size of the part of the program that depends on this row.
  @inline(__always)
  mutating func trace(
    _ id: Int32, _ rows: borrowing Rows, watching fits: borrowing Fits,
    _ counters: inout Counters
  ) {
    direction.removeAll()
    _ = direction.claim(id)
    direction.setRate(id, 1)
    if isFactored {
      traceFactored(id, watching: fits, &counters)
      return
    }
    if program.isCoordinate(id) { agenda.insert(program.position(definedBy: id)) }
    var place = lines.head(ofColumn: id)
    while place >= 0 {
      let entry = lines.entry(place)
      if direction.claim(entry.id) {
        direction.setRate(entry.id, entry.value)
        if fits.isWatched(entry.id) { direction.appendRow(entry.id) }
        agenda.insert(program.position(definedBy: entry.id))
      }
      place = entry.next
    }
    while let position = agenda.popFirst() { trace(position: position, watching: fits) }
    for index in 0..<direction.rows.count {
      let row = direction.rows[index]
      if !program.isCoordinate(row) {
        direction.setRate(row, rows.rate(of: row, along: direction))
      }
    }
    direction.compactRows()
    counters.addWork(direction.variables.count &+ direction.rows.count)
  }

  @inline(__always)
  private mutating func trace(position: Int32, watching fits: borrowing Fits) {
    var sum = 0.0
    var size = 0.0
    for place in program.terms(at: position) {
      let term = program.factor(place) * direction[program.source(place)]
      sum += term
      size += term.magnitude
    }
    if sum.magnitude <= 1e-12 * size { return }
    let variable = program.variable(at: position)
    direction.move(variable, sum)
    for place in program.readers(of: variable) {
      let reader = program.reader(place)
      if reader >= 0 {
        agenda.insert(reader)
      } else if fits.isWatched(~reader), direction.claim(~reader) {
        direction.appendRow(~reader)
      }
    }
  }

  // MARK: Exchanges

  /// Makes the basic row `entering`, whose expansion is in `expansion`, nonbasic, and the row
  /// `leaving` basic. Rewrites the lines and schedules the rows of changed lines for evaluation.
  mutating func exchange(
    entering: Int32, leaving: Int32, _ evaluation: inout Evaluation, _ counters: inout Counters
  ) {
    nonbasic[entering] = true
    nonbasic[leaving] = false
    if isFactored {
      matrix.exchange(entering: entering, leaving: leaving)
      return
    }
    let inverse = 1 / expansion[leaving]
    if program.isCoordinate(entering) { lines.remove(entering) }
    // leaving = inverse · entering − Σ inverse · factor · other
    combination.removeAll()
    combination.add(entering, inverse)
    for index in 0..<expansion.touched.count {
      let source = expansion.touched[index]
      if source != leaving { combination.add(source, -expansion[source] * inverse) }
    }
    substitute(leaving, &evaluation, &counters)
    if program.isCoordinate(leaving) { lines.set(leaving, to: combination) }
    if !program.isCoordinate(entering) { guests.insert(entering) }
    if !program.isCoordinate(leaving) { guests.remove(leaving) }
  }

  /// Substitutes `combination` for the row `column` in every line that contains this row.
  private mutating func substitute(
    _ column: Int32, _ evaluation: inout Evaluation, _ counters: inout Counters
  ) {
    while let reader = lines.firstReader(of: column) {
      expansion.removeAll()
      lines.add(reader.id, times: 1, to: &expansion)
      _ = expansion.remove(column)
      for index in 0..<combination.touched.count {
        let source = combination.touched[index]
        expansion.add(source, reader.factor * combination[source])
      }
      expansion.compact()
      counters.addWork(combination.touched.count &+ expansion.touched.count)
      lines.set(reader.id, to: expansion)
      evaluation.note(reader.id)
    }
  }

  // MARK: The matrix

  /// Replaces the program and the lines by the matrix of the nonbasic rows, until ``reset(_:)``.
  /// Returns false if the nonbasic rows are not independent up to rounding.
  mutating func factorize(
    _ rows: borrowing Rows, _ homes: borrowing Homes, _ penalties: borrowing Penalties
  ) -> Bool {
    isFactored = matrix.setUp(rows, homes, penalties, direction.numbering, nonbasic: nonbasic)
    return isFactored
  }

  /// Factorizes the matrix again. With `isStrict`, takes larger pivots, which costs more.
  mutating func refactorize(isStrict: Bool) -> Bool { matrix.factorize(isStrict: isStrict) }

  private mutating func expandFactored(_ id: Int32, _ counters: inout Counters) {
    expansion.removeAll()
    if nonbasic[id] {
      expansion.add(id, 1)
      return
    }
    matrix.expand(id)
    let factors = matrix.bySlot.cells
    var largest = 0.0
    for slot in 0..<matrix.count { largest = max(largest, factors[slot].magnitude) }
    for slot in 0..<matrix.count where factors[slot].magnitude > 1e-14 * largest {
      expansion.add(matrix.ids[slot], factors[slot])
    }
    counters.addWork(matrix.cost)
  }

  private mutating func traceFactored(
    _ id: Int32, watching fits: borrowing Fits, _ counters: inout Counters
  ) {
    matrix.trace(id)
    let rates = matrix.byVariable.cells
    var largest = 0.0
    for index in 0..<matrix.count { largest = max(largest, rates[index].magnitude) }
    for variable in 0..<direction.numbering.variableCount
    where rates[variable].magnitude > 1e-14 * largest {
      direction.move(variable, rates[variable])
      for place in matrix.occurrences(of: variable) {
        let row = matrix.row(place)
        if fits.isWatched(row), !nonbasic[row], direction.claim(row) { direction.appendRow(row) }
      }
    }
    for index in 0..<direction.rows.count {
      let row = direction.rows[index]
      let (rate, size) = matrix.product(of: row, with: rates)
      direction.setRate(row, rate.magnitude <= 1e-12 * size ? 0 : rate)
    }
    direction.compactRows()
    counters.addWork(matrix.cost &+ direction.rows.count)
  }

  // MARK: Renewal

  /// Makes all coordinates nonbasic again; the guests become `displaced`.
  mutating func restoreCoordinates(_ evaluation: inout Evaluation) {
    displaced.removeAll()
    while let id = guests.popFirst() {
      displaced.append(id)
      nonbasic[id] = false
    }
    while let id = lines.removeLast() {
      nonbasic[id] = true
      departing.insert(id)
      evaluation.note(id)
    }
  }

  /// Exchanges the displaced row in `expansion` for a coordinate that was basic before: the one
  /// with the largest factor. Returns false if all factors are rounding errors; the nonbasic rows
  /// are then not independent.
  mutating func replaceCoordinate(
    by entering: Int32, _ evaluation: inout Evaluation, _ counters: inout Counters
  ) -> Bool {
    var leaving: Int32 = -1
    for index in 0..<expansion.touched.count {
      let source = expansion.touched[index]
      guard departing.contains(source) else { continue }
      if leaving < 0 || expansion[source].magnitude > expansion[leaving].magnitude {
        leaving = source
      }
    }
    guard leaving >= 0, expansion[leaving].magnitude > Self.pivotThreshold else { return false }
    departing.remove(leaving)
    exchange(entering: entering, leaving: leaving, &evaluation, &counters)
    return true
  }
}
