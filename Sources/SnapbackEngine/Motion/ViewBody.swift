import SnapbackProtocol

/// The state of a view outside its channels.
struct ViewBody: Sendable {
  var lever = Lever.zero
  var hasColor: Bool
  /// Whether the last layout pass found the view hidden.
  var isHidden = false
  /// The radius of the corners in points; nil if the channel has it, because it can move.
  var fixedRadius: Double?

  /// The bodies of all views of a scene at rest. A radius can move if a binding sets it. O(views +
  /// bindings).
  static func all(of blueprint: SceneBlueprint) -> [ViewBody] {
    var bodies = blueprint.views.map {
      ViewBody(
        hasColor: $0.appearance.color != nil, fixedRadius: max(0, $0.appearance.cornerRadius))
    }
    for binding in blueprint.bindings where binding.channels.contains(.cornerRadius) {
      bodies[binding.view].fixedRadius = nil
    }
    return bodies
  }
}
