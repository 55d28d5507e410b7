#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Settling of critical and over-damped springs.
///
/// Offset and velocity are both f(t) = (a·e^{−st} + b·e^{−ft})/(f − s) with the slow and the fast
/// decay rate. With one sign for a and b they only add; else there is at most one zero z, before
/// or after the start, and f(t) = a·e^{−sz}·S(t − z): it rises to one peak and dies out.
extension Spring {
  func creepingTime(from start: MotionState, within threshold: RestThreshold) -> Double {
    let creeping = Creeping(slow: slowestDecayRate, fast: fastestDecayRate, discriminant)
    let (slow, fast) = (creeping.slow, creeping.fast)
    let sign: Double = start.velocity + fast * start.value < 0 ? -1 : 1
    let (x, v) = (sign * start.value, sign * start.velocity)
    // What a may be off by is added to it, so that a bound is not below by it.
    let a = v + fast * x + 0x1p-51 * (v.magnitude + fast * x.magnitude)
    let b = -(v + slow * x)
    guard fast > 0 else {
      return v == 0 && x.magnitude <= threshold.offset ? 0 : .infinity
    }
    let offset = Creeping.Part(level: x, a: a, b: b, epsilon: threshold.offset)
    let velocity = Creeping.Part(level: -v, a: slow * a, b: fast * b, epsilon: threshold.velocity)
    if b > 0 {
      // Both parts shrink at most at the fast rate, so |v| ≤ f·|x|.
      let time = creeping.sumBound(offset)
      return fast * threshold.offset <= threshold.velocity
        ? time : max(time, creeping.sumBound(velocity))
    }
    guard slow > 0 else {
      return max(creeping.endlessBound(offset), creeping.endlessBound(velocity))
    }
    let zero = creeping.zero(offset)
    let time = creeping.tailBound(offset, zero: zero)
    // After the peak |v| ≤ s·|x|.
    if time > zero + creeping.turn, slow * threshold.offset <= threshold.velocity { return time }
    return max(time, creeping.tailBound(velocity, zero: zero + creeping.turn))
  }
}

/// The time-dependent part that offset and velocity of a motion without ringing share.
private struct Creeping {
  let slow: Double
  let fast: Double
  /// fast − slow.
  let width: Double
  /// ln(fast/slow).
  let spread: Double
  /// How long it takes from a zero to the peak after it.
  let turn: Double

  init(slow: Double, fast: Double, _ discriminant: Double) {
    self.slow = slow
    self.fast = fast
    width = 2 * discriminant.squareRoot()
    spread = log1p(width / slow)
    turn = width > 0 ? spread / width : 1 / slow
  }

  struct Part {
    let level: Double
    let a: Double
    let b: Double
    let epsilon: Double
  }

  /// When a·e^{−st} + b·e^{−ft} is 0, for a > 0 and b ≤ 0; −infinity for b = 0.
  func zero(_ part: Part) -> Double {
    let quotient = -part.level / part.a
    if width * quotient < -0.5 { return log(-part.b / part.a) / width }
    return width > 0 ? log1p(width * quotient) / width : quotient
  }

  /// The bound for a motion with a zero.
  func tailBound(_ part: Part, zero: Double) -> Double {
    if part.level > 0, -part.b < slow * part.level / 4 {
      // level + growth·t ≤ level·e^{growth·t/level}
      return max(0, log(part.level / part.epsilon) / (slow + part.b / part.level))
    }
    let depth = log(part.a / (fast * part.epsilon)) - slow * zero
    if depth <= slow * turn { return headBound(part, zero: zero) }
    // (1 − e^{−wt})/w is at most 1/w and at most t.
    if spread > 2 {
      let ratio = slow / fast
      return max(0, zero + (depth + ratio / (1 - ratio)) / slow)
    }
    var time = lambert(depth + spread) / slow
    if width > 0 {
      time = min(time, (depth + log(fast / width)) / slow)
      let rest = -expm1(-width * time) / width
      let rate = (1 - width * rest) / rest - slow
      if rate < 0 { time -= min(0, log(rest * fast) - slow * time + depth) / rate }
    }
    return max(0, zero + time)
  }

  /// The bound for a motion whose peak after the zero is within the threshold.
  func headBound(_ part: Part, zero: Double) -> Double {
    guard part.level < -part.epsilon else { return 0 }
    return min(zero, log(-part.level / part.epsilon) / fast)
  }

  /// The bound for pure drag with a < 0 or b ≤ 0, where the motion ends at a/w.
  func endlessBound(_ part: Part) -> Double {
    if part.a > width * part.epsilon { return .infinity }
    return max(0, log(-part.level / part.epsilon) / fast)
  }

  /// The bound for a motion without a zero, a > 0 and b > 0.
  func sumBound(_ part: Part) -> Double {
    let level = part.level
    guard level.magnitude > part.epsilon else { return 0 }
    if fast < 2 * slow { return log(level.magnitude / part.epsilon) / slow }
    let scale = part.epsilon * width
    let (ra, rb) = (part.a / scale, part.b / scale)
    guard slow > 0 || ra < 1 else { return .infinity }
    let timeA = slow > 0 ? log(ra) / slow : -.infinity
    let timeB = log(rb) / fast
    var t = max(0, timeA, timeB)
    var (pa, pb) = (ra * exp(-slow * t), rb * exp(-fast * t))
    if fast * pb < 0.5 * slow { return t + pb / ((1 - pb) * slow) }
    if pa < 0.5 { return timeB - log1p(-pa) / fast }
    let sum = pa + pb
    let step = log(sum) * sum / (slow * pa + fast * pb)
    t += step
    pa *= exp(-slow * step)
    pb *= exp(-fast * step)
    var best = Double.infinity
    if 1 - pa > 1e-11 { best = timeB - log((1 - pa) * 0.99) / fast }
    if 1 - pb > 1e-4, slow > 0 { best = min(best, timeA - log1p(-pb) / slow) }
    return max(0, best)
  }
}
