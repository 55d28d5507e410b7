import SnapbackBasics
import SnapbackLayout
import SnapbackMotion
import SnapbackProtocol

/// The drivers of the layout: the constants that gestures drive or bindings set, and scroll
/// offsets.
///
/// The frames of views shown at a moment are the layout's solution for the drivers' values at that
/// moment. While a driver moves, the edges that depend on it are updated through ``EdgeLinks``,
/// whose rates are valid within one linear piece of the solution. When a driver leaves its piece, a
/// layout pass is run.
struct LayoutDrive: ~Copyable, Sendable {
  /// The maximum number of layout passes at the beginning of a piece. Several may be needed,
  /// because offsets and layout move each other.
  private static let passLimit = 3
  private let drivers: [DriverChannel]
  /// The values of the drivers in the layout; nil for drivers that the layout does not depend on.
  private var known: [Double?]
  /// The constants staged for the next layout pass, by driver index.
  private var staged: [Int: Double] = [:]
  /// The indices of the drivers that move or that fingers hold.
  private var active: [Int] = []
  /// The generations of the active drivers' channels when the models were last set.
  private var generations: [UInt64] = []
  /// The links of other pieces, cached for samples until the next layout pass.
  private var neighbors = NeighborCache()
  private let address = PassedByAddress()
  /// The end of the present piece.
  private(set) var pieceEnd = PieceEnd()
  /// The values of the drivers at a moment; reused storage.
  private var values: [Double] = []

  init(_ blueprint: SceneBlueprint) {
    drivers = DriverChannel.all(in: blueprint)
    known = drivers.map { blueprint.layout.value(of: $0.source) }
  }

  /// Whether the scene has no drivers.
  var isEmpty: Bool { drivers.isEmpty }

  /// The index of a driven constant among the views; nil if no gesture drives the constraint.
  func index(ofConstant name: String) -> Int? {
    drivers.first { $0.isDriven(name) }?.place
  }

  /// The index of the channel of a constant that bindings set; nil if none does.
  func channel(ofBound name: String) -> Int? {
    drivers.first { $0.isBound && $0.source == .constant(name) }?.index
  }

  /// Sets the active drivers of a tree to their goals.
  func setGoals(in tree: inout LayoutTree, _ motion: borrowing MotionStore) {
    for index in active {
      try? tree.set(drivers[index].source, to: motion.goal(ofDriverAt: drivers[index].index))
    }
  }

  /// Stages a change of a driven constant for the next layout pass; ignores other changes.
  mutating func stage(_ change: SceneChange, _ motion: borrowing MotionStore) {
    func index(_ name: String) -> Int? { drivers.firstIndex { $0.isDriven(name) } }
    switch change {
    case .constant(let name, let value):
      if let index = index(name) { staged[index] = value }
    case .constantBy(let name, let way):
      guard let index = index(name) else { return }
      staged[index] = (staged[index] ?? motion[drivers[index].index].model) + way
    default: break
    }
  }

  /// Whether no driven constant is staged.
  var stagesNothing: Bool { staged.isEmpty }

  /// Removes and returns the staged changes of driven constants.
  mutating func drainStaged() -> [(place: Int, value: Double)] {
    defer { staged.removeAll() }
    return staged.map { (drivers[$0].place, $1) }
  }

  // MARK: Driving

  /// Updates the links for the present motion of the drivers; returns whether anything changed.
  /// Does nothing while the layout needs a pass.
  ///
  /// O(drivers) while no driver moves. Within a piece, O(dependent edges) after a finger has moved,
  /// else O(limits). Runs a layout pass when a driver leaves its piece.
  mutating func update(
    _ layout: inout LayoutStage, _ motion: inout MotionStore, _ manipulation: borrowing Manipulation
  ) -> Bool {
    guard !drivers.isEmpty else { return false }
    guard !layout.needsPass, staged.isEmpty else {
      pieceEnd.forget()
      return false
    }
    for index in active where drivers[index].channel.isOffset && !drivers[index].isMoving(motion) {
      OffsetLimits.settleOnGrid(
        drivers[index].channel, of: drivers[index].place, layout, &motion, manipulation)
    }
    let isSameSet = findActive(layout, motion, manipulation)
    if needsPass(layout, motion) { return enterPiece(&layout, &motion, manipulation) }
    guard var links = motion.links else {
      return !active.isEmpty && enterPiece(&layout, &motion, manipulation)
    }
    let isLimited = OffsetLimits.update(&motion, manipulation)
    if isLimited { links = motion.links ?? links }
    findValues(links, motion)
    let holds =
      links.piece.holds(at: values) || links.piece.isPoint && pieceEnd.holdsPoint(at: motion.now)
    guard isSameSet, holds else { return enterPiece(&layout, &motion, manipulation) }
    guard isLimited || !isSame(motion) else {
      pieceEnd.advance(links, motion)
      return false
    }
    noteGenerations(motion)
    motion.updateLinkedModels()
    if let links = motion.links { pieceEnd.search(links, motion) }
    return true
  }

  /// Finds the drivers that move or that fingers hold; returns whether the set is the same as
  /// before.
  private mutating func findActive(
    _ layout: LayoutStage, _ motion: borrowing MotionStore, _ manipulation: borrowing Manipulation
  ) -> Bool {
    var (count, isSame) = (0, true)
    // An offset whose range drivers move is active, too, although it may be at rest.
    let hasRanges =
      motion.linked.hasOffsets
      && drivers.indices.contains { isActive($0, layout, motion, manipulation) }
    for index in drivers.indices {
      let driver = drivers[index]
      guard
        isActive(index, layout, motion, manipulation)
          || hasRanges && motion.links?.offset(driver.channel, of: driver.place) != nil,
        layout.value(of: driver.source) != nil
      else { continue }
      if count == active.count {
        active.append(index)
        isSame = false
      } else if active[count] != index {
        active[count] = index
        isSame = false
      }
      count += 1
    }
    if active.count > count {
      active.removeLast(active.count - count)
      isSame = false
    }
    return isSame
  }

  /// Whether a driver moves or fingers hold it. While fingers move any number, this includes each
  /// bound driver that has moved since the last layout pass.
  private func isActive(
    _ index: Int, _ layout: LayoutStage, _ motion: borrowing MotionStore,
    _ manipulation: borrowing Manipulation
  ) -> Bool {
    let driver = drivers[index]
    if driver.isMoving(motion) { return true }
    guard driver.isBound else { return manipulation.drives(driver.channel, of: driver.place) }
    return manipulation.movesNumbers && (active.contains(index) || !driver.isSolved(layout, motion))
  }

  private func isSame(_ motion: borrowing MotionStore) -> Bool {
    zip(active, generations).allSatisfy { motion[drivers[$0].index].generation == $1 }
  }

  /// Takes the present motions of the active drivers as those of the last update.
  mutating func noteGenerations(_ motion: borrowing MotionStore) {
    generations.removeAll(keepingCapacity: true)
    for index in active { generations.append(motion[drivers[index].index].generation) }
  }

  private mutating func findValues(_ links: EdgeLinks, _ motion: borrowing MotionStore) {
    values.removeAll(keepingCapacity: true)
    for driver in links.sources.indices {
      values.append(motion.value(ofDriver: driver, of: links, at: motion.now).value)
    }
  }

  /// The number of pieces that samples have used.
  var knownPieces: UInt64 { neighbors.count }

  /// Whether the layout needs a pass: it was changed, or a driver at rest has a new value.
  func needsPass(_ layout: LayoutStage, _ motion: borrowing MotionStore) -> Bool {
    if layout.needsPass || !staged.isEmpty { return true }
    for index in drivers.indices where !active.contains(index) {
      let driver = drivers[index]
      if !driver.isMoving(motion), !driver.isSolved(layout, motion) { return true }
    }
    return false
  }

  /// Takes over the constants of constraints that have been added, replaced or varied since the
  /// last layout pass, as values of the drivers.
  mutating func adoptConstants(_ layout: LayoutStage, _ motion: inout MotionStore) {
    for (index, driver) in drivers.enumerated() where driver.channel == .left && !driver.isBound {
      let value = layout.value(of: driver.source)
      defer { known[index] = value }
      guard let value, known[index] != value else { continue }
      motion.jump(driver.channel, of: driver.place, to: value)
    }
  }

  /// Sets the drivers in the layout to their present values, and the models of the edges to the
  /// solution for these values. The next layout pass then does not include the motion of the
  /// drivers.
  mutating func prepare(_ layout: inout LayoutStage, _ motion: inout MotionStore) {
    motion.updateLinkedModels()
    adoptConstants(layout, &motion)
    for index in drivers.indices {
      let driver = drivers[index]
      guard layout.value(of: driver.source) != nil else { continue }
      layout.set(driver.source, to: motion.presentValue(ofDriverAt: driver.index))
      known[index] = layout.value(of: driver.source)
    }
  }

  /// Finds the drivers that move at the start of a scene, and the links to these drivers.
  mutating func start(
    _ layout: inout LayoutStage, _ motion: inout MotionStore, _ manipulation: borrowing Manipulation
  ) {
    _ = findActive(layout, motion, manipulation)
    relink(&layout, &motion, manipulation)
  }

  /// Finds the links for the layout after a pass with the present values of the drivers.
  mutating func relink(
    _ layout: inout LayoutStage, _ motion: inout MotionStore, _ manipulation: borrowing Manipulation
  ) {
    let old = motion.links
    findLinks(&layout, &motion, from: nil)
    OffsetLimits.renew(&motion, from: old, manipulation)
    pieceEnd.begin(motion.links, motion)
  }

  /// Finds the links. Scroll offsets keep the goals that the links `old` have.
  private mutating func findLinks(
    _ layout: inout LayoutStage, _ motion: inout MotionStore, from old: EdgeLinks?
  ) {
    neighbors.removeAll()
    active.removeAll { layout.value(of: drivers[$0].source) == nil }
    var links = active.isEmpty ? nil : links(at: motion.now, &layout, motion, from: old)
    if let found = links, activateOffsets(of: found, layout) {
      links = self.links(at: motion.now, &layout, motion, from: old)
    }
    motion.link(links)
    noteGenerations(motion)
  }

  /// Adds the scroll offsets whose ranges drivers move to the active drivers; returns whether any
  /// was added.
  private mutating func activateOffsets(of links: EdgeLinks, _ layout: LayoutStage) -> Bool {
    let count = active.count
    for offset in links.offsets {
      guard let index = drivers.firstIndex(where: { $0.index == offset.index }),
        !active.contains(index), layout.value(of: drivers[index].source) != nil
      else { continue }
      active.append(index)
    }
    active.sort()
    return active.count > count
  }

  /// Runs a layout pass for the present values of the drivers, and sets the links and all edges'
  /// models.
  ///
  /// An edge that depends on drivers is not rounded to the pixel grid. When the dependence begins
  /// or ends, the edge moves as far as its exact place does, and its distance of up to half a pixel
  /// from the exact place decays.
  private mutating func enterPiece(
    _ layout: inout LayoutStage, _ motion: inout MotionStore, _ manipulation: borrowing Manipulation
  ) -> Bool {
    let (frames, old, before) = (layout.frames, motion.links, known)
    let exactFrames = motion.tree.indices.map { layout.exactFrame(of: $0) }
    for _ in 0..<Self.passLimit {
      prepare(&layout, &motion)
      _ = layout.pass()
      findLinks(&layout, &motion, from: motion.links)
      guard OffsetLimits.update(&motion, isNew: true, rounds: old == nil, manipulation),
        hasNewOffset(layout, motion)
      else { break }
    }
    pieceEnd.begin(motion.links, motion)
    let held = motion.driftingTranslations
    for view in motion.tree.indices {
      let (follows, followed) = (motion.links?.moves(view) == true, old?.moves(view) == true)
      // A frame that was set directly stays until a pass changes the frame of the view.
      guard follows || followed || frames[view] != layout.frames[view] else { continue }
      let (exact, rounded) = (layout.exactFrame(of: view), layout.frames[view])
      var start = followed ? exact : rounded
      if follows, !followed { start = exact.moved(from: exactFrames[view], to: frames[view]) }
      motion.setFrame(of: view, to: follows ? exact : rounded, from: start)
    }
    if !held.isEmpty {
      let starts = active.map { index in
        old?.reference(of: drivers[index].index) ?? before[index] ?? known[index] ?? 0
      }
      motion.leaveDrift(since: held, old, starts)
    }
    motion.alignCatches()
    return true
  }

  /// Whether the end of a range has moved a scroll offset on which the layout depends.
  private func hasNewOffset(_ layout: LayoutStage, _ motion: borrowing MotionStore) -> Bool {
    active.contains { index in
      let driver = drivers[index]
      guard motion.isAtMovingEnd(driver.channel, of: driver.place),
        let value = layout.value(of: driver.source)
      else { return false }
      let present = motion[driver.index].presentation(at: motion.now).value
      return (value - present).magnitude > 1e-9
    }
  }

  private func links(
    at moment: Instant, _ layout: inout LayoutStage, _ motion: borrowing MotionStore,
    listing views: [ViewID] = [], from old: EdgeLinks?
  ) -> EdgeLinks? {
    let seen = Presentation(at: moment)
    var moves: [(driver: LayoutDriver, isRising: Bool)] = []
    for index in active {
      let driver = drivers[index]
      let velocity = seen.value(driver.channel, of: driver.place, motion).velocity
      moves.append((driver.source, velocity >= 0))
    }
    guard let piece = layout.piece(of: moves, listing: views) else { return nil }
    var links = EdgeLinks(piece: piece, sources: active.map { drivers[$0].index })
    links.setOffsets(OffsetLimits.links(of: links, from: old, layout, motion))
    return links
  }

  // MARK: Other moments

  /// Returns the links for the moment of a presentation: the present links, or the links of the
  /// piece that contains the drivers' values at that moment. Nil while the motions have no links.
  ///
  /// Allocates only when it computes a piece.
  mutating func links(
    for seen: Presentation, _ layout: LayoutStage, _ motion: inout MotionStore
  ) -> EdgeLinks? {
    guard let links = motion.links else { return nil }
    values.removeAll(keepingCapacity: true)
    for driver in links.sources.indices {
      values.append(seen.value(ofDriver: driver, of: links, motion).value)
    }
    if links.piece.isPoint || links.holds(at: values) { return links }
    if let known = neighbors.links(at: values) { return known }
    // At most one neighbor is computed per loop time: it costs a copy of the layout and a pass.
    guard !layout.needsPass, neighbors.hasRoom(at: motion.now),
      let neighbor = neighbor(of: links, at: seen.time, layout, motion)
    else { return links }
    neighbors.add(neighbor, at: motion.now)
    motion.noteLinkedLater(neighbor.piece.views)
    motion.extendBindings()
    return neighbor
  }

  /// The links of the piece around ``values``, from a copy of the layout.
  private func neighbor(
    of links: EdgeLinks, at moment: Instant, _ layout: LayoutStage, _ motion: borrowing MotionStore
  ) -> EdgeLinks? {
    var scratch = layout
    var values = values
    var found: EdgeLinks?
    for _ in 0..<Self.passLimit {
      for (index, value) in zip(active, values) { scratch.set(drivers[index].source, to: value) }
      _ = scratch.pass()
      found = self.links(at: moment, &scratch, motion, listing: links.piece.views, from: links)
      guard let piece = found else { return nil }
      let limited = OffsetLimits.limited(piece, from: links, at: moment, motion)
      let next = limited.sources.indices.map {
        motion.value(ofDriver: $0, of: limited, at: moment).value
      }
      found = limited
      guard zip(next, values).contains(where: { ($0 - $1).magnitude > 1e-9 }) else { break }
      values = next
    }
    guard var result = found else { return nil }
    // A view that does not depend on drivers yet is drawn on the pixel grid.
    result.bases = result.piece.views.map { view in
      let exact = scratch.exactFrame(of: view.index)
      guard !links.moves(view.index) else { return exact }
      let seen = motion.modelFrame(of: view.index)
      let solved = links.solution(of: view, from: layout.exactFrame(of: view.index))
      return exact.moved(from: solved, to: seen)
    }
    return result
  }
}
