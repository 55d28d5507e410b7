/// The text of a view: a string and its formatting.
public struct TextContent: Hashable, Sendable {
  /// The string; a newline starts a new line.
  public var string: String
  /// The text style, which determines the font size and the weight.
  public var style: TextStyle
  /// The maximum number of lines; 0 or less means no limit.
  public var lineLimit: Int
  /// Whether the font size depends on the text size that the user chose.
  ///
  /// If false, the font has the size for ``ContentSizeCategory/large``.
  public var adjustsForContentSize: Bool
  /// A font size in points that replaces the font size of the style and does not depend on the
  /// user's text size; nil for that of the style.
  ///
  /// A value that is not positive and finite is treated as nil, and a value above
  /// ``pointSizeLimit`` as the limit.
  public var fixedPointSize: Double?

  /// The maximum number of characters that are measured. Characters beyond the limit are ignored.
  public static let characterLimit = 10_000
  /// The maximum fixed font size, in points.
  public static let pointSizeLimit = 1000.0

  /// Makes a text; by default, one line in the style `body`.
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

  /// A warning about the text, on one line; nil if there is none. O(length).
  ///
  /// A text with a fixed size cannot adjust: UIKit's `adjustsFontForContentSizeCategory` works only
  /// with the fonts of text styles.
  public var warning: String? {
    if string.count > Self.characterLimit {
      return "only \(Self.characterLimit) of its \(string.count) characters are measured"
    }
    guard adjustsForContentSize, let size = validPointSize else { return nil }
    return "the text adjusts to the content size, but its font size is fixed at \(size) points; "
      + "remove one of the two"
  }

  /// The metrics of a line at the text size `category`.
  public func metrics(in category: ContentSizeCategory) -> TextMetrics {
    if let size = validPointSize { return TextMetrics(pointSize: size) }
    return style.metrics(in: adjustsForContentSize ? category : .large)
  }

  /// The estimated size of the text, wrapped so that no line is wider than `width` points.
  ///
  /// If `width` is nil or not positive, lines end only at newlines, as with UIKit's
  /// `preferredMaxLayoutWidth` of 0. Otherwise a line may break between words, before or after a
  /// character that is one em wide, and within a word that is wider than a line. Spaces at the end
  /// of a line have no width. If ``lineLimit`` truncates a line, that line has the full width. The
  /// result is not wider than `width`, unless a single character is. If the text is wrapped at the
  /// resulting width, it has the same lines.
  ///
  /// Widths are sums of the advances of SF (``FontAdvances``). They are within 3 % of UIKit's
  /// widths for the strings in `Tests/Fixtures/uikit/text_widths.csv`. The width and the height are
  /// rounded up to pixels, like those of a `UILabel`. Linear in the length up to
  /// ``characterLimit``.
  ///
  /// - Parameter scale: pixels per point.
  public func size(
    fitting width: Double?, in category: ContentSizeCategory, scale: Double
  ) -> TextSize {
    guard !string.isEmpty else { return .zero }
    let metrics = metrics(in: category)
    let advances = FontAdvances(pointSize: metrics.pointSize, isSemibold: isSemibold)
    let grid = PixelGrid(scale: scale)
    var estimate = TextEstimate(
      advances, pointSize: metrics.pointSize, grid: grid, fitting: width, lineLimit: lineLimit)
    estimate.layOut(string.prefix(Self.characterLimit))
    let lines = Double(estimate.lineCount)
    let height = grid.up(lines * metrics.lineHeight)
    return TextSize(
      width: estimate.width, height: height, lineCount: estimate.lineCount,
      firstBaseline: metrics.ascent,
      lastBaseline: height - (lines - 1) * metrics.lineHeight - metrics.ascent)
  }

  /// Whether the font is semibold. It is for ``TextStyle/headline`` without a fixed size.
  private var isSemibold: Bool { style.isEmphasized && !hasFixedSize }

  /// Whether the text may have several lines, so that its height depends on its width.
  public var wraps: Bool { lineLimit != 1 }

  /// Whether the font has a fixed size instead of the style's.
  public var hasFixedSize: Bool { validPointSize != nil }

  private var validPointSize: Double? {
    guard let fixedPointSize, fixedPointSize.isFinite, fixedPointSize > 0 else { return nil }
    return min(fixedPointSize, Self.pointSizeLimit)
  }
}

/// The size of a laid-out text, in points.
public struct TextSize: Hashable, Sendable {
  /// The width of the widest line, rounded up to pixels, in points.
  public var width: Double
  /// The number of lines times the line height, rounded up to pixels, in points.
  public var height: Double
  /// The number of lines.
  public var lineCount: Int
  /// The distance from the top to the baseline of the first line, in points.
  public var firstBaseline: Double
  /// The distance from the bottom to the baseline of the last line, in points.
  public var lastBaseline: Double

  /// The size of an empty text, which has no lines, like an empty `UILabel`.
  public static let zero = TextSize(
    width: 0, height: 0, lineCount: 0, firstBaseline: 0, lastBaseline: 0)

  /// Makes a size from its parts; lengths are in points.
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
