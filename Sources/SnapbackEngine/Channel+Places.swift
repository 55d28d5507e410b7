import SnapbackFrames

/// Where channels stand in the engine, and what they are for.
extension Channel {
  /// The channel that stands at a place among all channels of all views.
  init(of index: Int) { self = Self.all[index % Self.count] }

  /// Where the channel of a view stands among all channels.
  func index(view: Int) -> Int { view * Self.count + rawValue }

  /// How many there are: as many as numbers, from 0.
  static var count: Int { Channel.blue.rawValue + 1 }

  /// All channels; the list that the compiler makes is made anew each time.
  static let all = Array(allCases)
  /// The edges of the layout frame.
  static let edges: [Channel] = [.left, .top, .right, .bottom]
  static let translations: [Channel] = [.translationX, .translationY]
  /// The components of the transform.
  static let transform: [Channel] = [
    .translationX, .translationY, .rotation, .shear, .scaleX, .scaleY,
  ]

  /// Whether it is a component of the transform.
  var isTransform: Bool { Self.transform.contains(self) }

  /// Whether it is a part of the colour.
  var isColor: Bool { self == .red || self == .green || self == .blue }

  /// Whether it moves something, and does not only fade or colour it.
  var isSpatial: Bool {
    switch self {
    case .alpha, .red, .green, .blue: false
    default: true
    }
  }
}
