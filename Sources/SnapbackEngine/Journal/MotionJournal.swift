public import SnapbackBasics
import SnapbackLayout
import SnapbackMotion
public import SnapbackProtocol

/// The changes of a scene's motions by revision, shared by any number of clients.
///
/// The engine's motions are functions of time. A view can therefore differ from the last frame that
/// a client has for two reasons only. Either a motion was interrupted, which the journal stamps
/// with a revision; or time passed during a motion, whose end the journal stores. The state of a
/// client is a ``SampleMark`` or, if the client evaluates motions itself, a revision.
///
/// The journal reports every view that differs, and may report views that do not.
public struct MotionJournal: Sendable {
  /// Whether touches are resampled, so that the views that fingers drag depend on the moment of the
  /// frame sent to clients. Otherwise these views do not move between two touch frames.
  public var resamples = true
  /// The number of ``note(_:)`` calls that found a change.
  public private(set) var revision: UInt64 = 0
  /// The indices of the views that ``findDifferences(since:at:)`` found, in ascending order.
  public private(set) var differences: [Int] = []
  private var traces = ViewTraces()
  /// The stamps of channels, in the engine's order, and the channels' generations at these stamps.
  private(set) var channelStamps: [UInt64] = []
  private var generations: [UInt64] = []
  /// The stamps of levers, and the levers at these stamps.
  private(set) var leverStamps: [UInt64] = []
  private var levers: [Lever] = []
  /// The stamps of changes of visibility, and the moments until which views are drawn.
  private(set) var visibilityStamps: [UInt64] = []
  private var drawnUntil: [Instant] = []
  /// The change counts of the fingers' trails at the last note, by pan.
  private var trails: [UInt64] = []
  /// The numbers of accesses at the last note: to the channels of each view, to each other value
  /// and to each part of a look.
  private var visits = NotedVisits()
  /// The views that transactions hid at the last note.
  private var hiding: [Int] = []
  /// The state of the scene at the last note.
  private var seen = Seen()

  /// Counters that show whether anything may have changed.
  private struct Seen {
    var changes: UInt64 = 0
    var scene: UInt64 = 0
  }

  /// An empty journal.
  public init() {}

  /// Records the changes since the last call. In a new scene, all views are recorded as changed.
  ///
  /// O(1) without a change; else O(groups of blocks of views + accessed views, with their channels
  /// and descendants). No allocation after the first call for a scene, unless more views in stacks
  /// are being hidden than ever before.
  public mutating func note(_ engine: borrowing Engine) { note(engine.loop) }

  mutating func note(_ loop: borrowing SceneLoop) {
    guard loop.changes != seen.changes || loop.number != seen.scene else { return }
    seen.changes = loop.changes
    let next = revision &+ 1
    var isChanged = false
    if loop.number != seen.scene || traces.count != loop.parts.motion.tree.indices.count {
      start(loop, stamp: next)
      isChanged = true
    }
    if noteVisited(loop, next) { isChanged = true }
    if noteHiding(loop, next) { isChanged = true }
    if noteFingers(loop, next) { isChanged = true }
    if isChanged { revision = next }
    traces.join()
  }

  /// Checks the views whose channels, or the channels of whose looks, were accessed.
  private mutating func noteVisited(_ loop: borrowing SceneLoop, _ stamp: UInt64) -> Bool {
    var isChanged = false
    for group in visits.groupIndices {
      guard visits.note(loop.parts.motion.visits(ofGroup: group), ofGroup: group) else { continue }
      for block in visits.blocks(of: group) {
        let count = loop.parts.motion.visits(ofBlock: block)
        guard visits.note(count, ofBlock: block) else { continue }
        if noteBlock(block, loop, stamp) { isChanged = true }
      }
    }
    return isChanged
  }

  private mutating func noteBlock(
    _ block: Int, _ loop: borrowing SceneLoop, _ stamp: UInt64
  ) -> Bool {
    var isChanged = false
    for place in visits.entries(of: block) {
      guard visits.note(loop.parts.motion.visits(of: place), of: place) else { continue }
      if place < traces.count {
        // The end of the view's motion can differ even if nothing else has changed.
        traces.mark(place)
        if noteView(place, loop, stamp) { isChanged = true }
      } else if let view = loop.parts.motion.looks.view(at: place) {
        if noteLook(of: view, loop, stamp) { isChanged = true }
      }
    }
    return isChanged
  }

  /// Checks the views that transactions hide, or hid at the last note. How long such a view is
  /// drawn depends on the transactions; no channel of the view changes.
  private mutating func noteHiding(_ loop: borrowing SceneLoop, _ stamp: UInt64) -> Bool {
    guard !hiding.isEmpty || loop.parts.motion.transactions.hidesViews else { return false }
    let count = hiding.count
    loop.parts.motion.transactions.addHidingViews(to: &hiding)
    var isChanged = false
    for place in hiding.indices {
      traces.mark(hiding[place])
      if noteView(hiding[place], loop, stamp) { isChanged = true }
    }
    hiding.removeSubrange(..<count)
    return isChanged
  }

  /// Whether a view may look different at `target` from what the client has. O(1).
  ///
  /// Call ``note(_:)`` after the last change of the engine, before this method.
  public func differs(_ view: Int, since mark: SampleMark, at target: Instant) -> Bool {
    traces.differs(view, mark.revision, min(mark.target, target))
  }

  /// Whether any view may look different, or was interrupted. O(1).
  func mayDiffer(since mark: SampleMark, at target: Instant) -> Bool {
    revision > mark.revision || traces.mayMove(at: min(mark.target, target))
  }

  /// Sets ``differences`` to the views that may look different, and returns whether there are any.
  /// O(views that differed or changed since) if the sample is not older than those of the last
  /// searches; otherwise O(groups of blocks of views + differences). No allocation after the first
  /// call for a scene.
  public mutating func findDifferences(since mark: SampleMark, at target: Instant) -> Bool {
    differences.removeAll(keepingCapacity: true)
    traces.addDifferences(mark.revision, min(mark.target, target), to: &differences)
    return !differences.isEmpty
  }

  /// Whether any view may look different. O(1) if nothing was interrupted and nothing moves, else
  /// O(groups of blocks of views).
  public func differs(since mark: SampleMark, at target: Instant) -> Bool {
    mayDiffer(since: mark, at: target)
      && traces.differ(mark.revision, min(mark.target, target))
  }

  /// Calls `body` with each view that has been interrupted, shown or hidden since a revision, in
  /// order. O(groups of blocks of views + such views).
  func forEachStamped(since revision: UInt64, _ body: (_ view: Int) -> Void) {
    traces.forEachStamped(since: revision) { view in
      if max(traces.stamp(of: view), visibilityStamps[view]) > revision { body(view) }
    }
  }

  private mutating func start(_ loop: borrowing SceneLoop, stamp: UInt64) {
    seen.scene = loop.number
    let (views, channels) = (loop.parts.motion.tree.indices.count, loop.parts.motion.channelCount)
    let tree = loop.parts.motion.tree
    traces = ViewTraces(parents: tree.indices.map { tree.parent(of: $0) }, stamp: stamp)
    leverStamps = Array(repeating: stamp, count: views)
    visibilityStamps = leverStamps
    levers = Array(repeating: .zero, count: views)
    drawnUntil = Array(repeating: .distantFuture, count: views)
    channelStamps = Array(repeating: stamp, count: channels)
    // No channel has this generation, so the first note checks all channels.
    generations = Array(repeating: .max, count: channels)
    let places = loop.parts.motion.placeCount
    visits = NotedVisits(count: places)
    hiding = []
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
      let (end, generation) = loop.parts.motion.trace(of: index)
      if end > .zero {
        if channel.isSpatial { moves = max(moves, end) } else { paints = max(paints, end) }
      }
      guard generation != generations[index] else { continue }
      generations[index] = generation
      channelStamps[index] = stamp
      // The lever keeps its relative position as the size changes.
      if channel.isEdge, !levers[view].isZero { leverStamps[view] = stamp }
      if channel.isSpatial { isMoved = true } else { isPainted = true }
    }
    if !loop.parts.motion.bindings.isEmpty {
      let ends = loop.parts.motion.bindings.ends(of: view)
      (moves, paints) = (max(moves, ends.place), max(paints, ends.look))
    }
    let lever = loop.parts.motion.lever(of: view)
    if lever != levers[view] {
      levers[view] = lever
      leverStamps[view] = stamp
      isMoved = true
    }
    let until = loop.parts.motion.drawnUntil(view)
    if until != drawnUntil[view] {
      // Clients already know that the view disappears at its scheduled time.
      if until != .zero || drawnUntil[view] > loop.now { isMoved = true }
      drawnUntil[view] = until
      visibilityStamps[view] = stamp
    }
    if isMoved { traces.stampPlace(view, stamp) }
    if isPainted { traces.stampLook(view, stamp) }
    if visibilityStamps[view] == stamp { traces.noteStamp(of: view, stamp) }
    if until != .distantFuture { traces.extendPlace(view, to: until) }
    traces.extendPlace(view, to: max(moves, loop.parts.motion.linkedUntil(view)))
    traces.extendLook(view, to: paints)
    // The stamp has reset the end of the look, which includes motions of the look's own channels.
    if isPainted { _ = noteLook(of: view, loop, stamp) }
    return isMoved || isPainted || visibilityStamps[view] == stamp
  }

  /// Checks the channels of a view's look, if it has one.
  private mutating func noteLook(
    of view: Int, _ loop: borrowing SceneLoop, _ stamp: UInt64
  ) -> Bool {
    let looks = loop.parts.motion.looks
    guard let rank = looks.rank(of: view) else { return false }
    var (isPainted, paints) = (false, Instant.zero)
    for channel in LookChannel.all {
      let index = channel.slot.index(view: looks.place(of: channel, rank: rank))
      let (end, generation) = loop.parts.motion.trace(of: index)
      paints = max(paints, end, loop.parts.motion.bindings.end(ofChannel: index))
      guard generation != generations[index] else { continue }
      generations[index] = generation
      channelStamps[index] = stamp
      isPainted = true
    }
    traces.mark(view)
    if isPainted { traces.touchLook(view, stamp) }
    traces.extendLook(view, to: paints)
    return isPainted
  }

  /// Extends the traces of views that fingers drag: resampling moves these views between touch
  /// frames, too.
  private mutating func noteFingers(_ loop: borrowing SceneLoop, _ stamp: UInt64) -> Bool {
    var isChanged = false
    for pan in trails.indices {
      let changes = loop.manipulation.trailChanges(ofPan: pan)
      let isRunning = resamples && loop.manipulation.isRunning(pan: pan)
      guard isRunning || changes != trails[pan] else { continue }
      let view = loop.manipulation.view(ofPan: pan)
      if changes != trails[pan] {
        trails[pan] = changes
        traces.touchPlace(view, stamp)
        traces.mark(view)
        isChanged = true
      }
      guard isRunning else { continue }
      let rest = loop.manipulation.trail(ofPan: pan).restTime
        .advanced(bySeconds: TouchResampling.leads.upperBound)
      traces.extendPlace(view, to: rest)
      traces.mark(view)
      for follower in loop.parts.motion.followers {
        traces.extendPlace(follower, to: rest)
        traces.mark(follower)
      }
      guard !loop.parts.motion.bindings.isEmpty else { continue }
      noteBound(to: view, loop.manipulation.partView(ofPan: pan), loop, until: rest)
    }
    return isChanged
  }
}

extension MotionJournal {
  /// Extends the traces of the views whose bindings follow a view that a finger drags or zooms, or
  /// a view that the layout moves with it. O(sources + such bindings).
  private mutating func noteBound(
    to dragged: Int, _ zoomed: Int, _ loop: borrowing SceneLoop, until rest: Instant
  ) {
    let (bindings, linked) = (loop.parts.motion.bindings, loop.parts.motion.linked)
    for source in 0..<bindings.sourceCount {
      let follows = bindings.roots(of: source).contains {
        $0 == dragged || $0 == zoomed || linked.links != nil && linked.contains($0)
      }
      guard follows else { continue }
      for place in bindings.entries(of: source) {
        guard let view = bindings.owner(of: place) else { continue }
        traces.extendPlace(view, to: rest)
        traces.extendLook(view, to: rest)
        traces.mark(view)
      }
    }
  }
}

/// The state of a scene that a client has: everything up to a revision, sampled for a moment.
///
/// Nothing else must be stored per client, whatever the size of the scene.
public struct SampleMark: Hashable, Sendable {
  /// The revision of the ``MotionJournal`` at the sample; 0 if the client has nothing yet.
  public var revision: UInt64
  /// The moment of the sampled values.
  public var target: Instant

  /// Creates a mark from its parts.
  public init(revision: UInt64, target: Instant) {
    self.revision = revision
    self.target = target
  }

  /// The mark of a frame that was filled in by ``Engine/sample(_:at:resampling:lead:journal:)``.
  public init(_ frame: SceneFrame) {
    self.init(revision: frame.revision, target: frame.time)
  }
}
