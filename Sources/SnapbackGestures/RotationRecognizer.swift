public import SnapbackBasics
public import SnapbackTouches

/// The settings of a rotation.
public struct RotationSettings: Hashable, Sendable {
  /// The default angle in radians by which the fingers must turn: 3.5 degrees. It is between the 5
  /// degrees of observed rotations and the 2 degrees of fingers that travel together. Source:
  /// decision 32.
  public static let defaultAngle = 3.5 * Double.pi / 180

  /// The distance that each finger must move around the midpoint; nil for ``defaultAngle``.
  public var slop: TouchDistance?

  /// Creates the default settings.
  public init() {}
}

/// Recognizes two fingers that rotate around each other: possible → began → changed… → ended.
///
/// The rotation begins when the fingers have turned by the slop, beyond the noise of the panel,
/// however far the fingers travel together. The angle begins at 0: the turn before recognition is
/// discarded. The angle is not limited to ±π, so it includes whole turns. The rotation tracks the
/// first two of the fingers that are down and ends when the last finger lifts. While one finger is
/// down, the angle stays constant; it continues when a finger returns.
public struct RotationRecognizer: Sendable, RecognizerMachine {
  /// The settings of the rotation.
  public let settings: RotationSettings
  private var tracker = PairTracker(.turn)
  private var startAngle = 0.0

  /// Creates a recognizer in its initial state.
  public init(_ settings: RotationSettings = RotationSettings()) {
    self.settings = settings
  }

  /// Whether the rotation was recognized.
  public var isActive: Bool { tracker.isActive }
  /// The fingers that are down.
  public var fingers: FingerSet { tracker.fingers }
  /// The midpoint between the fingers, or the only finger, in points on the screen.
  public var location: Point { tracker.location }
  /// The translation of the location since the rotation began, without jumps.
  public var translation: Vector { tracker.translation }
  /// The number of times that the fingers have changed since the rotation began.
  public var grips: Int { tracker.grips }
  /// The angle since the rotation began, in radians, positive clockwise.
  public var rotation: Double { isActive ? tracker.value - startAngle : 0 }
  /// Returns the angular velocity at `now`, in radians per second.
  public func rotationVelocity(at now: Instant) -> Double {
    tracker.speed(at: now)
  }
  /// Returns the velocity of the location at `now`, in points per second.
  public func velocity(at now: Instant) -> Vector { tracker.velocity(at: now) }
  /// Returns when the fingers will be considered still without further input.
  public func stopMoment(after now: Instant) -> Instant? {
    tracker.stopMoment(after: now)
  }

  /// Returns to the initial state.
  public mutating func reset() { tracker.reset() }

  /// Starts the rotation with the current angle as zero.
  public mutating func begin() {
    tracker.begin()
    startAngle = tracker.value
  }

  /// Consumes the recognizer's contacts in one touch frame. O(fingers²), no allocation.
  public mutating func consume(
    _ contacts: [Contact], at time: Instant, scale: Double?
  ) -> RecognizerStep {
    tracker.consume(
      contacts, at: time, slop: settings.slop?.points(at: scale), scale: scale)
  }
}
