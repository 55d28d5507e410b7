import SnapbackBasics
import SnapbackMotion
import SnapbackProtocol

/// The range of a scroll offset, and its response to a layout pass that changes the range.
///
/// As in UIScrollView, an offset at rest returns into the new range with the animation of the
/// change; without one it jumps. Momentum continues within the new range. Content that fingers hold
/// stays under the fingers; beyond an end it overscrolls.
struct ScrollRange: Hashable, Sendable {
  /// The largest offsets; the smallest are 0.
  private let upper: Vector

  /// The range of a view according to the last layout pass.
  init(of view: Int, _ parts: borrowing SceneParts) {
    let size = parts.motion.modelFrame(of: view).size
    let content = parts.layout.contentSize(of: view) ?? size
    upper = Vector(
      dx: max(0, content.width - size.width), dy: max(0, content.height - size.height))
  }

  /// Whether it differs from another range by more than rounding.
  func differs(from other: ScrollRange) -> Bool {
    (upper.dx - other.upper.dx).magnitude > 1e-6 || (upper.dy - other.upper.dy).magnitude > 1e-6
  }

  /// The nearest offset in the range along the axis of a channel.
  func nearest(to offset: Double, along channel: Channel) -> Double {
    min(max(offset, 0), channel == .scrollX ? upper.dx : upper.dy)
  }
}

extension Pan {
  /// Updates the range of the scroll offset; returns whether it differs from the last one.
  mutating func noteRange(_ parts: borrowing SceneParts) -> Bool {
    let new = ScrollRange(of: view, parts)
    defer { range = new }
    return range.map { $0.differs(from: new) } ?? false
  }

  /// Moves the scroll offset into ``range``.
  func keepInRange(
    with animation: Animation?, _ parts: borrowing SceneParts, _ commands: inout CommandList
  ) {
    keep(.scrollX, with: animation, parts, &commands)
    keep(.scrollY, with: animation, parts, &commands)
    commands.add(.layOutScroll, view)
  }

  private func keep(
    _ channel: Channel, with animation: Animation?, _ parts: borrowing SceneParts,
    _ commands: inout CommandList
  ) {
    guard let range else { return }
    let goal = parts.motion.model(channel, of: view)
    let nearest = range.nearest(to: goal, along: channel)
    let terms = parts.motion[channel.index(view: view)].terms
    if behavior.release == .momentum,
      terms.contains(where: { $0.isMomentum && $0.end > parts.motion.now })
    {
      let seen = parts.value(channel, of: view)
      commands.hold(channel, of: view, at: seen.value)
      coast(
        channel, from: seen,
        within: PanLimits(lower: 0, upper: range.nearest(to: .infinity, along: channel)), &commands)
    } else if nearest != goal, let animation {
      commands.set(channel, of: view, to: nearest, with: animation)
    } else if nearest != goal {
      commands.jump(channel, of: view, to: nearest)
    }
  }
}
