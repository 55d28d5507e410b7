public import SnapbackProtocol

/// One cell of a terminal.
public struct Cell: Hashable, Sendable {
  /// The character. It must be one column wide.
  public var character: Character
  /// The color of the character.
  public var foreground: Color
  /// The background color.
  public var background: Color

  /// Makes a cell from its parts.
  public init(_ character: Character, _ foreground: Color, on background: Color) {
    self.character = character
    self.foreground = foreground
    self.background = background
  }
}

/// The contents of a terminal: rows of cells.
public struct CellGrid: Equatable, Sendable {
  /// The maximum number of rows or columns.
  public static let sideLimit = 1000

  /// The number of cells per row.
  public let columns: Int
  /// The number of rows.
  public let rows: Int
  private var cells: [Cell]

  /// Makes a grid of blanks. Each side is clamped to 1…``sideLimit``.
  public init(columns: Int, rows: Int, background: Color = WatchColors.background) {
    self.columns = min(max(columns, 1), Self.sideLimit)
    self.rows = min(max(rows, 1), Self.sideLimit)
    cells = Array(
      repeating: Cell(" ", background, on: background), count: self.columns * self.rows)
  }

  /// The cell at a position. Outside the grid, reads return a blank and writes are ignored.
  public subscript(column: Int, row: Int) -> Cell {
    get {
      guard isInside(column, row) else {
        return Cell(" ", WatchColors.background, on: WatchColors.background)
      }
      return cells[row * columns + column]
    }
    set {
      guard isInside(column, row) else { return }
      cells[row * columns + column] = newValue
    }
  }

  private func isInside(_ column: Int, _ row: Int) -> Bool {
    (0..<columns).contains(column) && (0..<rows).contains(row)
  }

  /// Writes text, truncated after `width` cells and at the edge of the grid. Keeps the background.
  public mutating func write(
    _ text: String, _ column: Int, _ row: Int, width: Int = sideLimit, _ color: Color
  ) {
    for (index, character) in CellText.narrow(text).prefix(max(0, width)).enumerated() {
      let place = column + index
      guard isInside(place, row) else { continue }
      cells[row * columns + place].character = character
      cells[row * columns + place].foreground = color
    }
  }

  /// Fills a rectangle of cells with blanks of a color.
  public mutating func fill(
    columns across: Range<Int>, rows down: Range<Int>, _ background: Color
  ) {
    for row in down.clamped(to: 0..<rows) {
      for column in across.clamped(to: 0..<columns) {
        self[column, row] = Cell(" ", background, on: background)
      }
    }
  }

  /// The characters of each row, without trailing blanks.
  public var lines: [String] {
    (0..<rows).map { row in
      let characters = cells[(row * columns)..<((row + 1) * columns)].map(\.character)
      let end = (characters.lastIndex { $0 != " " } ?? -1) + 1
      return String(characters.prefix(end))
    }
  }
}

/// Functions for text in which every character is one column wide.
public enum CellText {
  /// Replaces each character that a terminal may draw wider or narrower than a cell with `□`:
  /// control characters, combining marks, wide scripts and emoji.
  public static func narrow(_ text: String) -> [Character] {
    text.map { isNarrow($0) ? $0 : "□" }
  }

  private static func isNarrow(_ character: Character) -> Bool {
    guard character.unicodeScalars.count == 1, let scalar = character.unicodeScalars.first else {
      return false
    }
    switch scalar.value {
    case 0x20..<0x7F, 0xA1..<0xAD, 0xAE..<0x300, 0x370..<0x483, 0x48A..<0x530: return true
    // Punctuation, arrows, mathematics, boxes, blocks, shapes, braille.
    case 0x2010..<0x2028, 0x2030..<0x205F, 0x2190..<0x231A, 0x2500..<0x25FD, 0x2800..<0x2900:
      return true
    default: return scalar.value == 0x2212
    }
  }

  /// Wraps text into lines of at most `width` characters, at spaces if possible. Lines after the
  /// first are indented. Returns at most `limit` lines; if text is omitted, the last line ends in
  /// `…`.
  public static func wrapped(
    _ text: String, width: Int, indent: Int = 0, limit: Int = .max
  ) -> [String] {
    guard width > indent + 1, limit > 0 else { return [] }
    var lines: [String] = []
    var rest = narrow(text)[...]
    while !rest.isEmpty {
      let margin = lines.isEmpty ? 0 : indent
      let room = width - margin
      let head = String(repeating: " ", count: margin)
      if rest.count <= room {
        lines.append(head + String(rest))
        break
      }
      if lines.count == limit - 1 {
        lines.append(head + String(rest.prefix(room - 1)) + "…")
        break
      }
      let window = rest.prefix(room + 1)
      let space = window.lastIndex(of: " ").flatMap { $0 > rest.startIndex ? $0 : nil }
      let end = space ?? rest.startIndex + room
      lines.append(head + String(rest[..<end]))
      rest = rest[end...].drop { $0 == " " }
    }
    return lines
  }
}
