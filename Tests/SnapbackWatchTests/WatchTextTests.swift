import SnapbackBasics
import SnapbackProtocol
import Testing

@testable import SnapbackWatch

/// Texts in the cells of a terminal.
@Suite struct WatchTextTests {
  private func lines(
    _ text: String, _ columns: Int, _ limit: Int, _ truncation: ViewLook.Truncation = .tail
  ) -> [String] {
    CellTextBlock.lines(text, columns: columns, limit: limit, truncation: truncation)
      .map { String($0) }
  }

  @Test func linesBreakBetweenWords() {
    #expect(lines("one two three", 7, 9) == ["one two", "three"])
    #expect(lines("one two three", 6, 9) == ["one", "two", "three"])
    #expect(lines("one\ntwo three", 9, 9) == ["one", "two three"])
    #expect(lines("a elephant b", 4, 9) == ["a", "elephant", "b"])
  }

  @Test func theLastLineHasTheRestShortened() {
    #expect(lines("one two three", 7, 1) == ["one tw…"])
    #expect(lines("one two three", 8, 1) == ["one two…"])
    #expect(lines("one two three", 7, 1, .head) == ["…three"])
    #expect(lines("abcdefghij", 6, 1, .middle) == ["abc…ij"])
    #expect(lines("one two three", 5, 2) == ["one", "two…"])
    #expect(lines("one two three", 5, 2, .clip) == ["one", "two three"])
    #expect(lines("abcd", 1, 1) == ["…"])
    for truncation in ViewLook.Truncation.allCases {
      #expect(lines("abcd", 4, 1, truncation) == ["abcd"])
    }
  }

  private static func view(
    _ name: String, _ parent: String?, _ frame: String, _ color: String, _ more: String = ""
  ) -> String {
    let owner = parent.map { "\"parent\":\"\($0)\"," } ?? ""
    return """
      {"id":"\(name)",\(owner)"cornerRadius":0,"anchor":[0.5,0.5],"frame":\(frame),\
      "translation":[0,0],"rotation":0,"scale":[1,1],"alpha":1,"color":"\(color)",\
      "toScreen":[1,0,0,1,0,0],"velocity":{"translation":[0,0],"rotation":0}\(more)}
      """
  }

  private static let text = """
    ,"text":{"string":"Hi","size":17,"lineHeight":20,"firstBaseline":16,"lastBaseline":16,\
    "lines":1}
    """

  /// A cell is 5 points wide and 10 points high, and the scene begins in column 10.
  @Test(arguments: [("leading", 10), ("center", 19), ("right", 28)])
  func aTextHasItsColorAndAlignment(alignment: String, column: Int) throws {
    let card = Self.view("card", "screen", "[0,0,100,40]", "#336699", Self.text)
    let cover = Self.view("cover", "screen", "[0,0,100,40]", "#ffffff")
    for (views, isSeen) in [([card], true), ([card, cover], false)] {
      let all = [Self.view("screen", nil, "[0,0,100,200]", "#101010")] + views
      var model = WatchModel(.live)
      var decoder = LineDecoder()
      for line in [
        """
        {"snapshot":{"seq":1,"time":1000000000,"revision":1,"epoch":1,"screen":{"width":100,\
        "height":200,"scale":1,"background":"#101010"},"views":[\(all.joined(separator: ","))]}}
        """,
        """
        {"looks":{"time":1000000000,"views":[{"id":"card","textColor":"#ff0000ff",\
        "borderColor":"#000000ff","fillAlpha":1,"borderWidth":0,"shadowOpacity":0,\
        "shadowRadius":0,"shadowOffset":[0,0],"shadowColor":"#000000ff","fontWeight":0,\
        "textAlignment":"\(alignment)","verticalAlignment":"top","truncation":"tail"}]}}
        """,
      ] {
        model.take(try decoder.message(of: Array(line.utf8)))
      }
      let grid = model.grid(columns: 40, rows: 21)
      // The middle of the letters is 16 − 17/3 points below the top, which is in the second row.
      let cells = [grid[column, 1], grid[column + 1, 1]]
      guard isSeen else {
        #expect(!cells.map(\.character).contains("H"))
        continue
      }
      #expect(cells.map(\.character) == ["H", "i"])
      #expect(cells.allSatisfy { $0.foreground == Color(red: 255, green: 0, blue: 0) })
      #expect(cells.allSatisfy { $0.background == Color(red: 0x33, green: 0x66, blue: 0x99) })
    }
  }

  /// A recording can be scrubbed back to an earlier look.
  @Test func theTapeHasTheLooksOfEachTime() {
    func moment(_ seconds: Double) -> Instant { Instant.zero.advanced(bySeconds: seconds) }
    var tape = WatchTape(isLive: false)
    let black = Color(red: 0, green: 0, blue: 0)
    let screen = ScreenDescription(size: Size(width: 9, height: 9), background: black)
    let view = SceneMirror.View(ViewAppearance(name: "card", parent: nil), ViewState())
    tape.begin(screen: screen, views: [view], at: .zero)
    tape.take([ViewLook(view: 0, moving: MovingLook(borderWidth: 1))], at: .zero)
    tape.append(MovingLook(borderWidth: 2), of: 0, at: moment(1))
    tape.append(MovingLook(borderWidth: 3), of: 0, at: moment(2))
    let widths: [(seconds: Double, width: Double)] = [
      (0, 1), (0.9, 1), (1, 2), (1.9, 2), (2, 3), (5, 3),
    ]
    for (seconds, width) in widths {
      #expect(tape.views(at: moment(seconds))[0].look?.moving.borderWidth == width)
    }
  }
}
