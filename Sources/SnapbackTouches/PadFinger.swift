import SnapbackBasics

/// A finger on a touchpad; positions and distances are in millimeters.
struct PadFinger: Sendable {
  /// The role that thumb detection gives a finger. At most one finger has a role other than
  /// ``finger``.
  enum Thumb: Hashable, Sendable {
    /// An ordinary finger.
    case finger
    /// A finger at the lower edge, where a thumb may rest. It can tap, but does not move the
    /// cursor.
    case jailed
    /// A thumb that may take part in a pinch. It neither moves the cursor nor taps.
    case pinching
    /// A resting thumb.
    case resting
    /// A thumb that is treated as a finger again, because it is the only finger left.
    case revived
    /// A revived thumb that is still at the lower edge.
    case revivedInJail
    /// A revived thumb that rests again.
    case spent
  }

  /// The id of the finger's contact; the id changes if the device splits the contact.
  var id: UInt64
  /// The reported position on the pad.
  var place: Point
  /// The displacement since the finger touched, without the device's jumps.
  var travel = Vector.zero
  /// The displacement since the last report; zero if the fingers have changed.
  var step = Vector.zero
  /// The value of ``travel`` when the present gesture could first begin.
  var mark = Vector.zero
  /// The position where the finger touched.
  private(set) var origin: Point
  /// The time when the finger touched.
  private(set) var began = Instant.zero
  /// Whether the finger presses the pad. A hovering finger is tracked, but has no effect.
  private(set) var presses = false
  /// Whether the finger touched in the present report.
  var isNew = false
  /// Whether the finger is treated as a palm at an edge.
  var isPalm = false
  /// Whether the finger can take part in a tap.
  var mayTap = true
  /// The finger's role by thumb detection.
  var thumb = Thumb.finger {
    didSet {
      switch thumb {
      case .pinching, .resting, .spent: mayTap = false
      case .finger, .jailed, .revived, .revivedInJail: break
      }
    }
  }
  /// The id of the finger's contact on the screen while the finger takes part in a gesture; 0 for
  /// none.
  var contact: UInt64 = 0
  /// The length of the last step, scaled to an interval of 12 ms (``PadFingers/jumpInterval``).
  var lastLength = 0.0
  private var speed = PadSpeed()

  init(id: UInt64, at place: Point) {
    self.id = id
    self.place = place
    origin = place
  }

  /// A measure of how long the finger has moved fast (``PadSpeed/fastReports``).
  var fastReports: Int { speed.fastReports }

  /// The position on the pad that results without the device's jumps.
  var position: Point { origin + travel }

  /// The displacement since the present gesture could first begin.
  var moved: Vector { travel - mark }

  /// Whether the finger moves the cursor.
  var moves: Bool { presses && !isPalm && (thumb == .finger || thumb == .revived) }

  /// Whether the finger takes part in scrolls, pinches and other gestures.
  var gestures: Bool { moves || presses && !isPalm && thumb == .pinching }

  /// Whether the finger takes part in taps.
  var taps: Bool { presses && !isPalm && mayTap }

  /// Sets whether the finger presses. A finger that begins to press touches at its present
  /// position.
  mutating func setPresses(_ value: Bool, at time: Instant) {
    guard value != presses else { return }
    presses = value
    (isPalm, mayTap, thumb) = (false, true, .finger)
    guard value else { return }
    isNew = true
    began = time
    origin = place
    (travel, step, mark) = (.zero, .zero, .zero)
    speed = PadSpeed()
  }

  /// Updates ``fastReports`` by a report `seconds` after the last one.
  mutating func countSpeed(_ seconds: Double, isChanged: Bool) {
    speed.count(step, seconds: seconds, isChanged: isChanged)
  }
}

/// Measures how long a finger has moved fast, in reports.
struct PadSpeed: Sendable {
  /// The speed above which a report is fast, in millimeters per second.
  static let fastSpeed = 20.0
  /// The greatest value of ``fastReports``.
  static let fastLimit = 15
  /// The number of reports since the fingers changed from which on a speed is measured.
  static let leastReports = 4

  /// A counter from 0 to ``fastLimit``: each report faster than ``fastSpeed`` adds one, each slower
  /// report subtracts one.
  private(set) var fastReports = 0
  private var speed = 0.0
  private var reports = 0

  /// Updates the counter by a report `seconds` after the last one, with its `step` in millimeters.
  /// As in libinput, whether the report is fast depends on the speed of the report before it.
  mutating func count(_ step: Vector, seconds: Double, isChanged: Bool) {
    reports = isChanged ? 1 : reports + 1
    let isFast = step != .zero && speed > Self.fastSpeed
    fastReports = isFast ? min(Self.fastLimit, fastReports + 1) : max(0, fastReports - 1)
    guard step != .zero, seconds > 0, reports >= Self.leastReports else { return }
    speed = step.length / seconds
  }
}
