/// Sizes of texts that a renderer with fonts has measured, by what was asked.
///
/// It holds so many that a scene has room; beyond that the oldest is forgotten, and its text is
/// estimated again.
struct MeasuredTexts: Equatable, Sendable {
  /// The most sizes that are kept.
  static let countLimit = 4000
  /// The most bytes of text that are kept with them.
  static let byteLimit = 1 << 20

  private var sizes: [TextQuestion: TextSize] = [:]
  /// The questions from the oldest on, from `start` on.
  private var order: [TextQuestion] = []
  private var start = 0
  private var bytes = 0

  var isEmpty: Bool { sizes.isEmpty }
  var count: Int { sizes.count }

  /// Whether both know the same sizes. O(sizes).
  static func == (left: MeasuredTexts, right: MeasuredTexts) -> Bool { left.sizes == right.sizes }

  subscript(question: TextQuestion) -> TextSize? { sizes[question] }

  /// Keeps a size; a later one for the same question takes its place.
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
