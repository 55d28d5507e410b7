public import SnapbackBasics
public import SnapbackTouches

/// The settings of a long press.
public struct LongPressSettings: Hashable, Sendable {
  /// The time for which the fingers must be down, in seconds; UIKit's 0.5.
  public var duration = 0.5
  /// The number of fingers, 1…10.
  public var fingers = 1
  /// The distance that a finger may move before recognition.
  public var slop = TouchDistance.slop

  /// Creates settings; by default half a second with one finger.
  public init(duration: Double = 0.5, fingers: Int = 1) {
    self.duration = duration
    self.fingers = fingers
  }
}

/// Recognizes fingers that stay down: possible → began after the duration → changed… → ended.
///
/// The duration starts at the touch-down of the last finger. Once the gesture has begun, the
/// fingers may move, and the gesture ends when any of them lifts. Additional fingers are then
/// ignored, as with `UILongPressGestureRecognizer`.
public struct LongPressRecognizer: Sendable, RecognizerMachine {
  /// The settings of the press.
  public let settings: LongPressSettings
  /// The fingers that are down.
  public private(set) var fingers = FingerSet()
  /// Whether the press was recognized.
  public private(set) var isActive = false
  private var start = Point.zero
  /// The touch-down time of the last finger; nil while there are too few.
  private var since: Instant?
  private var estimator = VelocityEstimator()

  /// Creates a recognizer in its initial state.
  public init(_ settings: LongPressSettings = LongPressSettings()) {
    self.settings = settings
  }

  /// The location of the press, in points on the screen.
  public var location: Point { fingers.location }
  /// The translation since recognition.
  public var translation: Vector { isActive ? fingers.location - start : .zero }
  /// Returns the velocity at `now`, in points per second.
  public func velocity(at now: Instant) -> Vector { estimator.velocity(at: now) }
  /// Returns when the fingers will be considered still without further input.
  public func stopMoment(after now: Instant) -> Instant? {
    isActive ? estimator.stopMoment(after: now) : nil
  }

  /// Returns to the initial state.
  public mutating func reset() {
    fingers.removeAll()
    isActive = false
    since = nil
    estimator.reset()
  }

  /// Starts the gesture at the current location.
  public mutating func begin() {
    isActive = true
    start = fingers.location
  }

  /// The time at which the press will be recognized without further input.
  public var deadline: Instant? {
    isActive ? nil : since?.advanced(bySeconds: settings.duration)
  }

  /// Handles the deadline: the press is recognized.
  public mutating func reachDeadline() -> RecognizerStep {
    since = nil
    return .recognized
  }

  /// Consumes the recognizer's contacts in one touch frame. O(fingers²), no allocation.
  public mutating func consume(
    _ contacts: [Contact], at time: Instant, scale: Double?
  ) -> RecognizerStep {
    let slop = settings.slop.points(at: scale)
    var lost: Contact.Phase?
    for contact in contacts {
      if isActive, contact.phase == .began { continue }
      if !isActive, contact.phase == .moved,
        let finger = fingers.fingers.first(where: { $0.id == contact.id })
      {
        let end = contact.position.isFinite ? contact.position : finger.position
        let way = end.distance(to: finger.start)
        guard way <= slop else { return .failed(.moved(way, limit: slop)) }
      }
      switch fingers.update(contact, at: time) {
      case .joined:
        guard fingers.count <= settings.fingers else {
          return .failed(.tooManyFingers(fingers.count, limit: settings.fingers))
        }
        if fingers.count == settings.fingers { since = time }
      case .lifted, .lost:
        lost = contact.phase
        guard isActive else { return .failed(contact.phase == .ended ? .lifted : .taken) }
      case .moved, .none: break
      }
    }
    fingers.settle()
    guard isActive else { return .nothing }
    if let lost { return lost == .cancelled ? .cancelled : .ended }
    estimator.add(fingers.location, at: time)
    return .changed
  }
}
