/// A kind of message that a client can subscribe to.
///
/// The bits are those of the binary `welcome`.
public struct Feature: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: UInt32

  /// Creates a set of features from its bits. Unknown bits are kept.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  // generated: features
  /// Sampled states of views.
  public static let frames = Feature(rawValue: 1 << 0)
  /// Motion in closed form.
  public static let segments = Feature(rawValue: 1 << 1)
  /// Steps of gestures.
  public static let gestures = Feature(rawValue: 1 << 2)
  /// All contacts.
  public static let touches = Feature(rawValue: 1 << 3)
  /// The layout rectangles that layout passes change.
  public static let layout = Feature(rawValue: 1 << 4)
  /// Transactions that finish or settle.
  public static let done = Feature(rawValue: 1 << 5)
  /// Devices that are added and removed.
  public static let devices = Feature(rawValue: 1 << 6)
  /// Requests to measure texts, for a renderer with fonts.
  public static let measure = Feature(rawValue: 1 << 7)
  /// The client acknowledges frames; `ack` of `hello` requests it, not `want`.
  public static let acknowledgement = Feature(rawValue: 1 << 8)
  /// Decisions about input, and their reasons; binary clients receive them as text.
  public static let decisions = Feature(rawValue: 1 << 9)
  /// With `segments`: segments that are sent ahead of their time.
  public static let schedule = Feature(rawValue: 1 << 10)
  /// Events of actions, releases, views and states.
  public static let events = Feature(rawValue: 1 << 11)

  /// The features of a client whose hello has no `want`.
  public static let standard: Feature = [.frames, .gestures, .done, .devices]

  /// Each feature with its name, in the order of the bits.
  public static let named: [(name: String, feature: Feature)] = [
    ("frames", .frames), ("segments", .segments), ("gestures", .gestures), ("touches", .touches),
    ("layout", .layout), ("done", .done), ("devices", .devices), ("measure", .measure),
    ("ack", .acknowledgement), ("decisions", .decisions), ("schedule", .schedule),
    ("events", .events),
  ]

  /// The roles that a client needs for each feature.
  private static let requiredRoles: [(feature: Feature, roles: Role)] = [
    (.frames, [.view]), (.segments, [.view]), (.gestures, [.viewTouches]),
    (.touches, [.viewTouches]), (.layout, [.view]), (.done, [.view]), (.devices, [.view]),
    (.measure, [.view, .control]), (.acknowledgement, [.view]), (.decisions, [.viewTouches]),
    (.schedule, [.view]), (.events, [.view]),
  ]
  // end of generated

  /// Creates the feature with a name in messages; nil for an unknown name.
  public init?(name: String) {
    guard let found = Self.named.first(where: { $0.name == name }) else { return nil }
    self = found.feature
  }

  /// Creates the feature with a name in `want` of a hello; nil for an unknown name and for `ack`.
  public init?(wanted name: String) {
    guard let feature = Feature(name: name), feature != .acknowledgement else { return nil }
    self = feature
  }

  /// Creates the set of the features with these names. Unknown names are ignored.
  init(names: [String]) {
    self = []
    for name in names { formUnion(Feature(name: name) ?? []) }
  }

  /// The names of these features, in the order of their bits.
  public var names: [String] { Self.named.filter { contains($0.feature) }.map(\.name) }

  /// The subset of these features that a client with `roles` may have.
  ///
  /// Gestures, touches and decisions need ``Role/viewTouches``, because the positions of fingers
  /// reveal what a person types. Measuring needs ``Role/control`` as well as ``Role/view``, because
  /// the answer changes the layout.
  public func allowed(to roles: Role) -> Feature {
    var allowed: Feature = []
    for (feature, needed) in Self.requiredRoles where roles.isSuperset(of: needed) {
      allowed.formUnion(intersection(feature))
    }
    return allowed
  }
}
