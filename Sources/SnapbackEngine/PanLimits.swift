public import SnapbackMotion

/// How far a pan may take a view along one axis, and how it gives way beyond.
public struct PanLimits: Hashable, Sendable {
  /// The least translation, in points; −∞ for no bound.
  public var lower: Double
  /// The greatest translation, in points; ∞ for no bound.
  public var upper: Double
  /// How it gives way beyond them; without a band it stops there.
  public var band: RubberBand?

  /// Limits; nil unless lower ≤ upper.
  public init?(lower: Double, upper: Double, band: RubberBand? = nil) {
    guard lower <= upper else { return nil }
    self.lower = lower
    self.upper = upper
    self.band = band
  }

  /// What is drawn for a finger that has come `finger.value` from home and moves.
  ///
  /// Beyond a limit the velocity is the finger's times the band's slope, so that a release there
  /// goes on as fast as what was seen. O(1).
  public func translation(for finger: MotionState) -> MotionState {
    let edge = min(max(finger.value, lower), upper)
    guard let band else {
      // A velocity that leads beyond a limit is 0 also exactly at the limit.
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

  /// Where the finger is for what is drawn: the way back, so that grabbing a view beyond its limit
  /// moves nothing. O(1).
  public func finger(for translation: Double) -> Double {
    let edge = min(max(translation, lower), upper)
    guard translation != edge, let band else { return edge }
    return edge + band.finger(at: translation - edge)
  }
}
