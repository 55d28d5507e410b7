import SnapbackGeometry
import SnapbackTiming

/// Where a contact was last, in points, and where it goes from there.
///
/// The velocity is that between two scans of the panel: the parts of one scan come in frames whose
/// times say nothing of it.
struct ContactCourse: Sendable {
  /// Frames closer than this are one scan of the panel in two parts, in seconds.
  static let scanTime = 0.004
  /// The longest that a contact is taken to go straight on, in seconds.
  private static let horizon = 0.05

  /// Where the contact was last.
  private(set) var position: Point
  /// When it was there.
  private(set) var time: Instant
  /// In points a second, between the last two scans.
  private(set) var velocity = Vector.zero
  /// Where and when the velocity was last measured.
  private var anchor: Point
  private var anchorTime: Instant
  /// Whether the next place can be judged by ``position``.
  private(set) var isPlaced = true

  /// The course of a contact that begins.
  init(at position: Point, _ time: Instant) {
    self.position = position
    self.time = time
    anchor = position
    anchorTime = time
  }

  /// Where the contact would be by `now` if it went on as it did.
  func expected(at now: Instant) -> Point {
    let seconds = min(max(now.seconds(since: time), 0), Self.horizon)
    return position + seconds * velocity
  }

  /// Goes on to a place to which the contact has moved.
  mutating func move(to position: Point, at now: Instant) {
    let since = now.seconds(since: anchorTime)
    if since >= Self.scanTime {
      velocity = (1 / since) * (position - anchor)
      anchor = position
      anchorTime = now
    }
    self.position = position
    time = now
  }

  /// Starts at another place, without a velocity.
  mutating func jump(to position: Point, at now: Instant) {
    self = ContactCourse(at: position, now)
  }

  /// Notes that no place can be judged by ``position`` until the next jump.
  mutating func forgetPosition() {
    isPlaced = false
  }
}
