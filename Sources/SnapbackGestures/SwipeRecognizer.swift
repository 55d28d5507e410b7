public import SnapbackBasics
public import SnapbackTouches

/// The direction of a swipe, or the edge where a pan begins.
public enum SwipeDirection: String, Hashable, Sendable, CaseIterable {
  case left, right, up, down

  /// The unit vector of the direction.
  public var vector: Vector {
    switch self {
    case .left: Vector(dx: -1, dy: 0)
    case .right: Vector(dx: 1, dy: 0)
    case .up: Vector(dx: 0, dy: -1)
    case .down: Vector(dx: 0, dy: 1)
    }
  }
}

/// The settings of a swipe.
public struct SwipeSettings: Hashable, Sendable {
  /// The direction of the swipe.
  public var direction: SwipeDirection
  /// The number of fingers, 1…10.
  public var fingers: Int
  /// How far the fingers must move.
  public var way = TouchDistance.swipeWay
  /// How far the fingers may stray to the side.
  public var stray = TouchDistance.swipeStray
  /// How long the swipe may take, in seconds.
  public var duration = 0.5

  /// Creates settings; by default for one finger.
  public init(direction: SwipeDirection, fingers: Int = 1) {
    self.direction = direction
    self.fingers = fingers
  }
}

/// Recognizes fingers that move fast and straight in one direction: possible → recognized or
/// failed.
///
/// The swipe is recognized as soon as the distance is long enough, without waiting for the lift.
/// Source of the numbers: observed behavior of UIKit's recognizer (50 points in 0.5 s).
public struct SwipeRecognizer: Sendable {
  /// The settings of the swipe.
  public let settings: SwipeSettings
  /// The fingers that are down.
  public private(set) var fingers = FingerSet()
  private var start = Point.zero
  private var isComplete = false
  private var estimator = VelocityEstimator()

  /// Creates a recognizer in its initial state.
  public init(_ settings: SwipeSettings) {
    self.settings = settings
  }

  /// The location of the fingers, in points on the screen.
  public var location: Point { fingers.location }
  /// The translation since all fingers were down.
  public var translation: Vector { isComplete ? fingers.location - start : .zero }
  /// Returns the velocity at `now`, in points per second.
  public func velocity(at now: Instant) -> Vector { estimator.velocity(at: now) }

  /// Returns to the initial state.
  public mutating func reset() {
    fingers.removeAll()
    isComplete = false
    estimator.reset()
  }

  /// When the swipe fails without further input.
  public var deadline: Instant? {
    fingers.isEmpty ? nil : fingers.touchTime.advanced(bySeconds: settings.duration)
  }

  /// Handles the deadline: the swipe fails.
  public mutating func reachDeadline() -> RecognizerStep {
    .failed(.tooSlow(limit: settings.duration))
  }

  /// Consumes the recognizer's contacts of one frame. O(fingers²), no allocation.
  public mutating func consume(
    _ contacts: [Contact], at time: Instant, scale: Double?
  ) -> RecognizerStep {
    var lift: GestureFailure?
    for contact in contacts {
      let change = fingers.update(contact, at: time)
      if case .joined = change {
        guard fingers.count <= settings.fingers else {
          return .failed(.tooManyFingers(fingers.count, limit: settings.fingers))
        }
        fingers.settle()
        if fingers.count == settings.fingers {
          start = fingers.location
          isComplete = true
        }
      }
      if case .lifted = change { lift = .lifted }
      if case .lost = change { lift = .taken }
    }
    fingers.settle()
    if let lift { return .failed(lift) }
    estimator.add(fingers.location, at: time)
    return isComplete ? judge(at: scale) : .nothing
  }

  private func judge(at scale: Double?) -> RecognizerStep {
    let (way, unit) = (fingers.location - start, settings.direction.vector)
    let along = way.dx * unit.dx + way.dy * unit.dy
    let aside = (way.dx * unit.dy - way.dy * unit.dx).magnitude
    let stray = settings.stray.points(at: scale)
    guard aside <= stray else { return .failed(.moved(aside, limit: stray)) }
    guard along >= -TouchDistance.slop.points(at: scale) else { return .failed(.wrongWay) }
    return along >= settings.way.points(at: scale) ? .recognized : .nothing
  }
}
