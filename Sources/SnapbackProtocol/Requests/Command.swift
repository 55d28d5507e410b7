/// The requests that change the scene or query it. A `reply` answers each of them.
public enum Command: String, CaseIterable, Hashable, Sendable {
  // generated: command cases
  /// Returns the constraints and bindings of the running scene, or those of one view, each with its
  /// state.
  case inspect
  /// Returns the document of the running scene as a text in JSON, and the scene's epoch.
  case document
  /// Changes the running scene in one transaction, or refuses all changes. The reply has the
  /// `transaction`.
  case change
  /// Runs the next step of an action of the scene. The reply has its `transaction`.
  case run
  /// Pauses, continues, reverses, scrubs or stops a controlled transaction.
  case animation
  /// Replaces the running scene. The value is a document, not a path.
  case load
  /// Merges a part of a scene into the running scene. A key whose value is null is removed.
  case patch
  /// Moves one side of a constraint to another view or attribute. Without `view` and `attribute`,
  /// nothing changes; the reply lists the alternatives.
  case retarget
  /// Answers a `measure` message with the size of the text, in points.
  case measured
  /// Sets the speed and the reduction of all motions, like `motion` in the daemon's configuration.
  case motion
  /// Sets the rotation of the picture on its panel: 0, 90, 180 or 270 degrees clockwise.
  case rotate
  /// Injects touches: objects with `id`, `phase` ("began", "moved", "ended" or "cancelled"), and
  /// `x` and `y` in points of the screen.
  case inject

  /// The role that a client needs for it.
  public var requiredRole: Role {
    switch self {
    case .inspect, .document: .view
    case .change, .run, .animation, .load, .patch, .retarget, .measured, .motion, .rotate: .control
    case .inject: .inject
    }
  }
  // end of generated
}
