import SnapbackBasics

/// A curve drawn with braille characters. Each terminal cell has two columns and four rows of dots.
struct BrailleGraph {
  let columns: Int
  let rows: Int
  /// The dots of each cell, as bits that are added to U+2800.
  private var dots: [UInt32]

  init(columns: Int, rows: Int) {
    self.columns = max(columns, 0)
    self.rows = max(rows, 0)
    dots = Array(repeating: 0, count: self.columns * self.rows)
  }

  /// The bits of the dots in a cell, by column and row.
  private static let bits: [[UInt32]] = [[0x01, 0x02, 0x04, 0x40], [0x08, 0x10, 0x20, 0x80]]

  /// Draws two values per column of cells, and joins neighboring values. `range` is the range of
  /// values from bottom to top. A nil value or NaN leaves a gap.
  mutating func draw(_ values: [Double?], in range: ClosedRange<Double>) {
    var last: Int?
    for (index, value) in values.prefix(columns * 2).enumerated() {
      guard let value, value.isFinite, let height = height(of: value, in: range) else {
        last = nil
        continue
      }
      // Draw the first half of the vertical distance from the last value in the last column of
      // dots, and the second half in this one.
      let way = last.map { height - $0 } ?? 0
      let middle = height - way + way / 2
      for row in min(height - way, middle)...max(height - way, middle) where way != 0 {
        set(index - 1, row)
      }
      let first = middle + way.signum()
      for row in min(first, height)...max(first, height) { set(index, row) }
      last = height
    }
  }

  /// The row of dots for a value, counted from the top.
  private func height(of value: Double, in range: ClosedRange<Double>) -> Int? {
    guard rows > 0 else { return nil }
    let width = range.upperBound - range.lowerBound
    let share = width > 0 ? (value - range.lowerBound) / width : 0.5
    let last = Double(rows * 4 - 1)
    return Int(saturating: (last * (1 - min(max(share, 0), 1))).rounded())
  }

  private mutating func set(_ column: Int, _ row: Int) {
    guard (0..<(columns * 2)).contains(column), (0..<(rows * 4)).contains(row) else { return }
    dots[row / 4 * columns + column / 2] |= Self.bits[column % 2][row % 4]
  }

  /// The character of a cell; nil if the cell has no dots.
  func character(_ column: Int, _ row: Int) -> Character? {
    guard (0..<columns).contains(column), (0..<rows).contains(row) else { return nil }
    let dots = dots[row * columns + column]
    guard dots != 0, let scalar = Unicode.Scalar(0x2800 + dots) else { return nil }
    return Character(scalar)
  }
}
