/// How everything moves when one nonbasic row's activity grows by one: a column of the tableau.
struct Direction: ~Copyable {
  /// Variables that move, by index.
  private(set) var variables = Column<Int32>()
  /// Basic rows with active pieces that move, by id.
  private(set) var rows = Column<Int32>()
  private var rates = Column<Double>()
  private var isTouched = Column<Bool>()
  private var touched = Column<Int32>()
  private var numbering = Numbering()

  init() {}

  mutating func reset(_ numbering: Numbering) {
    let range = numbering.idCount + Int(numbering.variableCount)
    self.numbering = numbering
    variables.removeAll()
    rows.removeAll()
    touched.removeAll()
    rates.fill(range, with: 0)
    isTouched.fill(range, with: false)
    variables.reserve(range)
    rows.reserve(range)
    touched.reserve(range)
  }

  mutating func removeAll() {
    for index in 0..<touched.count {
      rates[touched[index]] = 0
      isTouched[touched[index]] = false
    }
    touched.removeAll()
    variables.removeAll()
    rows.removeAll()
  }

  /// The rate of an id, 0 for what does not move.
  subscript(id: Int32) -> Double { rates[id] }

  /// The rate of a variable, 0 when it does not move.
  func rate(ofVariable variable: Int32) -> Double { rates[numbering.id(ofVariable: variable)] }

  /// Claims an id; false when it was claimed before.
  mutating func claim(_ id: Int32) -> Bool {
    if isTouched[id] { return false }
    isTouched[id] = true
    touched.append(id)
    return true
  }

  mutating func setRate(_ id: Int32, _ rate: Double) { rates[id] = rate }

  mutating func appendVariable(_ index: Int32) { variables.append(index) }

  mutating func appendRow(_ id: Int32) { rows.append(id) }

  /// Drops the claimed rows that turned out not to move.
  mutating func compactRows() {
    var kept = 0
    for index in 0..<rows.count where rates[rows[index]] != 0 {
      rows[kept] = rows[index]
      kept &+= 1
    }
    rows.resize(kept, with: 0)
  }
}

extension Simplex {
  /// Follows a nonbasic row into `direction`. The cost is the size of what depends on it.
  mutating func trace(_ id: Int32) {
    direction.removeAll()
    _ = direction.claim(id)
    direction.setRate(id, 1)
    if definedPosition[id] >= 0 { expandQueue.insert(definedPosition[id]) }
    var place = exchanges.head(ofColumn: id)
    while place >= 0 {
      let entry = exchanges.entry(place)
      if direction.claim(entry.id) {
        direction.setRate(entry.id, entry.value)
        if isWatched[entry.id] { direction.appendRow(entry.id) }
        expandQueue.insert(definedPosition[entry.id])
      }
      place = entry.next
    }
    while let position = expandQueue.popFirst() { tracePosition(position) }
    for index in 0..<direction.rows.count {
      let row = direction.rows[index]
      if definedPosition[row] < 0 { direction.setRate(row, rows.rate(of: row, along: direction)) }
    }
    direction.compactRows()
    counters.addWork(direction.variables.count &+ direction.rows.count)
  }

  private mutating func tracePosition(_ position: Int32) {
    var sum = 0.0
    var size = 0.0
    for place in programStarts[position]..<programStarts[position + 1] {
      let term = programFactors[place] * direction[programIDs[place]]
      sum += term
      size += term.magnitude
    }
    if sum.magnitude <= 1e-12 * size { return }
    let variable = sequence[position]
    _ = direction.claim(numbering.id(ofVariable: variable))
    direction.setRate(numbering.id(ofVariable: variable), sum)
    direction.appendVariable(variable)
    for place in readerStarts[variable]..<readerStarts[variable + 1] {
      let reader = readers[place]
      if reader >= 0 {
        expandQueue.insert(reader)
      } else if isWatched[~reader], direction.claim(~reader) {
        direction.appendRow(~reader)
      }
    }
  }

  /// Whether the rate at which a basic row moves with the nonbasic row `id` is what rounding has
  /// left of nothing: small, and a factor in the row's expansion that is none.
  ///
  /// Lines carry rounding from one to the next, where ``trace(_:)`` cannot tell it from a rate.
  mutating func isRounding(_ rate: Double, of row: Int32, along id: Int32) -> Bool {
    if rate.magnitude > 1e-6 { return false }
    expand(row)
    var largest = 0.0
    for index in 0..<expansion.touched.count {
      largest = max(largest, expansion[expansion.touched[index]].magnitude)
    }
    return expansion[id].magnitude <= Self.pivotThreshold * largest
  }
}
