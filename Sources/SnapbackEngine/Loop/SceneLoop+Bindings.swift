import SnapbackBasics
import SnapbackProtocol

/// Keeping bound channels up to date.
extension SceneLoop {
  /// Whether a binding of the scene has a follower.
  var hasFollowers: Bool { !parts.motion.bindings.followers.isEmpty }

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
  }
}
