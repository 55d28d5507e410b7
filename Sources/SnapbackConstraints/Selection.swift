/// The choice of *coordinates* at compilation: the rows whose activities (values) are given at
/// first, one for each variable. The variables are computed from them (``Program``).
///
/// Chooses as many independent rows as there are variables, greedily. A row with one unknown
/// variable defines this variable; among several such rows, the strongest is used first. Required
/// equalities are the strongest. Then come rows whose constraints act in both directions, ordered
/// by the weaker direction, then rows whose constraints act in one direction. If every remaining
/// row has at least two unknowns, a variable is defined by its *home row*, its distance from its
/// default value.
struct Selection: ~Copyable {
  /// The largest factor between a coordinate and a variable that the program accepts. A row that
  /// would exceed this limit defines no variable. The simplex can choose among several rows and
  /// finds a better definition later.
  private static var definitionLimit: Double { 1e4 }

  /// The strength class of each row, 0 for the strongest.
  private var classes = Column<Int32>()
  /// The class of rows without an active piece (constraint).
  private let none: Int32
  private var unknowns = Column<Int32>()
  private var isUsed = Column<Bool>()
  private var firstUnknown: Int32 = 0
  /// For each variable, a bound of the factors along the chain of rows that define it.
  private var growth = Column<Double>()

  private var starts = Column<Int32>()
  private var rows = Column<Int32>()
  /// The rows with one unknown variable: one linked stack for each class.
  private var heads = Column<Int32>()
  private var nexts = Column<Int32>()
  private var ready = OrderedQueue()
  private var scanned: Int32 = 0

  init(_ forms: borrowing Rows, _ penalties: borrowing Penalties, variables: Int) {
    none = penalties.tieLevel + 2
    let count = Int(forms.count)
    classes.fill(count, with: 0)
    unknowns.fill(count, with: 0)
    isUsed.fill(count, with: false)
    starts.fill(variables + 1, with: 0)
    heads.fill(Int(none) + 1, with: -1)
    nexts.fill(count, with: -1)
    ready.reset(range: Int(none) + 1)
    growth.fill(variables, with: 0)
    for row in 0..<forms.count { classes[row] = Self.strength(of: row, penalties, none: none) }
    countOccurrences(in: forms)
  }

  /// The strength class of a row. It is 0 for an active required equality. If active pieces act in
  /// both directions, the class is the level of the strongest piece up or that of the strongest
  /// piece down, whichever is weaker. If they act in one direction only, the class is `none - 1`,
  /// weaker than every level. If no piece is active, it is `none`.
  private static func strength(
    of row: Int32, _ penalties: borrowing Penalties, none: Int32
  ) -> Int32 {
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

  /// Makes all variables of an empty program known. Θ(terms).
  mutating func run(
    _ forms: borrowing Rows, _ homes: borrowing Homes, _ program: inout Program
  ) {
    while program.count < growth.count {
      if let row = popStrongest() {
        if unknowns[row] == 1 { define(by: row, forms, &program) }
      } else {
        tear(forms, homes, &program)
      }
    }
  }

  /// Defines the one unknown variable of a row by this row, unless the factors would exceed
  /// ``definitionLimit``.
  private mutating func define(
    by row: Int32, _ forms: borrowing Rows, _ program: inout Program
  ) {
    var unknown: Int32 = -1
    var divisor = 1.0
    var size = 1.0
    for term in forms.terms(of: row) {
      let variable = forms.variable(term)
      if program.isKnown(variable) {
        size = max(size, forms.coefficient(term).magnitude * growth[variable])
      } else {
        unknown = variable
        divisor = forms.coefficient(term).magnitude
      }
    }
    let grown = size / divisor
    guard grown <= Self.definitionLimit else { return }
    growth[unknown] = grown
    program.append(unknown, definedBy: row)
    isUsed[row] = true
    noteKnown(unknown)
  }

  /// Chooses an unknown variable and makes its home row a coordinate. Takes the next unused
  /// required equality and, of its unknown variables, the one that occurs in most rows. Without
  /// such an equality, takes the first unknown variable.
  private mutating func tear(
    _ forms: borrowing Rows, _ homes: borrowing Homes, _ program: inout Program
  ) {
    var torn: Int32 = -1
    if let row = nextUnfinishedEquality() {
      var most: Int32 = -1
      for term in forms.terms(of: row) {
        let variable = forms.variable(term)
        if !program.isKnown(variable), occurrences(of: variable) > most {
          most = occurrences(of: variable)
          torn = variable
        }
      }
    }
    if torn < 0 {
      while program.isKnown(firstUnknown) { firstUnknown += 1 }
      torn = firstUnknown
    }
    // A home row can be a coordinate only if the home is known.
    while homes[torn] >= 0, !program.isKnown(homes[torn]) { torn = homes[torn] }
    growth[torn] = homes[torn] >= 0 ? max(1, growth[homes[torn]]) : 1
    program.append(torn, definedBy: forms.count + torn)
    noteKnown(torn)
  }

  private mutating func countOccurrences(in forms: borrowing Rows) {
    let variables = starts.count - 1
    for row in 0..<forms.count where classes[row] < none {
      for term in forms.terms(of: row) {
        starts[forms.variable(term) + 1] += 1
      }
    }
    for index in 0..<variables { starts[index + 1] += starts[index] }
    rows.fill(Int(starts[variables]), with: 0)
    let ends = Column(copying: starts)
    for row in 0..<forms.count where classes[row] < none {
      for term in forms.terms(of: row) {
        let variable = forms.variable(term)
        rows[ends[variable]] = row
        ends[variable] += 1
      }
      unknowns[row] = forms.size(of: row)
      if unknowns[row] == 1 { push(row) }
    }
  }

  private func occurrences(of variable: Int32) -> Int32 { starts[variable + 1] - starts[variable] }

  private mutating func noteKnown(_ variable: Int32) {
    for index in starts[variable]..<starts[variable + 1] {
      let row = rows[index]
      unknowns[row] -= 1
      if unknowns[row] == 1, !isUsed[row] { push(row) }
    }
  }

  private mutating func push(_ row: Int32) {
    let level = classes[row]
    nexts[row] = heads[level]
    heads[level] = row
    ready.insert(level)
  }

  /// Removes and returns a row of the strongest class. The row may no longer have an unknown
  /// variable.
  private mutating func popStrongest() -> Int32? {
    guard let level = ready.first(from: 0) else { return nil }
    let row = heads[level]
    heads[level] = nexts[row]
    if nexts[row] < 0 { ready.remove(level) }
    return row
  }

  /// The next unused required equality with at least two unknowns.
  private mutating func nextUnfinishedEquality() -> Int32? {
    while Int(scanned) < unknowns.count {
      if classes[scanned] == 0, !isUsed[scanned], unknowns[scanned] >= 2 { return scanned }
      scanned += 1
    }
    return nil
  }
}
