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
  /// The distance that each finger must move. It decreases with time, by up to 47 %.
  public var way = TouchDistance.swipeWay
  /// The distance that each finger may stray to the side. It decreases with time, by up to 49 %.
  public var stray = TouchDistance.swipeStray
  /// The maximum duration of the swipe, in seconds.
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
/// The swipe is recognized as soon as each finger has moved far enough from its touch-down
/// position, without waiting for the lift. During ``SwipeSettings/duration`` the required distance
/// falls from ``SwipeSettings/way`` to 53 % of it, and the allowed distance to the side to 51 %. By
/// default the distances are 50 (1 − 0.94 t) and 50 (1 − 0.98 t) points after t seconds. A finger
/// that is ever behind its touch-down position makes the swipe fail. Source:
/// `UISwipeGestureRecognizer` on iOS 26.1, as measured by others; the tables are in
/// Tests/Fixtures/uikit.
public struct SwipeRecognizer: Sendable, RecognizerMachine {
  /// The fraction of ``SwipeSettings/way`` by which the required distance has decreased at the end
  /// of ``SwipeSettings/duration``.
  private static let wayDecay = 0.47
  /// The fraction by which the allowed distance to the side has decreased at that time.
  private static let strayDecay = 0.49
  /// The rounding error, in points, by which a distance may miss a limit and still reach it.
  private static let slack = 1e-9

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
  /// The translation since all fingers were down; zero before.
  public var translation: Vector { isComplete ? fingers.location - start : .zero }
  /// Returns the velocity at `now`, in points per second.
  public func velocity(at now: Instant) -> Vector { estimator.velocity(at: now) }

  /// Returns to the initial state.
  public mutating func reset() {
    fingers.removeAll()
    isComplete = false
    estimator.reset()
  }

  /// The time at which the swipe fails without further input: the first moment after its duration.
  public var deadline: Instant? {
    fingers.isEmpty ? nil : end.advanced(byNanoseconds: 1)
  }

  /// The last moment at which the swipe can be recognized.
  private var end: Instant { fingers.touchTime.advanced(bySeconds: settings.duration) }

  /// Handles the deadline: the swipe fails.
  public mutating func reachDeadline() -> RecognizerStep {
    .failed(.tooSlow(limit: settings.duration))
  }

  /// Consumes the recognizer's contacts in one touch frame. O(fingers²), no allocation.
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
    return judge(at: time, scale: scale)
  }

  private func judge(at time: Instant, scale: Double?) -> RecognizerStep {
    guard time <= end else { return .failed(.tooSlow(limit: settings.duration)) }
    let elapsed = max(0, time.seconds(since: fingers.touchTime))
    let spent = settings.duration > 0 ? elapsed / settings.duration : 1
    let least = settings.way.points(at: scale) * (1 - Self.wayDecay * spent)
    let most = settings.stray.points(at: scale) * (1 - Self.strayDecay * spent)
    let back = TouchDistance.swipeBack.points(at: scale)
    let unit = settings.direction.vector
    var isFar = isComplete
    for finger in fingers.fingers {
      let way = finger.position - finger.start
      let along = way.dx * unit.dx + way.dy * unit.dy
      let aside = (way.dx * unit.dy - way.dy * unit.dx).magnitude
      guard along > Self.slack - back else { return .failed(.wrongWay) }
      guard aside <= most + Self.slack else { return .failed(.moved(aside, limit: most)) }
      if along < least - Self.slack { isFar = false }
    }
    return isFar ? .recognized : .nothing
  }
}
