/// The limits below which a motion is considered over, in the channel's own units.
public struct RestThreshold: Hashable, Sendable {
  /// The largest invisible distance from the target.
  public let offset: Double
  /// The largest invisible velocity, per second.
  public let velocity: Double

  /// Creates a threshold; the default velocity is one `offset` per 16 ms.
  ///
  /// The default ratio is that of Android's `SpringForce`: within one display frame the motion is
  /// invisible.
  public init(offset: Double, velocity: Double? = nil) {
    self.offset = offset
    self.velocity = velocity ?? offset * 62.5
  }

  /// The threshold, narrowed by more than the rounding errors of a bound.
  fileprivate var narrowed: RestThreshold {
    let factor = 1 - 0x1p-30
    return RestThreshold(offset: offset * factor, velocity: velocity * factor)
  }
}

extension Spring {
  /// A time in seconds after which the motion from `start` stays within `threshold`.
  ///
  /// The result is never too early. Let t be the last time at which the motion is outside the
  /// threshold: if t > 1/ω₀, the result is at most 2.2·t, unless a turning point is within a
  /// billionth of the threshold.
  ///
  /// The result is infinite if the motion does not decay (no damping, or no stiffness and an end
  /// outside the threshold), and for a threshold that is not above 0. It is 0 for a start that is
  /// not finite. An infinite part of the threshold is always met. O(1): a handful of logarithms, no
  /// search, no allocation.
  public func settleTime(from start: MotionState, within threshold: RestThreshold) -> Double {
    guard start.isFinite, start.value != 0 || start.velocity != 0 else { return 0 }
    guard threshold.offset > 0, threshold.velocity > 0 else { return .infinity }
    return discriminant < 0
      ? ringingTime(from: start, within: threshold.narrowed)
      : creepingTime(from: start, within: threshold.narrowed)
  }

  /// The time for which a motion from `start` is kept, in seconds: until it is no longer visible.
  ///
  /// A motion that is invisible from the start is kept until a thousandth of it is left, if it
  /// decays that far. Ending it immediately would be a jump, and many small motions that add up
  /// would never be drawn.
  func lifetime(of start: MotionState, within threshold: RestThreshold) -> Double {
    let time = settleTime(from: start, within: threshold)
    guard time == 0, start != .rest else { return time }
    let size = max(start.value.magnitude, start.velocity.magnitude / 62.5)
    let whole = settleTime(from: start, within: RestThreshold(offset: size / 1000))
    return whole.isFinite ? whole : 0
  }
}
