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
  /// Whether it was recognised.
  public private(set) var isActive = false
  private var tracker = PairTracker()
  /// Whether it was there to be recognised; another may still be waited for.
  private var isFound = false
  private var startSpan = 1.0
  private var start = Point.zero
  /// The distance as x, so that the same estimator serves.
  private var spans = VelocityEstimator()
  private var middles = VelocityEstimator()

  /// A recogniser in its first state.
  public init(_ settings: PinchSettings = PinchSettings()) {
    self.settings = settings
  }

  /// The fingers that are down.
  public var fingers: FingerSet { tracker.fingers }
  /// Halfway between the fingers, in points on the screen.
  public var location: Point { tracker.location }
  /// The way of the middle since it began.
  public var translation: Vector { isActive ? location - start : .zero }
  /// How much farther apart the fingers are than when it began; 1 before.
  public var scale: Double { isActive ? span / startSpan : 1 }
  /// How fast the scale changes, per second, as known at `now`.
  public func scaleVelocity(at now: Instant) -> Double {
    isActive ? spans.velocity(at: now).dx / startSpan : 0
  }
  /// The velocity of the middle as known at `now`, in points per second.
  public func velocity(at now: Instant) -> Vector { middles.velocity(at: now) }
  /// When the fingers will count as still if nothing more comes.
  public func stopMoment(after now: Instant) -> Instant? {
    isActive ? spans.stopMoment(after: now) : nil
  }

  private var span: Double { max(Self.leastSpan, tracker.pair?.span ?? 0) }

  /// Forgets everything.
  public mutating func reset() {
    tracker.reset()
    isActive = false
    isFound = false
    spans.reset()
    middles.reset()
  }

  /// It is recognised from here on.
  public mutating func begin() {
    isActive = true
    startSpan = span
    start = location
  }

  /// Takes its contacts of one frame. O(fingers²), no allocation.
  public mutating func consume(
    _ contacts: [Contact], at time: Instant, scale: Double?
  ) -> RecognizerStep {
    let step = tracker.take(contacts, at: time, isActive: isActive, isFound: isFound)
    guard step == .changed, let pair = tracker.pair else { return step }
    if tracker.isNew {
      spans.reset()
      middles.reset()
    }
    spans.add(Point(x: pair.span, y: 0), at: time)
    middles.add(pair.middle, at: time)
    guard !isActive else { return .changed }
    let slop = settings.slop.points(at: scale)
    let motion = tracker.motion(slop: slop)
    let stretch = motion.stretch.magnitude
    let isPinch = stretch > slop && motion.isOfPair
    if isPinch { isFound = true }
    return isPinch ? .recognized : .nothing
  }
}
