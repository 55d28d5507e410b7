/// The last stamp of any view in each block of views and in each group of blocks, with which a
/// search for stamped views skips the others.
struct BlockStamps: Sendable {
  private var blocks: [UInt64] = []
  private var groups: [UInt64] = []
  private var viewCount = 0

  init() {}

  /// Creates the stamps of `views` views, all of which have this stamp.
  init(views: Int, stamp: UInt64) {
    viewCount = views
    blocks = Array(repeating: stamp, count: ViewBlocks.count(of: views))
    groups = Array(repeating: stamp, count: ViewBlocks.groupCount(of: views))
  }

  /// Records that a view has a new stamp.
  mutating func note(_ stamp: UInt64, of view: Int) {
    let block = ViewBlocks.block(of: view)
    blocks[block] = stamp
    groups[ViewBlocks.group(ofBlock: block)] = stamp
  }

  /// Calls `body` with each view of the blocks in which a view has a stamp after a revision, in
  /// order. O(groups of blocks + such blocks).
  func forEachView(since revision: UInt64, _ body: (_ view: Int) -> Void) {
    for group in groups.indices where groups[group] > revision {
      for block in ViewBlocks.blocks(of: group, among: blocks.count)
      where blocks[block] > revision {
        for view in ViewBlocks.views(of: block, among: viewCount) { body(view) }
      }
    }
  }
}
