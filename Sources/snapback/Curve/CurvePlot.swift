import SnapbackBasics
import SnapbackMotion

/// Plots a motion with characters: the value over time, in Braille dots.
struct CurvePlot {
  private let motion: CurveMotion
  private let settleTime: Double
  private let time: ChartAxis
  private let value: ChartAxis
  private let columns: Int
  private let rows: Int

  /// The bits of a Braille character's dots: two columns of four dots each, from the top.
  private static let dots: [[UInt32]] = [[0x01, 0x02, 0x04, 0x40], [0x08, 0x10, 0x20, 0x80]]
  /// The number of samples for each column of dots.
  private static let samples = 8

  /// Creates a plot `width` characters wide overall, over `length` seconds and the values in
  /// `range`.
  init(
    _ motion: CurveMotion, settleTime: Double, length: Double, range: ClosedRange<Double>,
    width: Int
  ) {
    self.motion = motion
    self.settleTime = settleTime
    rows = 14
    let value = ChartAxis(range, ticks: 6)
    self.value = value
    let labels = value.ticks.map { value.label($0).count }.max() ?? 0
    columns = max(20, width - labels - 3)
    time = ChartAxis(0...length, ticks: max(3, columns / 12))
  }

  var lines: [String] {
    var cells = curve
    let target = motion.end
    if let row = row(of: target) {
      for column in 0..<columns where cells[row][column] == " " { cells[row][column] = "┄" }
    }
    if let column = column(of: settleTime) {
      for row in 0..<rows where [" ", "┄"].contains(cells[row][column]) {
        cells[row][column] = "┊"
      }
    }
    var labels: [Int: String] = [:]
    for tick in value.ticks {
      if let row = row(of: tick) { labels[row] = value.label(tick) }
    }
    let margin = labels.values.map(\.count).max() ?? 0
    let body = cells.enumerated().map { row, characters in
      let label = labels[row] ?? ""
      let line =
        padded(label, margin) + (label.isEmpty ? " │" : " ┤") + String(characters)
      return trimmed(line)
    }
    return body + footing(margin: margin)
  }

  // MARK: The curve

  /// The character cells that show the curve.
  private var curve: [[Character]] {
    var bits = [[UInt32]](repeating: [UInt32](repeating: 0, count: columns), count: rows)
    var last: Int?
    for span in motion.spans(upTo: time.high) {
      // Start a new line after a jump.
      last = nil
      let dots = Double(columns * 2)
      let (first, end) = (time.share(of: span.lowerBound), time.share(of: span.upperBound))
      let range = (first * dots).rounded(.down)..<(end * dots).rounded(.up)
      for column in 0..<(columns * 2) where range.contains(Double(column)) {
        for sample in 0..<Self.samples {
          let share = Double(column) + Double(sample) / Double(Self.samples)
          let moment = time.low + (time.high - time.low) * share / dots
          guard span.contains(moment), let dot = dot(of: motion.state(at: moment).value) else {
            continue
          }
          for height in min(dot, last ?? dot)...max(dot, last ?? dot) {
            bits[height / 4][column / 2] |= Self.dots[column % 2][height % 4]
          }
          last = dot
        }
      }
    }
    return bits.map { row in
      row.map { bits in
        bits == 0 ? " " : Unicode.Scalar(0x2800 + bits).map(Character.init) ?? " "
      }
    }
  }

  /// Returns the row of dots for a value, from 0 at the top; nil if the value is not finite.
  private func dot(of number: Double) -> Int? {
    let share = value.share(of: number)
    guard share.isFinite else { return nil }
    let dot = Int(saturating: ((1 - share) * Double(rows * 4 - 1)).rounded())
    return min(max(dot, 0), rows * 4 - 1)
  }

  private func row(of number: Double) -> Int? {
    let share = value.share(of: number)
    return share >= 0 && share <= 1 ? dot(of: number).map { $0 / 4 } : nil
  }

  private func column(of moment: Double) -> Int? {
    let share = time.share(of: moment)
    guard share >= 0, share < 1 else { return nil }
    return min(columns - 1, Int(saturating: share * Double(columns)))
  }

  // MARK: Time axis

  private func footing(margin: Int) -> [String] {
    let left = String(repeating: " ", count: margin + 1)
    var axis = [Character](repeating: "─", count: columns)
    var labels = [Character](repeating: " ", count: columns + margin + 2)
    for tick in time.ticks {
      guard let column = column(of: tick) else { continue }
      axis[column] = "┬"
      let label = time.label(tick) + (tick == time.ticks.last ? " s" : "")
      let start = margin + 2 + column - (label.count - 1) / 2
      guard start >= 0, start + label.count <= labels.count else { continue }
      labels.replaceSubrange(start..<(start + label.count), with: label)
    }
    var lines = [left + "└" + String(axis), trimmed(String(labels))]
    let verb = motion.isSimple && motion.timing.takesVelocity ? "settles" : "ends"
    let text = "\(verb) at \(ReadableNumber.short(settleTime)) s"
    if settleTime.isFinite, settleTime >= time.high {
      lines.append(padded(text + " →", labels.count))
    }
    if let column = column(of: settleTime) {
      let place = margin + 2 + column
      lines.append(
        place + 2 + text.count <= labels.count
          ? String(repeating: " ", count: place) + "▲ " + text
          : String(repeating: " ", count: max(0, place - text.count - 1)) + text + " ▲")
    }
    return lines
  }

  private func padded(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }

  private func trimmed(_ text: String) -> String {
    var text = text
    while text.hasSuffix(" ") { text.removeLast() }
    return text
  }
}
