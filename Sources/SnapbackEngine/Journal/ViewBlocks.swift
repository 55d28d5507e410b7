/// Views in blocks, and blocks in groups.
///
/// A search for the few views that have changed skips the blocks and groups in which none has: it
/// compares one group for each 256 views, and 16 blocks and 16 views where something has changed.
enum ViewBlocks {
  /// The number of views in a block, and of blocks in a group.
  private static let size = 16

  /// The number of blocks of so many views.
  static func count(of views: Int) -> Int { (views + size - 1) / size }

  /// The number of groups of the blocks of so many views.
  static func groupCount(of views: Int) -> Int { count(of: count(of: views)) }

  static func block(of view: Int) -> Int { view / size }
  static func group(ofBlock block: Int) -> Int { block / size }

  static func views(of block: Int, among count: Int) -> Range<Int> {
    block * size..<min((block + 1) * size, count)
  }

  static func blocks(of group: Int, among count: Int) -> Range<Int> {
    group * size..<min((group + 1) * size, count)
  }
}
