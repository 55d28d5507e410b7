/// A division of views into blocks, and of blocks into groups.
///
/// A search for the few views that have changed skips unchanged blocks and groups: it compares one
/// group for each 256 views, plus 16 blocks and 16 views where something has changed.
enum ViewBlocks {
  /// The number of views in a block, and of blocks in a group.
  private static let size = 16

  /// The number of blocks for a number of views.
  static func count(of views: Int) -> Int { (views + size - 1) / size }

  /// The number of groups for a number of views.
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
