public import SnapbackGeometry
public import SnapbackTiming
public import SnapbackTouches

/// What makes a pan.
public struct PanSettings: Hashable, Sendable {
  /// The directions in which it may begin.
  public enum Direction: String, Hashable, Sendable, CaseIterable {
    /// Any.
    case any
    /// More across than up or down.
    case horizontal
    /// More up or down than across.
    case vertical
  }

  /// The fewest fingers that pan, 1…10.
  public var minimumFingers = 1
  /// The most fingers that begin one; more that touch before it has begun make it fail.
  public var maximumFingers = Int.max
  /// How far the fingers move before it begins.
  public var slop = TouchDistance.slop
  /// The directions in which it may begin; another one makes it fail.
  public var direction = Direction.any
  /// The screen's edge from which it has to come; nil for from anywhere.
  public var edge: SwipeDirection?
  /// How near to the edge the first finger has to touch.
  public var edgeWidth = TouchDistance.edgeWidth

  /// How its velocity is made of the last positions.
  public var velocity = VelocityStrategy.leastSquares

  /// A pan of any number of fingers in any direction.
  public init() {}
}

/// Recognises a drag of one or more fingers: possible → began → changed… → ended or cancelled, or
/// possible → failed.
///
/// It follows the middle of the fingers that are down on it, without jumps where a finger joins or
/// leaves.
/// **Slop**: it does not begin until the location is so far from where it was when enough fingers
/// were down. The way up to there is absorbed, as by `UIPanGestureRecognizer`: the pan begins with
/// a translation of zero at the place where the fingers then are, so nothing jumps.
/// With fewer fingers than the least a running pan ends; more than the most join nothing.
public struct PanRecognizer: Sendable {
  /// What makes the pan.
  public let settings: PanSettings
  /// The size of the screen, for pans from its edges.
  public var screen = Size(width: 0, height: 0)
  /// The fingers that are down.
  public private(set) var fingers = FingerSet()
  /// Whether the pan runs.
  public private(set) var isActive = false
  /// Where enough fingers were down; nil before.
  private var origin: Point?
  /// Where the pan began.
  private var start = Point.zero
  private var estimator: VelocityEstimator

  /// A recogniser in its first state.
  public init(_ settings: PanSettings = PanSettings()) {
    self.settings = settings
    estimator = VelocityEstimator(strategy: settings.velocity)
  }

  /// Where the pan is, in points on the screen: the middle of its fingers without the jumps.
  public var location: Point { fingers.location }

  /// The way from where the pan began, in points on the screen; zero before.
  public var translation: Vector { isActive ? fingers.location - start : .zero }

  /// The velocity as known at `now`, in points per second.
  public func velocity(at now: Instant) -> Vector { estimator.velocity(at: now) }

  /// When the fingers will count as still if nothing more comes; nil when they already do.
  public func stopMoment(after now: Instant) -> Instant? {
    isActive ? estimator.stopMoment(after: now) : nil
  }

  /// Forgets everything.
  public mutating func reset() {
    fingers.removeAll()
    isActive = false
    origin = nil
    estimator.reset()
  }

  /// It is recognised from here on.
  public mutating func begin() {
    isActive = true
    start = fingers.location
  }

  /// Takes its contacts of one frame. O(fingers²), no allocation.
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
      switch fingers.take(contact, at: time, continues: isActive) {
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
      // Away from the edge, and more so than along it.
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
  /// From the edge of this name into the screen.
  fileprivate var inward: Vector { -1 * vector }
}
