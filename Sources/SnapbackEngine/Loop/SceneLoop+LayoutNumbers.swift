import SnapbackMotion

/// Maps and thresholds that depend on the layout.
extension SceneLoop {
  /// Computes the maps of bindings and the thresholds that depend on the layout for the last layout
  /// pass. With an animation or `keepsSeen`, call this before channels are set to the frames of the
  /// pass.
  ///
  /// - Parameter keepsSeen: whether bound numbers stay as drawn until ``MotionStore`` reverses a
  ///   transaction.
  mutating func followLayout(with animation: Animation?, keepsSeen: Bool = false) {
    if !parts.maps.isEmpty {
      let changed = parts.maps.update(parts.layout)
      parts.motion.adopt(parts.maps, changed: changed, with: animation, keepsSeen: keepsSeen)
    }
    if crossings.followsLayout {
      crossings.follow(parts.layout, isAnimated: animation != nil || keepsSeen)
    }
  }
}
