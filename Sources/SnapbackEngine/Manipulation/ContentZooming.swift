import SnapbackBasics
import SnapbackGestures
import SnapbackMotion
import SnapbackProtocol

// Zooming scales a view in a scroll view about its top left corner, and moves the scroll offset.
// Let p be the point of the scaled view midway between the fingers, s the scale, m the corner of
// the view in the content, and c the midpoint in the scroll view. The offset is then m + s·p − c.

/// A point of zoomed content that stays midway between two fingers.
struct ZoomGrab: Sendable {
  /// The point in the coordinates of the scaled view, without its scale.
  let point: Vector
  /// The scale when the point was grabbed.
  let scale: Vector
  /// The value of `Manipulation.grips(of:_:)` when the point was grabbed.
  let grips: Int

  /// The displacement of the grabbed point by the growth of the content, and its velocity. Both
  /// point against the scroll offset, as the travel of a finger does.
  func growth(
    of view: Int, _ motion: borrowing MotionStore, in seen: Presentation
  ) -> (value: Vector, velocity: Vector) {
    let x = seen.value(.scaleX, of: view, motion)
    let y = seen.value(.scaleY, of: view, motion)
    return (
      Vector(dx: (scale.dx - x.value) * point.dx, dy: (scale.dy - y.value) * point.dy),
      Vector(dx: -x.velocity * point.dx, dy: -y.velocity * point.dy)
    )
  }
}

extension SceneParts {
  /// The size of the content of a scroll view, including the growth of its zoomed view; nil for a
  /// view that does not scroll. `scale` is the scale of that view, by default that of the model.
  func contentSize(of view: Int, scaledBy scale: Vector? = nil) -> Size? {
    guard var size = layout.contentSize(of: view) else { return nil }
    guard let zoomed = zoomedView(in: view) else { return size }
    let frame = motion.modelFrame(of: zoomed).size
    let scale = scale ?? zoomScale(of: zoomed)
    size.width += (scale.dx - 1) * frame.width
    size.height += (scale.dy - 1) * frame.height
    return size
  }

  private func zoomScale(of view: Int) -> Vector {
    Vector(dx: motion.model(.scaleX, of: view), dy: motion.model(.scaleY, of: view))
  }

  /// The place in the content of a scroll view, as zoomed, of a rectangle of a view.
  func zoomed(_ rect: Rect, of view: Int, in scroller: Int) -> Rect {
    guard let zoomed = zoomedView(in: scroller), motion.tree.isWithin(view, zoomed) else {
      return rect
    }
    let corner = motion.modelFrame(of: zoomed).origin - motion.modelFrame(of: scroller).origin
    let scale = zoomScale(of: zoomed)
    return Rect(
      left: corner.dx + scale.dx * (rect.left - corner.dx),
      top: corner.dy + scale.dy * (rect.top - corner.dy),
      right: corner.dx + scale.dx * (rect.right - corner.dx),
      bottom: corner.dy + scale.dy * (rect.bottom - corner.dy))
  }
}

extension Manipulation {
  /// Whether the content of a scroll view returns to the limits of its scale. A touch does not stop
  /// it, because the offset moves with the scale.
  func isZoomSettling(_ view: Int, _ parts: borrowing SceneParts) -> Bool {
    guard let zoomed = parts.zoomedView(in: view) else { return false }
    return parts.motion.isMoving(.scaleX, of: zoomed)
  }

  /// Makes a pan hold a scroll offset. If a pinch zooms the content, its fingers hold the point of
  /// the content midway between them.
  mutating func leadScroll(pan index: Int, handedOver: Bool, _ parts: borrowing SceneParts) {
    if hasZooms {
      let view = pans[index].view
      let pinch = pans.first {
        $0.view == view && $0.target == .scrollOffset && $0.part != nil
          && parts.isActive($0.gesture)
      }
      pans[index].grabContent(pinch: pinch?.gesture, grips: grips(of: view, parts), parts)
    }
    pans[index].leadScroll(handedOver: handedOver, parts, &commands)
  }
}

extension Pan {
  /// Grabs the point of the content midway between the fingers of a pinch; nil releases it.
  fileprivate mutating func grabContent(pinch: Int?, grips: Int, _ parts: borrowing SceneParts) {
    zoomGrab = nil
    guard let pinch, let toContent = parts.present.toScreen(partView, parts.motion).inverse
    else { return }
    zoomGrab = ZoomGrab(
      point: toContent(parts.interaction.arena[pinch].location) - .zero,
      scale: Vector(
        dx: parts.value(.scaleX, of: partView).value, dy: parts.value(.scaleY, of: partView).value),
      grips: grips)
  }

  /// The offset to which a spring moves content that two fingers have zoomed beyond the limits of
  /// the scale, or moved out of the range of the offset. The spring of the scale is the same, so
  /// the grabbed point does not move unless the range moves it. Nil for content that is released
  /// like content that is not zoomed.
  func zoomGoal(
    of channel: Channel, from state: MotionState, _ parts: borrowing SceneParts
  ) -> Double? {
    guard let zoomGrab, let limits = behavior.scroll.zoom?.limits else { return nil }
    let x = parts.value(.scaleX, of: partView).value
    let y = parts.value(.scaleY, of: partView).value
    let share = x == 0 ? 1 : min(max(x, limits.lower), limits.upper) / x
    let range = ScrollRange(of: view, scaledBy: Vector(dx: share * x, dy: share * y), parts)
    let length = channel == xChannel ? x * zoomGrab.point.dx : y * zoomGrab.point.dy
    let goal = range.nearest(to: state.value + (share - 1) * length, along: channel)
    return share == 1 && goal == state.value ? nil : goal
  }
}
