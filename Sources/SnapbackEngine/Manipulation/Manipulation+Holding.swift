import SnapbackProtocol

/// Queries of the channels that fingers hold.
extension Manipulation {
  var panCount: Int { pans.count }
  func view(ofPan index: Int) -> Int { pans[index].view }
  func isRunning(pan index: Int) -> Bool { pans[index].isRunning }
  func trail(ofPan index: Int) -> FingerTrail { pans[index].trail }

  /// Whether a rotation gesture drives a view.
  func isTurnedByFingers(_ view: Int) -> Bool {
    pans.contains { $0.view == view && $0.isRotation }
  }

  func isScaledByFingers(_ view: Int) -> Bool {
    pans.contains { $0.view == view && $0.isRunning && $0.isScale }
  }

  /// Whether fingers on a view can hold a channel of it.
  func holds(_ channel: Channel, of view: Int) -> Bool {
    pans.contains { $0.view == view && $0.holds(channel) }
  }

  /// Whether a gesture under way drives a channel of a translation, of a scroll offset or of a
  /// driven constant.
  func drives(_ channel: Channel, of view: Int) -> Bool {
    if pans.contains(where: {
      $0.view == view && $0.leads && ($0.xChannel == channel || $0.yChannel == channel)
    }) {
      return true
    }
    return channel == .left && constants.holds(view)
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

  /// Whether fingers of a pan are on a view.
  func isHeld(_ view: Int, _ parts: borrowing SceneParts) -> Bool {
    pans.contains { $0.view == view && parts.hasFingers($0.gesture) }
  }
}
