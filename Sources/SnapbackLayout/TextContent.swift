/// A text as a scene gives it: the words and how they are set.
public struct TextContent: Hashable, Sendable {
  /// The words; a newline begins a new line.
  public var string: String
  /// The style, which gives the size and the leading.
  public var style: TextStyle
  /// The most lines that are shown; 0, or less, is any number.
  public var lineLimit: Int
  /// Whether the size follows the text size that a person has chosen.
  ///
  /// If not, it is that of ``ContentSizeCategory/large``.
  public var adjustsForContentSize: Bool
  /// A size in points, up to ``pointSizeLimit``, instead of the style's; it never adjusts.
  ///
  /// What is not a number above 0 counts as nil, what is above the limit as the limit.
  public var fixedPointSize: Double?

  /// The most characters that count for the size; the rest is not measured.
  public static let characterLimit = 10_000
  /// The largest fixed size, in points.
  public static let pointSizeLimit = 1000.0

  /// A text of one line in the style `body`, except for what is given.
  public init(
    _ string: String, style: TextStyle = .body, lineLimit: Int = 1,
    adjustsForContentSize: Bool = true, fixedPointSize: Double? = nil
  ) {
    self.string = string
    self.style = style
    self.lineLimit = lineLimit
    self.adjustsForContentSize = adjustsForContentSize
    self.fixedPointSize = fixedPointSize
  }

  /// What a person should know about the text, in one line; nil if there is nothing. O(length).
  ///
  /// A text that is to adjust but has a fixed size never adjusts: UIKit's
  /// `adjustsFontForContentSizeCategory` works with the fonts of text styles only.
  public var warning: String? {
    if string.count > Self.characterLimit {
      return "only \(Self.characterLimit) of its \(string.count) characters are measured"
    }
    guard adjustsForContentSize, let size = validPointSize else { return nil }
    return "the text is to adjust to the content size, but its font has \(size) points always; "
      + "leave out the fixed size, or the wish to adjust"
  }

  /// The measures of a line where a person has chosen `category`.
  public func metrics(in category: ContentSizeCategory) -> TextMetrics {
    if let size = validPointSize { return TextMetrics(pointSize: size) }
    return style.metrics(in: adjustsForContentSize ? category : .large)
  }

  /// The estimated size of the text, wrapped so that no line is wider than `width` points.
  ///
  /// Without a width, or with one that is no number above 0, lines end at newlines only, as with
  /// UIKit's `preferredMaxLayoutWidth` of 0. Else a line ends between words, before or after a
  /// character that is one em wide, and within a word that is wider than a line. Spaces at the
  /// end of a line do not count. Where ``lineLimit`` cuts a line off, that line is as wide as it
  /// may be. The result is never wider than `width`, unless a single character is; at its own
  /// width the text has the same lines.
  ///
  /// The rule is ours and knows no font: a character has 0.5 em, a narrow one 0.28, a wide Latin
  /// one 0.83, an ideograph or emoji 1, and one that does not show 0. The few English texts it was
  /// held against are within a tenth of what UIKit measures. Linear in the length up to
  /// ``characterLimit``.
  public func size(fitting width: Double?, in category: ContentSizeCategory) -> TextSize {
    guard !string.isEmpty else { return .zero }
    let metrics = metrics(in: category)
    var estimate = TextEstimate(
      pointSize: metrics.pointSize, fitting: width, lineLimit: lineLimit)
    estimate.place(string.prefix(Self.characterLimit))
    return TextSize(
      width: estimate.width, height: Double(estimate.lineCount) * metrics.leading,
      lineCount: estimate.lineCount, firstBaseline: metrics.firstBaseline,
      lastBaseline: metrics.lastBaseline)
  }

  /// Whether its font has a size of its own, and not that of the style.
  public var hasFixedSize: Bool { validPointSize != nil }

  private var validPointSize: Double? {
    guard let fixedPointSize, fixedPointSize.isFinite, fixedPointSize > 0 else { return nil }
    return min(fixedPointSize, Self.pointSizeLimit)
  }
}

/// The room that a text takes, in points.
public struct TextSize: Hashable, Sendable {
  /// The width of the widest line, rounded up to half points.
  public var width: Double
  /// The number of lines times the leading, in points.
  public var height: Double
  /// How many lines there are.
  public var lineCount: Int
  /// The distance from the top to the baseline of the first line, in points.
  public var firstBaseline: Double
  /// The distance from the bottom to the baseline of the last line, in points.
  public var lastBaseline: Double

  /// The size of a text without characters, which has no lines, as an empty `UILabel`.
  public static let zero = TextSize(
    width: 0, height: 0, lineCount: 0, firstBaseline: 0, lastBaseline: 0)

  /// A size by its parts; lengths are in points.
  public init(
    width: Double, height: Double, lineCount: Int, firstBaseline: Double, lastBaseline: Double
  ) {
    self.width = width
    self.height = height
    self.lineCount = lineCount
    self.firstBaseline = firstBaseline
    self.lastBaseline = lastBaseline
  }
}
