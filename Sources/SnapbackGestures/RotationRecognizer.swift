public import SnapbackGeometry
public import SnapbackTiming
public import SnapbackTouches

/// What makes a rotation.
public struct RotationSettings: Hashable, Sendable {
  /// How far each finger has to go around their middle.
  public var slop = TouchDistance.slop

  /// As ever.
  public init() {}
}

/// Recognises two fingers that turn about each other: possible → began → changed… → ended.
///
/// It begins when each has gone around their middle by the slop, and they have turned or parted by
/// more than both have travelled; the turn up to there is absorbed. It counts whole turns: the
/// angle goes on past π. It follows the first two fingers; when one lifts it ends.
public struct RotationRecognizer: Sendable {
  /// What makes the rotation.
  public let settings: RotationSettings
  private var tracker = PairTracker(.turn)
  private var startAngle = 0.0

  /// A recogniser in its first state.
  public init(_ settings: RotationSettings = RotationSettings()) {
    self.settings = settings
  }

  /// Whether it was recognised.
  public var isActive: Bool { tracker.isActive }
  /// The fingers that are down.
  public var fingers: FingerSet { tracker.fingers }
  /// Halfway between the fingers, in points on the screen.
  public var location: Point { tracker.location }
  /// The way of the middle since it began.
  public var translation: Vector { tracker.translation }
  /// The turn since it began, in radians, clockwise positive.
  public var rotation: Double { isActive ? tracker.turn - startAngle : 0 }
  /// How fast it turns as known at `now`, in radians per second.
  public func rotationVelocity(at now: Instant) -> Double {
    tracker.speed(at: now)
  }
  /// The velocity of the middle as known at `now`, in points per second.
  public func velocity(at now: Instant) -> Vector { tracker.velocity(at: now) }
  /// When the fingers will count as still if nothing more comes.
  public func stopMoment(after now: Instant) -> Instant? {
    tracker.stopMoment(after: now)
  }

  /// Forgets everything.
  public mutating func reset() { tracker.reset() }

  /// It is recognised from here on.
  public mutating func begin() {
    tracker.begin()
    startAngle = tracker.turn
  }

  /// Takes its contacts of one frame. O(fingers²), no allocation.
  public mutating func consume(
    _ contacts: [Contact], at time: Instant, scale: Double?
  ) -> RecognizerStep {
    tracker.consume(contacts, at: time, slop: settings.slop.points(at: scale))
  }
}
