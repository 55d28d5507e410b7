/// A text as a renderer draws it, at the text size that the user has chosen. Lengths are in points.
public struct TextAppearance: Hashable, Sendable {
  /// The string; a newline begins a new line.
  public var string: String
  /// The text style, such as "body"; nil for a font of a fixed size.
  public var style: String?
  /// The size of the font.
  public var size: Double
  /// The height of a line, from one baseline to the next.
  public var lineHeight: Double
  /// The distance from the top of the view to the baseline of the first line.
  public var firstBaseline: Double
  /// The distance from the top of the view to the baseline of the last line.
  public var lastBaseline: Double
  /// The maximum number of lines that are shown; 0 means no limit.
  public var lineLimit: UInt32

  /// Creates a text appearance.
  public init(
    string: String, style: String?, size: Double, lineHeight: Double, firstBaseline: Double,
    lastBaseline: Double, lineLimit: UInt32
  ) {
    self.string = string
    self.style = style
    self.size = size
    self.lineHeight = lineHeight
    self.firstBaseline = firstBaseline
    self.lastBaseline = lastBaseline
    self.lineLimit = lineLimit
  }
}
