/// A number of a view whose motion is described by segments in closed form: an animated channel, or
/// a component of the *lever*. The lever is the vector from the view's anchor to the grabbed point.
/// It scales with the view's size, and the translation depends on it.
public enum MotionChannel: Hashable, Sendable {
  /// A channel that can be animated.
  case animated(Channel)
  /// The x component of the lever, in points of the view's own coordinates.
  case leverX
  /// The y component of the lever.
  case leverY
  /// A number of the view's look.
  case look(LookChannel)

  /// The number of motion channels that all views have. The channels of looks have the numbers from
  /// this one on.
  public static let count = 19

  /// Creates the channel with a number in messages; nil for an unknown number, which a later
  /// version may define.
  public init?(number: UInt16) {
    switch number {
    case 0..<16:
      guard let channel = Channel(rawValue: Int(clamping: number)) else { return nil }
      self = .animated(channel)
    case 16: self = .leverX
    case 17: self = .leverY
    case 18: self = .animated(.cornerRadius)
    default:
      guard let channel = LookChannel(rawValue: Int(clamping: number) - Self.count) else {
        return nil
      }
      self = .look(channel)
    }
  }

  /// Creates the channel with a name in messages; nil for an unknown name, which a later version
  /// may define.
  public init?(name: String) {
    guard let place = Self.names.firstIndex(of: name) else { return nil }
    self.init(number: UInt16(clamping: place))
  }

  /// The channel's number in messages.
  public var number: UInt16 {
    switch self {
    case .animated(.cornerRadius): 18
    case .animated(let channel): UInt16(clamping: channel.rawValue)
    case .leverX: 16
    case .leverY: 17
    case .look(let channel): UInt16(clamping: Self.count + channel.rawValue)
    }
  }

  /// The channel's name in messages.
  public var name: String {
    Self.names[Int(clamping: number)]
  }

  /// The value without a motion: 1 for the scales and the opacity, otherwise 0. Exception: a corner
  /// radius without a motion is that of the last snapshot, and a look without a motion is that of
  /// the last `looks`.
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
    "cornerRadius", "textRed", "textGreen", "textBlue", "textAlpha", "fillAlpha", "borderRed",
    "borderGreen", "borderBlue", "borderAlpha", "borderWidth", "shadowX", "shadowY",
    "shadowOpacity", "shadowRadius",
  ]
  // end of generated
}
