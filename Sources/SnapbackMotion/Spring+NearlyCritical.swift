#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Settling of under-damped springs that are so close to critical damping that they come to rest
/// within a fraction of a period.
///
/// Offset and velocity are both f(t) = e^{−βt}·(level·cos ωt + growth·sin(ωt)/ω), which is
/// K·e^{−βt}·sin(ω(t − z))/ω with its zero at z = −atan(ω·level/growth)/ω and K = √(growth² +
/// ω²·level²). As |sin ωt| ≤ ω|t|, the bound for critical damping holds.
extension Spring {
  /// ``settleTime(from:within:)`` for D < 0 and ω < β/50; nil if the bound would not be tight.
  func nearlyCriticalTime(from start: MotionState, within threshold: RestThreshold) -> Double? {
    let square = -discriminant
    guard 2500 * square < decayRate * decayRate else { return nil }
    let growth = start.velocity + decayRate * start.value
    // Mirror so that growth ≥ 0; mirror the velocity again, so that its own growth is ≥ 0.
    let sign: Double = growth < 0 ? -1 : 1
    let (x, p) = (sign * start.value, sign * growth)
    guard let offset = nearlyCriticalBound(level: x, growth: p, epsilon: threshold.offset)
    else { return nil }
    // Past the peak |v| = |x|·(β − ω·cot ω(t − z)). That is at most 1.04·β·|x| up to ωt = 1, and
    // all later values are within e^{−20} of the threshold.
    if offset.isPastPeak, 1.05 * decayRate * threshold.offset <= threshold.velocity {
      return offset.time
    }
    let velocity = nearlyCriticalBound(
      level: -sign * start.velocity, growth: decayRate * p + square * x,
      epsilon: threshold.velocity)
    guard let velocity else { return nil }
    return max(offset.time, velocity.time)
  }

  /// The bound for the offset or the velocity with growth ≥ 0, and whether it is on the decline
  /// after the last relevant peak; nil beyond ωt = 1/2.
  private func nearlyCriticalBound(
    level: Double, growth: Double, epsilon: Double
  ) -> (time: Double, isPastPeak: Bool)? {
    let square = -discriminant
    if level > 0, growth < level * decayRate / 4 {
      // level + growth·t ≤ level·e^{growth·t/level}
      let time = max(0, log(level / epsilon) / (decayRate - growth / level))
      return square * time * time <= 0.25 ? (time, true) : nil
    }
    let quotient = -level / growth
    let u = square * quotient * quotient
    guard u < 1 else { return nil }
    // A lower bound of the zero: atan y is between y − y³/3 + y⁵/5 − y⁷/7 and y.
    let zero = min(quotient, quotient * (1 - u * (1 / 3 - u * (1 / 5 - u / 7))))
    let depth = log(growth * (1 + u).squareRoot() / (decayRate * epsilon)) - decayRate * zero
    // The peak is at atan(ω/β)/ω after the zero; with r = ω²/β² it is within the threshold for
    // depth ≤ atan(√r)/√r + ln(1 + r)/2 = 1 + r/6 − r²/20 + …
    let ratio = square / (decayRate * decayRate)
    if depth <= 1 + ratio * (1 / 6 - ratio / 20) {
      guard level < -epsilon else { return (0, false) }
      return (min(quotient, log(-level / epsilon) / decayRate), false)
    }
    guard depth < 700 else { return nil }
    let time = max(0, zero + lambertBound(depth) / decayRate)
    return square * time * time <= 0.25 ? (time, true) : nil
  }
}
