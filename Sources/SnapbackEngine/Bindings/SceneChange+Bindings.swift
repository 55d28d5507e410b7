import SnapbackLayout
import SnapbackProtocol

extension SceneChange {
  /// The channels that the change sets and that bindings can set, too, and the name of their view.
  /// Nil if the change sets no such channel.
  private var settable: (view: String, channels: [Channel])? {
    switch self {
    case .transform(let view, _): (view, Channel.transform)
    case .translation(let view, _): (view, Channel.translations)
    case .rotation(let view, _): (view, [.rotation])
    case .scale(let view, _): (view, [.scaleX, .scaleY])
    case .alpha(let view, _): (view, [.alpha])
    case .color(let view, _): (view, [.red, .green, .blue])
    case .cornerRadius(let view, _): (view, [.cornerRadius])
    default: nil
    }
  }

  /// The name of the first binding that sets one of the channels of this change, and the name of
  /// their view; nil if no binding does.
  func binding(in parts: borrowing SceneParts) -> (name: String, view: String)? {
    guard !parts.motion.bindings.isEmpty, let (name, channels) = settable,
      let view = parts.layout.view(named: name)
    else { return nil }
    for channel in channels {
      if let binding = parts.motion.bindings.name(of: channel.index(view: view)) {
        return (binding, name)
      }
    }
    return nil
  }
}
