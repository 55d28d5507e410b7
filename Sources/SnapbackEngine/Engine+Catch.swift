import SnapbackFrames
import SnapbackGestures
import SnapbackMotion

/// A finger stops what moves, and lets it go on if it was no gesture.
extension Engine {
  /// A finger touched the view of a pan: if the view is moving, it stops where it is seen.
  ///
  /// The first finger stops it; others find it stopped.
  mutating func catchView(ofPan index: Int) {
    let view = pans[index].view
    guard caught[view] == nil,
      !pans.contains(where: { $0.view == view && arena.isActive($0.gesture) })
    else { return }
    var isMoving = false
    for channel in Channel.allCases where holds(channel, ofView: view) {
      isMoving = isMoving || motion.isMoving(channel, of: view)
    }
    guard isMoving else { return }
    var goals = CaughtGoals()
    for channel in Channel.allCases where holds(channel, ofView: view) {
      goals[channel] = model(channel, of: view)
      let seen = value(channel, of: view)
      motion.hold(channel, of: view, at: seen.value, velocity: seen.velocity)
    }
    caught[view] = goals
  }

  /// The fingers of a pan came to nothing: what they stopped goes on to where it was going, unless
  /// other gestures still hold it.
  mutating func letGo(pan index: Int) {
    let view = pans[index].view
    let isHeld = pans.indices.contains {
      $0 != index && pans[$0].view == view && arena.hasFingers(pans[$0].gesture)
    }
    guard !isHeld else {
      _ = handOverAims(ofPan: index)
      return
    }
    for channel in Channel.allCases where aim(channel, ofPan: index) {
      caught[view]?[channel] = nil
    }
    freeCaught(view, by: pans[index].behavior.homing)
  }

  /// A gesture begins: what it drives goes where it says, and no more to where it was going.
  mutating func takeCaught(byPan index: Int) {
    let view = pans[index].view
    switch pans[index].part {
    case .scale: for channel in [Channel.scaleX, .scaleY] { caught[view]?[channel] = nil }
    case .rotation: caught[view]?[.rotation] = nil
    case nil: break
    }
    caught[view]?[pans[index].xChannel] = nil
    caught[view]?[pans[index].yChannel] = nil
    guard pans[index].target == .translation, !isTurnedByFingers(view) else { return }
    caught[view]?[.rotation] = nil
  }

  /// The last finger has left a view: what was stopped of it, and what no gesture has driven since,
  /// goes on to where it was going.
  mutating func freeCaught(_ view: Int, by homing: Animation) {
    let isHeld = pans.contains { $0.view == view && arena.hasFingers($0.gesture) }
    guard !isHeld, let goals = caught[view] else { return }
    caught[view] = nil
    for channel in Channel.allCases {
      guard let goal = goals[channel] else { continue }
      let isScroll = channel == .scrollX || channel == .scrollY
      motion.set(
        channel, of: view, to: isScroll ? rest(of: channel, ofView: view, goal: goal) : goal,
        with: homing)
    }
    if goals[.scrollX] != nil || goals[.scrollY] != nil { tellLayout(ofView: view, by: homing) }
  }

  /// Where content comes to rest that a finger has stopped and let go: where it is, within its
  /// bounds, as in UIScrollView. With snap places it goes on to its goal.
  private func rest(of channel: Channel, ofView view: Int, goal: Double) -> Double {
    guard
      let index = pans.firstIndex(where: { $0.view == view && $0.target == .scrollOffset }),
      pans[index].behavior.release != .snap
    else { return goal }
    let limits = limits(ofPan: index, in: present)
    let bounds = channel == .scrollX ? limits.x : limits.y
    let value = model(channel, of: view)
    return min(max(value, bounds?.lower ?? -.infinity), bounds?.upper ?? .infinity)
  }

  /// Whether fingers on a view can hold a channel of it.
  func holds(_ channel: Channel, ofView view: Int) -> Bool {
    pans.contains { pan in
      guard pan.view == view else { return false }
      switch (channel, pan.target, pan.part) {
      case (.translationX, .translation, _), (.translationY, .translation, _): return true
      case (.rotation, .translation, _), (.scaleX, _, .scale), (.scaleY, _, .scale): return true
      case (.scrollX, .scrollOffset, _), (.scrollY, .scrollOffset, _): return true
      default: return false
      }
    }
  }

  /// Whether a gesture of its own turns a view.
  func isTurnedByFingers(_ view: Int) -> Bool {
    pans.contains {
      guard $0.view == view, case .rotation = $0.part else { return false }
      return true
    }
  }
}
