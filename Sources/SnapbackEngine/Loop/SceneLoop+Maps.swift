import SnapbackLayout
import SnapbackMotion

/// Maps and thresholds that depend on the layout or on states.
extension SceneLoop {
  /// Computes the maps of bindings and the thresholds that depend on the layout for the last layout
  /// pass. With an animation or `keepsSeen`, call this before channels are set to the frames of the
  /// pass.
  ///
  /// - Parameter keepsSeen: whether bound numbers stay as drawn until ``MotionStore`` reverses a
  ///   transaction.
  mutating func followLayout(with animation: Animation?, keepsSeen: Bool = false) {
    if !parts.maps.isEmpty { followMaps(with: animation, keepsSeen: keepsSeen) }
    if crossings.followsLayout {
      crossings.follow(parts.layout, isAnimated: animation != nil || keepsSeen)
    }
  }

  /// Evaluates the conditions of bindings if states or size classes have changed since the last
  /// layout pass. Also makes the looks follow their variations and the reading direction.
  mutating func followContext(with animation: Animation?, keepsSeen: Bool = false) {
    if !parts.motion.looks.isEmpty {
      let (context, direction) = (parts.layout.context, parts.layout.traits.direction)
      parts.motion.adoptLooks(in: context, direction, with: animation)
    }
    guard parts.maps.isBehind(parts.layout.context) else { return }
    followMaps(with: animation, keepsSeen: keepsSeen)
  }

  /// Continues the bindings of an earlier version of the scene whose conditions are false.
  mutating func adoptMaps(of other: borrowing SceneLoop) {
    parts.maps.adopt(other.parts.maps)
    if !parts.maps.isEmpty { followMaps(with: nil, keepsSeen: false) }
  }

  private mutating func followMaps(with animation: Animation?, keepsSeen: Bool) {
    let changed = parts.maps.update(parts.layout, parts.motion)
    parts.motion.adopt(parts.maps, changed: changed, with: animation, keepsSeen: keepsSeen)
  }
}
