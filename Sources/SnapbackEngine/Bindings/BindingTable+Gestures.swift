import SnapbackProtocol

extension BindingTable {
  /// The names of the bindings that read a number which a gesture sets: a number of its fingers, a
  /// number of its view or a constant that it drives, or the progress of one of the `actions` that
  /// it scrubs. Bindings that read the targets of these bindings are not among them.
  func names(
    followingGesture gesture: Int, thatDrives driven: GestureIdentity.Driven, of view: Int,
    scrubbing actions: [String]
  ) -> [String] {
    var names: [String] = []
    for source in 0..<sourceCount {
      let reads =
        switch number(of: source) {
        case .gesture(let number): number.gesture == gesture
        case .constant(let name): driven == .constant(name)
        case .progress(let action): actions.contains(action)
        // Gestures do not drive looks.
        case .look: false
        case .channel, .frame:
          parts(of: source).contains { $0.view == view && driven.channels.contains($0.channel) }
        }
      guard reads else { continue }
      for place in entries(of: source) where name(ofEntry: place) != names.last {
        names.append(name(ofEntry: place))
      }
    }
    return names
  }
}

extension GestureIdentity.Driven {
  /// The channels of its view that a gesture sets.
  fileprivate var channels: [Channel] {
    switch self {
    case .nothing, .constant: []
    case .translation: Channel.translations
    case .scrollOffset: [.scrollX, .scrollY]
    case .scale: Channel.translations + [.scaleX, .scaleY]
    case .rotation: Channel.translations + [.rotation]
    }
  }
}
