/// Random numbers that a seed repeats: SplitMix64.
struct Dice {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  mutating func next(in range: ClosedRange<Double>) -> Double {
    state &+= 0x9e37_79b9_7f4a_7c15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xbf58_476d_1ce4_e5b9
    bits = (bits ^ (bits >> 27)) &* 0x94d0_49bb_1331_11eb
    bits ^= bits >> 31
    let share = Double(bits >> 11) * 0x1p-53
    return range.lowerBound + share * (range.upperBound - range.lowerBound)
  }
}

/// t to the power of 0, 1, 2…
func power(_ t: Double, _ exponent: Int) -> Double {
  (0..<exponent).reduce(1.0) { product, _ in product * t }
}

/// Solves linear equations in place; the answer is the last column. Gauss, with pivoting.
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
