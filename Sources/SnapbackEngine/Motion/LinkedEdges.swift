import SnapbackBasics
import SnapbackLayout
import SnapbackMotion
import SnapbackProtocol

/// The links through which edges depend on drivers of the layout, and the updates of the edges'
/// channels. The translations of grabbed views compensate for the motions of edges.
struct LinkedEdges: Sendable {
  private struct Grabbed: Sendable {
    let view: Int
    let parent: Int
    var grab: Grab
    /// The displacement of the point by drivers that the translation does not follow.
    var drift = Vector.zero

    /// Whether `source` is the scroll offset that moves the point in the opposite direction to
    /// `channel`.
    func scrolls(_ source: Int, against channel: Channel) -> Bool {
      guard let scroller = grab.scroller, grab.moves(channel) else { return false }
      return source == Grab.offset(against: channel).index(view: scroller)
    }

    /// Whether drivers of `links` move the point along a channel.
    func moves(_ channel: Channel, by links: EdgeLinks) -> Bool {
      links.moves(view) || grab.isInParent && links.moves(parent)
        || links.sources.contains { scrolls($0, against: channel) }
    }

    /// The derivative of the point along a channel with respect to a driver of `links`.
    func rate(of channel: Channel, by driver: Int, of links: EdgeLinks) -> Double {
      grab.rate(
        of: channel, links.piece.rates(of: ViewID(index: view), by: driver),
        in: links.piece.rates(of: ViewID(index: parent), by: driver))
    }
  }

  /// The bound constants that certain channels and sources do not follow.
  let barriers: ConstantBarriers
  /// The links; nil while no driver moves.
  private(set) var links: EdgeLinks?
  /// Whether drivers move the range of a scroll offset.
  private(set) var hasOffsets = false
  /// Whether a scroll offset with a moving range moves by momentum.
  private(set) var hasFlights = false
  /// The moment of the last update of the models.
  private(set) var updated = Instant.zero
  private var grabs: [Grabbed] = []
  /// The views that drivers move only outside the present piece.
  private var later: Set<Int> = []
  /// The largest rates at which drivers have moved edges, as magnitudes, by the indices of drivers.
  private var steepest: [Int: Double] = [:]

  init(_ barriers: ConstantBarriers) { self.barriers = barriers }

  /// Whether drivers move views only outside the present piece.
  var movesLater: Bool { !later.isEmpty }

  /// The grab of a view; nil while fingers hold no point of it.
  func grab(of view: Int) -> Grab? { grabs.first { $0.view == view }?.grab }

  /// The views of which fingers hold a point.
  var grabbedViews: [Int] { grabs.map(\.view) }

  /// Calls `move` for each translation that compensates for an edge of a view, with the factor of
  /// the edge.
  func forEachCompensation(
    of edge: Channel, _ view: Int,
    _ move: (_ channel: Channel, _ view: Int, _ factor: Double) -> Void
  ) {
    for entry in grabs {
      for channel in Channel.translations where entry.grab.moves(channel) {
        if entry.view == view {
          move(channel, view, -entry.grab.factor(of: edge, in: channel))
        } else if entry.grab.isInParent, entry.parent == view, edge == Grab.origin(of: channel) {
          move(channel, entry.view, 1)
        }
      }
    }
  }

  /// Sets the grab of a view, or removes it.
  mutating func setGrab(
    _ grab: Grab?, of view: Int, in parent: Int, _ channels: inout ChannelTable
  ) {
    if let grab, let place = grabs.firstIndex(where: { $0.view == view }) {
      grabs[place].grab = grab
    } else {
      grabs.removeAll { $0.view == view }
      channels.setCompensates(grab != nil, view)
      if let grab { grabs.append(Grabbed(view: view, parent: parent, grab: grab)) }
    }
    if links != nil { channels.interrupt(Channel.translations, of: view) }
  }

  /// Whether drivers move a channel through `links`.
  func moves(_ channel: Channel, of view: Int, by links: EdgeLinks) -> Bool {
    if channel.isEdge { return links.moves(view) }
    if channel.isOffset { return links.offset(channel, of: view) != nil }
    return channel.isTranslation
      && grabs.contains { $0.view == view && $0.moves(channel, by: links) }
  }

  /// The derivative of a channel of a view with respect to a driver of `links`.
  func rate(
    of channel: Channel, _ view: Int, by driver: Int, of links: EdgeLinks
  ) -> Double {
    if channel.isEdge { return links.rate(of: channel, view, by: driver) }
    if channel.isOffset { return links.offset(channel, of: view)?.rates[driver] ?? 0 }
    guard let entry = grabs.first(where: { $0.view == view }),
      !barriers.separates(channel.index(view: view), from: links.sources[driver])
    else { return 0 }
    return (entry.scrolls(links.sources[driver], against: channel) ? 1 : 0)
      - entry.rate(of: channel, by: driver, of: links)
  }

  /// The largest magnitude of the rate at which the driver at an index moves an edge, in the pieces
  /// of the layout so far; at least 1.
  func steepestRate(of driver: Int) -> Double { steepest[driver] ?? 1 }

  /// Takes the rates of a piece of the layout into account in ``steepestRate(of:)``. `sources` are
  /// the indices of its drivers.
  mutating func noteRates(of piece: LayoutPiece, by sources: [Int]) {
    for (driver, source) in sources.enumerated() {
      var most = steepestRate(of: source)
      for view in piece.views {
        let rates = piece.rates(of: view, by: driver)
        most = max(most, max(rates.left.magnitude, rates.right.magnitude))
        most = max(most, max(rates.top.magnitude, rates.bottom.magnitude))
      }
      steepest[source] = most
    }
  }

  /// The value of a channel at the reference of `links`, minus its model.
  func offset(
    of channel: Channel, _ view: Int, by links: EdgeLinks, _ channels: ChannelTable
  ) -> Double {
    func offset(_ edge: Channel, _ view: Int) -> Double {
      links.base(of: edge, view).map { $0 - channels[edge.index(view: view)].model } ?? 0
    }
    guard links.bases != nil else { return 0 }
    if channel.isEdge { return offset(channel, view) }
    if channel.isOffset {
      let base = links.offset(channel, of: view)?.base
      return base.map { $0 - channels[channel.index(view: view)].model } ?? 0
    }
    guard let entry = grabs.first(where: { $0.view == view }), entry.grab.moves(channel)
    else { return 0 }
    let origin = entry.grab.isInParent ? offset(Grab.origin(of: channel), entry.parent) : 0
    var (sum, way) = (origin, -origin)
    if let present = self.links {
      for (driver, source) in links.sources.enumerated()
      where entry.scrolls(source, against: channel) {
        sum += links.reference[driver] - present.reference[driver]
      }
    }
    for edge in Channel.edges {
      let part = entry.grab.factor(of: edge, in: channel) * offset(edge, view)
      sum -= part
      way += part
    }
    guard let present = self.links, barriers.contains(channel.index(view: view)) else { return sum }
    return sum
      + separatePart(of: way, entry, channel, from: present, to: links) { source in
        guard let start = present.reference(of: source), let end = links.reference(of: source)
        else { return 0 }
        return end - start
      }
  }

  // MARK: Drivers that a translation does not follow

  /// Whether fingers hold a point of a view whose translation does not follow bound constants.
  var holdsDriftingPoint: Bool { grabs.contains { barriers.contains(anyTranslationOf: $0.view) } }

  /// The displacement of the grabbed point of a view by drivers that its translation does not
  /// follow, since fingers have held the view.
  func drift(of view: Int) -> Vector { grabs.first { $0.view == view }?.drift ?? .zero }

  /// Adds a displacement of the grabbed point of a view by drivers that its translation does not
  /// follow.
  mutating func addDrift(_ way: Vector, of view: Int) {
    guard let place = grabs.firstIndex(where: { $0.view == view }) else { return }
    grabs[place].drift = grabs[place].drift + way
  }

  /// The part of a jump of a grabbed point that is caused by drivers that its translation does not
  /// follow. The point jumps at the beginning of a piece of the layout, because the drivers have
  /// left the old piece: it has moved at the rates of that piece until then. `starts` are the
  /// values of the drivers of `links` before they left it.
  func drift(
    of view: Int, in jump: Vector, from old: EdgeLinks?, to links: EdgeLinks, _ starts: [Double]
  ) -> Vector {
    guard let entry = grabs.first(where: { $0.view == view }) else { return .zero }
    func step(_ source: Int) -> Double {
      guard let driver = links.sources.firstIndex(of: source) else { return 0 }
      return links.reference[driver] - starts[driver]
    }
    func part(_ channel: Channel, _ jump: Double) -> Double {
      guard barriers.contains(channel.index(view: view)) else { return 0 }
      let known = displacement(of: entry, channel, by: old, step)
      return separatePart(of: known.all + jump, entry, channel, from: old, to: links, step)
        - known.separate
    }
    return Vector(dx: part(.translationX, jump.dx), dy: part(.translationY, jump.dy))
  }

  /// The part of a displacement of a grabbed point along a channel that is caused by drivers that
  /// the translation does not follow. `way` is the displacement while drivers move from a piece of
  /// the layout into another one; `step` returns the change of the driver at an index.
  ///
  /// The drivers are taken to move along a straight line, so that the point moves at the rates of
  /// the old piece for a share of the line, and then at those of the new one.
  private func separatePart(
    of way: Double, _ entry: Grabbed, _ channel: Channel, from old: EdgeLinks?, to new: EdgeLinks,
    _ step: (Int) -> Double
  ) -> Double {
    let before = displacement(of: entry, channel, by: old, step)
    let after = displacement(of: entry, channel, by: new, step)
    if before.all == before.separate, after.all == after.separate { return way }
    let bend = before.all - after.all
    guard bend.magnitude > 1e-12 else { return after.separate }
    let share = min(max((way - after.all) / bend, 0), 1)
    return share * before.separate + (1 - share) * after.separate
  }

  /// The displacement of a grabbed point along a channel at the rates of a piece of the layout: by
  /// all drivers, and by those that the translation does not follow. Both are 0 without links.
  private func displacement(
    of entry: Grabbed, _ channel: Channel, by links: EdgeLinks?, _ step: (Int) -> Double
  ) -> (all: Double, separate: Double) {
    var sum = (all: 0.0, separate: 0.0)
    guard let links else { return sum }
    for driver in links.sources.indices {
      let source = links.sources[driver]
      let way = entry.rate(of: channel, by: driver, of: links) * step(source)
      sum.all += way
      if barriers.separates(channel.index(view: entry.view), from: source) { sum.separate += way }
    }
    return sum
  }

  /// The derivative of a grabbed point with respect to a driver, along the channels of the
  /// translation that do not follow this driver.
  private func drift(of entry: Grabbed, by driver: Int, of links: EdgeLinks) -> Vector {
    func rate(_ channel: Channel) -> Double {
      barriers.separates(channel.index(view: entry.view), from: links.sources[driver])
        ? entry.rate(of: channel, by: driver, of: links) : 0
    }
    return Vector(dx: rate(.translationX), dy: rate(.translationY))
  }

  // MARK: Moving views

  /// Whether drivers move a view, in the present piece or in a later one.
  func contains(_ view: Int) -> Bool {
    guard let links else { return later.contains(view) }
    return links.moves(view) || links.limitsOffset(of: view) || later.contains(view)
  }

  /// The views that drivers move, in the present piece or in a later one.
  var views: [Int] {
    (links?.piece.views.map(\.index) ?? []) + (links?.offsets.map(\.view) ?? []) + later
  }

  /// Replaces the links, and increments the generations of the edges of the old and the new links.
  mutating func replace(by links: EdgeLinks?, _ channels: inout ChannelTable) {
    interrupt(&channels)
    self.links = links
    if let links { noteRates(of: links.piece, by: links.sources) }
    noteOffsets()
    interrupt(&channels)
    later.removeAll(keepingCapacity: true)
  }

  /// Records views that drivers move in a later piece.
  mutating func noteLater(_ views: [ViewID], _ channels: inout ChannelTable) {
    for view in views where links?.moves(view.index) != true {
      if later.insert(view.index).inserted { channels.visit(view.index) }
    }
  }

  /// Increments the generations of the linked edges and of the translations of grabbed views.
  /// Counts a change of the views that move in a later piece, because they may move longer.
  private func interrupt(_ channels: inout ChannelTable) {
    guard let links else { return }
    for view in later { channels.visit(view) }
    for view in links.piece.views { channels.interrupt(Channel.edges, of: view.index) }
    for offset in links.offsets where offset.limit == .end { channels[offset.index].interrupt() }
    for grab in grabs { channels.interrupt(Channel.translations, of: grab.view) }
  }

  /// Replaces the links of the offsets, and increments the generations.
  mutating func setOffsets(_ offsets: [OffsetLink], _ channels: inout ChannelTable) {
    links?.setOffsets(offsets)
    noteOffsets()
    interrupt(&channels)
  }

  private mutating func noteOffsets() {
    hasOffsets = links?.hasOffsets == true
    hasFlights = links?.offsets.contains(where: \.isFlying) == true
  }

  /// Sets the models of the edges, offsets and translations that depend on drivers to the solution
  /// for the drivers' values at `now`. These values become the reference values. Increments the
  /// generations. `bound` has the parts of the values that bindings give; empty for none.
  mutating func updateModels(
    _ channels: inout ChannelTable, at now: Instant, _ bound: [Double]
  ) {
    guard var links else { return }
    updated = now
    let sources = links.sources
    func present(_ driver: Int, _ channels: ChannelTable) -> Double {
      let own = channels[sources[driver]].presentation(at: now).value
      return bound.isEmpty ? own : own + bound[driver]
    }
    for place in links.offsets.indices where links.offsets[place].limit == .end {
      let offset = links.offsets[place]
      for driver in links.sources.indices where offset.rates[driver] != 0 {
        let value = present(driver, channels)
        let way = offset.rates[driver] * (value - links.reference[driver])
        channels[offset.index].shiftModel(by: way)
        links.shiftOffset(at: place, by: way)
      }
    }
    for driver in links.sources.indices {
      let value = present(driver, channels)
      let change = value - links.reference[driver]
      links.reference[driver] = value
      func shift(_ channel: Channel, _ view: Int) {
        let rate = rate(of: channel, view, by: driver, of: links)
        guard rate != 0 else { return }
        channels[channel.index(view: view)].shiftModel(by: rate * change)
      }
      for view in links.piece.views {
        for edge in Channel.edges { shift(edge, view.index) }
      }
      for place in grabs.indices {
        for channel in Channel.translations { shift(channel, grabs[place].view) }
        let drift = drift(of: grabs[place], by: driver, of: links)
        if drift != .zero { grabs[place].drift = grabs[place].drift + change * drift }
      }
    }
    self.links = links
    interrupt(&channels)
  }
}
