import SnapbackLayout
import Testing

@Suite struct TextEstimateTests {
  private func size(
    _ string: String, _ width: Double? = nil, lines: Int = 0, points: Double = 100
  ) -> TextSize {
    TextContent(string, lineLimit: lines, adjustsForContentSize: false, fixedPointSize: points)
      .size(fitting: width, in: .large)
  }

  /// The width in hundredths of an em, which are points at 100 points.
  @Test(arguments: [
    ("a", 50.0), ("i", 28), ("M", 83), ("a b", 128), ("Hill", 134), ("1234", 200), ("漢字", 200),
    ("한글", 200), ("ｆｕ", 200), ("ﾊﾝ", 100), ("👩‍👩‍👧", 100), ("🇬🇧", 100), ("☀️", 100),
    ("1️⃣", 100), ("e\u{301}", 50), ("\u{200B}", 0), ("\u{AD}", 0), ("\u{7}", 0), ("©", 50),
    ("a ", 50), ("   ", 0), (" a", 78), ("\u{A0}a", 100),
  ])
  func charactersHaveTheirDocumentedWidths(string: String, width: Double) {
    let size = size(string)
    #expect(size.width == width)
    #expect(size.lineCount == 1)
  }

  /// Source: widths that UIKit measured in the system font at 17 points.
  @Test(arguments: [("Hello", 38.814453125), ("This is a test string", 144.09326171875)])
  func englishIsWithinATenthOfWhatUIKitMeasures(string: String, measured: Double) {
    let estimate = TextContent(string).size(fitting: nil, in: .large).width
    #expect(abs(estimate / measured - 1) < 0.1)
  }

  @Test func widthsAreRoundedUpToHalfPoints() {
    // At 17 points 0.28 em are 4.76 points, 0.83 em 14.11 and 0.5 em 8.5.
    #expect(TextContent("M").size(fitting: nil, in: .large).width == 14.5)
    #expect(TextContent("i").size(fitting: nil, in: .large).width == 5)
    #expect(TextContent("a").size(fitting: nil, in: .large).width == 8.5)
  }

  @Test func linesAreAsHighAsTheLeading() {
    let size = TextContent("one\ntwo\n\nfour", lineLimit: 0).size(fitting: nil, in: .large)
    #expect(size.lineCount == 4)
    #expect(size.height == 4 * 22)
    let metrics = TextStyle.body.metrics(in: .large)
    #expect(size.firstBaseline == metrics.firstBaseline)
    #expect(size.lastBaseline == metrics.lastBaseline)
    #expect(TextContent("").size(fitting: 100, in: .large) == .zero)
  }

  @Test(arguments: [
    ("aa aa aa", 130.0, [100.0, 100, 100]), ("aa aa aa", 228, [228, 100]),
    ("aa aa aa", 227, [100, 100, 100]), ("aa aa aa", 356, [356]),
    ("aaaaa", 100, [100, 100, 50]), ("b aaaaa", 100, [50, 100, 100, 50]),
    ("漢字漢字", 250, [200, 200]), ("aa漢字aa", 150, [100, 100, 100, 100]),
    ("aa漢字aa", 200, [200, 200]), ("a\naa a", 150, [50, 100, 50]),
    ("aa      aa", 100, [100, 100]), ("aa\u{A0}aa", 150, [150, 100]),
    ("👍👍👍", 220, [200, 100]), ("a\r\nb", 1000, [50, 50]), ("a\n", 1000, [50, 0]),
  ])
  func linesBreakWhereTheyAreDrawnByHand(string: String, width: Double, lines: [Double]) {
    let size = size(string, width)
    #expect(size.lineCount == lines.count)
    #expect(size.width == lines.max())
  }

  @Test func aLineLimitCutsTheRestOff() {
    #expect(size("aa aa aa", 130, lines: 2).lineCount == 2)
    // The truncated line is as wide as allowed, rounded to half points.
    #expect(size("aa aa aa", 130.7, lines: 2).width == 130.5)
    #expect(size("aa aa", 130.7, lines: 2).width == 100)
    #expect(size("aaaa\naaaaaa", 500, lines: 1).width == 200)
    #expect(size("aa aa aa", lines: 1).width == 356)
    #expect(size("a\nb\nc", lines: -1).lineCount == 3)
    #expect(TextContent("a b\nc").size(fitting: 10, in: .large).lineCount == 1)
  }

  @Test(arguments: [Double.nan, -Double.infinity, -1, 0, -0.0, .infinity, .greatestFiniteMagnitude])
  func aWidthThatLimitsNothingLeavesTheLines(width: Double) {
    #expect(size("aa aa\naa", width) == size("aa aa\naa"))
  }

  @Test func aWidthBelowOneCharacterGivesEachALine() {
    let size = size("ab c", .leastNonzeroMagnitude)
    #expect(size.lineCount == 3)
    #expect(size.width == 50)
    #expect(self.size("MMM", 1, lines: 2).lineCount == 2)
  }

  @Test(arguments: [Double.nan, .infinity, -Double.infinity, 0, -4])
  func aFixedSizeThatIsNoneIsTheStyles(points: Double) {
    let content = TextContent("abc", fixedPointSize: points)
    #expect(content.metrics(in: .small) == TextStyle.body.metrics(in: .small))
    #expect(content.warning == nil)
  }

  @Test func aFixedSizeNeverAdjustsAndSaysSo() throws {
    let fixed = TextContent("abc", fixedPointSize: 20)
    let small = fixed.size(fitting: nil, in: .xSmall)
    #expect(small == fixed.size(fitting: nil, in: .accessibility5))
    let warning = try #require(fixed.warning)
    #expect(warning.contains("20.0 points") && !warning.contains("\n"))
    var quiet = fixed
    quiet.adjustsForContentSize = false
    #expect(quiet.warning == nil)
    #expect(quiet.size(fitting: nil, in: .large) == small)
    let limit = TextContent.pointSizeLimit
    #expect(TextContent("a", fixedPointSize: 1e300).metrics(in: .large).pointSize == limit)
  }

  @Test func aTextThatDoesNotAdjustHasTheDefaultSize() {
    let still = TextContent("abc", adjustsForContentSize: false)
    #expect(still.warning == nil)
    let standard = TextContent("abc").size(fitting: nil, in: .large)
    #expect(still.size(fitting: nil, in: .accessibility3) == standard)
    #expect(TextContent("abc").size(fitting: nil, in: .accessibility3).height == 48)
  }

  @Test func charactersPastTheLimitDoNotCount() {
    let limit = TextContent.characterLimit
    let long = String(repeating: "a", count: limit)
    #expect(size(long).width == Double(limit) * 50)
    #expect(size(long + "aaa") == size(long))
    #expect(size(long + "\n\n") == size(long))
  }

  /// The lines of a paragraph, found by trying every possible line end.
  private static func bruteForce(_ paragraph: [Character], _ limit: Double) -> [Double] {
    let widths: [Character: Double] = ["a": 50, "i": 28, "M": 83, " ": 28]
    func width(_ line: ArraySlice<Character>) -> Double {
      let end = line.lastIndex { $0 != " " } ?? line.startIndex - 1
      return line[..<(end + 1)].reduce(0) { $0 + widths[$1, default: 0] }
    }
    var lines: [Double] = []
    var rest = paragraph[...]
    while width(rest) > limit {
      let ends = rest.indices.dropFirst()
      let betweenWords = ends.last {
        rest[$0 - 1] == " " && rest[$0] != " " && width(rest[..<$0]) <= limit
      }
      let end = betweenWords ?? ends.last { width(rest[..<$0]) <= limit } ?? rest.startIndex + 1
      lines.append(width(rest[..<end]))
      rest = rest[end...]
      // Spaces at the end of a line belong to it, however many there are.
      if betweenWords == nil { rest = rest.drop { $0 == " " } }
      if rest.isEmpty { break }
    }
    if !rest.isEmpty || lines.isEmpty { lines.append(width(rest)) }
    return lines
  }

  @Test(arguments: [20.0, 50, 83, 111, 134, 166, 200])
  func eachShortTextBreaksAsByBruteForce(width: Double) {
    let alphabet: [Character] = ["a", "i", "M", " "]
    for length in 1...6 {
      for number in 0..<(1 << (2 * length)) {
        let characters = (0..<length).map { alphabet[number >> (2 * $0) & 3] }
        let size = size(String(characters), width)
        let lines = Self.bruteForce(characters, width)
        let isSame = size.lineCount == lines.count && size.width == lines.max()
        if !isSame { Issue.record("\"\(String(characters))\": \(size) but \(lines)") }
      }
    }
  }

  @Test func aTextFitsIntoItsOwnWidth() {
    let text = "The quick brown fox jumps over 漢字 and\nwinds its way; home 👍 at last."
    for category in ContentSizeCategory.allCases {
      for points in [nil, 13.3, 0.7, 999.9] {
        let content = TextContent(text, lineLimit: 0, fixedPointSize: points)
        for width in stride(from: 1.1, through: 2000, by: 17.3) {
          let size = content.size(fitting: width, in: category)
          let em = content.metrics(in: category).pointSize
          #expect(size.width <= max(width, em + 0.5))
          if size.width <= width {
            #expect(content.size(fitting: size.width, in: category) == size)
          }
        }
      }
    }
  }
}
