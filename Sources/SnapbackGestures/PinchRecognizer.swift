public import SnapbackBasics
public import SnapbackTouches

/// The settings of a pinch.
public struct PinchSettings: Hashable, Sendable {
  /// The default change of the distance between the fingers at which a pinch begins, as a share of
  /// that distance. 5 % is between the 8 % of observed pinches and the 2 % of fingers that travel
  /// together. Source: decision 32.
  public static let defaultShare = 0.05

  /// The change of the distance between the fingers at which a pinch begins; nil for
  /// ``defaultShare`` of the distance.
  public var slop: TouchDistance?

  /// Creates the default settings.
  public init() {}
}

/// Recognizes two fingers that move together or apart: possible → began → changed… → ended.
///
/// The pinch begins when the distance between the fingers has changed by the slop, beyond the noise
/// of the panel, however far the fingers travel together. The scale begins at 1: the change before
/// recognition is discarded. The pinch tracks the first two of the fingers that are down and ends
/// when the last finger lifts. While one finger is down, the scale stays constant; it continues
/// when a finger returns. Distances below ``leastSpan`` are treated as ``leastSpan``.
public struct PinchRecognizer: Sendable, RecognizerMachine {
  /// The minimum distance for computing the scale, in points: fingers cannot coincide, but reported
  /// positions can.
  public static let leastSpan = 1.0

  /// The settings of the pinch.
  public let settings: PinchSettings
  private var tracker = PairTracker(.span)
  private var startValue = 1.0

  /// Creates a recognizer in its initial state.
  public init(_ settings: PinchSettings = PinchSettings()) {
    self.settings = settings
  }

  /// Whether the pinch was recognized.
  public var isActive: Bool { tracker.isActive }
  /// The fingers that are down.
  public var fingers: FingerSet { tracker.fingers }
  /// The midpoint between the fingers, or the only finger, in points on the screen.
  public var location: Point { tracker.location }
  /// The translation of the location since the pinch began, without jumps.
  public var translation: Vector { tracker.translation }
  /// The number of times that the fingers have changed since the pinch began.
  public var grips: Int { tracker.grips }
  /// The ratio of the fingers' distance to that at the beginning; 1 before the pinch has begun.
  public var scale: Double { isActive ? tracker.value / startValue : 1 }
  /// Returns the rate of change of the scale at `now`, per second.
  public func scaleVelocity(at now: Instant) -> Double {
    tracker.speed(at: now) / startValue
  }
  /// Returns the velocity of the location at `now`, in points per second.
  public func velocity(at now: Instant) -> Vector { tracker.velocity(at: now) }
  /// Returns when the fingers will be considered still without further input.
  public func stopMoment(after now: Instant) -> Instant? {
    tracker.stopMoment(after: now)
  }

  /// Returns to the initial state.
  public mutating func reset() { tracker.reset() }

  /// Starts the pinch with the current distance as scale 1.
  public mutating func begin() {
    tracker.begin()
    startValue = tracker.value
  }

  /// Consumes the recognizer's contacts in one touch frame. O(fingers²), no allocation.
  public mutating func consume(
    _ contacts: [Contact], at time: Instant, scale: Double?
  ) -> RecognizerStep {
    tracker.consume(
      contacts, at: time, slop: settings.slop?.points(at: scale), scale: scale)
  }
}
