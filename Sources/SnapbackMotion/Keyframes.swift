/// A progress function through given values at given times, with a curve between successive keys.
///
/// Times are fractions of the duration. The function begins with value 0 at time 0. The last key
/// must be at time 1 with value 1, so that the change is complete at the end.
public struct Keyframes: Hashable, Sendable {
  /// A value at a time.
  public struct Key: Hashable, Sendable {
    /// The time as a fraction of the duration, greater than that of the previous key and at most 1.
    public var time: Double
    /// The progress at that time; may be outside 0…1.
    public var value: Double
    /// The curve from the previous key to this one.
    public var curve: CubicBezier

    /// Creates a key from its parts.
    public init(time: Double, value: Double, curve: CubicBezier = .linear) {
      self.time = time
      self.value = value
      self.curve = curve
    }
  }

  /// The keys, in the order of their times.
  public let keys: [Key]

  /// Creates the function through `keys`, of which there must be at least one.
  public init(_ keys: [Key]) throws(MotionError) {
    var last = 0.0
    for key in keys {
      try MotionError.require(
        key.time > last && key.time <= 1, "time", key.time, "above \(last) and at most 1")
      try MotionError.require(
        key.value.magnitude <= 1e6, "value", key.value, "a number between -1e6 and 1e6")
      last = key.time
    }
    try MotionError.require(last == 1, "time", last, "1 for the last key")
    try MotionError.require(
      keys.last?.value == 1, "value", keys.last?.value ?? 0, "1 for the last key")
    self.keys = keys
  }

  /// The value and slope at a time fraction, which is clamped to 0…1. O(log n), no allocation.
  public func state(at fraction: Double) -> MotionState {
    // NaN is treated as a time before the start.
    guard fraction > 0 else { return .rest }
    guard fraction < 1 else { return MotionState(value: 1) }
    var (low, high) = (0, keys.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if keys[middle].time > fraction { high = middle } else { low = middle + 1 }
    }
    let key = keys[low]
    let (start, from) = low == 0 ? (0, 0) : (keys[low - 1].time, keys[low - 1].value)
    let span = key.time - start
    let part = key.curve.state(at: (fraction - start) / span)
    return MotionState(
      value: from + (key.value - from) * part.value,
      velocity: (key.value - from) * part.velocity / span)
  }
}
