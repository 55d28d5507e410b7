import SnapbackGestures
import SnapbackLayout
import SnapbackMotion
import SnapbackProtocol

/// Tells which channels fingers hold, and drops levers that no finger holds.
extension Manipulation {
  var panCount: Int { pans.count }
  func view(ofPan index: Int) -> Int { pans[index].view }
  /// The view that a pan scales or rotates: for a scroll with zoom, the view in its content.
  func partView(ofPan index: Int) -> Int { pans[index].partView }
  func isRunning(pan index: Int) -> Bool { pans[index].isRunning }
  func trail(ofPan index: Int) -> FingerTrail { pans[index].trail }
  /// The number of changes of a pan's trail.
  func trailChanges(ofPan index: Int) -> UInt64 { pans[index].trail.changes }

  /// The pan that drives the channels of a target of a view; nil if none does.
  func leader(of view: Int, _ target: Pan.Target) -> Int? {
    pans.firstIndex { $0.view == view && $0.leads && $0.target == target }
  }

  /// Whether a rotation gesture drives a view.
  func isTurnedByFingers(_ view: Int) -> Bool {
    pans.contains { $0.view == view && $0.isRotation }
  }

  /// The number of times that the fingers that scale or rotate a view have changed since they
  /// began. After a change, they hold the view at another point.
  func grips(of view: Int, _ parts: borrowing SceneParts) -> Int {
    guard hasPairs else { return 0 }
    var count = 0
    for index in pans.indices where pans[index].view == view && pans[index].part != nil {
      let gesture = pans[index].gesture
      if parts.isActive(gesture) { count += parts.interaction.arena[gesture].grips }
    }
    return count
  }

  func isScaledByFingers(_ view: Int) -> Bool {
    pans.contains { $0.view == view && $0.isRunning && $0.isScale }
  }

  /// Whether fingers on a view can hold a channel of it.
  func holds(_ channel: Channel, of view: Int) -> Bool {
    pans.contains { $0.view == view && $0.holds(channel) }
  }

  /// Whether a running gesture drives `channel`, as part of a translation, a scroll offset or a
  /// driven constant.
  func drives(_ channel: Channel, of view: Int) -> Bool {
    if pans.contains(where: {
      $0.view == view && $0.leads && ($0.xChannel == channel || $0.yChannel == channel)
    }) {
      return true
    }
    return channel == .left && constants.holds(view)
  }

  /// Whether a running gesture drives a constant.
  var holdsConstants: Bool { constants.isRunning }

  /// Whether a running gesture moves a number: of a view, of a constraint, or its own.
  var movesNumbers: Bool {
    pans.contains(where: \.isRunning) || constants.isRunning || numbers.isRunning
  }

  /// Whether fingers drive a scroll offset, or have stopped it.
  func holdsOffset(_ channel: Channel, of view: Int) -> Bool {
    hasCaught(channel, of: view) || drives(channel, of: view)
  }

  /// Whether fingers hold a channel, so that its animation waits for the release.
  func isHeld(_ channel: Channel, of view: Int, _ parts: borrowing SceneParts) -> Bool {
    if channel == .left { return drives(.left, of: view) }
    return holds(channel, of: view) && isHeld(view, parts)
  }

  /// The constraint whose constant a gesture drives; nil for other gestures.
  func constraint(ofGesture gesture: Int) -> String? {
    constants.constraint(ofGesture: gesture)
  }

  /// The pan of a scroll gesture; nil for other gestures.
  func scroll(ofGesture gesture: Int) -> Pan? {
    places[gesture].flatMap { pans[$0].target == .scrollOffset ? pans[$0] : nil }
  }

  /// Scrolls content with insets to the start of its range, if the scene gives no offset for it.
  mutating func scrollToStart(_ parts: borrowing SceneParts) {
    for pan in pans where pan.target == .scrollOffset {
      let inset = parts.layout.contentInset(of: pan.view)
      for (channel, start) in [(Channel.scrollX, -inset.left), (.scrollY, -inset.top)]
      where start != 0 && parts.motion.model(channel, of: pan.view) == 0 {
        commands.jump(channel, of: pan.view, to: start)
        commands.add(.layOutScroll, pan.view)
      }
    }
  }

  /// Whether fingers of a pan are on a view.
  func isHeld(_ view: Int, _ parts: borrowing SceneParts) -> Bool {
    pans.contains { $0.view == view && parts.hasFingers($0.gesture) }
  }

  /// Removes the levers of views that are at their frames again and that no gesture holds.
  mutating func dropLevers(_ parts: borrowing SceneParts) {
    for index in pans.indices {
      let view = pans[index].view
      guard !parts.motion.lever(of: view).isZero,
        !pans.contains(where: { $0.view == view && parts.isActive($0.gesture) }),
        parts.value(.translationX, of: view).value == 0,
        parts.value(.translationY, of: view).value == 0,
        parts.value(.rotation, of: view).value == 0
      else { continue }
      commands.add(.lever(.zero), view)
    }
  }
}
