#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Settling of under-damped springs.
///
/// Offset and velocity are both f(t) = e^{−βt}·(level·cos ωt + sine·sin ωt): a piece between two
/// zeros follows another, each with one peak. The last piece whose peak is above the threshold
/// has the last crossing, between its peak and its end.
extension Spring {
  func ringingTime(from start: MotionState, within threshold: RestThreshold) -> Double {
    let ringing = Ringing(decayRate: decayRate, frequency: (-discriminant).squareRoot())
    let sine = (start.velocity + decayRate * start.value) / ringing.frequency
    let amplitude = length(start.value, sine)
    // |offset| ≤ amplitude·e^{−βt} and |velocity| ≤ ω₀·amplitude·e^{−βt}.
    let offset = Ringing.Part(
      level: start.value, sine: sine, depth: log(amplitude / threshold.offset),
      epsilon: threshold.offset)
    let velocity = Ringing.Part(
      level: start.velocity,
      sine: -(decayRate * start.velocity + stiffness * start.value) / ringing.frequency,
      depth: log(amplitude * angularFrequency / threshold.velocity),
      epsilon: threshold.velocity)
    let (first, second) =
      offset.depth >= velocity.depth ? (offset, velocity) : (velocity, offset)
    guard first.depth > 0 else { return 0 }
    guard decayRate > 0 else { return .infinity }
    let time = ringing.bound(first)
    // Often the envelope alone says that the other one is over by then, or nearly so.
    let envelope = second.depth / decayRate
    return envelope <= 1.1 * time ? max(time, envelope) : max(time, ringing.bound(second))
  }

  private func length(_ x: Double, _ y: Double) -> Double {
    let square = x * x + y * y
    return square > 1e-280 && square < 1e280 ? square.squareRoot() : hypot(x, y)
  }
}

/// The time-dependent part that offset and velocity of an under-damped motion share.
private struct Ringing {
  let decayRate: Double
  let frequency: Double

  struct Part {
    let level: Double
    let sine: Double
    /// The logarithm of the amplitude over the threshold.
    let depth: Double
    let epsilon: Double
  }

  func bound(_ part: Part) -> Double {
    // |f| ≤ amplitude·e^{−βt}, and more than half a period later than need be it is not.
    let envelope = part.depth / decayRate
    guard frequency * envelope < 12 else { return envelope }
    let ratio = decayRate / frequency
    let size = part.level.magnitude
    let sine = part.level < 0 ? -part.sine : part.level > 0 ? part.sine : part.sine.magnitude
    // The last zero up to the start, as an angle; the first piece begins there.
    let origin = -atan2(size, sine)
    let phase = frequency * envelope - origin
    var piece = (phase / .pi).rounded(.down)
    let rest = phase - piece * .pi
    var best = envelope
    if rest >= .pi / 2 {
      // Where the sine is 1 the motion is still outside: from there the sine has to fall to
      // what the threshold is of the envelope, which is smaller from there on.
      best = min(best, end(origin, piece) - arc(ratio * (rest - .pi / 2)))
    } else if exp(ratio * (peak - rest)) >= frequency / hypot(frequency, decayRate) {
      // The peak of this piece is within the threshold, so the last crossing is in the one before.
      piece -= 1
      guard piece >= 0 else { return 0 }
      best = min(best, end(origin, piece) - arc(ratio * (rest + .pi / 2)))
    }
    guard ratio > 0.8 else { return max(0, best) }
    // Near critical damping an arc is long, and |sin ωt| ≤ ωt is closer.
    let growth = max(sine, 0) * frequency
    if piece == 0, growth < size * decayRate / 4 {
      // level + slope·t ≤ level·e^{slope·t/level}
      best = min(best, log(size / part.epsilon) / (decayRate - growth / size))
    } else {
      let zero = origin + piece * .pi
      best = min(best, (ratio * zero + lambert(part.depth - log(ratio) - ratio * zero)) / decayRate)
    }
    return max(0, best)
  }

  /// The angle from a zero to the peak after it.
  private var peak: Double { atan2(frequency, decayRate) }

  private func end(_ origin: Double, _ piece: Double) -> Double {
    (origin + (piece + 1) * .pi) / frequency
  }

  /// A time of at most asin(e^{−depth})/ω, by acos(1 − p) ≤ √(2p)·(1 + 0.11072…·p).
  private func arc(_ depth: Double) -> Double {
    guard depth < 30 else { return 0 }
    let p = 1 - exp(-depth)
    return max(0, .pi / 2 - (2 * p).squareRoot() * (1 + 0.110720734540 * p)) / frequency
  }
}

/// At least the largest y with y·e^{−y} ≥ e^{−depth}, for depth ≥ 1.
///
/// −W₋₁(−e^{−1−u}) ≤ 1 + √(2u) + u; Chatzigeorgiou, "Bounds on the Lambert function", 2013.
func lambert(_ depth: Double) -> Double {
  let u = max(0, depth - 1)
  return 1 + (2 * u).squareRoot() + u
}
