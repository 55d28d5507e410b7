public import SnapbackGeometry
public import SnapbackTiming
public import SnapbackTouches

/// What makes a pinch.
public struct PinchSettings: Hashable, Sendable {
  /// How far the distance of the fingers has to change.
  public var slop = TouchDistance.spanSlop

  /// As ever.
  public init() {}
}

/// Recognises two fingers that come nearer or go apart: possible → began → changed… → ended.
///
/// It begins when their distance has changed by the slop, and they have parted or turned by more
/// than both have travelled; the way up to there is absorbed, so that the scale begins at 1. It
/// follows the first two fingers; when one lifts it ends. Fingers nearer than ``leastSpan`` count
/// as that far apart.
public struct PinchRecognizer: Sendable {
  /// The least distance that a scale is reckoned from, in points: fingers cannot be in one place,
  /// but what a panel says of them can.
  public static let leastSpan = 1.0

  /// What makes the pinch.
  public let settings: PinchSettings
  private var tracker = PairTracker(.span)
  private var startSpan = 1.0

  /// A recogniser in its first state.
  public init(_ settings: PinchSettings = PinchSettings()) {
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
  /// How much farther apart the fingers are than when it began; 1 before.
  public var scale: Double { isActive ? span / startSpan : 1 }
  /// How fast the scale changes, per second, as known at `now`.
  public func scaleVelocity(at now: Instant) -> Double {
    tracker.speed(at: now) / startSpan
  }
  /// The velocity of the middle as known at `now`, in points per second.
  public func velocity(at now: Instant) -> Vector { tracker.velocity(at: now) }
  /// When the fingers will count as still if nothing more comes.
  public func stopMoment(after now: Instant) -> Instant? {
    tracker.stopMoment(after: now)
  }

  private var span: Double { max(Self.leastSpan, tracker.pair?.span ?? 0) }

  /// Forgets everything.
  public mutating func reset() { tracker.reset() }

  /// It is recognised from here on.
  public mutating func begin() {
    tracker.begin()
    startSpan = span
  }

  /// Takes its contacts of one frame. O(fingers²), no allocation.
  public mutating func consume(
    _ contacts: [Contact], at time: Instant, scale: Double?
  ) -> RecognizerStep {
    tracker.consume(contacts, at: time, slop: settings.slop.points(at: scale))
  }
}
