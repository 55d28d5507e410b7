/// What a client can be sent.
///
/// The bits are those of the binary `welcome`.
public struct Feature: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: UInt32

  /// Features by their bits; bits that are not known are kept.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// Sampled states of views.
  public static let frames = Feature(rawValue: 1 << 0)
  /// Motion in closed form.
  public static let segments = Feature(rawValue: 1 << 1)
  /// Steps of gestures.
  public static let gestures = Feature(rawValue: 1 << 2)
  /// All contacts.
  public static let touches = Feature(rawValue: 1 << 3)
  /// What layout passes moved.
  public static let layout = Feature(rawValue: 1 << 4)
  /// Ends of transactions.
  public static let done = Feature(rawValue: 1 << 5)
  /// Devices that come and go.
  public static let devices = Feature(rawValue: 1 << 6)
  /// Requests to measure texts, for a renderer with fonts.
  public static let measure = Feature(rawValue: 1 << 7)
  /// Frames are acknowledged; asked for by `ack`, not by `want`.
  public static let acknowledgement = Feature(rawValue: 1 << 8)
  /// Decisions about input, and their reasons.
  public static let decisions = Feature(rawValue: 1 << 9)
  /// Segments that begin later: when drivers of the layout will leave the present piece.
  public static let schedule = Feature(rawValue: 1 << 10)

  /// What a client gets that does not say what it wants.
  public static let standard: Feature = [.frames, .gestures, .done, .devices]

  /// The features one by one with their names, in the order of their bits.
  public static let named: [(name: String, feature: Feature)] = [
    ("frames", .frames), ("segments", .segments), ("gestures", .gestures), ("touches", .touches),
    ("layout", .layout), ("done", .done), ("devices", .devices), ("measure", .measure),
    ("ack", .acknowledgement), ("decisions", .decisions), ("schedule", .schedule),
  ]

  /// The feature that messages call `name`; nil for a name that is not known.
  public init?(name: String) {
    guard let found = Self.named.first(where: { $0.name == name }) else { return nil }
    self = found.feature
  }

  /// The feature that `want` calls `name`; nil for a name that is not known, and for `ack`.
  public init?(wanted name: String) {
    guard let feature = Feature(name: name), feature != .acknowledgement else { return nil }
    self = feature
  }

  /// The names of these features, in the order of their bits.
  public var names: [String] { Self.named.filter { contains($0.feature) }.map(\.name) }

  /// What of these features a client with `roles` may have.
  ///
  /// Gestures, touches and decisions about them need ``Role/viewTouches``: where fingers are is
  /// what a person types.
  /// Measuring needs ``Role/control`` beside ``Role/view``, because the answer changes the layout.
  /// All others need ``Role/view``.
  public func allowed(to roles: Role) -> Feature {
    let ofTouches: Feature = [.gestures, .touches, .decisions]
    var allowed: Feature = []
    if roles.contains(.view) {
      allowed = subtracting(ofTouches.union(.measure))
      if roles.contains(.control) { allowed.formUnion(intersection(.measure)) }
    }
    if roles.contains(.viewTouches) { allowed.formUnion(intersection(ofTouches)) }
    return allowed
  }
}
