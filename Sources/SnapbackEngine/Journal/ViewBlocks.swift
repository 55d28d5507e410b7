/// Views in blocks: who looks for the few that have changed skips most by what is known of their
/// blocks.
enum ViewBlocks {
  private static let size = 16

  /// How many blocks so many views have.
  static func count(of views: Int) -> Int { (views + size - 1) / size }

  static func block(of view: Int) -> Int { view / size }

  static func views(of block: Int, among count: Int) -> Range<Int> {
    block * size..<min((block + 1) * size, count)
  }
}
