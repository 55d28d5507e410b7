/// Computes the variables, one after another: one line for each variable.
///
/// A line computes a variable from its *coordinate* and from variables of earlier lines. The
/// coordinate is a row chosen for this variable alone, or the variable's *home row*, its distance
/// from its default value. Lines are not substituted into each other, so the program has no more
/// terms than the rows that define it (docs/solver.md, "The program"). A compiled program does not
/// change: when a coordinate is exchanged for another row, the ``ExchangeTable`` gets a line
/// instead.
struct Program: ~Copyable {
  private var numbering = Numbering()
  /// The variables in the order in which they are computed.
  private var sequence = Column<Int32>()
  /// The index of each variable in `sequence`; −1 for an unknown variable, one without a line yet.
  private var positions = Column<Int32>()
  /// The index in `sequence` of the variable that each coordinate defines; −1 for other rows.
  private var definitions = Column<Int32>()
  private var starts = Column<Int32>()
  private var sources = Column<Int32>()
  private var factors = Column<Double>()
  /// The readers of each variable: a line that uses the variable, by its index in `sequence`, or a
  /// row that does, as `~row`.
  private var readerStarts = Column<Int32>()
  private var readers = Column<Int32>()
  /// The rows that are not coordinates.
  private(set) var dependents = Column<Int32>()

  init() {}

  /// The number of known variables.
  var count: Int { sequence.count }

  func isKnown(_ variable: Int32) -> Bool { positions[variable] >= 0 }

  func isCoordinate(_ id: Int32) -> Bool { definitions[id] >= 0 }

  /// The index of the line that a coordinate defines; −1 for a row that is not a coordinate.
  func position(definedBy id: Int32) -> Int32 { definitions[id] }

  func position(of variable: Int32) -> Int32 { positions[variable] }

  func variable(at position: Int32) -> Int32 { sequence[position] }

  /// The coordinate of a line of a finished program.
  func coordinate(at position: Int32) -> Int32 { sources[starts[position]] }

  /// The indexes of the terms of a line.
  func terms(at position: Int32) -> Range<Int32> { starts[position]..<starts[position + 1] }

  /// The id of the coordinate or variable of a term.
  func source(_ place: Int32) -> Int32 { sources[place] }

  func factor(_ place: Int32) -> Double { factors[place] }

  /// The indexes of the readers of a variable.
  func readers(of variable: Int32) -> Range<Int32> {
    readerStarts[variable]..<readerStarts[variable + 1]
  }

  /// A reader: the index of a line, or `~row`.
  func reader(_ place: Int32) -> Int32 { readers[place] }

  // MARK: Running

  /// Computes all variables in order. Returns the number of variables that changed. Θ(terms).
  @inline(__always)
  func run(_ cells: Cells<Double>) -> Int {
    var changed = 0
    let (ids, factors) = (sources.cells, factors.cells)
    var place: Int32 = 0
    for position in 0..<numbering.variableCount {
      let end = starts[position + 1]
      var sum = 0.0
      while place < end {
        sum += factors[place] * cells[ids[place]]
        place &+= 1
      }
      let id = numbering.id(ofVariable: sequence[position])
      if cells[id] != sum {
        cells[id] = sum
        changed &+= 1
      }
    }
    return changed
  }

  /// Computes the variables of dirty lines and of lines that read a changed variable, in order.
  /// Adds the watched rows that read a changed variable to `rows`. Returns the number of variables
  /// that changed.
  @inline(__always)
  func run(
    _ dirty: inout OrderedQueue, _ cells: Cells<Double>, watching fits: borrowing Fits,
    _ rows: inout OrderedQueue
  ) -> Int {
    var changed = 0
    let (ids, factors) = (sources.cells, factors.cells)
    while let position = dirty.popFirst() {
      var sum = 0.0
      for place in starts[position]..<starts[position + 1] {
        sum += factors[place] * cells[ids[place]]
      }
      let variable = sequence[position]
      let id = numbering.id(ofVariable: variable)
      if cells[id] == sum { continue }
      cells[id] = sum
      changed &+= 1
      for place in readerStarts[variable]..<readerStarts[variable + 1] {
        let reader = readers[place]
        if reader >= 0 {
          dirty.insert(reader)
        } else if fits.isWatched(~reader) {
          rows.insert(~reader)
        }
      }
    }
    return changed
  }

  // MARK: Compilation

  /// Starts an empty program, in which no variable is known.
  mutating func reset(_ numbering: Numbering) {
    self.numbering = numbering
    sequence.removeAll()
    positions.fill(Int(numbering.variableCount), with: -1)
    definitions.fill(numbering.idCount, with: -1)
  }

  /// Appends the line of a variable. `variable` must be the only unknown variable of row `id`.
  mutating func append(_ variable: Int32, definedBy id: Int32) {
    let position = Int32(truncatingIfNeeded: sequence.count)
    positions[variable] = position
    definitions[id] = position
    sequence.append(variable)
  }

  /// Writes the terms, once all variables are known. Θ(terms).
  mutating func finish(_ rows: borrowing Rows, _ homes: borrowing Homes) {
    dependents.removeAll()
    for row in 0..<rows.count where definitions[row] < 0 { dependents.append(row) }
    writeTerms(rows, homes)
    writeReaders(rows)
  }

  /// Writes the terms of each line: the coordinate, and the variables of earlier lines.
  private mutating func writeTerms(_ rows: borrowing Rows, _ homes: borrowing Homes) {
    starts.removeAll()
    sources.removeAll()
    factors.removeAll()
    var coordinates = Column<Int32>()
    coordinates.fill(sequence.count, with: -1)
    for id in numbering.ids where definitions[id] >= 0 { coordinates[definitions[id]] = id }
    for position in 0..<sequence.count {
      starts.append(Int32(truncatingIfNeeded: sources.count))
      let id = coordinates[position]
      let variable = sequence[position]
      if numbering.isHomeRow(id) {
        append(id, 1)
        if homes[variable] >= 0 { append(numbering.id(ofVariable: homes[variable]), 1) }
        continue
      }
      var inverse = 1.0
      for term in rows.terms(of: id) where rows.variable(term) == variable {
        inverse = 1 / rows.coefficient(term)
      }
      append(id, inverse)
      for term in rows.terms(of: id) where rows.variable(term) != variable {
        append(numbering.id(ofVariable: rows.variable(term)), -rows.coefficient(term) * inverse)
      }
    }
    starts.append(Int32(truncatingIfNeeded: sources.count))
  }

  private mutating func append(_ source: Int32, _ factor: Double) {
    sources.append(source)
    factors.append(factor)
  }

  /// Lists the readers of each variable: the lines and the other rows that use it.
  private mutating func writeReaders(_ rows: borrowing Rows) {
    readerStarts.fill(Int(numbering.variableCount) + 1, with: 0)
    for place in 0..<sources.count where numbering.isVariable(sources[place]) {
      readerStarts[numbering.variable(withID: sources[place]) + 1] += 1
    }
    for index in 0..<dependents.count {
      for term in rows.terms(of: dependents[index]) {
        readerStarts[rows.variable(term) + 1] += 1
      }
    }
    for index in 0..<Int(numbering.variableCount) { readerStarts[index + 1] += readerStarts[index] }
    readers.fill(Int(readerStarts[numbering.variableCount]), with: 0)
    let ends = Column(copying: readerStarts)
    for position in 0..<numbering.variableCount {
      for place in terms(at: position) where numbering.isVariable(sources[place]) {
        let variable = numbering.variable(withID: sources[place])
        readers[ends[variable]] = position
        ends[variable] += 1
      }
    }
    for index in 0..<dependents.count {
      let row = dependents[index]
      for term in rows.terms(of: row) {
        readers[ends[rows.variable(term)]] = ~row
        ends[rows.variable(term)] += 1
      }
    }
  }
}
