/// The rates at which rows and variables change per unit of the activity (value) of one nonbasic
/// row: a column of the simplex tableau. The activities of nonbasic rows are given; basic rows
/// depend on them.
struct Direction: ~Copyable {
  /// The variables that move, by index.
  private(set) var variables = Column<Int32>()
  /// The basic rows that move and have active pieces (constraints), by id.
  private(set) var rows = Column<Int32>()
  private var rates = Column<Double>()
  private var isTouched = Column<Bool>()
  private var touched = Column<Int32>()
  private(set) var numbering = Numbering()

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

  /// The rate of an id, 0 when it does not move.
  subscript(id: Int32) -> Double { rates[id] }

  /// The rate of a variable, 0 when it does not move.
  func rate(ofVariable variable: Int32) -> Double { rates[numbering.id(ofVariable: variable)] }

  /// Marks an id as visited. Returns false if the id was already visited.
  mutating func claim(_ id: Int32) -> Bool {
    if isTouched[id] { return false }
    isTouched[id] = true
    touched.append(id)
    return true
  }

  mutating func setRate(_ id: Int32, _ rate: Double) { rates[id] = rate }

  /// Adds a variable that moves, with its rate.
  mutating func move(_ variable: Int32, _ rate: Double) {
    let id = numbering.id(ofVariable: variable)
    _ = claim(id)
    setRate(id, rate)
    variables.append(variable)
  }

  /// Adds a claimed row. Its rate is set later.
  mutating func appendRow(_ id: Int32) { rows.append(id) }

  /// Removes the rows whose rate turned out to be 0.
  mutating func compactRows() {
    var kept = 0
    for index in 0..<rows.count where rates[rows[index]] != 0 {
      rows[kept] = rows[index]
      kept &+= 1
    }
    rows.resize(kept, with: 0)
  }
}
