import SnapbackBasics

/// The traces of views. A view looks different when the view or one of its ancestors does.
///
/// Traces that are joined over ``ViewBlocks`` and groups of blocks let a search for differences
/// skip views.
struct ViewTraces: Sendable {
  /// The trace of each view's geometry, which also moves its descendants.
  private var places: [Trace] = []
  /// The trace of each view's look: its color, opacity and corner radius.
  private var looks: [Trace] = []
  /// The trace of each view's geometry, joined with those of its ancestors.
  private var carried: [Trace] = []
  /// The trace of each view's look, joined with ``carried``.
  private var whole: [Trace] = []
  private var blocks: [Trace] = []
  private var groups: [Trace] = []
  /// The latest end of all traces.
  private var latest = Instant.zero
  private var parents: [Int] = []
  private var isChanged: [Bool] = []
  /// The first view that was marked since ``join()``; the number of views if none was.
  private var firstChanged = 0

  init() {}

  /// Creates traces for views with these parents, all with the same stamp.
  init(parents: [Int], stamp: UInt64) {
    self.parents = parents
    places = Array(repeating: Trace(stamp: stamp), count: parents.count)
    (looks, carried, whole) = (places, places, places)
    isChanged = Array(repeating: true, count: parents.count)
    blocks = Array(
      repeating: Trace(stamp: stamp), count: ViewBlocks.count(of: parents.count))
    groups = Array(
      repeating: Trace(stamp: stamp), count: ViewBlocks.groupCount(of: parents.count))
  }

  /// The number of views.
  var count: Int { whole.count }

  // MARK: Changing

  /// Marks a view whose traces are about to change; ``join()`` updates the joined traces.
  mutating func mark(_ view: Int) {
    isChanged[view] = true
    firstChanged = min(firstChanged, view)
  }

  /// Stamps the geometry of a view, and resets its end, which the caller then extends again.
  mutating func stampPlace(_ view: Int, _ stamp: UInt64) { places[view] = Trace(stamp: stamp) }

  /// Stamps the look of a view, and resets its end.
  mutating func stampLook(_ view: Int, _ stamp: UInt64) { looks[view] = Trace(stamp: stamp) }

  /// Stamps the look of a view, and keeps its end, which can differ from the end of the view's own
  /// channels.
  mutating func touchLook(_ view: Int, _ stamp: UInt64) { looks[view].stamp = stamp }

  /// Stamps the geometry of a view that a finger moves, and keeps its end unchanged.
  mutating func touchPlace(_ view: Int, _ stamp: UInt64) { places[view].stamp = stamp }

  /// Extends the motion of a view's geometry to a moment. Only a stamp makes the end earlier,
  /// because a client may sample past moments.
  mutating func extendPlace(_ view: Int, to end: Instant) {
    places[view].end = max(places[view].end, end)
  }

  /// Extends the motion of a view's look to a moment.
  mutating func extendLook(_ view: Int, to end: Instant) {
    looks[view].end = max(looks[view].end, end)
  }

  /// Updates the joined traces of the marked views and their descendants, which have higher
  /// indices.
  mutating func join() {
    guard firstChanged < count else { return }
    for view in firstChanged..<count {
      // The first view is its own parent.
      let parent = parents[view]
      if isChanged[view] || isChanged[parent] {
        isChanged[view] = true
        carried[view] = view == 0 ? places[0] : places[view].joined(with: carried[parent])
        whole[view] = carried[view].joined(with: looks[view])
      }
    }
    let firstBlock = ViewBlocks.block(of: firstChanged)
    for block in firstBlock..<blocks.count {
      blocks[block] = Trace()
      for view in ViewBlocks.views(of: block, among: count) {
        isChanged[view] = false
        blocks[block] = blocks[block].joined(with: whole[view])
      }
    }
    firstChanged = count
    for group in ViewBlocks.group(ofBlock: firstBlock)..<groups.count {
      groups[group] = Trace()
      for block in ViewBlocks.blocks(of: group, among: blocks.count) {
        groups[group] = groups[group].joined(with: blocks[block])
      }
    }
    latest = .zero
    for group in groups { latest = max(latest, group.end) }
  }

  // MARK: Asking

  /// The stamp of a view itself, without its ancestors.
  func stamp(of view: Int) -> UInt64 { max(places[view].stamp, looks[view].stamp) }

  /// Whether a view may differ from a sample with this revision and moment. O(1).
  func differs(_ view: Int, _ revision: UInt64, _ moment: Instant) -> Bool {
    whole.indices.contains(view) && whole[view].differs(revision, moment)
  }

  /// Whether any view may still be moving at a moment. O(1).
  func mayMove(at moment: Instant) -> Bool { latest > moment }

  /// Whether any view may differ from the sample. O(groups of blocks).
  func differ(_ revision: UInt64, _ moment: Instant) -> Bool {
    for group in groups where group.differs(revision, moment) { return true }
    return false
  }

  /// Appends the views that may differ from the sample, in ascending order. O(groups of blocks +
  /// differences).
  func addDifferences(_ revision: UInt64, _ moment: Instant, to list: inout [Int]) {
    for group in groups.indices where groups[group].differs(revision, moment) {
      for block in ViewBlocks.blocks(of: group, among: blocks.count)
      where blocks[block].differs(revision, moment) {
        for view in ViewBlocks.views(of: block, among: count)
        where whole[view].differs(revision, moment) {
          list.append(view)
        }
      }
    }
  }
}

/// The last interruption of a motion, and its end.
struct Trace: Sendable {
  /// The revision of the last interruption.
  var stamp: UInt64 = 0
  /// The moment at which the motion ends unless it is interrupted.
  var end = Instant.zero

  /// Whether the motion may look different from a sample with this revision and moment.
  func differs(_ revision: UInt64, _ moment: Instant) -> Bool {
    stamp > revision || end > moment
  }

  func joined(with other: Trace) -> Trace {
    Trace(stamp: max(stamp, other.stamp), end: max(end, other.end))
  }
}

/// A division of views into blocks, and of blocks into groups.
///
/// A search for changed views skips unchanged blocks and groups: it compares one group for each 256
/// views, plus 16 blocks and 16 views where something has changed.
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
