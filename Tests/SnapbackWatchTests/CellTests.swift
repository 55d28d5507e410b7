import SnapbackBasics
import SnapbackProtocol
import Testing
@testable import SnapbackWatch

@Suite struct CellTests {
  private static let white = Color(red: 255, green: 255, blue: 255)
  private static let black = Color(red: 0, green: 0, blue: 0)

  /// A minimal terminal that can clear, move the cursor and write.
  private struct Terminal {
    var cells: [[Character]]
    private var row = 0
    private var column = 0

    init(columns: Int, rows: Int) {
      cells = Array(repeating: Array(repeating: "?", count: columns), count: rows)
    }

    mutating func take(_ text: String) {
      var rest = text[...]
      while let character = rest.popFirst() {
        guard character == "\u{1B}" else {
          cells[row][column] = character
          column += 1
          continue
        }
        rest.removeFirst()
        let end = rest.firstIndex { $0.isLetter } ?? rest.startIndex
        let numbers = rest[..<end].split(separator: ";").compactMap { Int($0) }
        switch rest[end] {
        case "J": cells = cells.map { $0.map { _ in " " } }
        case "H": (row, column) = (numbers[0] - 1, numbers[1] - 1)
        default: break
        }
        rest = rest[rest.index(after: end)...]
      }
    }
  }

  @Test func whateverIsDrawnBeforeTheDifferenceMakesTheNewPicture() {
    var random = SeededGenerator(seed: 3)
    var encoder = CellEncoder(.full)
    var terminal = Terminal(columns: 12, rows: 5)
    for _ in 0..<200 {
      var grid = CellGrid(columns: 12, rows: 5)
      for _ in 0..<Int.random(in: 0..<30, using: &random) {
        grid.write(
          ["a", "b", "─", " "].randomElement(using: &random) ?? "",
          .random(in: 0..<12, using: &random), .random(in: 0..<5, using: &random), Self.white)
      }
      terminal.take(encoder.text(grid))
      for row in 0..<5 {
        #expect(terminal.cells[row] == (0..<12).map { grid[$0, row].character })
      }
      // Nothing has changed, so nothing is sent.
      #expect(encoder.text(grid).isEmpty)
      if Bool.random(using: &random) { encoder.forget() }
    }
  }

  @Test func textIsCutAtTheEdgesAndWhatIsWideIsReplaced() {
    var grid = CellGrid(columns: 6, rows: 2)
    grid.write("abcdefgh", -2, 0, Self.white)
    grid.write("x🙂y漢z\u{1B}", 0, 1, Self.white)
    grid.write("no", 0, 7, Self.white)
    #expect(grid.lines == ["cdefgh", "x□y□z□"])
  }

  @Test func wrappedLinesFitAndLoseNothing() {
    let text = "pan on \"card\" fails: the finger moved by 12.0 pt, averyveryverylongword, more"
    for width in 4...90 {
      let lines = CellText.wrapped(text, width: width, indent: 2)
      #expect(lines.allSatisfy { $0.count <= width })
      let joined = lines.joined().filter { $0 != " " }
      #expect(joined == text.filter { $0 != " " })
      let few = CellText.wrapped(text, width: width, indent: 2, limit: 2)
      #expect(few.count <= 2)
      #expect(lines.count <= 2 || few.last?.hasSuffix("…") == true)
    }
    #expect(CellText.wrapped(text, width: 0) == [])
  }

  /// xterm's color table by its formula, searched exhaustively.
  @Test func theNearestOf256ColorsIsNearest() {
    let levels = [0, 95, 135, 175, 215, 255]
    var table: [(Int, Int, Int)] = []
    for red in levels {
      for green in levels { for blue in levels { table.append((red, green, blue)) } }
    }
    for step in 0..<24 { table.append((8 + 10 * step, 8 + 10 * step, 8 + 10 * step)) }
    var random = SeededGenerator(seed: 9)
    for _ in 0..<3000 {
      let color = Color(
        red: .random(in: 0...255, using: &random), green: .random(in: 0...255, using: &random),
        blue: .random(in: 0...255, using: &random))
      func distance(_ other: (Int, Int, Int)) -> Int {
        let parts = [
          Int(color.red) - other.0, Int(color.green) - other.1, Int(color.blue) - other.2,
        ]
        return parts.reduce(0) { $0 + $1 * $1 }
      }
      let found = CellEncoder.index(of: color) - 16
      let best = table.map(distance).min()
      #expect(distance(table[found]) == best)
    }
  }

  @Test func theDepthIsWhatTheTerminalSays() {
    #expect(CellEncoder.Depth(colorTerm: "truecolor", term: "xterm") == .full)
    #expect(CellEncoder.Depth(colorTerm: "24bit", term: nil) == .full)
    #expect(CellEncoder.Depth(colorTerm: nil, term: "xterm-direct") == .full)
    #expect(CellEncoder.Depth(colorTerm: nil, term: "xterm-256color") == .indexed)
    #expect(CellEncoder.Depth(colorTerm: "yes", term: nil) == .indexed)
  }

  /// A line drawn dot by dot, compared with the definition of braille: dots 1, 2, 3, 7 and 4, 5, 6,
  /// 8.
  @Test func aRisingLineIsDrawnFromTheBottomToTheTop() {
    var graph = BrailleGraph(columns: 2, rows: 1)
    graph.draw([0, 1, 2, 3], in: 0...3)
    // Dots 7, 6 and joints: each dot is next to the one before.
    #expect(graph.character(0, 0) == "⡠")
    #expect(graph.character(1, 0) == "⠊")
    #expect(graph.character(2, 0) == nil)
  }

  @Test func curvesHaveGapsWhereNothingIsKnownAndNothingTraps() {
    var graph = BrailleGraph(columns: 3, rows: 2)
    graph.draw([1, 1, nil, .nan, 1, .infinity], in: 0...2)
    #expect(graph.character(0, 0) != nil || graph.character(0, 1) != nil)
    #expect(graph.character(1, 0) == nil && graph.character(1, 1) == nil)
    graph.draw([1e300, -1e300, 5], in: 5...5)
    graph.draw([1e300, -1e300], in: -1e308...1e308)
    var none = BrailleGraph(columns: -1, rows: 0)
    none.draw([1], in: 0...1)
    #expect(none.character(0, 0) == nil)
  }

  @Test func keysAreReadFromWhatTerminalsSend() {
    var reader = KeyReader()
    #expect(
      reader.keys(Array("q \t?".utf8))
        == [.character("q"), .character(" "), .tab, .character("?")])
    #expect(
      reader.keys(Array("\u{1B}[D\u{1B}[C\u{1B}OH\u{1B}[4~".utf8))
        == [.left, .right, .home, .end])
    #expect(reader.keys(Array("\u{1B}[Z".utf8)) == [.backTab])
    #expect(reader.keys([0x1B]) == [.escape])
    // A sequence in two parts, an unknown one, and letters after them.
    #expect(reader.keys(Array("\u{1B}[".utf8)) == [])
    #expect(
      reader.keys(Array("Da\u{1B}[38;5Rb".utf8)) == [.left, .character("a"), .character("b")])
    var random = SeededGenerator(seed: 1)
    for _ in 0..<2000 {
      _ = reader.keys((0..<9).map { _ in UInt8.random(in: 0...255, using: &random) })
    }
  }
}
