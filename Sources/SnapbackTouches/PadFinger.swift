import SnapbackBasics

/// A finger on a touchpad, in millimeters.
struct PadFinger: Sendable {
  /// The role that thumb detection gives a finger. At most one finger has another role than
  /// ``finger``.
  enum Thumb: Hashable, Sendable {
    /// A finger like the others.
    case finger
    /// At the lower edge, where a thumb may rest: it can tap, but does not move the cursor.
    case jailed
    /// A thumb that may pinch; it neither moves the cursor nor taps.
    case pinching
    /// A resting thumb.
    case resting
    /// A thumb that counts as a finger again, because it is the only one left.
    case revived
    /// A revived thumb at the lower edge.
    case revivedInJail
    /// A revived thumb that rests again.
    case spent
  }

  /// The id of its contact; another one if the device splits the contact.
  var id: UInt64
  /// The place on the pad as reported.
  var place: Point
  /// The way since it touched, without the jumps of the device.
  var travel = Vector.zero
  /// The way since the last report; zero if the fingers have changed.
  var step = Vector.zero
  /// ``travel`` when the present gesture could begin.
  var mark = Vector.zero
  /// The place where it touched.
  private(set) var origin: Point
  /// When it touched.
  private(set) var began = Instant.zero
  /// Whether it presses the pad; a hovering finger is tracked but does nothing.
  private(set) var presses = false
  /// Whether it touched in the present report.
  var isNew = false
  /// Whether it is taken for a palm at an edge.
  var isPalm = false
  /// Whether it can be a part of a tap.
  var mayTap = true
  /// The role that thumb detection gives it.
  var thumb = Thumb.finger {
    didSet {
      switch thumb {
      case .pinching, .resting, .spent: mayTap = false
      case .finger, .jailed, .revived, .revivedInJail: break
      }
    }
  }
  /// The finger's contact on the screen while it is a part of a gesture; 0 for none.
  var contact: UInt64 = 0
  /// The length of its last step as if 12 ms had passed.
  var lastLength = 0.0
  private var speed = PadSpeed()

  init(id: UInt64, at place: Point) {
    self.id = id
    self.place = place
    origin = place
  }

  /// The number of fast reports (``PadSpeed/fastReports``).
  var fastReports: Int { speed.fastReports }

  /// The place on the pad as if the device had not jumped.
  var position: Point { origin + travel }

  /// The way since the present gesture could begin.
  var moved: Vector { travel - mark }

  /// Whether it moves the cursor.
  var moves: Bool { presses && !isPalm && (thumb == .finger || thumb == .revived) }

  /// Whether it is a part of scrolls, pinches and other gestures.
  var gestures: Bool { moves || presses && !isPalm && thumb == .pinching }

  /// Whether it is a part of taps.
  var taps: Bool { presses && !isPalm && mayTap }

  /// Follows whether the finger presses; one that begins to press touches where it is.
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

  /// Counts a report `seconds` after the last one.
  mutating func countSpeed(_ seconds: Double, isChanged: Bool) {
    speed.count(step, seconds: seconds, isChanged: isChanged)
  }
}

/// Counts how often a finger moves fast.
struct PadSpeed: Sendable {
  /// The speed above which a report counts as fast, in millimeters per second.
  static let fastSpeed = 20.0
  /// The greatest value of ``fastReports``.
  static let fastLimit = 15
  /// The number of reports before a speed is measured.
  static let leastReports = 4

  /// How many reports, up to ``fastLimit``, exceeded ``fastSpeed``; each slower one takes one off.
  private(set) var fastReports = 0
  private var speed = 0.0
  private var reports = 0

  /// Counts a report, with its step in millimeters, `seconds` after the last one. As in libinput,
  /// it is judged by the speed that the report before it had.
  mutating func count(_ step: Vector, seconds: Double, isChanged: Bool) {
    reports = isChanged ? 1 : reports + 1
    let isFast = step != .zero && speed > Self.fastSpeed
    fastReports = isFast ? min(Self.fastLimit, fastReports + 1) : max(0, fastReports - 1)
    guard step != .zero, seconds > 0, reports >= Self.leastReports else { return }
    speed = step.length / seconds
  }
}
