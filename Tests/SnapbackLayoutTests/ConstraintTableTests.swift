import SnapbackConstraints
import Testing

@testable import SnapbackLayout

@Suite struct ConstraintTableTests {
  private var solver = Solver()
  private var table = ConstraintTable()

  /// Adds a constraint on a variable of its own: it is 0.
  private mutating func append(_ identifier: String, _ source: ConstraintSource = .scene) throws {
    let expression = LinearExpression([Term(solver.makeVariable(), coefficient: 1)], constant: 0)
    let constraint = LayoutConstraint(identifier: identifier, first: Anchor(.root, .width))
    table.append(
      ConstraintTable.Entry(
        constraint, variations: VariationTable(ConstraintVariation()), usualConstant: 0,
        source: source, handle: try solver.add(expression, .equal), expression: expression))
  }

  /// Whether each identifier leads to its constraint, and the table holds nothing else.
  private func holds(_ identifiers: [String]) -> Bool {
    table.entries.compactMap { $0?.constraint.identifier } == identifiers
      && identifiers.allSatisfy { table.constraint($0)?.identifier == $0 }
  }

  @Test mutating func identifiersLeadToTheirConstraintsAfterRemovals() throws {
    var present: [String] = []
    for number in 0..<100 {
      try append("c\(number)")
      present.append("c\(number)")
    }
    // Every third one stays, so the indices change.
    for number in 0..<100 where number % 3 != 0 {
      table.remove(at: try #require(table.index(of: "c\(number)")))
      present.removeAll { $0 == "c\(number)" }
      #expect(holds(present))
      #expect(!table.contains("c\(number)"))
    }
    #expect(table.programCount == present.count)
    #expect(table.entries.count < 100)
  }

  @Test mutating func onlyConstraintsOfAProgramAreCounted() throws {
    try append("own")
    try append("derived", .intrinsic)
    #expect(table.programCount == 1)
    #expect(table.isProgramsOwn("own") && !table.isProgramsOwn("derived"))
    #expect(!table.isProgramsOwn("missing"))
    table.remove(at: try #require(table.index(of: "derived")))
    #expect(table.programCount == 1)
    table.remove(at: try #require(table.index(of: "own")))
    #expect(table.programCount == 0)
  }

  @Test mutating func aConstantChangesItsEquation() throws {
    try append("c")
    for constant in [20.0, -5, 0] {
      table.setConstant(constant, at: 0)
      let entry = try #require(table.entries[0])
      #expect(entry.constraint.constant == constant)
      #expect(entry.expression.constant == -constant)
      #expect(entry.usualConstant == 0)
    }
  }

  @Test mutating func aRemovedConstraintIsNotRefused() throws {
    try append("c")
    table.refuse("c")
    table.refuseConstant("c")
    table.refuse("never added")
    #expect(table.refusedIdentifiers == ["c", "never added"])
    table.accept("c")
    #expect(table.refusedIdentifiers == ["c", "never added"])
    table.remove(at: 0)
    #expect(table.refusedIdentifiers == ["never added"])
  }

  @Test mutating func aUniqueIdentifierIsCounted() throws {
    #expect(table.uniqueIdentifier("a") == "a")
    try append("a")
    #expect(table.uniqueIdentifier("a") == "a #2")
    try append("a #2")
    #expect(table.uniqueIdentifier("a") == "a #3")
  }
}
