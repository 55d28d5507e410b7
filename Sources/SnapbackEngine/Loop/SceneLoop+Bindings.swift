import SnapbackBasics
import SnapbackMotion
import SnapbackProtocol

/// Keeping bound channels up to date.
extension SceneLoop {
  /// Whether a binding of the scene has a follower.
  var hasFollowers: Bool { !parts.motion.bindings.followers.isEmpty }

  /// Updates the links of the edges for the present motion of the drivers, and the bindings.
  mutating func updateDrive() {
    if parts.motion.bindings.setsConstants { return updateConstants() }
    _ = updateLinks()
    updateBindings()
  }

  /// Updates the links of the edges. Returns whether anything has changed.
  private mutating func updateLinks() -> Bool {
    guard parts.drive.update(&parts.layout, &parts.motion, manipulation) else { return false }
    countChange()
    manipulate { $0.keepInRange(byDrivers: true, with: nil, $1) }
    return true
  }

  /// Updates the bindings and the links of the edges of a scene whose bindings set constants. Such
  /// a constant depends on a binding, and bindings depend on the edges that the constant moves.
  ///
  /// If the last update found no end, because a client has added a constraint that closes a circle,
  /// this one makes a single step. Each step can cost a layout pass.
  private mutating func updateConstants() {
    for _ in 0..<(settlesConstants ? Self.updateLimit : 1) {
      updateBindings()
      guard updateLinks() else {
        settlesConstants = true
        return
      }
      updateBindings()
      // New links interrupt the bindings that read edges, but the motions of the drivers among
      // their targets are still those of the update.
      parts.drive.noteGenerations(parts.motion)
    }
    settlesConstants = false
  }

  /// The maximum number of updates of the links at a moment. The second one is needed if edges at
  /// rest begin to move, and with them the constants that depend on them.
  private static let updateLimit = BindingChains.limit

  /// Lays the scene out for the constants that bindings set. Several passes are needed if constants
  /// depend on frames that other constants determine.
  mutating func layOutConstants(with animation: Animation?) {
    for _ in 0..<BindingChains.limit where parts.needsPass {
      runPass(animatedBy: animation)
      keepOffsets(with: animation)
    }
  }

  /// Renews the motions of bound channels whose sources have changed or have reached a kink.
  mutating func updateBindings() {
    guard !parts.motion.bindings.isEmpty, !parts.motion.bindings.followers.isWaiting else { return }
    // A follower may have come to rest before the update moves it again.
    if log.explains { log.noteFollowers(of: parts.motion.bindings, at: now) }
    guard parts.motion.updateBindings(before: parts.drive.pieceEnd.next) else { return }
    countChange()
    if log.explains { log.noteFollowers(of: parts.motion.bindings, at: now) }
  }

  /// Moves followers along the lines from the previous report of fingers to this one.
  mutating func moveFollowers() {
    parts.motion.bindings.followers.setPhase(.moving)
    updateBindings()
    parts.motion.bindings.followers.setPhase(.none)
    if parts.motion.bindings.setsConstants { updateDrive() }
  }
}
