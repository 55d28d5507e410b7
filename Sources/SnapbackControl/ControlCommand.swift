/// What a client may ask of a scene, by the key of its message.
public enum ControlCommand: String, Hashable, Sendable, CaseIterable {
  /// Changes, as one transaction.
  case change
  /// An action of the scene.
  case run
  /// A transaction under way: pause, scrub, reverse, stop.
  case animation
  /// Another scene.
  case load
  /// Parts of the scene.
  case patch
  /// An item or an attribute of a constraint.
  case retarget
  /// How large a text is.
  case measured
  /// How motions run.
  case motion
  /// How the picture lies on its panel.
  case rotate
}
