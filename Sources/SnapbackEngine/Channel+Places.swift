import SnapbackProtocol

/// The indices of channels in the engine, and their classification.
extension Channel {
  /// The channel at an index in the list of all channels of all views.
  init(of index: Int) { self = Self.all[index % Self.count] }

  /// The index of a view's channel in the list of all channels.
  func index(view: Int) -> Int { view * Self.count + rawValue }

  /// The number of channels; raw values are consecutive from 0.
  static var count: Int { Channel.cornerRadius.rawValue + 1 }

  /// All channels, cached: the synthesized `allCases` builds a new array for each call.
  static let all = Array(allCases)
  /// The edges of the layout frame.
  static let edges: [Channel] = [.left, .top, .right, .bottom]
  static let translations: [Channel] = [.translationX, .translationY]
  /// The components of the transform.
  static let transform: [Channel] = [
    .translationX, .translationY, .rotation, .shear, .scaleX, .scaleY,
  ]

  /// Whether the channel is a component of the transform.
  var isTransform: Bool { Self.transform.contains(self) }

  /// Whether the channel is a component of the color.
  var isColor: Bool { self == .red || self == .green || self == .blue }

  /// Whether the channel moves or resizes something, instead of only changing the opacity, the
  /// color or the corners.
  var isSpatial: Bool {
    switch self {
    case .alpha, .red, .green, .blue, .cornerRadius: false
    default: true
    }
  }
}
