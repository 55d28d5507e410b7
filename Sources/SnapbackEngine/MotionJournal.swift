import SnapbackFrames
import SnapbackGeometry
import SnapbackLayout
import SnapbackMotion
public import SnapbackTiming

/// What has changed of what a scene does, by revision: one for all clients, however many there are.
///
/// The engine's motions are functions of time, so a view can look different from what a client has
/// for two reasons only: something has interrupted it, which the journal stamps with a revision, or
/// it was under way between two moments, of which the journal keeps the end. A client is a
/// ``SampleMark`` or, if it evaluates motions itself, a revision.
///
/// It never tells less than what has changed; it may tell of a view that looks as it did.
public struct MotionJournal: Sendable {
  /// Whether fingers are resampled, so that what they hold depends on the moment; if not, it stays
  /// as it is between two scans, and nothing of it needs to be told.
  public var resamples = true
  /// Counts the notes that found a change, from 1; 0 before the first.
  public private(set) var revision: UInt64 = 0
  /// Stamps by channel, in the order of the engine's, and the generations that they are for.
  var channelStamps: [UInt64] = []
  private var generations: [UInt64] = []
  /// Stamps of what carries the views inside, of what only colours a view, and of what it has
  /// besides.
  private var places: [Trace] = []
  private var looks: [Trace] = []
  var leverStamps: [UInt64] = []
  var visibilityStamps: [UInt64] = []
  private var levers: [Lever] = []
  private var drawnUntil: [Instant] = []
  /// The trails of fingers that are known, by pan.
  private var trails: [UInt64] = []
  /// What counts for a view, with what it is in.
  private var whole: [Trace] = []
  private var carried: [Trace] = []
  private var latest = Instant.zero
  private var seenChanges: UInt64 = 0
  /// The same of ``ViewBlocks``, so that few views have to be looked at.
  private var blocks: [Trace] = []
  /// The views that ``findDifferences(since:at:)`` found, in their order.
  public private(set) var differences: [Int] = []
  /// How often the channels of each view, and of each block of views, had been got at, and which
  /// views were found changed.
  private var visits: [UInt64] = []
  private var blockVisits: [UInt64] = []
  private var isNew: [Bool] = []
  /// The first of these; as many as there are views when there is none.
  private var firstNew = 0
  /// The view that each is in; the engine's views are too large to go through them for that.
  private var parents: [Int] = []
  /// What shows and hides views, when it was last looked at.
  private var seenPasses = 0
  private var sawTransactions = false
  private var sceneNumber: UInt64 = 0

  /// What is known of a view.
  private struct Trace {
    /// When it was last interrupted.
    var stamp: UInt64 = 0
    /// From when on it is at rest if nothing interrupts it.
    var end = Instant.zero

    /// Whether what was seen of a revision, at a moment, may look different by now.
    func differs(_ revision: UInt64, _ moment: Instant) -> Bool {
      stamp > revision || end > moment
    }

    func joined(with other: Trace) -> Trace {
      Trace(stamp: max(stamp, other.stamp), end: max(end, other.end))
    }
  }

  /// A journal that knows nothing yet.
  public init() {}

  /// Notes what has changed. O(1) when nothing has, else O(views behind the first that was got at)
  /// with the channels of those that were; no allocation once it knows the scene.
  ///
  /// Another scene is all new.
  public mutating func note(_ engine: borrowing Engine) { note(engine.loop) }

  mutating func note(_ loop: borrowing SceneLoop) {
    guard loop.changes != seenChanges || loop.number != sceneNumber else { return }
    seenChanges = loop.changes
    let next = revision &+ 1
    var isChanged = false
    if loop.number != sceneNumber || whole.count != loop.motion.tree.indices.count {
      start(loop, stamp: next)
      isChanged = true
    }
    if noteViews(loop, next) { isChanged = true }
    if noteFingers(loop, next) { isChanged = true }
    if isChanged { revision = next }
    if firstNew < whole.count { join() }
  }

  /// Looks at the views whose channels were got at.
  private mutating func noteViews(_ loop: borrowing SceneLoop, _ stamp: UInt64) -> Bool {
    let looksAtAll = mayHideOrShow(loop)
    var isChanged = false
    for block in blocks.indices {
      let count = loop.motion.visits(ofBlock: block)
      guard looksAtAll || count != blockVisits[block] else { continue }
      blockVisits[block] = count
      for view in ViewBlocks.views(of: block, among: whole.count) {
        let count = loop.motion.visits(of: view)
        guard looksAtAll || count != visits[view] else { continue }
        visits[view] = count
        // When it is over may be another moment also where nothing else is new.
        markNew(view)
        if noteView(view, loop, stamp) { isChanged = true }
      }
    }
    return isChanged
  }

  private mutating func markNew(_ view: Int) {
    isNew[view] = true
    firstNew = min(firstNew, view)
  }

  /// Works out what counts for the views that were looked at and for those in them, which come
  /// after them.
  private mutating func join() {
    for view in firstNew..<whole.count {
      // The first view is its own parent.
      let parent = parents[view]
      if isNew[view] || isNew[parent] {
        isNew[view] = true
        carried[view] = view == 0 ? places[0] : places[view].joined(with: carried[parent])
        whole[view] = carried[view].joined(with: looks[view])
      }
    }
    for block in ViewBlocks.block(of: firstNew)..<blocks.count {
      blocks[block] = Trace()
      for view in ViewBlocks.views(of: block, among: whole.count) {
        isNew[view] = false
        blocks[block] = blocks[block].joined(with: whole[view])
      }
    }
    firstNew = whole.count
    latest = .zero
    for block in blocks { latest = max(latest, block.end) }
  }

  /// Whether views may have appeared or gone: no channel tells of that.
  private mutating func mayHideOrShow(_ loop: borrowing SceneLoop) -> Bool {
    let isUnderWay = !loop.motion.transactions.isEmpty
    defer { (seenPasses, sawTransactions) = (loop.layout.statistics.passes, isUnderWay) }
    return isUnderWay || sawTransactions || seenPasses != loop.layout.statistics.passes
  }

  /// Whether a view may look different at `target` from what a client has of it. O(1).
  ///
  /// The journal has to have been noted since the engine last changed.
  public func differs(_ view: Int, since mark: SampleMark, at target: Instant) -> Bool {
    whole.indices.contains(view)
      && whole[view].differs(mark.revision, min(mark.target, target))
  }

  /// Whether any view may, or had been interrupted and is not seen to differ. O(1).
  func mayDiffer(since mark: SampleMark, at target: Instant) -> Bool {
    revision > mark.revision || latest > min(mark.target, target)
  }

  /// Puts the views that may into ``differences``, until the next call, and says whether there are
  /// any. O(blocks of views) besides those that may, no allocation once it knows the scene.
  public mutating func findDifferences(since mark: SampleMark, at target: Instant) -> Bool {
    differences.removeAll(keepingCapacity: true)
    let (revision, moment) = (mark.revision, min(mark.target, target))
    for block in blocks.indices where blocks[block].differs(revision, moment) {
      for view in ViewBlocks.views(of: block, among: whole.count)
      where whole[view].differs(revision, moment) {
        differences.append(view)
      }
    }
    return !differences.isEmpty
  }

  /// Whether any view may. O(1) when nothing has happened and nothing moves, else O(blocks of
  /// views).
  public func differs(since mark: SampleMark, at target: Instant) -> Bool {
    guard mayDiffer(since: mark, at: target) else { return false }
    let moment = min(mark.target, target)
    for block in blocks where block.differs(mark.revision, moment) { return true }
    return false
  }

  /// Whether a view, or what it is in, has been interrupted since a revision. O(1).
  func isStamped(_ view: Int, since revision: UInt64) -> Bool {
    whole.indices.contains(view)
      && max(places[view].stamp, looks[view].stamp, visibilityStamps[view]) > revision
  }

  private mutating func start(_ loop: borrowing SceneLoop, stamp: UInt64) {
    sceneNumber = loop.number
    let (views, channels) = (loop.motion.tree.indices.count, loop.motion.channelCount)
    let fresh = Trace(stamp: stamp)
    places = Array(repeating: fresh, count: views)
    looks = places
    whole = places
    carried = places
    leverStamps = Array(repeating: stamp, count: views)
    visibilityStamps = leverStamps
    levers = Array(repeating: .zero, count: views)
    drawnUntil = Array(repeating: .distantFuture, count: views)
    channelStamps = Array(repeating: stamp, count: channels)
    // No channel has this one: all are looked at.
    generations = Array(repeating: .max, count: channels)
    visits = Array(repeating: .max, count: views)
    isNew = Array(repeating: true, count: views)
    firstNew = 0
    blocks = Array(repeating: fresh, count: ViewBlocks.count(of: views))
    blockVisits = Array(repeating: .max, count: blocks.count)
    parents = loop.motion.tree.indices.map { [tree = loop.motion.tree] in tree.parent(of: $0) }
    differences.reserveCapacity(views)
    trails = Array(repeating: 0, count: loop.manipulation.panCount)
  }

  private mutating func noteView(
    _ view: Int, _ loop: borrowing SceneLoop, _ stamp: UInt64
  ) -> Bool {
    var (isMoved, isPainted) = (false, false)
    var (moves, paints) = (Instant.zero, Instant.zero)
    for channel in Channel.all {
      let index = channel.index(view: view)
      let end = Self.end(of: loop.motion[index])
      if channel.isSpatial { moves = max(moves, end) } else { paints = max(paints, end) }
      let generation = loop.motion[index].generation
      guard generation != generations[index] else { continue }
      generations[index] = generation
      channelStamps[index] = stamp
      // The lever keeps its share of the size.
      if channel.isEdge, !levers[view].isZero { leverStamps[view] = stamp }
      if channel.isSpatial { isMoved = true } else { isPainted = true }
    }
    let lever = loop.motion.lever(of: view)
    if lever != levers[view] {
      levers[view] = lever
      leverStamps[view] = stamp
      isMoved = true
    }
    let until = loop.motion.drawnUntil(view)
    if until != drawnUntil[view] {
      // That it ends at its time was known before.
      if until != .zero || drawnUntil[view] > loop.now { isMoved = true }
      drawnUntil[view] = until
      visibilityStamps[view] = stamp
    }
    if isMoved { places[view] = Trace(stamp: stamp) }
    if isPainted { looks[view] = Trace(stamp: stamp) }
    // Also what is over may have come to be over later: it is seen by who looks back.
    if until != .distantFuture { places[view].end = max(places[view].end, until) }
    places[view].end = max(places[view].end, moves, loop.motion.linkedUntil(view))
    looks[view].end = max(looks[view].end, paints)
    return isMoved || isPainted || visibilityStamps[view] == stamp
  }

  /// When the last term of a channel is over.
  private static func end(of channel: AnimatedValue) -> Instant {
    var latest = Instant.zero
    for term in channel.terms {
      // What stands still goes on doing so, or stands at its end.
      if term.isRunning || term.end != .distantFuture { latest = max(latest, term.end) }
    }
    return latest
  }

  /// What fingers hold depends on the moment while it is resampled.
  private mutating func noteFingers(_ loop: borrowing SceneLoop, _ stamp: UInt64) -> Bool {
    var isChanged = false
    for pan in trails.indices {
      let view = loop.manipulation.view(ofPan: pan)
      let trail = loop.manipulation.trail(ofPan: pan)
      if trail.changes != trails[pan] {
        trails[pan] = trail.changes
        places[view].stamp = stamp
        markNew(view)
        isChanged = true
      }
      guard resamples, loop.manipulation.isRunning(pan: pan) else { continue }
      let rest = trail.restTime.advanced(bySeconds: TouchResampling.leads.upperBound)
      places[view].end = max(places[view].end, rest)
      markNew(view)
      for follower in loop.motion.followers {
        places[follower].end = max(places[follower].end, rest)
        markNew(follower)
      }
    }
    return isChanged
  }
}
