/// A number of a view whose motion segments describe in closed form: one that can be animated, or a
/// component of the lever, which the translation depends on and which scales with the view's size.
public enum MotionChannel: Hashable, Sendable {
  /// A number that can be animated.
  case animated(Channel)
  /// From the anchor to the grabbed point along x, in the view's own space, in points.
  case leverX
  /// The same along y.
  case leverY

  /// How many there are of a view.
  public static let count = 18

  /// The channel with a number of a message; nil for one of a later version.
  public init?(number: UInt16) {
    switch number {
    case 16: self = .leverX
    case 17: self = .leverY
    default:
      guard let channel = Channel(rawValue: numericCast(number)) else { return nil }
      self = .animated(channel)
    }
  }

  /// The channel with a name of a message; nil for one of a later version.
  public init?(name: String) {
    guard let place = Self.names.firstIndex(of: name) else { return nil }
    self.init(number: UInt16(clamping: place))
  }

  /// Its number in messages.
  public var number: UInt16 {
    switch self {
    case .animated(let channel): UInt16(clamping: channel.rawValue)
    case .leverX: 16
    case .leverY: 17
    }
  }

  /// Its name in messages.
  public var name: String {
    switch self {
    case .animated(let channel): Self.names[channel.rawValue]
    case .leverX: "leverX"
    case .leverY: "leverY"
    }
  }

  /// What it is while nobody has said otherwise: 1 of a scale and of the opacity, else 0.
  public var defaultValue: Double {
    switch self {
    case .animated(.scaleX), .animated(.scaleY), .animated(.alpha): 1
    default: 0
    }
  }

  // generated: channels
  private static let names = [
    "left", "top", "right", "bottom", "scrollX", "scrollY", "translationX", "translationY",
    "rotation", "shear", "scaleX", "scaleY", "alpha", "red", "green", "blue", "leverX", "leverY",
  ]
  // end of generated
}
