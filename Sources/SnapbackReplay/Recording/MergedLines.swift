/// Counts the lines of a file that contain several records because line ends were lost.
struct MergedLines {
  private var count = 0
  private var first = 0

  /// Splits a line before each record that begins in it. Returns the whole line if it contains only
  /// one record.
  static func parts(
    of line: Range<Int>, _ bytes: [UInt8], _ begins: (LineCursor) -> Bool
  ) -> [Range<Int>] {
    guard line.count <= LineIterator.lengthLimit else { return [line] }
    var parts: [Range<Int>] = []
    var start = line.lowerBound
    for place in line.dropFirst() where begins(LineCursor(bytes, place..<line.upperBound)) {
      parts.append(start..<place)
      start = place
    }
    return parts + [start..<line.upperBound]
  }

  mutating func note(line: Int) {
    if count == 0 { first = line }
    count += 1
  }

  /// The warning about the counted lines, if there are any.
  var warnings: [String] {
    guard count > 0 else { return [] }
    let subject =
      count == 1
      ? "has lost a line end in line \(first), which holds"
      : "has lost line ends: \(count) lines, the first is line \(first), hold"
    return ["\(subject) several records; each is read"]
  }
}
