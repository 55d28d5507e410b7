import SnapbackBasics
import SnapbackProtocol

/// Draws the texts of views with a look over the picture of a scene.
extension WatchModel {
  /// Writes a letter into each cell, in the color of the text. Letters of views in front hide those
  /// behind them. O(texts × views).
  func drawTexts(
    of views: [SceneMirror.View], on grid: inout CellGrid, _ place: ScenePlace
  ) {
    for (index, view) in views.enumerated() {
      guard let look = view.look, let text = view.appearance.text,
        look.moving.textColor.alpha > 0, let shape = ViewShape(view, in: views)
      else { continue }
      let front = views[(index + 1)...].compactMap { other in
        other.state.color == nil ? nil : ViewShape(other, in: views)
      }
      let matrix = view.state.toScreen
      let cell = Size(
        width: place.cell.width / Vector(dx: matrix.a, dy: matrix.b).length,
        height: place.cell.height / Vector(dx: matrix.c, dy: matrix.d).length)
      let block = CellTextBlock(text, look, in: view.state.frame.size, cell: cell)
      let share = shape.alpha * Double(look.moving.textColor.alpha) / 255
      for (letter, point) in block.letters {
        let spot = matrix(point)
        guard shape.isInSight(spot), !front.contains(where: { $0.contains(spot) }) else {
          continue
        }
        put(letter, look.moving.textColor.color, share: share, at: spot, on: &grid, place)
      }
    }
  }
}

/// The letters of a text in cells, arranged by a look as `docs/scene-format.md` defines. A letter
/// is as wide as a cell, whatever the font, so less of the text fits than in other renderers. Lines
/// with `leading` begin at the left; the daemon sends `right` in a scene that reads from right to
/// left.
struct CellTextBlock {
  /// The letters without spaces, each with its middle in points of the view.
  private(set) var letters: [(letter: Character, point: Point)] = []

  /// Arranges a text in a view of a size. `cell` is the size of a cell in points of the view.
  init(_ text: TextAppearance, _ look: ViewLook, in size: Size, cell: Size) {
    guard cell.width > 0, cell.height > 0, cell.width.isFinite, cell.height.isFinite else {
      return
    }
    let columns = Int(saturating: min(size.width / cell.width + 1e-6, 1e6).rounded(.down))
    let pitch = max(text.lineHeight, cell.height)
    let room = max(1, Int(saturating: min(size.height / pitch + 1e-3, 1e6).rounded(.down)))
    let limit = text.lineLimit == 0 ? room : min(room, Int(clamping: text.lineLimit))
    let lines = Self.lines(
      text.string, columns: max(1, columns), limit: limit, truncation: look.truncation)
    let height = Double(lines.count - 1) * pitch
    let first =
      switch look.verticalAlignment {
      // The middle of small letters is about a third of the font size above the baseline.
      case .top: text.firstBaseline - text.size / 3
      case .center: (size.height - height) / 2
      case .bottom: size.height - height - pitch / 2
      }
    let share =
      switch look.textAlignment {
      case .leading, .left: 0.0
      case .center: 0.5
      case .trailing, .right: 1.0
      }
    for (row, line) in lines.enumerated() {
      let start = share * (size.width - Double(line.count) * cell.width)
      for (column, letter) in line.enumerated() where letter != " " {
        // Slightly more, so that rounding does not put two letters into one cell.
        let x = start + (Double(column) + 0.5 + 1e-6) * cell.width
        guard look.truncation != .clip || (x >= 0 && x < size.width) else { continue }
        letters.append((letter, Point(x: x, y: first + Double(row) * pitch)))
      }
    }
  }

  /// Breaks a text into at most `limit` lines, between words. The last line has the rest of the
  /// text, shortened to the number of columns.
  static func lines(
    _ text: String, columns: Int, limit: Int, truncation: ViewLook.Truncation
  ) -> [[Character]] {
    var lines: [[Character]] = []
    var rest = text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { CellText.narrow(String($0)) }
    while let paragraph = rest.first {
      if lines.count + 1 >= limit {
        let whole = Array(rest.joined(separator: [Character(" ")]))
        return lines + [shortened(whole, columns, truncation)]
      }
      let end = lineEnd(of: paragraph, columns)
      lines.append(Array(paragraph.prefix(end)))
      if end < paragraph.count {
        rest[0] = Array(paragraph.dropFirst(end + 1))
      } else {
        rest.removeFirst()
      }
    }
    return lines
  }

  /// The number of letters of the words that fit into a line, at least one word.
  private static func lineEnd(of paragraph: [Character], _ columns: Int) -> Int {
    if paragraph.count <= columns { return paragraph.count }
    let spaces = paragraph.indices.filter { paragraph[$0] == " " && $0 > 0 }
    return spaces.last { $0 <= columns } ?? spaces.first ?? paragraph.count
  }

  /// The line, or as many of its letters as fit with an ellipsis. No space is beside the ellipsis.
  private static func shortened(
    _ line: [Character], _ columns: Int, _ truncation: ViewLook.Truncation
  ) -> [Character] {
    guard line.count > columns, truncation != .clip else { return line }
    let count = columns - 1
    let begin =
      switch truncation {
      case .head: 0
      case .middle: (count + 1) / 2
      case .tail, .clip: count
      }
    var head = Array(line.prefix(begin))
    while head.last == " " { head.removeLast() }
    return head + ["…"] + line.suffix(count - begin).drop { $0 == " " }
  }
}
