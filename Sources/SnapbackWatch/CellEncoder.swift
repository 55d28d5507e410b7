public import SnapbackProtocol

/// Encodes grids as terminal output. Only the difference from the grid that the terminal shows is
/// encoded.
public struct CellEncoder: Sendable {
  /// The number of colors of a terminal.
  public enum Depth: Hashable, Sendable {
    /// 24 bits.
    case full
    /// The 256 colors of xterm: a cube of 6 × 6 × 6, and 24 grays.
    case indexed

    /// Determines the depth from the variables COLORTERM and TERM.
    public init(colorTerm: String?, term: String?) {
      let name = colorTerm?.lowercased() ?? ""
      let isFull =
        name == "truecolor" || name == "24bit" || term?.hasSuffix("-direct") == true
      self = isFull ? .full : .indexed
    }
  }

  private let depth: Depth
  private var shown: CellGrid?

  /// Makes an encoder for a terminal with unknown content.
  public init(_ depth: Depth) {
    self.depth = depth
  }

  /// Makes the next output contain the whole grid. Call this after the terminal was resized or has
  /// shown other text.
  public mutating func forget() {
    shown = nil
  }

  /// Returns the text that makes the terminal show a grid. O(cells).
  public mutating func text(_ grid: CellGrid) -> String {
    let isSame = shown.map { $0.columns == grid.columns && $0.rows == grid.rows } ?? false
    var text = isSame ? "" : "\u{1B}[0m\u{1B}[2J"
    var colors: (Color, Color)?
    for row in 0..<grid.rows {
      // The cursor's column after the last cell that was sent.
      var cursor: Int?
      for column in 0..<grid.columns {
        let cell = grid[column, row]
        if isSame, let shown, shown[column, row] == cell { continue }
        if cursor != column { text += "\u{1B}[\(row + 1);\(column + 1)H" }
        if colors?.0 != cell.foreground || colors?.1 != cell.background {
          text +=
            "\u{1B}[38;\(code(cell.foreground));48;\(code(cell.background))m"
          colors = (cell.foreground, cell.background)
        }
        text.append(cell.character)
        cursor = column + 1
      }
    }
    shown = grid
    return text.isEmpty ? "" : text + "\u{1B}[0m"
  }

  private func code(_ color: Color) -> String {
    switch depth {
    case .full: "2;\(color.red);\(color.green);\(color.blue)"
    case .indexed: "5;\(Self.index(of: color))"
    }
  }

  /// The index of the color nearest to `color` among xterm's colors 16…255, by the sum of squared
  /// differences. O(1).
  public static func index(of color: Color) -> Int {
    let parts = [color.red, color.green, color.blue].map { Int(clamping: $0) }
    // The steps of the cube are 0, 95, 135, …, 255.
    let steps = parts.map { part in part < 48 ? 0 : part < 115 ? 1 : (part - 35) / 40 }
    let cube = steps.map { $0 == 0 ? 0 : 55 + 40 * $0 }
    // The grays are 8, 18, …, 238.
    let mean = parts.reduce(0, +) / 3
    let gray = min(max((mean - 3) / 10, 0), 23)
    func distance(_ other: [Int]) -> Int {
      zip(parts, other).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
    }
    let level = 8 + 10 * gray
    if distance([level, level, level]) < distance(cube) { return 232 + gray }
    return 16 + 36 * steps[0] + 6 * steps[1] + steps[2]
  }
}
