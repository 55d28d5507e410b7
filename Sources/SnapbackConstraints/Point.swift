/// The numbers of an answer, by id (``Numbering``): the activities (values) of rows, then those of
/// home rows, then the values of the variables.
///
/// The activities of nonbasic rows are given, and all other numbers depend on them. ``move(_:to:)``
/// sets one of these activities and records its row until an ``Evaluation`` has updated the
/// dependent numbers.
struct Point: ~Copyable {
  private(set) var numbering = Numbering()
  private var values = Column<Double>()
  /// The rows whose activity was set since the last evaluation.
  private(set) var movedRows = Column<Int32>()

  init() {}

  /// Direct access to the numbers, for inner loops; valid until the point is reset.
  var cells: Cells<Double> { values.cells }

  /// Whether all numbers have been updated since the last move of a row.
  var isSettled: Bool { movedRows.isEmpty }

  subscript(id: Int32) -> Double { values[id] }

  func value(ofVariable variable: Int32) -> Double { values[numbering.id(ofVariable: variable)] }

  /// Sets all numbers to zero, and makes room for moved rows.
  mutating func reset(_ numbering: Numbering) {
    self.numbering = numbering
    values.fill(numbering.idCount + Int(numbering.variableCount), with: 0)
    movedRows.removeAll()
    movedRows.reserve(2 * numbering.idCount)
  }

  /// Writes a number without scheduling an evaluation.
  mutating func set(_ id: Int32, to value: Double) { values[id] = value }

  /// Sets the activity of a nonbasic row. The next evaluation updates the dependent numbers.
  mutating func move(_ id: Int32, to value: Double) {
    values[id] = value
    movedRows.append(id)
  }

  /// Records a row whose activity was already written.
  mutating func noteMove(_ id: Int32) { movedRows.append(id) }

  /// Records that all numbers agree with the given activities.
  mutating func noteSettled() { movedRows.removeAll() }
}
