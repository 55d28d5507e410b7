/// The numbers of accesses that a journal has noted: to each entry of a ``ChannelTable``, to each
/// block of entries and to each group of blocks.
struct NotedVisits: Sendable {
  private var entries: [UInt64] = []
  private var blocks: [UInt64] = []
  private var groups: [UInt64] = []

  init() {}

  /// Creates the numbers of `count` entries, all of which differ from the table's.
  init(count: Int) {
    entries = Array(repeating: .max, count: count)
    blocks = Array(repeating: .max, count: ViewBlocks.count(of: count))
    groups = Array(repeating: .max, count: ViewBlocks.groupCount(of: count))
  }

  var groupIndices: Range<Int> { groups.indices }
  func blocks(of group: Int) -> Range<Int> { ViewBlocks.blocks(of: group, among: blocks.count) }
  func entries(of block: Int) -> Range<Int> { ViewBlocks.views(of: block, among: entries.count) }

  /// Notes the number of accesses to a group; returns whether it differs from the
  /// number noted before.
  mutating func note(_ count: UInt64, ofGroup group: Int) -> Bool {
    if groups[group] == count { return false }
    groups[group] = count
    return true
  }

  /// Notes the number of accesses to a block; returns whether it differs from the
  /// number noted before.
  mutating func note(_ count: UInt64, ofBlock block: Int) -> Bool {
    if blocks[block] == count { return false }
    blocks[block] = count
    return true
  }

  /// Notes the number of accesses to an entry; returns whether it differs from the
  /// number noted before.
  mutating func note(_ count: UInt64, of entry: Int) -> Bool {
    if entries[entry] == count { return false }
    entries[entry] = count
    return true
  }
}
