/// A threshold of a number, and whether the number may cross it now.
struct CrossingThreshold: Sendable {
  /// The minimum distance to which a number has to return before it can cross the threshold again.
  /// A number that is a sum of channels has rounding errors, which must not count as crossings.
  private static let noise = 1e-6

  let trigger: CrossingTrigger
  /// Whether the number has been far enough from the threshold since it last crossed it; nil before
  /// the first value.
  private var isArmed: Bool?

  init(_ trigger: CrossingTrigger) { self.trigger = trigger }

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
    let (at, back) = (trigger.threshold, max(trigger.hysteresis, Self.noise))
    return switch (trigger.direction, isArmed ?? false) {
    case (.up, true): (-.infinity, at.nextDown)
    case (.up, false): (at - back, .infinity)
    case (.down, true): (at.nextUp, .infinity)
    case (.down, false): (-.infinity, at + back)
    }
  }

  /// Continues a threshold of an earlier version of the scene.
  mutating func adopt(_ other: CrossingThreshold) { isArmed = other.isArmed }
}
