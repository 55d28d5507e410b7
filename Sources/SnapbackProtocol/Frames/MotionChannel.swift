/// A number of a view whose motion segments describe in closed form: an animated channel, or a
/// component of the lever. The translation depends on the lever, which scales with the view's size.
public enum MotionChannel: Hashable, Sendable {
  /// A channel that can be animated.
  case animated(Channel)
  /// The x component of the vector from the anchor to the grabbed point, in the view's own space,
  /// in points.
  case leverX
  /// The y component of that vector.
  case leverY

  /// The number of motion channels of a view.
  public static let count = 18

  /// The channel with a number in messages; nil for a number of a later version.
  public init?(number: UInt16) {
    switch number {
    case 16: self = .leverX
    case 17: self = .leverY
    default:
      guard let channel = Channel(rawValue: numericCast(number)) else { return nil }
      self = .animated(channel)
    }
  }

  /// The channel with a name in messages; nil for a name of a later version.
  public init?(name: String) {
    guard let place = Self.names.firstIndex(of: name) else { return nil }
    self.init(number: UInt16(clamping: place))
  }

  /// The channel's number in messages.
  public var number: UInt16 {
    switch self {
    case .animated(let channel): UInt16(clamping: channel.rawValue)
    case .leverX: 16
    case .leverY: 17
    }
  }

  /// The channel's name in messages.
  public var name: String {
    switch self {
    case .animated(let channel): Self.names[channel.rawValue]
    case .leverX: "leverX"
    case .leverY: "leverY"
    }
  }

  /// The default value: 1 for a scale and for the opacity, else 0.
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
