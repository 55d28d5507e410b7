import SnapbackLayout
import Testing

@Suite struct TextEstimateTests {
  /// The size at 1000 points, where an advance of the system font at 28 points is 250 / 7 as wide,
  /// with a grid so fine that rounding does not show.
  private func size(
    _ string: String, _ width: Double? = nil, lines: Int = 0, points: Double = 1000
  ) -> TextSize {
    TextContent(string, lineLimit: lines, adjustsForContentSize: false, fixedPointSize: points)
      .size(fitting: width, in: .large, scale: 65_536)
  }

  private func natural(
    _ string: String, _ style: TextStyle = .body, scale: Double = 1
  ) -> TextSize {
    TextContent(string, style: style).size(fitting: nil, in: .large, scale: scale)
  }

  /// Advances that UIKit returned for the system font at 28 points, in thousandths of an em.
  private static let (a, i, bigM, space) = (515.625, 219.7265625, 844.7265625, 218.75)

  /// Widths in thousandths of an em, which are points at 1000 points.
  @Test(
    arguments: [
      ("a", a), ("i", i), ("M", bigM), ("a i", a + space + i), ("漢字", 2000), ("한글", 2000),
      ("ｆｕ", 2000), ("ﾊﾝ", 2 * 540.52734375), ("👩‍👩‍👧", 1000), ("🇬🇧", 1000), ("☀️", 1000),
      ("1️⃣", 1000), ("a\u{301}", a), ("\u{200B}", 0), ("\u{AD}", 0), ("\u{7}", 0), ("a ", a),
      ("   ", 0), (" a", space + a), ("\u{A0}a", space + a), ("…", 3 * 228.515625),
    ] as [(String, Double)])
  func charactersHaveTheirMeasuredWidths(string: String, width: Double) {
    let size = size(string)
    #expect(abs(size.width - width) < 1e-3)
    #expect(size.lineCount == 1)
  }

  /// Source: widths that UIKit measured in the system font at 17 points.
  @Test(arguments: [("Hello", 38.814453125), ("This is a test string", 144.09326171875)])
  func englishIsWithinThreePercentOfWhatUIKitMeasures(string: String, measured: Double) {
    #expect(abs(natural(string, scale: 1000).width / measured - 1) < 0.03)
  }

  @Test func aHeadlineIsSemibold() {
    let word = "quick"
    #expect(natural(word, .headline, scale: 3).width > natural(word, scale: 3).width)
    let fixed = TextContent(word, style: .headline, fixedPointSize: 17)
    #expect(fixed.size(fitting: nil, in: .large, scale: 3) == natural(word, scale: 3))
  }

  @Test(arguments: [1.0, 2, 3])
  func sizesAreRoundedUpToPixels(scale: Double) {
    for string in ["M", "i", "one two", "x\ny\nz"] {
      let (exact, size) = (natural(string, scale: 65_536), natural(string, scale: scale))
      for (fine, whole) in [(exact.width, size.width), (exact.height, size.height)] {
        #expect((whole * scale).rounded() == whole * scale)
        #expect(whole > fine - 1e-3 && whole < fine + 1 / scale)
      }
    }
  }

  @Test func linesAreAsHighAsTheFont() {
    let text = TextContent("one\ntwo\n\nfour", lineLimit: 0)
    let size = text.size(fitting: nil, in: .large, scale: 1)
    #expect(size.lineCount == 4)
    // Four lines of 20.287109375 are 81.148; a label has whole pixels, below its last line.
    #expect(size.height == 82)
    #expect(size.firstBaseline == 16.1865234375)
    #expect(size.height - size.lastBaseline == 3 * 20.287109375 + 16.1865234375)
    #expect(TextContent("").size(fitting: 100, in: .large, scale: 1) == .zero)
  }

  /// Widths in thousandths of an em: a word "aa" has 1031, with a space and another 2281.
  @Test(
    arguments: [
      ("aa aa aa", 1300.0, [2 * a, 2 * a, 2 * a]), ("aa aa aa", 2282, [4 * a + space, 2 * a]),
      ("aa aa aa", 2280, [2 * a, 2 * a, 2 * a]), ("aa aa aa", 3532, [6 * a + 2 * space]),
      ("aaaaa", 1040, [2 * a, 2 * a, a]), ("i aaaaa", 1040, [i, 2 * a, 2 * a, a]),
      ("漢字漢字", 2500, [2000, 2000]), ("aa漢字aa", 1500, [2 * a, 1000, 1000, 2 * a]),
      ("aa漢字aa", 2040, [2 * a + 1000, 1000 + 2 * a]), ("a\naa a", 1500, [a, 2 * a, a]),
      ("aa      aa", 1040, [2 * a, 2 * a]), ("aa\u{A0}aa", 1800, [3 * a + space, a]),
      ("👍👍👍", 2200, [2000, 1000]), ("a\r\nb", 10_000, [a, 567.3828125]), ("a\n", 10_000, [a, 0]),
    ] as [(String, Double, [Double])])
  func linesBreakWhereTheyAreDrawnByHand(string: String, width: Double, lines: [Double]) throws {
    let size = size(string, width)
    #expect(size.lineCount == lines.count)
    #expect(abs(size.width - (try #require(lines.max()))) < 1e-3)
  }

  @Test func aLineLimitCutsTheRestOff() {
    #expect(size("aa aa aa", 1300, lines: 2).lineCount == 2)
    // The truncated line is as wide as allowed, rounded down to pixels.
    #expect(size("aa aa aa", 1300, lines: 2).width == 1300)
    let coarse = TextContent("aa aa aa", lineLimit: 2, fixedPointSize: 100)
    #expect(coarse.size(fitting: 130.7, in: .large, scale: 2).width == 130.5)
    #expect(size("aa aa", 1300, lines: 2) == size("aa aa", 1300))
    #expect(size("aaaa\naaaaaa", 5000, lines: 1) == size("aaaa"))
    #expect(size("aa aa aa", lines: 1) == size("aa aa aa"))
    #expect(size("a\nb\nc", lines: -1).lineCount == 3)
    #expect(TextContent("a b\nc").size(fitting: 10, in: .large, scale: 1).lineCount == 1)
  }

  @Test(arguments: [Double.nan, -Double.infinity, -1, 0, -0.0, .infinity, .greatestFiniteMagnitude])
  func aWidthThatLimitsNothingLeavesTheLines(width: Double) {
    #expect(size("aa aa\naa", width) == size("aa aa\naa"))
  }

  @Test func aWidthBelowOneCharacterGivesEachALine() {
    let size = size("ab c", .leastNonzeroMagnitude)
    #expect(size.lineCount == 3)
    #expect(size.width == self.size("b").width)
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
    let small = fixed.size(fitting: nil, in: .xSmall, scale: 2)
    #expect(small == fixed.size(fitting: nil, in: .accessibility5, scale: 2))
    let warning = try #require(fixed.warning)
    #expect(warning.contains("20.0 points") && !warning.contains("\n"))
    var quiet = fixed
    quiet.adjustsForContentSize = false
    #expect(quiet.warning == nil)
    #expect(quiet.size(fitting: nil, in: .large, scale: 2) == small)
    let limit = TextContent.pointSizeLimit
    #expect(TextContent("a", fixedPointSize: 1e300).metrics(in: .large).pointSize == limit)
  }

  @Test func aTextThatDoesNotAdjustHasTheDefaultSize() {
    let still = TextContent("abc", adjustsForContentSize: false)
    #expect(still.warning == nil)
    #expect(still.size(fitting: nil, in: .accessibility3, scale: 2) == natural("abc", scale: 2))
    // 40 points at 1.193359375 are 47.73.
    let large = TextContent("abc").size(fitting: nil, in: .accessibility3, scale: 2)
    #expect(large.height == 48)
  }

  @Test func charactersPastTheLimitDoNotCount() {
    let limit = TextContent.characterLimit
    let long = String(repeating: "a", count: limit)
    #expect(abs(size(long).width - Double(limit) * Self.a) < 1e-3)
    #expect(size(long + "aaa") == size(long))
    #expect(size(long + "\n\n") == size(long))
  }

  /// The lines of a paragraph, found by trying every possible line end.
  private static func bruteForce(_ paragraph: [Character], _ limit: Double) -> [Double] {
    let widths: [Character: Double] = ["a": a, "i": i, "M": bigM, " ": space]
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

  @Test(arguments: [200.0, 516, 845, 1110, 1340, 1660, 2000])
  func eachShortTextBreaksAsByBruteForce(width: Double) {
    let alphabet: [Character] = ["a", "i", "M", " "]
    for length in 1...6 {
      for number in 0..<(1 << (2 * length)) {
        let characters = (0..<length).map { alphabet[number >> (2 * $0) & 3] }
        let size = size(String(characters), width)
        let lines = Self.bruteForce(characters, width)
        let isSame =
          size.lineCount == lines.count && abs(size.width - (lines.max() ?? 0)) < 1e-3
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
          let size = content.size(fitting: width, in: category, scale: 3)
          let em = content.metrics(in: category).pointSize
          #expect(size.width <= max(width, em + 0.5))
          if size.width <= width {
            #expect(content.size(fitting: size.width, in: category, scale: 3) == size)
          }
        }
      }
    }
  }
}
