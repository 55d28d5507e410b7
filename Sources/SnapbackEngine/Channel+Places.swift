import SnapbackFrames

/// Where channels stand in the engine, and what they are for.
extension Channel {
  /// The channel that stands at a place among all channels of all views.
  init(of index: Int) { self = Self.all[index % Self.count] }

  /// Where the channel of a view stands among all channels.
  func index(view: Int) -> Int { view * Self.count + rawValue }

  /// How many there are.
  static let count = all.count

  /// All channels; the list that the compiler makes is made anew each time.
  static let all = Array(allCases)
  /// Those that move something.
  static let spatial = allCases.filter(\.isSpatial)
  /// Those that only fade or colour it.
  static let visual = allCases.filter { !$0.isSpatial }
  /// The edges of the layout frame.
  static let edges: [Channel] = [.left, .top, .right, .bottom]
  /// The components of the transform.
  static let transform: [Channel] = [
    .translationX, .translationY, .rotation, .shear, .scaleX, .scaleY,
  ]

  /// Whether it moves something, and does not only fade or colour it.
  var isSpatial: Bool {
    switch self {
    case .alpha, .red, .green, .blue: false
    default: true
    }
  }
}
