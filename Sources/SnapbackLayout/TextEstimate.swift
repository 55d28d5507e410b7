/// Breaks a text into lines by estimated widths, character by character.
///
/// Widths are whole hundredths of an em, so sums are exact and independent of order. Only whole
/// lines are converted to points, always by ``points(_:)``, which is monotonic, so a text fits into
/// the width computed for it.
struct TextEstimate {
  /// The number of lines so far.
  private(set) var lineCount = 0
  /// The width of the widest line so far, in points.
  private(set) var width = 0.0

  private let pointSize: Double
  /// The maximum width of a line in points; infinite without a limit.
  private let widthLimit: Double
  private let lineLimit: Int
  /// The width of the words in the line, without trailing spaces.
  private var line = 0
  /// The width of the spaces at the end of the line.
  private var gap = 0
  /// The width of the current word, which is not part of the line yet.
  private var word = 0

  /// Makes an estimate for a font of `pointSize` points. A width that is not positive, or a line
  /// limit below 1, means no limit.
  init(pointSize: Double, fitting width: Double?, lineLimit: Int) {
    self.pointSize = pointSize
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
      let advance = Self.advance(of: character)
      if character == " " || character == "\t" {
        endWord()
        gap += advance
      } else {
        // Lines may break before and after an ideograph.
        if advance >= Self.em { endWord() }
        word += advance
        fit(advance)
        if advance >= Self.em { endWord() }
      }
    }
    if lineCount < lineLimit { endParagraph() }
  }

  /// Breaks the line if needed after the current word has grown by `advance`.
  private mutating func fit(_ advance: Int) {
    if line + gap > 0, points(line + gap + word) > widthLimit {
      breakLine(line)
      line = 0
      gap = 0
    }
    // The word is alone on the line; break it if it still does not fit.
    if advance > 0, line + gap == 0, word > advance, points(word) > widthLimit {
      breakLine(word - advance)
      word = advance
    }
  }

  private mutating func endWord() {
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

  /// Ends a line because the next word or character does not fit.
  private mutating func breakLine(_ units: Int) {
    guard lineCount < lineLimit else { return }
    lineCount += 1
    width = max(width, points(units))
    if lineCount == lineLimit { width = max(width, (widthLimit * 2).rounded(.down) / 2) }
  }

  /// The width of `units` hundredths of an em, rounded up to half points.
  private func points(_ units: Int) -> Double {
    (Double(units) * pointSize / Double(Self.em) * 2).rounded(.up) / 2
  }
}

// Character widths.
extension TextEstimate {
  /// The number of units per em.
  static let em = 100

  /// The width of `character`, in hundredths of an em.
  static func advance(of character: Character) -> Int {
    guard let scalar = character.unicodeScalars.first else { return 0 }
    switch scalar {
    case " ", "\t", "i", "l", "I", ".", ",", ";", ":", "'", "|", "!", "j", "t", "f", "r": return 28
    case "M", "W", "m", "w", "@": return 83
    default: break
    }
    // Variation selector 16 requests the emoji form of a symbol: 1️⃣ or ☀️.
    if character.unicodeScalars.contains("\u{FE0F}") { return em }
    guard !scalar.isASCII else { return scalar.value < 0x20 || scalar.value == 0x7F ? 0 : 50 }
    let properties = scalar.properties
    if properties.isEmojiPresentation || isWide(scalar.value) { return em }
    switch properties.generalCategory {
    case .control, .format, .nonspacingMark, .enclosingMark: return 0
    default: return 50
    }
  }

  /// Whether a character is wide or fullwidth: the blocks with East Asian Width W or F in UAX #11,
  /// without emoji.
  private static func isWide(_ value: UInt32) -> Bool {
    switch value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3,
      0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6,
      0x1B000...0x1B2FF, 0x20000...0x3FFFD:
      true
    default:
      false
    }
  }
}
