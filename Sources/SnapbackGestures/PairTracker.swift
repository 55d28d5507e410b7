import SnapbackGeometry
import SnapbackTiming
import SnapbackTouches

/// The two fingers of a pinch or a rotation, and what they have done since they were two.
///
/// Possible → found → began; any → over when one of the two lifts.
///
/// The first two fingers that touch are the pair; a third is none of it. While both travel together
/// farther than they change their distance or their turn, the place that they are compared with
/// moves along: what a long way adds up to by chance is neither a pinch nor a turn.
struct PairTracker: Sendable {
  /// What of a pair is looked at.
  enum Measure {
    /// How far apart the fingers are.
    case span
    /// How far they have turned about their middle.
    case turn
  }

  /// What two fingers have done, each as a length on the screen.
  struct Motion {
    /// How far the middle has come.
    var travel = 0.0
    /// How much farther apart the fingers are; negative when nearer.
    var stretch = 0.0
    /// How far each finger has gone around the middle; negative for counter-clockwise.
    var arc = 0.0

    /// Whether the fingers have done more against each other than together.
    var isOfPair: Bool { max(stretch.magnitude, arc.magnitude) >= travel }
  }

  let measure: Measure
  private(set) var fingers = FingerSet()
  /// Whether the gesture was recognised.
  private(set) var isActive = false
  /// The pair as it is; nil while it is none.
  private(set) var pair: FingerPair?
  /// The turn since the pair is one, in radians; it goes on past π.
  private(set) var turn = 0.0
  private var origin: FingerPair?
  private var ids: (UInt64, UInt64) = (0, 0)
  private var place = Point.zero
  /// Whether what is looked for was there; another gesture may still be waited for.
  private var isFound = false
  /// Where the middle was when it was recognised.
  private var start = Point.zero
  /// The measure as x, so that the same estimator serves.
  private var measures = VelocityEstimator()
  private var middles = VelocityEstimator()

  init(_ measure: Measure) {
    self.measure = measure
  }

  /// Halfway between the fingers; stays when they lift.
  var location: Point { place }

  /// The way of the middle since it was recognised.
  var translation: Vector { isActive ? location - start : .zero }

  /// How fast the measure changes as known at `now`, per second.
  func speed(at now: Instant) -> Double { isActive ? measures.velocity(at: now).dx : 0 }

  /// The velocity of the middle as known at `now`, in points per second.
  func velocity(at now: Instant) -> Vector { middles.velocity(at: now) }

  /// When the fingers will count as still if nothing more comes.
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

  /// It is recognised from here on.
  mutating func begin() {
    isActive = true
    start = location
  }

  /// Takes the contacts of one frame; it is there when its measure has changed by the slop and the
  /// fingers have done more against each other than together. O(fingers²), no allocation.
  mutating func consume(
    _ contacts: [Contact], at time: Instant, slop: Double
  ) -> RecognizerStep {
    let step = take(contacts, at: time)
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

  /// Takes a frame's contacts; `changed` when the pair may have moved.
  ///
  /// Without one of its fingers a gesture that runs is over, and one that was found and waits for
  /// another cannot come any more.
  private mutating func take(_ contacts: [Contact], at time: Instant) -> RecognizerStep {
    var lost: Contact.Phase?
    for contact in contacts {
      if contact.phase == .began, fingers.count >= 2 { continue }
      switch fingers.take(contact, at: time) {
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

  /// What the pair has done since its origin, which moves along where `slop` was spent on travel.
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
