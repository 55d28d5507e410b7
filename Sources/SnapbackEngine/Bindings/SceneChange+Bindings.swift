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
    case .color(let view, _, _): (view, [.red, .green, .blue])
    case .cornerRadius(let view, _): (view, [.cornerRadius])
    default: nil
    }
  }

  /// The channels of a look that the change sets, and the name of its view; nil if it sets none. A
  /// color of a view with a look also sets the opacity of the fill.
  private var lookSettable: (view: String, channels: [LookChannel])? {
    switch self {
    case .color(let view, _, _): (view, [.fillAlpha])
    case .look(let view, let values): (view, LookChannel.all.filter { values[$0] != nil })
    default: nil
    }
  }

  /// The constraint whose constant the change sets; nil if it sets none.
  private var constraint: String? {
    switch self {
    case .constant(let name, _), .constantBy(let name, _): name
    default: nil
    }
  }

  /// The name of the first binding that sets one of the channels of this change, or the constant,
  /// and the name of their view or constraint; nil if no binding does.
  func binding(in parts: borrowing SceneParts) -> (name: String, owner: String)? {
    guard !parts.motion.bindings.isEmpty else { return nil }
    if let constraint {
      guard let index = parts.drive.channel(ofBound: constraint),
        let binding = parts.motion.bindings.name(of: index)
      else { return nil }
      return (binding, constraint)
    }
    if let (name, channels) = settable, let view = parts.layout.view(named: name) {
      for channel in channels {
        if let binding = parts.motion.bindings.name(of: channel.index(view: view)) {
          return (binding, name)
        }
      }
    }
    if let (name, channels) = lookSettable, let view = parts.layout.view(named: name),
      let rank = parts.motion.looks.rank(of: view)
    {
      for channel in channels {
        let place = parts.motion.looks.place(of: channel, rank: rank)
        if let binding = parts.motion.bindings.name(of: channel.slot.index(view: place)) {
          return (binding, name)
        }
      }
    }
    return nil
  }
}
