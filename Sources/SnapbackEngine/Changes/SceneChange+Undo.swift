import SnapbackBasics
import SnapbackGestures
import SnapbackProtocol

/// The inverses of changes that do not go through layout.
extension SceneChange {
  /// The changes that restore the present values of everything that this change sets.
  func directUndo(_ parts: borrowing SceneParts) -> [Undo] {
    if case .animate(_, let list) = self { return list.flatMap { $0.directUndo(parts) } }
    if case .state = self {
      return parts.constantGoals.map { .change(.constant($0.constraint, $0.value)) }
    }
    return inverse(parts).map { [.change($0)] } ?? []
  }

  private func inverse(_ parts: borrowing SceneParts) -> SceneChange? {
    func view(_ name: String) -> Int? { parts.layout.view(named: name) }
    switch self {
    case .gesture(let name, _):
      return parts.interaction.gestures.firstIndex { $0.name == name }.map {
        .gesture(name, isEnabled: parts.interaction.arena.isEnabled($0))
      }
    case .touches(let name, _):
      return view(name).map { .touches(name, parts.interaction.touchable.reception(of: $0)) }
    case .constant(let name, _), .constantBy(let name, _):
      return parts.drive.index(ofConstant: name).map {
        .constant(name, parts.motion.model(.left, of: $0))
      }
    case .scrollOffset(let name, _), .scrollToVisible(let name, _):
      return view(name).map {
        let offset = Vector(
          dx: parts.motion.model(.scrollX, of: $0), dy: parts.motion.model(.scrollY, of: $0))
        return .scrollOffset(name, offset)
      }
    case .contentInset(let name, _):
      return view(name).map { .contentInset(name, parts.layout.givenInset(of: $0)) }
    case .frame(let name, _), .center(let name, _, _), .centerBy(let name, _):
      return view(name).map { .frame(name, parts.motion.modelFrame(of: $0)) }
    case .transform(let name, _):
      return view(name).map { .transform(name, parts.motion.modelTransform(of: $0)) }
    case .translation(let name, _):
      return view(name).map { .translation(name, parts.motion.modelTransform(of: $0).translation) }
    case .rotation(let name, _):
      return view(name).map { .rotation(name, parts.motion.model(.rotation, of: $0)) }
    case .scale(let name, _):
      return view(name).map { .scale(name, parts.motion.modelTransform(of: $0).scale) }
    case .alpha(let name, _):
      return view(name).map { .alpha(name, parts.motion.model(.alpha, of: $0)) }
    case .cornerRadius(let name, _):
      return view(name).map { .cornerRadius(name, parts.motion.model(.cornerRadius, of: $0)) }
    case .color(let name, _, _):
      // A view that had no color keeps the color that the change gives it.
      return view(name).flatMap {
        guard parts.motion.hasColor($0) else { return nil }
        let alpha = parts.motion.model(LookChannel.fillAlpha, of: $0) ?? 1
        return .color(name, parts.motion.modelColor(of: $0), alpha: alpha)
      }
    case .look(let name, let values):
      return view(name).map { view in
        var old: [LookChannel: Double] = [:]
        for channel in values.keys { old[channel] = parts.motion.model(channel, of: view) }
        return .look(name, old)
      }
    case .progress(let action, _):
      return parts.motion.bindings.index(ofProgress: action).map {
        .progress(action, parts.motion.model(.left, of: $0))
      }
    default: return nil
    }
  }
}
