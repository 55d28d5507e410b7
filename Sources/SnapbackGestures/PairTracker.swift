import SnapbackGeometry
import SnapbackTiming
import SnapbackTouches

/// The two fingers of a pinch or a rotation, and what they have done since they were two.
///
/// The first two fingers that touch are the pair; a third is none of it. While both travel together
/// farther than they change their distance or their turn, the place that they are compared with
/// moves along: what a long way adds up to by chance is neither a pinch nor a turn.
struct PairTracker: Sendable {
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

  private(set) var fingers = FingerSet()
  /// The pair as it is; nil while it is none.
  private(set) var pair: FingerPair?
  /// Whether the pair is one since the last input.
  private(set) var isNew = false
  /// The turn since the pair is one, in radians; it goes on past π.
  private(set) var turn = 0.0
  private var origin: FingerPair?
  private var ids: (UInt64, UInt64) = (0, 0)
  private var place = Point.zero

  /// Halfway between the fingers; stays when they lift.
  var location: Point { place }

  mutating func reset() {
    fingers.removeAll()
    pair = nil
    origin = nil
    turn = 0
  }

  /// Takes a frame's contacts; `changed` when the pair may have moved. O(fingers²).
  ///
  /// Without one of its fingers a gesture that runs is over, and one that was found and waits for
  /// another cannot come any more.
  mutating func take(
    _ contacts: [Contact], at time: Instant, isActive: Bool, isFound: Bool
  ) -> RecognizerStep {
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
    isNew = pair == nil || found != ids
    if isNew {
      origin = now
      turn = 0
    } else if let pair {
      turn += now.turn(since: pair)
    }
    ids = found
    pair = now
    place = now.middle
  }

  /// What the pair has done since its origin, which moves along where `slop` was spent on travel.
  mutating func motion(slop: Double) -> Motion {
    guard let pair, let origin else { return Motion() }
    let motion = Motion(
      travel: pair.middle.distance(to: origin.middle), stretch: pair.span - origin.span,
      arc: pair.turn(since: origin) * (pair.span + origin.span) / 4)
    let change = max(motion.stretch.magnitude, motion.arc.magnitude)
    if motion.travel > slop, motion.travel > change { self.origin = pair }
    return motion
  }
}
