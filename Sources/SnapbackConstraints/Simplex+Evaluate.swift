/// From the nonbasic activities to everything else.
extension Simplex {
  /// Evaluates all variables and rows, in order. Θ(terms).
  mutating func evaluateAll() {
    for index in 0..<exchanges.lineCount {
      let id = exchanges.id(ofLine: index)
      if id < 0 { continue }
      point.set(id, to: exchanges.value(id, point.cells))
      noteViolation(of: id)
    }
    var changed = 0
    let (cells, ids, factors) = (point.cells, programIDs.cells, programFactors.cells)
    var place: Int32 = 0
    for position in 0..<numbering.variableCount {
      let end = programStarts[position + 1]
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
    for index in 0..<dependents.count {
      let row = dependents[index]
      if isWatched[row] { evaluateRow(row) }
    }
    point.noteSettled()
    isBroad = 4 * changed > Int(numbering.variableCount)
  }

  /// Follows the changed coordinates through lines, program and rows; notes the rows that their
  /// multipliers no longer fit.
  ///
  /// The cost follows what is affected, but for one thing: where the last time nearly everything
  /// moved, as when a window is resized, going through everything in order is cheaper.
  mutating func evaluateChanges() {
    if isBroad, !point.isSettled {
      while dirtyRows.popFirst() != nil {}
      evaluateAll()
      return
    }
    var changed = 0
    for index in 0..<point.movedRows.count {
      let id = point.movedRows[index]
      noteChange(of: id)
      var place = exchanges.head(ofColumn: id)
      while place >= 0 {
        let entry = exchanges.entry(place)
        dirtyRows.insert(entry.id)
        place = entry.next
      }
    }
    point.noteSettled()
    // Lines first: they are rows by number, but coordinates of the program by function.
    settleLines()
    let (cells, ids, factors) = (point.cells, programIDs.cells, programFactors.cells)
    while let position = dirtyPositions.popFirst() {
      var sum = 0.0
      for place in programStarts[position]..<programStarts[position + 1] {
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
          dirtyPositions.insert(reader)
        } else if isWatched[~reader] {
          dirtyRows.insert(~reader)
        }
      }
    }
    while let row = dirtyRows.popFirst() { evaluateRow(row) }
    isBroad = 2 * changed > Int(numbering.variableCount)
  }

  private mutating func noteChange(of id: Int32) {
    let position = definedPosition[id]
    if position >= 0 { dirtyPositions.insert(position) }
  }

  /// Evaluates the lines among the dirty rows and takes them out.
  private mutating func settleLines() {
    var next: Int32 = 0
    while let id = dirtyRows.first(from: next) {
      next = id + 1
      guard definedPosition[id] >= 0 else { continue }
      dirtyRows.remove(id)
      if isNonbasic[id] { continue }
      point.set(id, to: exchanges.value(id, point.cells))
      noteChange(of: id)
      noteViolation(of: id)
    }
  }

  private mutating func evaluateRow(_ row: Int32) {
    if numbering.isHomeRow(row) || isNonbasic[row] { return }
    point.set(row, to: rows.activity(of: row, at: point))
    noteViolation(of: row)
  }

  /// Puts a basic row in the queue when its activity does not fit its multiplier.
  ///
  /// The bound is tight here; the dual step, which knows the size of the terms, decides.
  private mutating func noteViolation(of row: Int32) {
    guard isWatched[row] else { return }
    let value = point[row]
    if value > uppers[row] + 1e-8 || value < lowers[row] - 1e-8 { violatedRows.insert(row) }
  }

  /// Writes a row as a sum over the nonbasic rows into `expansion`.
  ///
  /// Follows the program backwards from the row's variables; the cost is the size of the part of
  /// the program that the row depends on.
  mutating func expand(_ id: Int32) {
    expansion.removeAll()
    if definedPosition[id] >= 0 {
      if isNonbasic[id] {
        expansion.add(id, 1)
      } else {
        exchanges.add(id, times: 1, to: &expansion)
      }
      expansion.compact()
      return
    }
    if numbering.isHomeRow(id) {
      let variable = numbering.variable(ofHomeRow: id)
      need(variable, 1)
      if homes[variable] >= 0 { need(homes[variable], -1) }
    } else {
      for term in rows.terms(of: id) {
        need(rows.variable(term), rows.coefficient(term))
      }
    }
    while let position = expandQueue.popLast() {
      let factor = expansion.take(numbering.id(ofVariable: sequence[position]))
      if factor == 0 { continue }
      for place in programStarts[position]..<programStarts[position + 1] {
        let source = programIDs[place]
        if !numbering.isVariable(source) {
          expansion.add(source, factor * programFactors[place])
        } else {
          need(numbering.variable(withID: source), factor * programFactors[place])
        }
      }
    }
    let touchedCount = expansion.touched.count
    for index in 0..<touchedCount {
      let source = expansion.touched[index]
      if !numbering.isVariable(source), !isNonbasic[source] {
        let factor = expansion.take(source)
        if factor != 0 { exchanges.add(source, times: factor, to: &expansion) }
      }
    }
    expansion.compact()
    counters.addWork(expansion.touched.count)
  }

  private mutating func need(_ variable: Int32, _ factor: Double) {
    expansion.add(numbering.id(ofVariable: variable), factor)
    expandQueue.insert(sequenceOf[variable])
  }
}
