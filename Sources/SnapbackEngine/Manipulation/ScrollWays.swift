import SnapbackBasics
import SnapbackGestures
import SnapbackMotion
import SnapbackProtocol

/// The directions in which a drag begins to scroll, as in UIScrollView. A scroll view begins to
/// scroll in the directions in which its content can move. At an end of its range, the content
/// overscrolls only if no outer scroll view can scroll in that direction; otherwise the outer
/// scroll view scrolls.
extension Manipulation {
  /// The directions in which fingers may begin a scroll gesture, or the pan of a sheet; nil for
  /// other gestures.
  ///
  /// O(gestures), no allocation.
  func scrollWays(gesture: Int, _ parts: borrowing SceneParts) -> DragWays? {
    if isSheet(gesture: gesture) { return [.up, .down] }
    guard let inner = scroll(ofGesture: gesture) else { return nil }
    var room = inner.ways(.content, parts)
    if let sheet = sheet(of: inner), parts.hasFingers(pans[sheet].gesture) {
      room.formUnion(sheetWays(pan: sheet, parts))
    }
    var band = inner.ways(.band, parts).subtracting(room)
    for outer in pans
    where outer.target == .scrollOffset && outer.view != inner.view
      && parts.motion.tree.isWithin(inner.view, outer.view) && parts.hasFingers(outer.gesture)
    {
      band.subtract(outer.ways(.content, parts))
    }
    return room.union(band)
  }

  /// The directions in which a wheel or a touchpad can move the content of a scroll gesture's view;
  /// nil for other gestures.
  func contentWays(gesture: Int, _ parts: borrowing SceneParts) -> DragWays? {
    scroll(ofGesture: gesture)?.ways(.content, parts)
  }
}

extension Pan {
  /// The two responses of a scroll view to a drag.
  enum Play {
    /// The content moves within its range.
    case content
    /// The content moves beyond an end of its range, against a rubber band.
    case band
  }

  /// The directions of a finger on the screen to which a scroll view can respond in one of the two
  /// ways.
  func ways(_ play: Play, _ parts: borrowing SceneParts) -> DragWays {
    let limits = limits(parts, in: parts.present)
    func room(_ limits: PanLimits?, _ channel: Channel) -> (back: Bool, forth: Bool) {
      guard let limits else { return (false, false) }
      if play == .band { return limits.band == nil ? (false, false) : (true, true) }
      let offset = parts.value(channel, of: view).value
      let slack = parts.motion.thresholds.pixel / 2
      return (offset > limits.lower + slack, offset < limits.upper - slack)
    }
    let x = behavior.axes == .vertical ? (false, false) : room(limits.x, xChannel)
    let y = behavior.axes == .horizontal ? (false, false) : room(limits.y, yChannel)
    guard let toView = parts.present.toScreen(view, parts.motion).inverse else { return [] }
    var ways: DragWays = []
    for (way, unit) in Self.directions {
      let local = toView(unit)
      // The content moves with the finger, so the offset changes in the opposite direction.
      let isAcross = local.dx.magnitude > local.dy.magnitude
      let isFree = isAcross ? local.dx > 0 ? x.0 : x.1 : local.dy > 0 ? y.0 : y.1
      if isFree { ways.insert(way) }
    }
    return ways
  }

  private static let directions: [(DragWays, Vector)] = [
    (.left, Vector(dx: -1, dy: 0)), (.right, Vector(dx: 1, dy: 0)),
    (.up, Vector(dx: 0, dy: -1)), (.down, Vector(dx: 0, dy: 1)),
  ]
}
