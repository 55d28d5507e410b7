/// Breaks a text into lines by estimated widths, character by character.
///
/// Widths are whole units of ``FontAdvances``, so sums are exact and independent of order. Only the
/// widths of whole lines are converted to points, by the monotonic ``points(_:)``. So a text fits
/// into the width computed for it.
struct TextEstimate {
  /// The number of lines so far.
  private(set) var lineCount = 0
  /// The width of the widest line so far, in points.
  private(set) var width = 0.0

  private let advances: FontAdvances
  private let pointSize: Double
  private let grid: PixelGrid
  /// The maximum width of a line, in points; infinite if there is no limit.
  private let widthLimit: Double
  private let lineLimit: Int
  /// The width of the words in the line, without trailing spaces.
  private var line = 0
  /// The width of the spaces at the end of the line.
  private var gap = 0
  /// The width of the current word, which is not part of the line yet.
  private var word = 0
  /// The last character of the word; nil if the word is empty.
  private var last: Character?

  /// Makes an estimate for a font of `pointSize` points. A width that is not positive, or a line
  /// limit below 1, means no limit.
  init(
    _ advances: FontAdvances, pointSize: Double, grid: PixelGrid, fitting width: Double?,
    lineLimit: Int
  ) {
    self.advances = advances
    self.pointSize = pointSize
    self.grid = grid
    widthLimit = if let width, width > 0 { width } else { .infinity }
    self.lineLimit = lineLimit > 0 ? lineLimit : .max
  }

  /// Lays out `text` and ends its last paragraph.
  mutating func layOut(_ text: Substring) {
    for character in text {
      guard lineCount < lineLimit else { return }
      if character.isNewline {
        endParagraph()
        continue
      }
      let (advance, fillsEm) = advances.advance(of: character)
      if character == " " || character == "\t" {
        endWord()
        gap += advance
      } else {
        // Lines may break before and after an ideograph.
        if fillsEm { endWord() }
        let kerning = last.map { advances.kerning(between: $0, and: character) } ?? 0
        word += kerning + advance
        fit(advance, kerning: kerning)
        last = character
        if fillsEm { endWord() }
      }
    }
    if lineCount < lineLimit { endParagraph() }
  }

  /// Breaks the line if the current word no longer fits after a character of width `advance`, with
  /// `kerning` before it, was added.
  private mutating func fit(_ advance: Int, kerning: Int) {
    if line + gap > 0, points(line + gap + word) > widthLimit {
      breakLine(line)
      line = 0
      gap = 0
    }
    // The word is alone on the line; break it if it still does not fit.
    if advance > 0, line + gap == 0, word > advance + kerning, points(word) > widthLimit {
      breakLine(word - advance - kerning)
      word = advance
    }
  }

  private mutating func endWord() {
    last = nil
    guard word > 0 else { return }
    line += gap + word
    gap = 0
    word = 0
  }

  private mutating func endParagraph() {
    endWord()
    lineCount += 1
    width = max(width, points(line))
    line = 0
    gap = 0
  }

  /// Ends a line of width `units` because the next word or character does not fit.
  private mutating func breakLine(_ units: Int) {
    guard lineCount < lineLimit else { return }
    lineCount += 1
    width = max(width, points(units))
    if lineCount == lineLimit { width = max(width, grid.down(widthLimit)) }
  }

  /// Converts a width from units to points, rounded up to pixels.
  private func points(_ units: Int) -> Double {
    grid.up(Double(units) * pointSize / Double(FontAdvances.em))
  }
}
