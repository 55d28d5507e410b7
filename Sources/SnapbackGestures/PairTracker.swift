import SnapbackBasics
import SnapbackTouches

/// Tracks the two fingers of a pinch or rotation and their movement since both are down.
///
/// Possible → found → began; any → over when one of the two lifts.
///
/// The first two fingers that touch are the pair; a third is ignored. While both travel together
/// farther than they change their distance or angle, the reference position moves along. Small
/// changes that add up over a long path are therefore neither a pinch nor a rotation.
struct PairTracker: Sendable {
  /// The quantity that is measured.
  enum Measure {
    /// The distance between the fingers.
    case span
    /// The rotation about the midpoint.
    case turn
  }

  /// The movement of two fingers, as lengths on the screen.
  struct Motion {
    /// The distance that the midpoint has moved.
    var travel = 0.0
    /// The change of the distance between the fingers; negative if they are closer.
    var stretch = 0.0
    /// The arc of each finger around the midpoint; negative for counterclockwise.
    var arc = 0.0

    /// Whether the fingers moved more relative to each other than together.
    var isOfPair: Bool { max(stretch.magnitude, arc.magnitude) >= travel }
  }

  let measure: Measure
  private(set) var fingers = FingerSet()
  /// Whether the gesture was recognized.
  private(set) var isActive = false
  /// The current pair; nil with fewer than two fingers.
  private(set) var pair: FingerPair?
  /// The rotation since the pair was formed, in radians; not limited to ±π.
  private(set) var turn = 0.0
  private var origin: FingerPair?
  private var ids: (UInt64, UInt64) = (0, 0)
  private var place = Point.zero
  /// Whether the gesture was detected; it may still have to wait for another recognizer.
  private var isFound = false
  /// The midpoint at recognition.
  private var start = Point.zero
  /// The measure as the x coordinate, so that the same estimator can be used.
  private var measures = VelocityEstimator()
  private var middles = VelocityEstimator()

  init(_ measure: Measure) {
    self.measure = measure
  }

  /// The midpoint between the fingers; keeps its value when they lift.
  var location: Point { place }

  /// The translation of the midpoint since recognition.
  var translation: Vector { isActive ? location - start : .zero }

  /// Returns the rate of change of the measure at `now`, per second.
  func speed(at now: Instant) -> Double { isActive ? measures.velocity(at: now).dx : 0 }

  /// Returns the velocity of the midpoint at `now`, in points per second.
  func velocity(at now: Instant) -> Vector { middles.velocity(at: now) }

  /// Returns when the fingers will count as still without further input.
  func stopMoment(after now: Instant) -> Instant? {
    isActive ? measures.stopMoment(after: now) : nil
  }

  mutating func reset() {
    fingers.removeAll()
    pair = nil
    origin = nil
    turn = 0
    isActive = false
    isFound = false
    measures.reset()
    middles.reset()
  }

  /// Starts the gesture at the current location.
  mutating func begin() {
    isActive = true
    start = location
  }

  /// Consumes the contacts of one frame. The gesture is detected when its measure has changed by
  /// more than the slop and the fingers have moved more relative to each other than together.
  /// O(fingers²), no allocation.
  mutating func consume(
    _ contacts: [Contact], at time: Instant, slop: Double
  ) -> RecognizerStep {
    let step = update(contacts, at: time)
    guard step == .changed, let pair else { return step }
    measures.add(Point(x: measure == .span ? pair.span : turn, y: 0), at: time)
    middles.add(pair.middle, at: time)
    guard !isActive else { return .changed }
    let motion = motion(slop: slop)
    let change = measure == .span ? motion.stretch : motion.arc
    let isThere = change.magnitude > slop && motion.isOfPair
    if isThere { isFound = true }
    return isThere ? .recognized : .nothing
  }

  /// Updates the fingers from a frame's contacts; returns `changed` if there is a pair.
  ///
  /// When one of the two fingers lifts, an active gesture ends and a detected one that waits for
  /// another recognizer fails.
  private mutating func update(_ contacts: [Contact], at time: Instant) -> RecognizerStep {
    var lost: Contact.Phase?
    for contact in contacts {
      if contact.phase == .began, fingers.count >= 2 { continue }
      switch fingers.update(contact, at: time) {
      case .lifted, .lost: lost = contact.phase
      case .none, .joined, .moved: break
      }
    }
    fingers.settle()
    if lost != nil, isActive { return lost == .cancelled ? .cancelled : .ended }
    if let lost, isFound || fingers.isEmpty {
      return .failed(lost == .cancelled ? .taken : .lifted)
    }
    follow()
    return pair == nil ? .nothing : .changed
  }

  private mutating func follow() {
    guard let now = FingerPair(fingers) else {
      pair = nil
      place = fingers.location
      return
    }
    let found = (fingers.fingers[0].id, fingers.fingers[1].id)
    if pair == nil || found != ids {
      origin = now
      turn = 0
      measures.reset()
      middles.reset()
    } else if let pair {
      turn += now.turn(since: pair)
    }
    ids = found
    pair = now
    place = now.middle
  }

  /// Returns the pair's movement since its origin. The origin moves along when the travel exceeds
  /// `slop` and the change of the pair.
  private mutating func motion(slop: Double) -> Motion {
    guard let pair, let origin else { return Motion() }
    let motion = Motion(
      travel: pair.middle.distance(to: origin.middle), stretch: pair.span - origin.span,
      arc: pair.turn(since: origin) * (pair.span + origin.span) / 4)
    let change = max(motion.stretch.magnitude, motion.arc.magnitude)
    if motion.travel > slop, motion.travel > change { self.origin = pair }
    return motion
  }
}
