import SnapbackGestures

/// The identity of a gesture across scenes. A gesture continues in a new scene as the gesture with
/// an equal identity.
struct GestureIdentity: Hashable, Sendable {
  /// The kind of property that a gesture drives; for a constant, also the identifier of its
  /// constraint.
  enum Driven: Hashable, Sendable {
    case nothing, translation, scrollOffset, scale, rotation
    case constant(String)

    init(_ binding: GestureBinding) {
      self =
        switch binding {
        case .none: .nothing
        case .translation: .translation
        case .scrollOffset: .scrollOffset
        case .scale: .scale
        case .rotation: .rotation
        case .constant(let behavior): .constant(behavior.constraint)
        }
    }
  }

  /// The name of the gesture's view.
  let view: String
  let kind: GestureKind
  let name: String?
  let drives: Driven
  /// The number of earlier gestures in the scene with the same view, kind, name and `drives`.
  private var number = 0

  /// The identities of a scene's gestures, in their order.
  static func list(of gestures: [SceneGesture], viewName: (Int) -> String) -> [GestureIdentity] {
    var counts: [GestureIdentity: Int] = [:]
    return gestures.map { gesture in
      var identity = GestureIdentity(
        view: viewName(gesture.view), kind: gesture.recognizer.settings.kind, name: gesture.name,
        drives: Driven(gesture.binding))
      let count = counts[identity, default: 0]
      counts[identity] = count + 1
      identity.number = count
      return identity
    }
  }
}
