/// A request to a renderer with fonts to measure a text.
public struct TextQuestion: Hashable, Sendable {
  /// The string; a newline starts a new line.
  public var string: String
  /// The text style, which determines the font.
  public var style: TextStyle
  /// The font size and the line height, in points.
  public var metrics: TextMetrics
  /// The maximum number of lines; 0 for no limit.
  public var lineLimit: Int
  /// The maximum width of a line, in points; nil if lines end only at newlines.
  public var width: Double?

  /// Makes the question for a text if the user chose `category`.
  ///
  /// A width that is not positive and finite is ignored. Text beyond ``TextContent/characterLimit``
  /// characters is truncated.
  public init(_ text: TextContent, fitting width: Double?, in category: ContentSizeCategory) {
    let limit = TextContent.characterLimit
    string = text.string.utf8.count > limit ? String(text.string.prefix(limit)) : text.string
    style = text.style
    metrics = text.metrics(in: category)
    lineLimit = max(0, text.lineLimit)
    self.width = width.flatMap { $0 > 0 && $0.isFinite ? $0 : nil }
  }
}
