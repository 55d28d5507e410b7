public import SnapbackBasics
public import SnapbackTouches

/// The settings of a pan.
public struct PanSettings: Hashable, Sendable {
  /// The directions in which a pan may begin.
  public enum Direction: String, Hashable, Sendable, CaseIterable {
    /// Any direction.
    case any
    /// More horizontal than vertical.
    case horizontal
    /// More vertical than horizontal.
    case vertical
  }

  /// The least number of fingers, 1…10.
  public var minimumFingers = 1
  /// The greatest number of fingers; if more touch before the pan has begun, it fails.
  public var maximumFingers = Int.max
  /// How far the fingers must move before the pan begins.
  public var slop = TouchDistance.slop
  /// The directions in which the pan may begin; in any other it fails.
  public var direction = Direction.any
  /// The screen edge where the pan must start; nil for anywhere.
  public var edge: SwipeDirection?
  /// The largest distance between the edge and the first finger's touch-down.
  public var edgeWidth = TouchDistance.edgeWidth

  /// How the velocity is estimated from the last positions.
  public var velocity = VelocityStrategy.leastSquares

  /// Creates settings for any number of fingers and any direction.
  public init() {}
}

/// Recognizes a drag of one or more fingers: possible → began → changed… → ended or cancelled, or
/// possible → failed.
///
/// The pan follows the center of its fingers, without jumps when a finger joins or leaves.
/// **Slop**: the pan begins only when the location has moved by more than the slop since enough
/// fingers were down. That distance is absorbed, as by `UIPanGestureRecognizer`: the pan begins
/// with a translation of zero at the fingers' current location, so nothing jumps. An active pan
/// ends with fewer fingers than the least number; fingers beyond the greatest number are ignored.
public struct PanRecognizer: Sendable {
  /// The settings of the pan.
  public let settings: PanSettings
  /// The size of the screen, for pans from its edges.
  public var screen = Size(width: 0, height: 0)
  /// The fingers that are down.
  public private(set) var fingers = FingerSet()
  /// Whether the pan is active.
  public private(set) var isActive = false
  /// The location when enough fingers were down; nil before that.
  private var origin: Point?
  /// The location where the pan began.
  private var start = Point.zero
  private var estimator: VelocityEstimator

  /// Creates a recognizer in its initial state.
  public init(_ settings: PanSettings = PanSettings()) {
    self.settings = settings
    estimator = VelocityEstimator(strategy: settings.velocity)
  }

  /// The location of the pan, in points on the screen: the center of its fingers without jumps.
  public var location: Point { fingers.location }

  /// The translation since the pan began, in points on the screen; zero before.
  public var translation: Vector { isActive ? fingers.location - start : .zero }

  /// Returns the velocity at `now`, in points per second.
  public func velocity(at now: Instant) -> Vector { estimator.velocity(at: now) }

  /// Returns when the fingers will count as still without further input; nil if they already do.
  public func stopMoment(after now: Instant) -> Instant? {
    isActive ? estimator.stopMoment(after: now) : nil
  }

  /// Returns to the initial state.
  public mutating func reset() {
    fingers.removeAll()
    isActive = false
    origin = nil
    estimator.reset()
  }

  /// Starts the pan at the current location.
  public mutating func begin() {
    isActive = true
    start = fingers.location
  }

  /// Consumes the recognizer's contacts of one frame. O(fingers²), no allocation.
  public mutating func consume(
    _ contacts: [Contact], at time: Instant, scale: Double?
  ) -> RecognizerStep {
    var isTouched = false
    var lastPhase = Contact.Phase.moved
    for contact in contacts {
      if !isActive, contact.phase == .began {
        if fingers.isEmpty, let failure = farFromEdge(contact.position, scale: scale) {
          return .failed(failure)
        }
        guard fingers.count < settings.maximumFingers else {
          return .failed(
            .tooManyFingers(fingers.count + 1, limit: settings.maximumFingers))
        }
      }
      let isTooMany = fingers.count >= settings.maximumFingers && contact.phase == .began
      guard !isTooMany else { continue }
      switch fingers.update(contact, at: time, continues: isActive) {
      case .none: continue
      case .lifted, .lost: lastPhase = contact.phase
      case .joined:
        if fingers.count == 1, !isActive { origin = nil }
      case .moved: break
      }
      isTouched = true
    }
    guard isTouched else { return .nothing }
    fingers.settle()
    guard fingers.count >= (isActive ? settings.minimumFingers : 1) else { return end(lastPhase) }
    guard fingers.count >= settings.minimumFingers else {
      origin = nil
      return .nothing
    }
    if origin == nil {
      origin = fingers.location
      estimator.reset()
    }
    estimator.add(fingers.location, at: time)
    return isActive ? .changed : judge(at: scale)
  }

  private func end(_ phase: Contact.Phase) -> RecognizerStep {
    guard isActive else { return .failed(phase == .cancelled ? .taken : .lifted) }
    return phase == .cancelled ? .cancelled : .ended
  }

  private func judge(at scale: Double?) -> RecognizerStep {
    let way = fingers.location - (origin ?? fingers.location)
    guard way.length > settings.slop.points(at: scale) else { return .nothing }
    switch settings.direction {
    case .any: break
    case .horizontal:
      guard way.dx.magnitude > way.dy.magnitude else { return .failed(.wrongWay) }
    case .vertical:
      guard way.dy.magnitude > way.dx.magnitude else { return .failed(.wrongWay) }
    }
    if let unit = settings.edge?.inward {
      // The movement must lead away from the edge, and more so than along it.
      let along = way.dx * unit.dx + way.dy * unit.dy
      let aside = (way.dx * unit.dy - way.dy * unit.dx).magnitude
      guard along > aside else { return .failed(.wrongWay) }
    }
    return .recognized
  }

  private func farFromEdge(_ point: Point, scale: Double?) -> GestureFailure? {
    guard let edge = settings.edge else { return nil }
    let distance =
      switch edge {
      case .left: point.x
      case .right: screen.width - point.x
      case .up: point.y
      case .down: screen.height - point.y
      }
    let limit = settings.edgeWidth.points(at: scale)
    return distance <= limit ? nil : .farFromEdge(distance, limit: limit)
  }
}

extension SwipeDirection {
  /// The unit vector from the edge of this name into the screen.
  fileprivate var inward: Vector { -1 * vector }
}
