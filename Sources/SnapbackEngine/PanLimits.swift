public import SnapbackMotion

/// The range of a pan along one axis, and its resistance beyond that range.
public struct PanLimits: Hashable, Sendable {
  /// The lower limit of the translation, in points; −∞ for none.
  public var lower: Double
  /// The upper limit of the translation, in points; ∞ for none.
  public var upper: Double
  /// The resistance beyond the limits; nil to stop at them.
  public var band: RubberBand?

  /// Creates limits; nil unless lower ≤ upper.
  public init?(lower: Double, upper: Double, band: RubberBand? = nil) {
    guard lower <= upper else { return nil }
    self.lower = lower
    self.upper = upper
    self.band = band
  }

  /// The translation to draw for a finger that is `finger.value` away from the start.
  ///
  /// Beyond a limit the velocity is the finger's velocity times the slope of the band. A release
  /// there therefore continues with the drawn velocity. O(1).
  public func translation(for finger: MotionState) -> MotionState {
    let edge = min(max(finger.value, lower), upper)
    guard let band else {
      // A velocity that points out of the range is 0 exactly at the limit, too.
      let isHeld =
        finger.value <= lower && finger.velocity < 0
        || finger.value >= upper && finger.velocity > 0
      return MotionState(
        value: edge, velocity: isHeld || finger.value != edge ? 0 : finger.velocity)
    }
    guard finger.value != edge else { return finger }
    let state = band.state(of: MotionState(value: finger.value - edge, velocity: finger.velocity))
    return MotionState(value: edge + state.value, velocity: state.velocity)
  }

  /// The inverse of ``translation(for:)`` for positions: the finger position for which
  /// `translation` is drawn. A view that is grabbed beyond its limit then does not move. O(1).
  public func finger(for translation: Double) -> Double {
    let edge = min(max(translation, lower), upper)
    guard translation != edge, let band else { return edge }
    return edge + band.finger(at: translation - edge)
  }

  /// The velocity that the finger needs for a drawn state. Beyond a limit, it is the drawn velocity
  /// divided by the slope of the band. O(1).
  public func fingerVelocity(for drawn: MotionState) -> Double {
    let edge = min(max(drawn.value, lower), upper)
    guard drawn.value != edge, let band else { return drawn.velocity }
    return drawn.velocity / band.slope(at: band.finger(at: drawn.value - edge))
  }
}
