import SnapbackBasics
import SnapbackLayout
import SnapbackMotion
import SnapbackProtocol

/// The range of a scroll offset, and its response to a layout pass that changes the range.
///
/// As in UIScrollView, an offset at rest returns into the new range with the animation of the
/// change; without an animation it jumps. Momentum continues within the new range. If fingers
/// release the content at the moment of the change, they release it in the new range. Content that
/// fingers hold stays under the fingers; beyond an end it overscrolls. While drivers move an end of
/// the range, ``OffsetLimits`` keeps offsets inside the range at every instant.
struct ScrollRange: Hashable, Sendable {
  /// The minimum offsets: the negative insets before the content.
  private let lower: Vector
  /// The maximum offsets.
  private let upper: Vector
  /// Whether drivers move the range along x.
  private let movesX: Bool
  /// Whether drivers move the range along y.
  private let movesY: Bool
  /// The limits with which fingers last moved the offset; nil if fingers have not moved it yet.
  var held: HeldLimits?
  /// The last release of the offset by fingers; nil if there was none.
  var release: Release?

  /// The limits along x and y; nil for an axis that does not scroll.
  struct HeldLimits: Hashable, Sendable {
    let x: PanLimits?
    let y: PanLimits?
  }

  /// A release of the offset.
  struct Release: Hashable, Sendable {
    let moment: Instant
    /// The velocity of the fingers, regardless of rubber bands.
    let velocity: Vector
  }

  /// The range of a view according to the last layout pass and the present values of the drivers.
  /// `scale` is the scale of zoomed content, by default that of the model.
  init(of view: Int, scaledBy scale: Vector? = nil, _ parts: borrowing SceneParts) {
    let size = parts.motion.modelFrame(of: view).size
    let content = parts.contentSize(of: view, scaledBy: scale) ?? size
    let (x, y) = (
      parts.motion.movingEnd(of: .scrollX, view), parts.motion.movingEnd(of: .scrollY, view)
    )
    let inset = parts.layout.contentInset(of: view)
    lower = Vector(dx: -inset.left, dy: -inset.top)
    upper = Vector(
      dx: max(lower.dx, x?.value ?? content.width + inset.right - size.width),
      dy: max(lower.dy, y?.value ?? content.height + inset.bottom - size.height))
    (movesX, movesY) = (x != nil, y != nil)
  }

  /// Whether the range differs from another range by more than rounding errors.
  func differs(from other: ScrollRange) -> Bool {
    (upper - other.upper).length > 1e-6 || (lower - other.lower).length > 1e-6
      || movesX != other.movesX || movesY != other.movesY
  }

  /// Whether drivers move the range.
  var isMoving: Bool { movesX || movesY }

  /// The nearest offset in the range along the axis of a channel.
  func nearest(to offset: Double, along channel: Channel) -> Double {
    channel == .scrollX
      ? min(max(offset, lower.dx), upper.dx) : min(max(offset, lower.dy), upper.dy)
  }
}

extension Pan {
  /// Updates the range of the scroll offset; returns whether the range has changed.
  mutating func noteRange(_ parts: borrowing SceneParts) -> Bool {
    var new = ScrollRange(of: view, parts)
    (new.held, new.release) = (range?.held, range?.release)
    defer { range = new }
    return range.map { $0.differs(from: new) } ?? false
  }

  /// Adapts the start value to limits that have changed since the finger's last movement, so that
  /// the new limits do not move the content.
  mutating func adaptToLimits(_ parts: borrowing SceneParts) {
    guard range != nil, zoomGrab == nil,
      parts.motion.links != nil || !parts.motion.transactions.isEmpty
    else { return }
    let limits = limits(parts, in: parts.present)
    let new = ScrollRange.HeldLimits(x: limits.x, y: limits.y)
    defer { range?.held = new }
    guard let old = range?.held, old != new else { return }
    let (x, y) = (parts.motion.model(.scrollX, of: view), parts.motion.model(.scrollY, of: view))
    channelStart.dx += (new.x?.finger(for: x) ?? x) - (old.x?.finger(for: x) ?? x)
    channelStart.dy += (new.y?.finger(for: y) ?? y) - (old.y?.finger(for: y) ?? y)
  }

  /// Moves the scroll offset into ``range``.
  ///
  /// - Parameter byDrivers: whether drivers moved the layout, instead of a change. An offset
  ///   outside the range then moves into it immediately.
  func keepInRange(
    byDrivers: Bool, with animation: Animation?, _ parts: borrowing SceneParts,
    _ commands: inout CommandList
  ) {
    keep(.scrollX, byDrivers: byDrivers, with: animation, parts, &commands)
    keep(.scrollY, byDrivers: byDrivers, with: animation, parts, &commands)
    commands.add(.layOutScroll, view)
  }

  /// Whether momentum has moved the content to an end of its range, and drivers move that end.
  func hasMetEnd(_ parts: borrowing SceneParts) -> Bool {
    guard range?.isMoving == true else { return false }
    for channel in [Channel.scrollX, .scrollY] where hasMomentum(channel, parts.motion) {
      guard let end = parts.motion.movingEnd(of: channel, view) else { continue }
      let start = range?.nearest(to: -.infinity, along: channel) ?? 0
      if parts.value(channel, of: view).value >= max(start, end.value) { return true }
    }
    return false
  }

  private func hasMomentum(_ channel: Channel, _ motion: borrowing MotionStore) -> Bool {
    behavior.release == .momentum
      && motion[channel.index(view: view)].terms.contains { $0.isMomentum && $0.end > motion.now }
  }

  private func keep(
    _ channel: Channel, byDrivers: Bool, with animation: Animation?,
    _ parts: borrowing SceneParts, _ commands: inout CommandList
  ) {
    guard let range else { return }
    let goal = parts.motion.model(channel, of: view)
    let nearest = range.nearest(to: goal, along: channel)
    if hasMomentum(channel, parts.motion) {
      var start = parts.value(channel, of: view)
      commands.hold(channel, of: view, at: start.value)
      let isReleased = !byDrivers && range.release?.moment == parts.motion.now
      let release = isReleased ? range.release : nil
      if let velocity = release?.velocity {
        start.velocity = channel == .scrollX ? velocity.dx : velocity.dy
      }
      coast(
        channel, from: start,
        within: PanLimits(
          lower: range.nearest(to: -.infinity, along: channel),
          upper: range.nearest(to: .infinity, along: channel)),
        release == nil ? .interruption : .release, parts, &commands)
    } else if byDrivers, parts.motion.movingEnd(of: channel, view) != nil || nearest == goal {
      return
    } else if byDrivers, parts.motion.linked.barriers.contains(channel.index(view: view)) {
      // A bound constant depends on the offset. If the offset jumped, the range would jump, too.
      commands.set(channel, of: view, to: nearest, with: Animation(.spring(behavior.spring)))
    } else if byDrivers {
      commands.jump(channel, of: view, to: nearest)
      // The exact range while drivers move can differ from the range on the pixel grid; the
      // difference decays.
      if (nearest - goal).magnitude < 1 {
        commands.add(.yield(channel, MotionState(value: goal - nearest)), view)
      }
    } else if nearest != goal, let animation {
      commands.set(channel, of: view, to: nearest, with: animation)
    } else if nearest != goal {
      commands.jump(channel, of: view, to: nearest)
    }
  }

  /// Makes content continue with its momentum while drivers move the end of its range. Once the end
  /// is reached, a spring moves the content relative to the end.
  func coast(
    _ channel: Channel, from start: MotionState, towards end: MotionState,
    _ beginning: ScrollMomentum.Beginning, _ motion: borrowing MotionStore,
    _ commands: inout CommandList
  ) {
    let lower = range?.nearest(to: -.infinity, along: channel) ?? 0
    let limit = max(lower, end.value)
    guard start.value >= limit else {
      return scroll(
        channel, from: start, within: PanLimits(lower: lower, upper: .infinity), beginning, motion,
        &commands)
    }
    let speed = end.value > lower ? min(0, end.velocity) : 0
    commands.follow(
      channel, of: view,
      MotionState(value: start.value, velocity: (start.velocity - speed) / motion.rate))
    commands.set(
      channel, of: view, to: limit, with: Animation(.spring(behavior.spring)))
  }
}

extension Manipulation {
  /// Notes the release of a pan in the ranges of its scroll view; does nothing for other pans.
  mutating func noteRelease(
    pan index: Int, _ state: (x: MotionState, y: MotionState), _ parts: borrowing SceneParts
  ) {
    guard pans[index].target == .scrollOffset else { return }
    let (view, limits) = (pans[index].view, pans[index].limits(parts, in: parts.present))
    let release = ScrollRange.Release(
      moment: parts.motion.now,
      velocity: Vector(
        dx: limits.x?.fingerVelocity(for: state.x) ?? state.x.velocity,
        dy: limits.y?.fingerVelocity(for: state.y) ?? state.y.velocity))
    for place in pans.indices
    where pans[place].view == view && pans[place].target == .scrollOffset {
      pans[place].range?.release = release
    }
  }
}
