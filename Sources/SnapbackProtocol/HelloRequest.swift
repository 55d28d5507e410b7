public import SnapbackFrames

/// What a client says of itself, and what it wants.
public struct HelloRequest: Equatable, Sendable {
  /// Its name, for the log; cut after ``ProtocolLimits/nameScalars``.
  public var name: String?
  /// What it wants to be sent.
  public var wants: Feature
  /// The views that it wants to hear of.
  public var views: ViewFilter
  /// The most frames per second that it wants; nil for the daemon's rate.
  public var rate: Double?
  /// When it wants frames.
  public var pacing: Pacing
  /// Whether it acknowledges frames by `presented`.
  public var acknowledges: Bool

  /// A hello with the defaults of what is left out.
  public init(
    name: String? = nil, wants: Feature = .standard, views: ViewFilter = .all,
    rate: Double? = nil, pacing: Pacing = .timer, acknowledges: Bool = false
  ) {
    self.name = name
    self.wants = wants
    self.views = views
    self.rate = rate
    self.pacing = pacing
    self.acknowledges = acknowledges
  }

  /// What the client gets: what it wants and may have, with ``Feature/acknowledgement`` if it
  /// acknowledges frames that it gets.
  public func features(for roles: Role) -> Feature {
    var features = wants.allowed(to: roles)
    if acknowledges, features.contains(.frames) { features.insert(.acknowledgement) }
    return features
  }
}
