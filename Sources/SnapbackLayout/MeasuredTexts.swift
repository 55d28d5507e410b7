/// Text sizes that a renderer with fonts has measured, by question.
///
/// The number of entries and their bytes are limited. Beyond the limits, the oldest entry is
/// discarded, and its text is estimated again.
struct MeasuredTexts: Equatable, Sendable {
  /// The maximum number of sizes.
  static let countLimit = 4000
  /// The maximum number of bytes of their texts.
  static let byteLimit = 1 << 20

  private var sizes: [TextQuestion: TextSize] = [:]
  /// The questions from oldest to newest; those before `start` are discarded.
  private var order: [TextQuestion] = []
  private var start = 0
  private var bytes = 0

  var isEmpty: Bool { sizes.isEmpty }
  var count: Int { sizes.count }

  /// Whether both contain the same sizes. O(sizes).
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
