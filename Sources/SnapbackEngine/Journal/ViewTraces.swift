import SnapbackBasics

/// The traces of views. A view looks different when the view or one of its ancestors does.
///
/// Traces that are joined over ``ViewBlocks`` and groups of blocks let a search for differences
/// skip views. A later search for a newer sample checks only the views that the last one found, and
/// those that have changed since.
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
  /// The last stamps of the views, by block.
  private var stamps = BlockStamps()
  private var parents: [Int] = []
  /// For each view, the end of the range that begins with it and contains its descendants.
  private var ends: [Int] = []
  /// For each view, whether its joined traces are out of date.
  private var isChanged: [Bool] = []
  /// The views that were marked since the last ``join()``.
  private var marked = OrderedIndices(below: 0)
  /// The blocks whose joined traces end too late: a view of theirs ends earlier than before.
  private var changedBlocks = OrderedIndices(below: 0)
  /// The views that may differ from samples that are not older than ``searched``.
  private var candidates = OrderedIndices(below: 0)
  private var searched = (revision: UInt64.max, moment: Instant.distantFuture)

  init() {}

  /// Creates traces for views with these parents, all with the same stamp.
  init(parents: [Int], stamp: UInt64) {
    self.parents = parents
    places = Array(repeating: Trace(stamp: stamp), count: parents.count)
    (looks, carried, whole) = (places, places, places)
    isChanged = Array(repeating: false, count: parents.count)
    let blockCount = ViewBlocks.count(of: parents.count)
    blocks = Array(repeating: Trace(stamp: stamp), count: blockCount)
    groups = Array(
      repeating: Trace(stamp: stamp), count: ViewBlocks.groupCount(of: parents.count))
    stamps = BlockStamps(views: parents.count, stamp: stamp)
    ends = parents.indices.map { $0 + 1 }
    // The first view is its own parent.
    for view in parents.indices.dropFirst().reversed() {
      ends[parents[view]] = max(ends[parents[view]], ends[view])
    }
    marked = OrderedIndices(below: parents.count)
    changedBlocks = OrderedIndices(below: blockCount)
    candidates = marked
    if !parents.isEmpty { mark(0) }
  }

  /// The number of views.
  var count: Int { whole.count }

  // MARK: Changing

  /// Marks a view whose traces are about to change; ``join()`` updates the joined traces.
  mutating func mark(_ view: Int) {
    isChanged[view] = true
    marked.insert(view)
  }

  /// Stamps the geometry of a view, and resets its end, which the caller then extends again.
  mutating func stampPlace(_ view: Int, _ stamp: UInt64) {
    places[view] = Trace(stamp: stamp)
    noteStamp(of: view, stamp)
  }

  /// Stamps the look of a view, and resets its end.
  mutating func stampLook(_ view: Int, _ stamp: UInt64) {
    looks[view] = Trace(stamp: stamp)
    noteStamp(of: view, stamp)
  }

  /// Stamps the look of a view, and keeps its end, which can differ from the end of the view's own
  /// channels.
  mutating func touchLook(_ view: Int, _ stamp: UInt64) {
    looks[view].stamp = stamp
    noteStamp(of: view, stamp)
  }

  /// Stamps the geometry of a view that a finger moves, and keeps its end unchanged.
  mutating func touchPlace(_ view: Int, _ stamp: UInt64) {
    places[view].stamp = stamp
    noteStamp(of: view, stamp)
  }

  /// Records that a view has a new stamp, so that ``forEachStamped(since:_:)`` finds it.
  mutating func noteStamp(of view: Int, _ stamp: UInt64) { stamps.note(stamp, of: view) }

  /// Extends the motion of a view's geometry to a moment. Only a stamp makes the end earlier,
  /// because a client may sample past moments.
  mutating func extendPlace(_ view: Int, to end: Instant) {
    places[view].end = max(places[view].end, end)
  }

  /// Extends the motion of a view's look to a moment.
  mutating func extendLook(_ view: Int, to end: Instant) {
    looks[view].end = max(looks[view].end, end)
  }

  /// Updates the joined traces of the marked views and their descendants. O(groups of blocks +
  /// views between a marked view and its last descendant).
  mutating func join() {
    var next = marked.first(from: 0)
    guard next != nil else { return }
    while let view = next {
      let end = joinViews(from: view)
      while let place = marked.first(from: view), place < end { marked.remove(place) }
      next = marked.first(from: end)
    }
    joinBlocks()
  }

  /// Updates the joined traces of a marked view, of its descendants, and of all views between them.
  /// Returns the index after the last one.
  private mutating func joinViews(from first: Int) -> Int {
    var (view, end) = (first, ends[first])
    while view < end {
      let parent = parents[view]
      if isChanged[view] || isChanged[parent] {
        isChanged[view] = true
        carried[view] = view == 0 ? places[0] : places[view].joined(with: carried[parent])
        setWhole(of: view, carried[view].joined(with: looks[view]))
        candidates.insert(view)
        // The descendants of different views may alternate.
        end = max(end, ends[view])
      }
      view += 1
    }
    for view in first..<end { isChanged[view] = false }
    return end
  }

  /// Sets the joined trace of a view. Stamps only increase; if the end does not decrease either,
  /// the traces of its block and group only have to be joined with this trace.
  private mutating func setWhole(of view: Int, _ trace: Trace) {
    let block = ViewBlocks.block(of: view)
    let group = ViewBlocks.group(ofBlock: block)
    if trace.end < whole[view].end { changedBlocks.insert(block) }
    whole[view] = trace
    blocks[block] = blocks[block].joined(with: trace)
    groups[group] = groups[group].joined(with: trace)
    latest = max(latest, trace.end)
  }

  /// Joins the traces of the changed blocks, of their groups, and of all groups.
  private mutating func joinBlocks() {
    var changed: Int?
    var next = changedBlocks.first(from: 0)
    while let block = next {
      var trace = Trace()
      for view in ViewBlocks.views(of: block, among: count) {
        trace = trace.joined(with: whole[view])
      }
      blocks[block] = trace
      changedBlocks.remove(block)
      let group = ViewBlocks.group(ofBlock: block)
      if let changed, changed != group { joinGroup(changed) }
      changed = group
      next = changedBlocks.first(from: block + 1)
    }
    guard let changed else { return }
    joinGroup(changed)
    latest = .zero
    for group in groups { latest = max(latest, group.end) }
  }

  private mutating func joinGroup(_ group: Int) {
    var trace = Trace()
    for block in ViewBlocks.blocks(of: group, among: blocks.count) {
      trace = trace.joined(with: blocks[block])
    }
    groups[group] = trace
  }

  // MARK: Asking

  /// The stamp of a view itself, without its ancestors.
  func stamp(of view: Int) -> UInt64 { max(places[view].stamp, looks[view].stamp) }

  /// Calls `body` with each view of the blocks in which a view has a stamp after a revision, in
  /// order. O(groups of blocks + such blocks).
  func forEachStamped(since revision: UInt64, _ body: (_ view: Int) -> Void) {
    stamps.forEachView(since: revision, body)
  }

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

  /// Appends the views that may differ from the sample to an empty list, in ascending order.
  /// O(``candidates``) if the sample is not older than those of the last searches; otherwise
  /// O(groups of blocks + differences).
  mutating func addDifferences(_ revision: UInt64, _ moment: Instant, to list: inout [Int]) {
    if revision >= searched.revision, moment >= searched.moment {
      var (count, next) = (0, candidates.first(from: 0))
      while let view = next {
        count += 1
        if whole[view].differs(revision, moment) { list.append(view) }
        next = candidates.first(from: view + 1)
      }
      if count <= 2 * list.count + Self.fewCandidates { return }
    } else {
      search(revision, moment, &list)
    }
    // A view that does not differ now does not differ from a later sample, unless it changes.
    candidates.removeAll()
    for view in list { candidates.insert(view) }
    searched = (revision, moment)
  }

  /// The number of candidates that are always checked.
  private static let fewCandidates = 4

  private func search(_ revision: UInt64, _ moment: Instant, _ list: inout [Int]) {
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
