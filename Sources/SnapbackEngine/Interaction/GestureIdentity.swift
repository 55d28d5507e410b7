import SnapbackGestures

/// What makes a gesture the same in two scenes.
struct GestureIdentity: Hashable, Sendable {
  /// What a gesture drives, without how.
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

  /// The name of its view.
  let view: String
  let kind: GestureKind
  let name: String?
  let drives: Driven
  /// How many before it are the same otherwise.
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
