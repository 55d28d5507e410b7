/// A threshold of a number, and whether the number may cross it now.
struct CrossingThreshold: Sendable {
  /// The minimum distance to which a number has to return before it can cross the threshold again.
  /// A number that is a sum of channels has rounding errors, which must not count as crossings.
  private static let noise = 1e-6

  let trigger: CrossingTrigger
  /// Whether the number has been far enough from the threshold since it last crossed it; nil before
  /// the first value.
  private var isArmed: Bool?
  /// The distance to which the number has to return, for the last layout pass.
  private var hysteresis: Double

  init(_ trigger: CrossingTrigger) {
    self.trigger = trigger
    hysteresis = trigger.hysteresis
  }

  /// Updates the threshold for a new value of the number. Returns whether the number has crossed
  /// the threshold; false for the first value.
  mutating func cross(to value: Double) -> Bool {
    guard let wasArmed = isArmed else {
      isArmed = trigger.direction.sign * (value - trigger.threshold) < -Self.noise
      return false
    }
    let (lower, upper) = range
    guard value < lower || value > upper else { return false }
    isArmed = !wasArmed
    return wasArmed
  }

  /// The range of values in which the threshold stays as it is.
  var range: (lower: Double, upper: Double) {
    let (at, back) = (trigger.threshold, max(hysteresis, Self.noise))
    return switch (trigger.direction, isArmed ?? false) {
    case (.up, true): (-.infinity, at.nextDown)
    case (.up, false): (at - back, .infinity)
    case (.down, true): (at.nextUp, .infinity)
    case (.down, false): (-.infinity, at + back)
    }
  }

  /// Computes the hysteresis for a layout pass; returns whether it has changed.
  mutating func follow(_ layout: LayoutStage) -> Bool {
    guard let number = trigger.layoutHysteresis else { return false }
    let old = hysteresis
    hysteresis = layout.value(of: number)
    return hysteresis != old
  }

  /// Starts again at the next value, as at the first one.
  mutating func restart() { isArmed = nil }

  /// Continues a threshold of an earlier version of the scene.
  mutating func adopt(_ other: CrossingThreshold) { isArmed = other.isArmed }
}
