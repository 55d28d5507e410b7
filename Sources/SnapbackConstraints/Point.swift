/// The numbers of an answer: activities of rows, then of home rows, then the variables.
///
/// The activities of nonbasic rows are given. A caller that sets one of them moves the point, which
/// records the row until an ``Evaluation`` has brought all other numbers in line with it.
struct Point: ~Copyable {
  private(set) var numbering = Numbering()
  private var values = Column<Double>()
  /// The rows that were given another activity since the last evaluation.
  private(set) var movedRows = Column<Int32>()

  init() {}

  /// The numbers for one loop: valid until the point is reset.
  var cells: Cells<Double> { values.cells }

  /// Whether all numbers follow from the given ones, as far as the point knows.
  var isSettled: Bool { movedRows.isEmpty }

  subscript(id: Int32) -> Double { values[id] }

  func value(ofVariable variable: Int32) -> Double { values[numbering.id(ofVariable: variable)] }

  /// Puts everything at zero, and makes room for rows to move.
  mutating func reset(_ numbering: Numbering) {
    self.numbering = numbering
    values.fill(numbering.idCount + Int(numbering.variableCount), with: 0)
    movedRows.removeAll()
    movedRows.reserve(2 * numbering.idCount)
  }

  /// Writes a number that nothing has to follow.
  mutating func set(_ id: Int32, to value: Double) { values[id] = value }

  /// Gives a nonbasic row another activity; the rest follows at the next evaluation.
  mutating func move(_ id: Int32, to value: Double) {
    values[id] = value
    movedRows.append(id)
  }

  /// Remembers a row whose activity was written before.
  mutating func noteMove(_ id: Int32) { movedRows.append(id) }

  /// Notes that everything follows from the given activities.
  mutating func noteSettled() { movedRows.removeAll() }
}
