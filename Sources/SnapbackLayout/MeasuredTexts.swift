/// Text sizes that a renderer with fonts has measured, by ``TextQuestion``.
///
/// The number of entries and their bytes are limited. Beyond the limits, the oldest entry is
/// discarded, and its text is estimated again.
struct MeasuredTexts: Equatable, Sendable {
  /// The maximum number of sizes.
  static let countLimit = 4000
  /// The maximum number of bytes of the measured texts.
  static let byteLimit = 1 << 20

  private var sizes: [TextQuestion: TextSize] = [:]
  /// The questions from oldest to newest. Those before index `start` have been discarded.
  private var order: [TextQuestion] = []
  private var start = 0
  private var bytes = 0

  var isEmpty: Bool { sizes.isEmpty }
  var count: Int { sizes.count }

  /// Whether both sets contain the same sizes. O(sizes).
  static func == (left: MeasuredTexts, right: MeasuredTexts) -> Bool { left.sizes == right.sizes }

  subscript(question: TextQuestion) -> TextSize? { sizes[question] }

  /// Stores a size; replaces an earlier size for the same question.
  mutating func insert(_ size: TextSize, for question: TextQuestion) {
    guard sizes.updateValue(size, forKey: question) == nil else { return }
    order.append(question)
    bytes += question.string.utf8.count
    while start < order.count - 1, sizes.count > Self.countLimit || bytes > Self.byteLimit {
      sizes[order[start]] = nil
      bytes -= order[start].string.utf8.count
      start += 1
    }
    guard start > order.count / 2 else { return }
    order.removeFirst(start)
    start = 0
  }
}

/// A request to a renderer with fonts to measure a text.
public struct TextQuestion: Hashable, Sendable {
  /// The string; a newline starts a new line.
  public var string: String
  /// The text style, which determines the font.
  public var style: TextStyle
  /// The font size, which determines the line height.
  public var metrics: TextMetrics
  /// The maximum number of lines; 0 for no limit.
  public var lineLimit: Int
  /// The maximum width of a line, in points; nil if lines end only at newlines.
  public var width: Double?

  /// Makes the question for a text at the text size `category`.
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
