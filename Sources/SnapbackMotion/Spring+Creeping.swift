#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Settling of critically damped and over-damped springs.
///
/// Offset and velocity are both f(t) = (a·e^{−st} + b·e^{−ft})/(f − s) with the slow decay rate s
/// and the fast rate f. If a and b have the same sign, f(t) has no zero. Otherwise it has at most
/// one zero z, before or after the start, and f(t) = a·e^{−sz}·S(t − z): after the zero, f(t) rises
/// to one peak and decays.
extension Spring {
  /// ``settleTime(from:within:)`` for D ≥ 0.
  func creepingTime(from start: MotionState, within threshold: RestThreshold) -> Double {
    let rates = CreepingRates(
      slow: slowestDecayRate, fast: fastestDecayRate, width: 2 * discriminant.squareRoot())
    let (slow, fast) = (rates.slow, rates.fast)
    // Mirror so that a ≥ 0; mirror the velocity again, because its coefficients are −s·a and −f·b.
    let sign: Double = start.velocity + fast * start.value < 0 ? -1 : 1
    let (x, v) = (sign * start.value, sign * start.velocity)
    // Round `a` up by its largest rounding error, so that the result is an upper bound.
    let a = v + fast * x + 0x1p-51 * (v.magnitude + fast * x.magnitude)
    let b = -(v + slow * x)
    guard fast > 0 else { return v == 0 && x.magnitude <= threshold.offset ? 0 : .infinity }
    let offset = CreepingPart(level: x, a: a, b: b, epsilon: threshold.offset)
    let velocity = CreepingPart(level: -v, a: slow * a, b: fast * b, epsilon: threshold.velocity)
    if b > 0 {
      let time = rates.sumBound(offset)
      // Both parts decay at most at the fast rate, so |v| ≤ f·|x|.
      if fast * threshold.offset <= threshold.velocity { return time }
      return max(time, rates.sumBound(velocity))
    }
    guard slow > 0 else { return max(rates.endlessBound(offset), rates.endlessBound(velocity)) }
    let tail = CreepingTail(rates)
    let zero = tail.zero(offset)
    let time = tail.bound(offset, zero: zero)
    // After the peak the motion decays at most at the slow rate, so |v| ≤ s·|x|.
    if time > zero + tail.turn, slow * threshold.offset <= threshold.velocity { return time }
    return max(time, tail.bound(velocity, zero: zero + tail.turn))
  }
}

/// The offset or the velocity of a motion without oscillation.
private struct CreepingPart {
  let level: Double
  let a: Double
  let b: Double
  let epsilon: Double
}

/// The two decay rates and f − s, without cancellation.
private struct CreepingRates {
  let slow: Double
  let fast: Double
  let width: Double

  /// The bound for a > 0 and b > 0, a motion without a zero.
  func sumBound(_ part: CreepingPart) -> Double {
    let level = part.level.magnitude
    guard level > part.epsilon else { return 0 }
    if fast < 2 * slow { return log(level / part.epsilon) / slow }
    let scale = part.epsilon * width
    let (ra, rb) = (part.a / scale, part.b / scale)
    guard slow > 0 || ra < 1 else { return .infinity }
    // The times at which each part alone equals the threshold; their sum reaches it later. ln is
    // convex on such a sum, so Newton's step from the later of these times also stays too early.
    let timeA = slow > 0 ? log(ra) / slow : -.infinity
    let timeB = log(rb) / fast
    var t = max(0, timeA, timeB)
    var (pa, pb) = (ra * exp(-slow * t), rb * exp(-fast * t))
    // At a time that is too early, one part is too large and leaves too little of the threshold for
    // the other part. The time at which the other part shrinks to that remainder is therefore an
    // upper bound.
    if fast * pb < 0.5 * slow { return t + pb / ((1 - pb) * slow) }
    if pa < 0.5 { return timeB - log1p(-pa) / fast }
    let sum = pa + pb
    let step = log(sum) * sum / (slow * pa + fast * pb)
    t += step
    pa *= exp(-slow * step)
    pb *= exp(-fast * step)
    var best = Double.infinity
    // Use each bound only if 1 − p has enough significant digits.
    if 1 - pa > 1e-11 { best = timeB - log((1 - pa) * 0.99) / fast }
    if 1 - pb > 1e-4, slow > 0 { best = min(best, timeA - log1p(-pb) / slow) }
    return max(0, best)
  }

  /// The bound for pure drag with b ≤ 0. Such a motion ends at a/(f − s).
  func endlessBound(_ part: CreepingPart) -> Double {
    if part.a > width * part.epsilon { return .infinity }
    return part.level < -part.epsilon ? log(-part.level / part.epsilon) / fast : 0
  }
}

/// Motions with a > 0 and b ≤ 0, which may have a zero.
private struct CreepingTail {
  let slow: Double
  let fast: Double
  let width: Double
  /// ln(fast/slow).
  let spread: Double
  /// The time from a zero to the peak after it.
  let turn: Double

  init(_ rates: CreepingRates) {
    (slow, fast, width) = (rates.slow, rates.fast, rates.width)
    // 2·artanh(h)/(f − s) with h = (f − s)/(f + s); near critical damping its series is used.
    let sum = slow + fast
    let h = width / sum
    if h < 0.02 {
      let square = h * h
      turn = 2 / sum * (1 + square * (1 / 3 + square * (1 / 5 + square / 7)))
      spread = turn * width
    } else {
      spread = log1p(width / slow)
      turn = spread / width
    }
  }

  /// The time at which a·e^{−st} + b·e^{−ft} = 0; −∞ for b = 0.
  func zero(_ part: CreepingPart) -> Double {
    let quotient = -part.level / part.a
    guard width > 0 else { return quotient }
    let u = width * quotient
    return u < -0.5 ? log(-part.b / part.a) / width : log1p(u) / width
  }

  /// The bound for a motion with its zero at `zero`.
  func bound(_ part: CreepingPart, zero: Double) -> Double {
    if part.level > 0, -part.b < slow * part.level / 4 {
      // level + growth·t ≤ level·e^{growth·t/level}
      return max(0, log(part.level / part.epsilon) / (slow + part.b / part.level))
    }
    // ln(a·e^{−sz}/(f·ε)); for the peak the logarithm is smaller by s·turn.
    let depth = log(part.a / (fast * part.epsilon)) - slow * zero
    if depth <= slow * turn { return headBound(part, zero: zero) }
    // S(t)·e^{st} = (1 − e^{−wt})/w is at most 1/w and at most t. Far from critical damping it is
    // close to 1/w, and −ln(1 − s/f) is at most s/f/(1 − s/f).
    if spread > 2 { return max(0, zero + (depth + slow / width) / slow) }
    var time = lambertBound(depth + spread) / slow
    // For wt < 1, (1 − e^{−wt})/w is closer to t than to 1/w; it is less than t by at most the
    // share wt/2.
    if width * time > 0.05 {
      if width * time > 1 { time = (depth + log(fast / width)) / slow }
      // Newton's step on ln S, which is concave: the result stays above.
      let rest = -expm1(-width * time) / width
      let rate = (1 - width * rest) / rest - slow
      if rate < 0 { time -= min(0, log(rest * fast) - slow * time + depth) / rate }
    }
    return max(0, zero + time)
  }

  /// The bound for a motion whose peak after the zero is within the threshold.
  private func headBound(_ part: CreepingPart, zero: Double) -> Double {
    guard part.level < -part.epsilon else { return 0 }
    return min(zero, log(-part.level / part.epsilon) / fast)
  }
}
