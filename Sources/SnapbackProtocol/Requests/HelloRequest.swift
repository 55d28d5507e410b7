/// A client's first request: its name and its options.
public struct HelloRequest: Equatable, Sendable {
  /// The client's name for the log, truncated to ``ProtocolLimits/nameScalars``.
  public var name: String?
  /// The requested features.
  public var wants: Feature
  /// The views that the client wants to receive.
  public var views: ViewFilter
  /// The requested number of frames per second; nil for the daemon's rate.
  public var rate: Double?
  /// The requested pacing of frames.
  public var pacing: Pacing
  /// Whether the client acknowledges frames by `presented`.
  public var acknowledges: Bool
  /// Whether the client can read corner radii in binary frames: `parts` has `cornerRadius`.
  public var readsRadii: Bool
  /// Whether the client can read looks: `parts` has `looks`.
  public var readsLooks: Bool

  /// Creates a hello with defaults for omitted arguments.
  public init(
    name: String? = nil, wants: Feature = .standard, views: ViewFilter = .all,
    rate: Double? = nil, pacing: Pacing = .timer, acknowledges: Bool = false,
    readsRadii: Bool = false, readsLooks: Bool = false
  ) {
    self.name = name
    self.wants = wants
    self.views = views
    self.rate = rate
    self.pacing = pacing
    self.acknowledges = acknowledges
    self.readsRadii = readsRadii
    self.readsLooks = readsLooks
  }

  /// The granted features: those that the client requested and that `roles` allow. They include
  /// ``Feature/acknowledgement`` if the client receives frames and acknowledges them.
  public func features(for roles: Role) -> Feature {
    var features = wants.allowed(to: roles)
    if acknowledges, features.contains(.frames) { features.insert(.acknowledgement) }
    return features
  }
}
