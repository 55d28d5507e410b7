/// The *exchange lines*: each computes one row, a coordinate of the ``Program`` whose value is no
/// longer given (it has become *basic*), as a sum over the nonbasic rows, whose values are given.
///
/// Each exchange of a coordinate for another row adds one line. The lines are those rows of the
/// simplex tableau that the program does not provide. They are stored sparsely, as chunks of a
/// pool. The entries of each column, one nonbasic row, are linked.
struct ExchangeTable: ~Copyable {
  struct Entry: BitwiseCopyable {
    var value: Double
    var column: Int32
    var line: Int32
    var next: Int32
    var previous: Int32
  }

  struct Line: BitwiseCopyable {
    var id: Int32
    var start: Int32
    var count: Int32
    var capacity: Int32
  }

  private var lines = Column<Line>()
  private var freeLines = Column<Int32>()
  private var lineOf = Column<Int32>()
  private var columnHeads = Column<Int32>()
  private var entries = Column<Entry>()
  private var garbage = 0
  private var spare = Column<Entry>()

  private(set) var count = 0

  mutating func reset(range: Int) {
    lines.removeAll()
    freeLines.removeAll()
    entries.removeAll()
    lineOf.fill(range, with: -1)
    columnHeads.fill(range, with: -1)
    garbage = 0
    count = 0
    entries.reserve(4 * range + 1024)
    spare.reserve(4 * range + 1024)
    lines.reserve(range)
    freeLines.reserve(range)
  }

  /// The number of indexes for lines, some of which may be free.
  var lineCount: Int { lines.count }

  /// The coordinate that a line computes; −1 for a free index.
  func id(ofLine index: Int) -> Int32 { lines[index].id }

  func hasLine(_ id: Int32) -> Bool { lineOf[id] >= 0 }

  /// Adds `factor` times the line of `id` to `sum`.
  func add(_ id: Int32, times factor: Double, to sum: inout SparseSum) {
    let line = lines[lineOf[id]]
    for place in line.start..<(line.start + line.count) {
      sum.add(entries[place].column, factor * entries[place].value)
    }
  }

  /// The value of the line of `id`, given the values of all nonbasic rows.
  func value(_ id: Int32, _ values: Cells<Double>) -> Double {
    let line = lines[lineOf[id]]
    var sum = 0.0
    for place in line.start..<(line.start + line.count) {
      sum += entries[place].value * values[entries[place].column]
    }
    return sum
  }

  /// The magnitude of the largest product in the line of `id`. It is the scale of the rounding
  /// error.
  func magnitude(_ id: Int32, _ values: Cells<Double>) -> Double {
    let line = lines[lineOf[id]]
    var largest = 0.0
    for place in line.start..<(line.start + line.count) {
      largest = max(largest, (entries[place].value * values[entries[place].column]).magnitude)
    }
    return largest
  }

  /// The first of the linked entries in `column`; −1 if no line has one.
  func head(ofColumn column: Int32) -> Int32 { columnHeads[column] }

  /// The id of the line of an entry, its value, and the next entry in its column.
  func entry(_ place: Int32) -> (id: Int32, value: Double, next: Int32) {
    let entry = entries[place]
    return (lines[entry.line].id, entry.value, entry.next)
  }

  /// The first line that has an entry in `column`; nil if there is none.
  func firstReader(of column: Int32) -> (id: Int32, factor: Double)? {
    let place = columnHeads[column]
    return place < 0 ? nil : (lines[entries[place].line].id, entries[place].value)
  }

  /// Sets the line of `id`, adding it if needed.
  mutating func set(_ id: Int32, to sum: borrowing SparseSum) {
    let needed = Int32(truncatingIfNeeded: sum.touched.count)
    var number = lineOf[id]
    if number >= 0 {
      unlink(number)
    } else {
      let blank = Line(id: id, start: 0, count: 0, capacity: 0)
      if freeLines.isEmpty {
        number = Int32(truncatingIfNeeded: lines.count)
        lines.append(blank)
      } else {
        number = freeLines.removeLast()
        lines[number] = blank
      }
      lineOf[id] = number
      count += 1
    }
    if lines[number].capacity < needed {
      garbage += Int(lines[number].capacity)
      lines[number].count = 0
      lines[number].capacity = 0
      if garbage > 256, garbage > entries.count / 2 { collectGarbage() }
      let start = Int32(truncatingIfNeeded: entries.count)
      let blank = Entry(value: 0, column: -1, line: number, next: -1, previous: -1)
      entries.resize(entries.count + Int(needed), with: blank)
      lines[number].start = start
      lines[number].capacity = needed
    }
    lines[number].count = needed
    var place = lines[number].start
    for index in 0..<sum.touched.count {
      let column = sum.touched[index]
      link(place, number, column, sum[column])
      place += 1
    }
  }

  mutating func remove(_ id: Int32) {
    let number = lineOf[id]
    guard number >= 0 else { return }
    unlink(number)
    garbage += Int(lines[number].capacity)
    lines[number] = Line(id: -1, start: 0, count: 0, capacity: 0)
    freeLines.append(number)
    lineOf[id] = -1
    count -= 1
  }

  /// Removes the last line and returns its id, nil when the table is empty.
  mutating func removeLast() -> Int32? {
    guard count > 0 else {
      lines.removeAll()
      freeLines.removeAll()
      entries.removeAll()
      garbage = 0
      return nil
    }
    var last = lines.count - 1
    while lines[last].id < 0 { last -= 1 }
    let id = lines[last].id
    remove(id)
    return id
  }

  private func link(_ place: Int32, _ number: Int32, _ column: Int32, _ value: Double) {
    let head = columnHeads[column]
    entries[place] = Entry(value: value, column: column, line: number, next: head, previous: -1)
    if head >= 0 { entries[head].previous = place }
    columnHeads[column] = place
  }

  private func unlink(_ number: Int32) {
    let line = lines[number]
    for place in line.start..<(line.start + line.count) {
      let entry = entries[place]
      if entry.previous >= 0 {
        entries[entry.previous].next = entry.next
      } else {
        columnHeads[entry.column] = entry.next
      }
      if entry.next >= 0 { entries[entry.next].previous = entry.previous }
    }
  }

  /// Moves all lines to the front of the pool.
  private mutating func collectGarbage() {
    spare.removeAll()
    for index in 0..<entries.count { spare.append(entries[index]) }
    entries.removeAll()
    for index in 0..<columnHeads.count { columnHeads[index] = -1 }
    for number in 0..<lines.count where lines[number].id >= 0 {
      let old = lines[number]
      lines[number].start = Int32(truncatingIfNeeded: entries.count)
      lines[number].capacity = old.count
      for offset in 0..<old.count {
        let entry = spare[old.start + offset]
        entries.append(entry)
        let place = Int32(truncatingIfNeeded: entries.count - 1)
        link(place, Int32(truncatingIfNeeded: number), entry.column, entry.value)
      }
    }
    garbage = 0
  }
}
