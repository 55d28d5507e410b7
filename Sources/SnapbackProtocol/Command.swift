public import SnapbackFrames

/// The messages that change something or ask about the scene, and are answered by a `reply`.
public enum Command: String, CaseIterable, Hashable, Sendable {
  /// Changes the scene.
  case change
  /// Runs an action of the scene.
  case run
  /// Pauses, scrubs, reverses or stops a transaction.
  case animation
  /// Puts another scene in place of this one.
  case load
  /// Puts the scene with differences in place of this one.
  case patch
  /// Moves a constraint to another item or attribute.
  case retarget
  /// Answers `measure`.
  case measured
  /// Changes how the time of motions runs.
  case motion
  /// Turns the picture.
  case rotate
  /// Makes touches.
  case inject
  /// Asks what holds the views of the scene.
  case inspect

  /// The role that a client needs for it.
  public var requiredRole: Role {
    switch self {
    case .inject: .inject
    case .inspect: .view
    default: .control
    }
  }
}
