public import SnapbackGeometry
public import SnapbackTiming
public import SnapbackTouches

/// Where a swipe goes, or at which edge a pan begins.
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

/// What makes a swipe.
public struct SwipeSettings: Hashable, Sendable {
  /// Where to.
  public var direction: SwipeDirection
  /// With how many fingers, 1…10.
  public var fingers: Int
  /// How far the fingers have to go.
  public var way = TouchDistance.swipeWay
  /// How far they may stray to the side.
  public var stray = TouchDistance.swipeStray
  /// How long they may take, in seconds.
  public var duration = 0.5

  /// A swipe of one finger.
  public init(direction: SwipeDirection, fingers: Int = 1) {
    self.direction = direction
    self.fingers = fingers
  }
}

/// Recognises fingers that go one way, fast and straight: possible → recognised or failed.
///
/// It is recognised as soon as the way is long enough, without waiting for the lift. Source of the
/// numbers: what UIKit's recogniser was observed to take (50 points in 0.5 s).
public struct SwipeRecognizer: Sendable {
  /// What makes the swipe.
  public let settings: SwipeSettings
  /// The fingers that are down.
  public private(set) var fingers = FingerSet()
  private var start = Point.zero
  private var isComplete = false
  private var estimator = VelocityEstimator()

  /// A recogniser in its first state.
  public init(_ settings: SwipeSettings) {
    self.settings = settings
  }

  /// Where the fingers are, in points on the screen.
  public var location: Point { fingers.location }
  /// The way since all fingers were down.
  public var translation: Vector { isComplete ? fingers.location - start : .zero }
  /// The velocity as known at `now`, in points per second.
  public func velocity(at now: Instant) -> Vector { estimator.velocity(at: now) }

  /// Forgets everything.
  public mutating func reset() {
    fingers.removeAll()
    isComplete = false
    estimator.reset()
  }

  /// When it fails if nothing comes.
  public var deadline: Instant? {
    fingers.isEmpty ? nil : fingers.touchTime.advanced(bySeconds: settings.duration)
  }

  /// The deadline has come.
  public mutating func reachDeadline() -> RecognizerStep {
    .failed(.tooSlow(limit: settings.duration))
  }

  /// Takes its contacts of one frame. O(fingers²), no allocation.
  public mutating func consume(
    _ contacts: [Contact], at time: Instant, scale: Double?
  ) -> RecognizerStep {
    var lift: GestureFailure?
    for contact in contacts {
      let change = fingers.take(contact, at: time)
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
