/// What a renderer with fonts is asked: how large a text is, set so.
public struct TextQuestion: Hashable, Sendable {
  /// The words; a newline begins a new line.
  public var string: String
  /// The style, from which a renderer takes the font.
  public var style: TextStyle
  /// The size of the font and the height of a line, in points.
  public var metrics: TextMetrics
  /// The most lines; 0 for any number.
  public var lineLimit: Int
  /// The longest that a line may be, in points; nil when lines end at newlines only.
  public var width: Double?

  /// The question about a text where a person has chosen `category`.
  ///
  /// A width that is no number above 0 is none. What is over ``TextContent/characterLimit``
  /// characters is not asked.
  public init(_ text: TextContent, fitting width: Double?, in category: ContentSizeCategory) {
    let limit = TextContent.characterLimit
    string = text.string.utf8.count > limit ? String(text.string.prefix(limit)) : text.string
    style = text.style
    metrics = text.metrics(in: category)
    lineLimit = max(0, text.lineLimit)
    self.width = width.flatMap { $0 > 0 && $0.isFinite ? $0 : nil }
  }
}
