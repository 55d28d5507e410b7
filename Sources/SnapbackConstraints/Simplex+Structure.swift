/// Choosing coordinates: which rows are given at first, and how the variables follow from them.
extension Simplex {
  /// Chooses as many independent rows as there are variables and orders the variables so that each
  /// follows from its coordinate and from variables before it: the *program*.
  ///
  /// Greedy, strongest first: required equalities, then rows with kinks on both sides by the weaker
  /// of the two, then one-sided rows; each defines the one variable of it that is still unknown.
  /// Where every row has two unknowns or more, a variable falls back to its home row. Nothing is
  /// multiplied out, so the program has no more terms than the rows. Θ(terms).
  mutating func selectStructure() {
    let variables = Int(numbering.variableCount)
    sequence.removeAll()
    sequenceOf.fill(variables, with: -1)
    definedPosition.fill(idCount, with: -1)
    var selection = Selection(
      rows: Int(rows.count), variables: variables, classes: penalties.tieLevel + 2)
    for row in 0..<rows.count { selection.classes[row] = rowClass(of: row, none: selection.none) }
    selection.countOccurrences(in: rows)
    var growth = Column<Double>()
    growth.fill(variables, with: 0)
    while sequence.count < variables {
      if let row = selection.popStrongest() {
        if selection.unknowns[row] != 1 { continue }
        define(by: row, &selection, &growth)
      } else {
        tear(&selection, &growth)
      }
    }
    dependents.removeAll()
    for row in 0..<rows.count where definedPosition[row] < 0 { dependents.append(row) }
    buildProgram()
    buildReaders()
  }

  /// 0 for an active required equality; the weaker of the strongest levels that pull up and down;
  /// one more than any level when only one side pulls, `none` when no piece is active.
  private func rowClass(of row: Int32, none: Int32) -> Int32 {
    var (up, down) = (none, none)
    for index in penalties.pieceRange(row) {
      let piece = penalties.piece(index)
      if !piece.isActive { continue }
      if piece.relation == 0, piece.isRequired { return 0 }
      if piece.relation >= 0 { up = min(up, piece.level) }
      if piece.relation <= 0 { down = min(down, piece.level) }
    }
    if up == none, down == none { return none }
    let weaker = max(up, down)
    return weaker == none ? none - 1 : max(1, weaker)
  }

  /// Lets a row define its one unknown variable, unless that would multiply beyond what doubles
  /// can tell from rounding.
  private mutating func define(
    by row: Int32, _ selection: inout Selection, _ growth: inout Column<Double>
  ) {
    var unknown: Int32 = -1
    var divisor = 1.0
    var size = 1.0
    for term in rows.terms(of: row) {
      let variable = rows.variable(term)
      if sequenceOf[variable] < 0 {
        unknown = variable
        divisor = rows.coefficient(term).magnitude
      } else {
        size = max(size, rows.coefficient(term).magnitude * growth[variable])
      }
    }
    let grown = size / divisor
    guard grown <= Self.definitionLimit else { return }
    growth[unknown] = grown
    append(unknown, definedBy: row, &selection)
  }

  /// Makes a variable's home row a coordinate: of an unfinished required equality the variable that
  /// occurs most, else the first one.
  private mutating func tear(_ selection: inout Selection, _ growth: inout Column<Double>) {
    var torn: Int32 = -1
    if let row = selection.nextUnfinishedEquality() {
      var most: Int32 = -1
      for term in rows.terms(of: row) {
        let variable = rows.variable(term)
        if sequenceOf[variable] < 0, selection.occurrences(of: variable) > most {
          most = selection.occurrences(of: variable)
          torn = variable
        }
      }
    }
    if torn < 0 {
      while sequenceOf[selection.firstUnknown] >= 0 { selection.firstUnknown += 1 }
      torn = selection.firstUnknown
    }
    // A home row can be a coordinate once the home is known.
    while homes[torn] >= 0, sequenceOf[homes[torn]] < 0 { torn = homes[torn] }
    growth[torn] = homes[torn] >= 0 ? max(1, growth[homes[torn]]) : 1
    append(torn, definedBy: numbering.homeRow(of: torn), &selection)
  }

  private mutating func append(
    _ variable: Int32, definedBy id: Int32, _ selection: inout Selection
  ) {
    let position = Int32(truncatingIfNeeded: sequence.count)
    sequenceOf[variable] = position
    definedPosition[id] = position
    sequence.append(variable)
    isNonbasic[id] = true
    if !numbering.isHomeRow(id) { selection.isUsed[id] = true }
    selection.noteKnown(variable)
  }

  /// Writes for each position the coordinate and the earlier variables it is computed from.
  private mutating func buildProgram() {
    programStarts.removeAll()
    programIDs.removeAll()
    programFactors.removeAll()
    var coordinateOf = Column<Int32>()
    coordinateOf.fill(Int(numbering.variableCount), with: -1)
    for id in numbering.ids where definedPosition[id] >= 0 {
      coordinateOf[definedPosition[id]] = id
    }
    for position in 0..<Int(numbering.variableCount) {
      programStarts.append(Int32(truncatingIfNeeded: programIDs.count))
      let id = coordinateOf[position]
      let variable = sequence[position]
      if numbering.isHomeRow(id) {
        programIDs.append(id)
        programFactors.append(1)
        if homes[variable] >= 0 {
          programIDs.append(numbering.id(ofVariable: homes[variable]))
          programFactors.append(1)
        }
        continue
      }
      var inverse = 1.0
      for term in rows.terms(of: id) where rows.variable(term) == variable {
        inverse = 1 / rows.coefficient(term)
      }
      programIDs.append(id)
      programFactors.append(inverse)
      for term in rows.terms(of: id) where rows.variable(term) != variable {
        programIDs.append(numbering.id(ofVariable: rows.variable(term)))
        programFactors.append(-rows.coefficient(term) * inverse)
      }
    }
    programStarts.append(Int32(truncatingIfNeeded: programIDs.count))
  }

  /// Turns the program and the other rows around: who reads a variable.
  private mutating func buildReaders() {
    readerStarts.fill(Int(numbering.variableCount) + 1, with: 0)
    for place in 0..<programIDs.count where numbering.isVariable(programIDs[place]) {
      readerStarts[numbering.variable(withID: programIDs[place]) + 1] += 1
    }
    for index in 0..<dependents.count {
      let row = dependents[index]
      for term in rows.terms(of: row) {
        readerStarts[rows.variable(term) + 1] += 1
      }
    }
    for index in 0..<Int(numbering.variableCount) { readerStarts[index + 1] += readerStarts[index] }
    readers.fill(Int(readerStarts[numbering.variableCount]), with: 0)
    let ends = Column(copying: readerStarts)
    for position in 0..<numbering.variableCount {
      for place in programStarts[position]..<programStarts[position + 1]
      where numbering.isVariable(programIDs[place]) {
        let variable = numbering.variable(withID: programIDs[place])
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

  /// Puts every row where it is best off alone, with all multipliers zero, and evaluates.
  mutating func start() {
    for id in numbering.ids {
      resolveContradictions(within: id)
      guard case .between(let lower, let upper) = penalties.fit(id) else { continue }
      lowers[id] = lower
      uppers[id] = upper
      if isNonbasic[id] {
        let wish =
          numbering.isHomeRow(id) ? homes.target(of: numbering.variable(ofHomeRow: id)) : 0
        point.set(id, to: min(max(wish, lower), upper))
        if lower < upper { unsettled.insert(id) }
      } else {
        isWatched[id] = penalties.hasActivePieces(id)
      }
    }
    evaluateAll()
  }
}
