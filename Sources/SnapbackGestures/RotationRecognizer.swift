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
  /// Whether it was recognised.
  public private(set) var isActive = false
  private var tracker = PairTracker()
  /// Whether it was there to be recognised; another may still be waited for.
  private var isFound = false
  private var startAngle = 0.0
  private var start = Point.zero
  private var angles = VelocityEstimator()
  private var middles = VelocityEstimator()

  /// A recogniser in its first state.
  public init(_ settings: RotationSettings = RotationSettings()) {
    self.settings = settings
  }

  /// The fingers that are down.
  public var fingers: FingerSet { tracker.fingers }
  /// Halfway between the fingers, in points on the screen.
  public var location: Point { tracker.location }
  /// The way of the middle since it began.
  public var translation: Vector { isActive ? location - start : .zero }
  /// The turn since it began, in radians, clockwise positive.
  public var rotation: Double { isActive ? tracker.turn - startAngle : 0 }
  /// How fast it turns as known at `now`, in radians per second.
  public func rotationVelocity(at now: Instant) -> Double {
    isActive ? angles.velocity(at: now).dx : 0
  }
  /// The velocity of the middle as known at `now`, in points per second.
  public func velocity(at now: Instant) -> Vector { middles.velocity(at: now) }
  /// When the fingers will count as still if nothing more comes.
  public func stopMoment(after now: Instant) -> Instant? {
    isActive ? angles.stopMoment(after: now) : nil
  }

  /// Forgets everything.
  public mutating func reset() {
    tracker.reset()
    isActive = false
    isFound = false
    angles.reset()
    middles.reset()
  }

  /// It is recognised from here on.
  public mutating func begin() {
    isActive = true
    startAngle = tracker.turn
    start = location
  }

  /// Takes its contacts of one frame. O(fingers²), no allocation.
  public mutating func consume(
    _ contacts: [Contact], at time: Instant, scale: Double?
  ) -> RecognizerStep {
    let step = tracker.take(contacts, at: time, isActive: isActive, isFound: isFound)
    guard step == .changed, let pair = tracker.pair else { return step }
    if tracker.isNew {
      angles.reset()
      middles.reset()
    }
    angles.add(Point(x: tracker.turn, y: 0), at: time)
    middles.add(pair.middle, at: time)
    guard !isActive else { return .changed }
    let slop = settings.slop.points(at: scale)
    let motion = tracker.motion(slop: slop)
    let arc = motion.arc.magnitude
    let isTurn = arc > slop && motion.isOfPair
    if isTurn { isFound = true }
    return isTurn ? .recognized : .nothing
  }
}
