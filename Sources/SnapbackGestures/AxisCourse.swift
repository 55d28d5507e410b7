/// The direction of a contact on one axis, and its last turn.
///
/// A turn is recognized once the contact has moved back from its farthest position by more than the
/// play, a distance that noise may cause. The turn is then placed at that farthest position, so the
/// samples since the turn contain only the new direction.
struct AxisCourse: Sendable {
  /// 1 or −1, or 0 before the first movement.
  private(set) var direction = 0.0
  /// The time of the last turn, in nanoseconds; before any turn, the time of the first sample.
  private(set) var turnTime: UInt64 = 0
  private var farthest = 0.0
  private var farthestTime: UInt64 = 0

  /// Whether the contact has moved along the axis.
  var isMoving: Bool { direction != 0 }

  /// Starts at a position without a direction.
  mutating func begin(at position: Double, _ time: UInt64) {
    direction = 0
    turnTime = time
    farthest = position
    farthestTime = time
  }

  /// Updates the direction with the position of a sample, in points. `play` is the distance that
  /// the contact may move back without a turn.
  @inline(__always)
  mutating func follow(_ position: Double, _ time: UInt64, play: Double) {
    let way = (position - farthest) * direction
    if way < 0 {
      guard -way > play else { return }
      direction = -direction
      turnTime = farthestTime
    } else if direction == 0 {
      guard position != farthest else { return }
      direction = position > farthest ? 1 : -1
    }
    farthest = position
    farthestTime = time
  }
}

/// The directions of a contact on both axes, and the noise of its positions.
struct FingerCourse: Sendable {
  var across = AxisCourse()
  var down = AxisCourse()
  /// The mean difference between successive steps, scaled to the same time, in points.
  private(set) var noise = 0.0

  /// Updates the noise with a step and `surprise`, the difference between the step and the one that
  /// the last speed predicts. A single large surprise, as at a turn, adds at most a quarter of its
  /// step.
  @inline(__always)
  mutating func note(_ step: Double, _ surprise: Double) {
    noise += 0.25 * (min(surprise, 4 * noise + 0.25 * step) - noise)
  }

  /// The distance that a contact may move back without a turn: the noise plus a tenth of `step`,
  /// because a finger that moves along one axis may stray that far on the other.
  @inline(__always)
  func play(_ step: Double) -> Double { noise + 0.1 * step }
}
