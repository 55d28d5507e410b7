import SnapbackBasics

/// A contact's last position in points, and an extrapolation from its velocity.
///
/// The velocity is measured between two scans of the panel. One scan can arrive in several touch
/// frames; the times between those touch frames say nothing about the velocity.
struct ContactCourse: Sendable {
  /// Touch frames less than this many seconds apart belong to one scan of the panel.
  static let scanTime = 0.004
  /// The longest time over which a position is extrapolated, in seconds.
  private static let horizon = 0.05

  /// The last position.
  private(set) var position: Point
  /// The time of ``position``.
  private(set) var time: Instant
  /// The velocity between the last two scans, in points per second.
  private(set) var velocity = Vector.zero
  /// The position and time of the last velocity measurement.
  private var anchor: Point
  private var anchorTime: Instant
  /// Whether the next position may be compared with ``position``.
  private(set) var isPlaced = true

  /// Starts the course of a new contact, with zero velocity.
  init(at position: Point, _ time: Instant) {
    self.position = position
    self.time = time
    anchor = position
    anchorTime = time
  }

  /// Returns the position extrapolated to `now` at the current velocity.
  func expected(at now: Instant) -> Point {
    let seconds = min(max(now.seconds(since: time), 0), Self.horizon)
    return position + seconds * velocity
  }

  /// Moves the contact to `position` and updates the velocity once per scan.
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

  /// Restarts at `position` with zero velocity.
  mutating func jump(to position: Point, at now: Instant) {
    self = ContactCourse(at: position, now)
  }

  /// Marks ``position`` as unusable for comparison until the next jump.
  mutating func forgetPosition() {
    isPlaced = false
  }
}
