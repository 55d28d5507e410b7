import SnapbackBasics

extension SeededGenerator {
  /// A uniformly distributed number of a range.
  mutating func next(in range: ClosedRange<Double>) -> Double {
    range.lowerBound + unit() * (range.upperBound - range.lowerBound)
  }
}

/// t to the power of 0, 1, 2…
func power(_ t: Double, _ exponent: Int) -> Double {
  (0..<exponent).reduce(1.0) { product, _ in product * t }
}

/// Solves linear equations in place by Gaussian elimination with pivoting. The answer is the last
/// column.
func solve(_ rows: inout [[Double]]) {
  for column in rows.indices {
    let pivot = rows.indices[column...].max { abs(rows[$0][column]) < abs(rows[$1][column]) }
    rows.swapAt(column, pivot ?? column)
    let divisor = rows[column][column]
    rows[column] = rows[column].map { $0 / divisor }
    for row in rows.indices where row != column {
      let factor = rows[row][column]
      for index in rows[row].indices { rows[row][index] -= factor * rows[column][index] }
    }
  }
}
