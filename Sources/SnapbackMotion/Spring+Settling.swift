/// When a motion counts as over, in the channel's own units.
public struct RestThreshold: Hashable, Sendable {
  /// The largest distance from the target that nobody sees.
  public let offset: Double
  /// The largest velocity that nobody sees, per second.
  public let velocity: Double

  /// A threshold on distance and, unless given, a velocity of one such distance per 16 ms.
  ///
  /// The ratio is that of Android's `SpringForce`: within a frame nothing moves visibly.
  public init(offset: Double, velocity: Double? = nil) {
    self.offset = offset
    self.velocity = velocity ?? offset * 62.5
  }

  /// The same, smaller by more than the roundings of a bound can add to a motion.
  fileprivate var narrowed: RestThreshold {
    let factor = 1 - 0x1p-30
    return RestThreshold(offset: offset * factor, velocity: velocity * factor)
  }
}

extension Spring {
  /// A time in seconds after which the motion from `start` stays within `threshold` for ever.
  ///
  /// It is never early. Where the motion is last outside later than 1/ω₀, it is at most 2.2
  /// times as late, unless a turning point is within a billionth of the threshold. Infinite when
  /// the motion does not die out (no damping, or no stiffness and an end that is not within the
  /// threshold) and for a threshold that is not above 0; 0 for a start that is not finite. An
  /// infinite part of the threshold always holds. O(1): a handful of logarithms, no search, no
  /// allocation.
  public func settleTime(from start: MotionState, within threshold: RestThreshold) -> Double {
    guard start.isFinite, start.value != 0 || start.velocity != 0 else { return 0 }
    guard threshold.offset > 0, threshold.velocity > 0 else { return .infinity }
    return discriminant < 0
      ? ringingTime(from: start, within: threshold.narrowed)
      : creepingTime(from: start, within: threshold.narrowed)
  }

  /// How long a motion from `start` is kept, in seconds: until nobody sees it any more.
  ///
  /// One that nobody sees from the start is kept until a thousandth of it is left, if it ever is:
  /// over at once, it would be a jump, and many small ones that add up would never move.
  func lifetime(of start: MotionState, within threshold: RestThreshold) -> Double {
    let time = settleTime(from: start, within: threshold)
    guard time == 0, start != .rest else { return time }
    let size = max(start.value.magnitude, start.velocity.magnitude / 62.5)
    let whole = settleTime(from: start, within: RestThreshold(offset: size / 1000))
    return whole.isFinite ? whole : 0
  }
}
