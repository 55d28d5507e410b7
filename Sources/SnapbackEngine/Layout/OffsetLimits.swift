import SnapbackBasics
import SnapbackLayout
import SnapbackMotion
import SnapbackProtocol

/// The limits of the scroll offsets whose ranges depend on drivers of the layout.
enum OffsetLimits {
  /// Returns the links of the offsets for a piece of the layout. The goals of the offsets that a
  /// range limits come from `old`, the links before this call.
  static func links(
    of links: EdgeLinks, from old: EdgeLinks?, _ layout: LayoutStage,
    _ motion: borrowing MotionStore
  ) -> [OffsetLink] {
    var result: [OffsetLink] = []
    for overflow in links.piece.overflows {
      let view = overflow.view.index
      let inset = layout.contentInset(of: view)
      let (start, end) = (
        Vector(dx: inset.left, dy: inset.top), Vector(dx: inset.right, dy: inset.bottom)
      )
      for (channel, axis) in [(Channel.scrollX, \Vector.dx), (.scrollY, \Vector.dy)] {
        let former = old?.offset(channel, of: view)
        let rates = motion.linked.barriers.separate(
          overflow.rates.map { $0[keyPath: axis] }, of: channel.index(view: view),
          from: links.sources)
        guard rates.contains(where: { $0 != 0 }) || former?.isLimited == true else { continue }
        result.append(
          OffsetLink(
            channel, of: view, lower: -start[keyPath: axis],
            origin: overflow.size[keyPath: axis] + end[keyPath: axis], rates: rates,
            model: motion.model(channel, of: view), from: former))
      }
    }
    return result
  }

  /// Determines which offsets their ranges limit now, and moves these offsets to the ends of the
  /// ranges. Returns whether anything changed, or momentum has reached the end of a range.
  ///
  /// O(offsets × drivers), no allocation if nothing changed.
  ///
  /// - Parameters:
  ///   - isNew: whether the links are new.
  ///   - rounds: whether the drivers begin to move. An offset at rest can then be beyond the exact
  ///     range by a rounding difference; the difference decays.
  static func update(
    _ motion: inout MotionStore, isNew: Bool = false, rounds: Bool = false,
    _ manipulation: borrowing Manipulation
  ) -> Bool {
    guard motion.linked.hasOffsets, let links = motion.links else { return false }
    var (isChanged, hasMet) = (isNew, false)
    for old in links.offsets {
      let link = limited(old, by: links, motion, manipulation)
      if link != old { isChanged = true }
      if link.isFlying, hasMetEnd(link, by: links, motion) { hasMet = true }
    }
    guard isChanged else { return hasMet }
    motion.updateLinkedModels()
    guard let links = motion.links else { return hasMet }
    var offsets: [OffsetLink] = []
    for old in links.offsets {
      var link = limited(old, by: links, motion, manipulation)
      let model = motion[link.index].model
      let overflow = motion.overflow(of: link, by: links).value
      link.model = link.limit == .fingers ? model : link.target(at: overflow)
      if link.model != model {
        motion.jump(link.channel, of: link.view, to: link.model)
        if rounds {
          motion.yieldTo(MotionState(value: model - link.model), link.channel, of: link.view)
        }
      }
      offsets.append(link)
    }
    motion.setOffsetLinks(offsets)
    return true
  }

  /// Determines the limits of the offsets in new links, after a layout pass has replaced the `old`
  /// links. An offset keeps its goal if the pass has not changed its range for the present values
  /// of the drivers; otherwise its present value, moved into the new range, becomes the goal.
  static func renew(
    _ motion: inout MotionStore, from old: EdgeLinks?, _ manipulation: borrowing Manipulation
  ) {
    guard motion.linked.hasOffsets, let links = motion.links else { return }
    var offsets: [OffsetLink] = []
    for offset in links.offsets {
      var link = offset
      let overflow = motion.overflow(of: link, by: links).value
      link.goal = min(link.goal, link.end(at: overflow))
      if let old, let former = old.offset(link.channel, of: link.view), former.isLimited,
        former.lower == link.lower, former.model == link.model,
        (motion.overflow(of: former, by: old).value - overflow).magnitude <= 1e-6
      {
        link.goal = former.goal
      }
      offsets.append(limited(link, by: links, motion, manipulation))
    }
    motion.setOffsetLinks(offsets)
  }

  /// Returns the links of another piece, each offset with its limit at the driver values for which
  /// the piece was computed. `present` contains the present links.
  static func limited(
    _ links: EdgeLinks, from present: EdgeLinks, at moment: Instant, _ motion: borrowing MotionStore
  ) -> EdgeLinks {
    guard !links.offsets.isEmpty else { return links }
    var result = links
    result.setOffsets(
      links.offsets.map { offset in
        let former = present.offset(offset.channel, of: offset.view)
        var link = offset
        link.isFlying = former?.isFlying ?? false
        guard former?.limit != .fingers, !link.isFlying else {
          link.limit = former?.limit ?? .none
          return link
        }
        var speed = 0.0
        for driver in links.sources.indices where link.overflowRates[driver] != 0 {
          let velocity = motion.value(ofDriver: driver, of: links, at: moment).velocity
          speed += link.overflowRates[driver] * velocity
        }
        let overflow = link.overflow(at: links.reference, from: links.piece.origin)
        link.limit = link.limit(at: overflow, speed: speed)
        link.base = link.target(at: overflow)
        return link
      })
    return result
  }

  /// Moves a scroll offset that has come to rest onto the pixel grid, as UIScrollView does. Views
  /// tied to the viewport then rest on the grid, exactly where their constraints place them.
  static func settleOnGrid(
    _ channel: Channel, of view: Int, _ layout: LayoutStage, _ motion: inout MotionStore,
    _ manipulation: borrowing Manipulation
  ) {
    let value = motion.model(channel, of: view)
    let place = layout.onGrid(value)
    guard place != value, !motion.isAtMovingEnd(channel, of: view),
      !manipulation.holdsOffset(channel, of: view)
    else { return }
    motion.jump(channel, of: view, to: place)
    motion.yieldTo(MotionState(value: value - place), channel, of: view)
  }

  /// Whether momentum has moved an offset to the end of its range.
  private static func hasMetEnd(
    _ link: OffsetLink, by links: EdgeLinks, _ motion: borrowing MotionStore
  ) -> Bool {
    let end = link.end(at: motion.overflow(of: link, by: links).value)
    return motion[link.index].presentation(at: motion.now).value >= end
  }

  /// The link of an offset with its present limit.
  private static func limited(
    _ old: OffsetLink, by links: EdgeLinks, _ motion: borrowing MotionStore,
    _ manipulation: borrowing Manipulation
  ) -> OffsetLink {
    var link = old
    link.isFlying = false
    guard !manipulation.holdsOffset(link.channel, of: link.view) else {
      link.limit = .fingers
      return link
    }
    let value = motion[link.index]
    if link.model != value.model || old.limit == .fingers {
      (link.goal, link.model) = (value.model, value.model)
    }
    link.isFlying = value.terms.contains { $0.isMomentum && $0.end > motion.now }
    let end = motion.overflow(of: link, by: links)
    link.limit = link.isFlying ? .none : link.limit(at: end.value, speed: end.velocity)
    return link
  }
}
