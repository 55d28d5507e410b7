/// Gaussian elimination of a sparse square matrix with pivots that create few new entries.
///
/// Source: H. M. Markowitz, "The elimination form of the inverse and its application to linear
/// programming", Management Science 3, 1957, with a threshold on the size of pivots as in I. S.
/// Duff, A. M. Erisman, J. K. Reid, "Direct Methods for Sparse Matrices", 1986.
struct Elimination: ~Copyable {
  /// The least size of a pivot relative to the largest entry of its row.
  private let threshold: Double
  private var rows: EntryLists
  private var columns: EntryLists
  private var rowsByCount: CountedItems
  private var columnsByCount: CountedItems
  /// The magnitude of the largest entry of each row; negative if unknown.
  private var largest = Column<Double>()
  /// The row of the pivot, by column, and the columns in which it has entries.
  private var pivotRow = Column<Double>()
  private var marks = Column<Int8>()
  private let count: Int

  /// The multipliers of each step: the rows from which the pivot's row was subtracted.
  private(set) var lower = SparseVectors()
  /// The remaining entries of the pivot's row in each step, without the pivot.
  private(set) var upper = SparseVectors()
  /// The row, the column and the value of the pivot of each step.
  private(set) var pivotRows = Column<Int32>()
  private(set) var pivotColumns = Column<Int32>()
  private(set) var pivots = Column<Double>()

  /// The number of lists of rows and columns that are searched for a pivot.
  private static var searchLimit: Int { 6 }

  init(_ matrix: borrowing SparseVectors, threshold: Double) {
    self.threshold = threshold
    count = matrix.count
    rows = EntryLists(matrix)
    var transposed = SparseVectors()
    transposed.transpose(matrix, count: count)
    columns = EntryLists(transposed)
    rowsByCount = CountedItems(count: count)
    columnsByCount = CountedItems(count: count)
    largest.fill(count, with: -1)
    pivotRow.fill(count, with: 0)
    marks.fill(count, with: 0)
    var item = Int32(truncatingIfNeeded: count) - 1
    while item >= 0 {
      rowsByCount.insert(item, rows.count(of: item))
      columnsByCount.insert(item, columns.count(of: item))
      item -= 1
    }
  }

  /// Eliminates all rows. Returns false if the matrix is singular up to rounding.
  mutating func run() -> Bool {
    for _ in 0..<count {
      guard let (row, place) = findPivot() else { return false }
      eliminate(row, place)
    }
    return true
  }

  /// The magnitude of the largest entry of a row.
  private func size(of row: Int32) -> Double {
    if largest[row] >= 0 { return largest[row] }
    var size = 0.0
    for place in rows.places(of: row) { size = max(size, rows.value(place).magnitude) }
    largest[row] = size
    return size
  }

  // MARK: Choosing

  /// The row of the next pivot, and its place in that row.
  private func findPivot() -> (row: Int32, place: Int32)? {
    if let single = findSingle() { return single }
    var best: (row: Int32, place: Int32)?
    var cost = Int.max
    var searched = 0
    var number = 2
    while number <= count {
      let bound = (number - 1) * (number - 1)
      var column = columnsByCount.first(number)
      while column >= 0 {
        if cost <= bound { return best }
        searchColumn(column, &best, &cost)
        searched += 1
        if searched >= Self.searchLimit, best != nil { return best }
        column = columnsByCount.next(column)
      }
      var row = rowsByCount.first(number)
      while row >= 0 {
        if cost <= bound { return best }
        searchRow(row, &best, &cost)
        searched += 1
        if searched >= Self.searchLimit, best != nil { return best }
        row = rowsByCount.next(row)
      }
      number += 1
    }
    return best
  }

  /// An entry that is alone in its column or row. It is a pivot in any order of elimination.
  private func findSingle() -> (row: Int32, place: Int32)? {
    let column = columnsByCount.first(1)
    if column >= 0 {
      let row = columns.index(columns.places(of: column).lowerBound)
      let place = rows.place(of: column, in: row)
      return rows.value(place) == 0 ? nil : (row, place)
    }
    let row = rowsByCount.first(1)
    guard row >= 0 else { return nil }
    let place = rows.places(of: row).lowerBound
    return rows.value(place) == 0 ? nil : (row, place)
  }

  private func searchColumn(
    _ column: Int32, _ best: inout (row: Int32, place: Int32)?, _ cost: inout Int
  ) {
    let others = Int(columns.count(of: column)) - 1
    for entry in columns.places(of: column) {
      let row = columns.index(entry)
      let price = others * (Int(rows.count(of: row)) - 1)
      if price >= cost { continue }
      let place = rows.place(of: column, in: row)
      let value = rows.value(place).magnitude
      if value == 0 || value < threshold * size(of: row) { continue }
      best = (row, place)
      cost = price
    }
  }

  private func searchRow(
    _ row: Int32, _ best: inout (row: Int32, place: Int32)?, _ cost: inout Int
  ) {
    let others = Int(rows.count(of: row)) - 1
    let least = threshold * size(of: row)
    for place in rows.places(of: row) {
      let value = rows.value(place).magnitude
      if value == 0 || value < least { continue }
      let price = others * (Int(columns.count(of: rows.index(place))) - 1)
      if price >= cost { continue }
      best = (row, place)
      cost = price
    }
  }

  // MARK: Eliminating

  private mutating func eliminate(_ row: Int32, _ place: Int32) {
    let column = rows.index(place)
    let pivot = rows.value(place)
    pivotRows.append(row)
    pivotColumns.append(column)
    pivots.append(pivot)
    rowsByCount.remove(row, rows.count(of: row))
    columnsByCount.remove(column, columns.count(of: column))
    rows.remove(place, from: row)
    columns.remove(index: row, from: column)
    for entry in rows.places(of: row) {
      let other = rows.index(entry)
      upper.append(other, rows.value(entry))
      pivotRow[other] = rows.value(entry)
      marks[other] = 1
      recount(column: other) { $0.columns.remove(index: row, from: other) }
    }
    upper.end()
    for entry in columns.places(of: column) {
      subtract(row, column, from: columns.index(entry), pivot)
    }
    lower.end()
    for entry in rows.places(of: row) { marks[rows.index(entry)] = 0 }
  }

  /// Changes the entries of a column, and groups the column by its new number of entries.
  private mutating func recount(column: Int32, _ change: (inout Elimination) -> Void) {
    columnsByCount.remove(column, columns.count(of: column))
    change(&self)
    columnsByCount.insert(column, columns.count(of: column))
  }

  /// Subtracts a multiple of the pivot's row from another row.
  private mutating func subtract(
    _ row: Int32, _ column: Int32, from other: Int32, _ pivot: Double
  ) {
    rowsByCount.remove(other, rows.count(of: other))
    let head = rows.place(of: column, in: other)
    let factor = rows.value(head) / pivot
    rows.remove(head, from: other)
    lower.append(other, factor)
    largest[other] = -1
    var place = rows.places(of: other).lowerBound
    while place < rows.places(of: other).upperBound {
      let index = rows.index(place)
      guard marks[index] != 0 else {
        place += 1
        continue
      }
      marks[index] = 2
      let old = rows.value(place)
      let value = old - factor * pivotRow[index]
      if value.magnitude <= 1e-14 * old.magnitude {
        rows.remove(place, from: other)
        recount(column: index) { $0.columns.remove(index: other, from: index) }
        continue
      }
      rows.setValue(place, value)
      place += 1
    }
    for entry in rows.places(of: row) {
      let index = rows.index(entry)
      if marks[index] == 2 {
        marks[index] = 1
        continue
      }
      let value = -factor * rows.value(entry)
      rows.append(index, value, to: other)
      recount(column: index) { $0.columns.append(other, 0, to: index) }
    }
    rowsByCount.insert(other, rows.count(of: other))
  }
}
