/// The bookkeeping of ``Simplex/selectStructure()``: which rows have one unknown variable left.
struct Selection: ~Copyable {
  var classes = Column<Int32>()
  var unknowns = Column<Int32>()
  var isUsed = Column<Bool>()
  var firstUnknown: Int32 = 0
  /// The class of rows without an active piece.
  let none: Int32

  private var starts = Column<Int32>()
  private var rows = Column<Int32>()
  /// Rows with one unknown, a stack for each class.
  private var heads = Column<Int32>()
  private var nexts = Column<Int32>()
  private var ready = OrderedQueue()
  private var scanned: Int32 = 0

  init(rows: Int, variables: Int, classes count: Int32) {
    none = count
    classes.fill(rows, with: 0)
    unknowns.fill(rows, with: 0)
    isUsed.fill(rows, with: false)
    starts.fill(variables + 1, with: 0)
    heads.fill(Int(count) + 1, with: -1)
    nexts.fill(rows, with: -1)
    ready.reset(range: Int(count) + 1)
  }

  mutating func countOccurrences(in forms: borrowing Rows) {
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

  func occurrences(of variable: Int32) -> Int32 { starts[variable + 1] - starts[variable] }

  mutating func noteKnown(_ variable: Int32) {
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

  /// Takes a row of the strongest class; it may have lost its last unknown since it was put here.
  mutating func popStrongest() -> Int32? {
    guard let level = ready.first(from: 0) else { return nil }
    let row = heads[level]
    heads[level] = nexts[row]
    if nexts[row] < 0 { ready.remove(level) }
    return row
  }

  /// The next required equality with two unknowns or more.
  mutating func nextUnfinishedEquality() -> Int32? {
    while Int(scanned) < unknowns.count {
      if classes[scanned] == 0, !isUsed[scanned], unknowns[scanned] >= 2 { return scanned }
      scanned += 1
    }
    return nil
  }
}
