#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Settling of under-damped springs.
///
/// Offset and velocity are both f(t) = e^{−βt}·(level·cos ωt + sine·sin ωt), a sequence of pieces
/// between zeros, each with one peak. The last crossing of the threshold is in the last piece whose
/// peak is above it, between that peak and the end of the piece.
extension Spring {
  /// ``settleTime(from:within:)`` for D < 0.
  func ringingTime(from start: MotionState, within threshold: RestThreshold) -> Double {
    if let time = nearlyCriticalTime(from: start, within: threshold) { return time }
    let ringing = Ringing(
      decayRate: decayRate, frequency: (-discriminant).squareRoot(),
      angularFrequency: angularFrequency)
    let sine = (start.velocity + decayRate * start.value) / ringing.frequency
    let amplitude = length(start.value, sine)
    // |offset| ≤ amplitude·e^{−βt} and |velocity| ≤ ω₀·amplitude·e^{−βt}.
    func offset() -> Double {
      ringing.bound(
        level: start.value, sine: sine, amplitude: amplitude, epsilon: threshold.offset)
    }
    func velocity() -> Double {
      ringing.bound(
        level: start.velocity,
        sine: -(decayRate * start.velocity + stiffness * start.value) / ringing.frequency,
        amplitude: amplitude * angularFrequency, epsilon: threshold.velocity)
    }
    // Start with the quantity that usually exceeds its threshold for longer. The envelope of the
    // other quantity often shows that it is within its threshold by then, or soon after.
    let isOffsetFirst = angularFrequency * threshold.offset <= threshold.velocity
    let time = isOffsetFirst ? offset() : velocity()
    let rest =
      isOffsetFirst
      ? amplitude * angularFrequency / threshold.velocity : amplitude / threshold.offset
    let envelope = log(rest) / decayRate
    return max(time, envelope <= 1.1 * time ? envelope : isOffsetFirst ? velocity() : offset())
  }

  private func length(_ x: Double, _ y: Double) -> Double {
    let square = x * x + y * y
    return square > 1e-280 && square < 1e280 ? square.squareRoot() : hypot(x, y)
  }
}

/// The parameters that offset and velocity of an under-damped motion share.
private struct Ringing {
  let decayRate: Double
  let frequency: Double
  let angularFrequency: Double

  /// The bound for the offset or the velocity.
  func bound(level: Double, sine: Double, amplitude: Double, epsilon: Double) -> Double {
    guard amplitude > epsilon else { return 0 }
    guard decayRate > 0 else { return .infinity }
    let depth = log(amplitude / epsilon)
    let envelope = depth / decayRate
    // Half a period before the envelope is within the threshold, the motion is still outside.
    guard frequency * envelope < 12 else { return envelope }
    let ratio = decayRate / frequency
    let size = level.magnitude
    let sine = level < 0 ? -sine : level > 0 ? sine : sine.magnitude
    // The zero next to the start, as an angle: the zero before the start if `sine` is not negative,
    // otherwise the zero after it. Counting pieces from this zero keeps it exact.
    let angle = atan2(size, sine.magnitude)
    let anchor = sine < 0 ? angle : -angle
    let first: Double = sine < 0 ? -1 : 0
    let phase = frequency * envelope - anchor
    var piece = (phase / .pi).rounded(.down)
    let rest = phase - piece * .pi
    var best = envelope
    if rest >= .pi / 2 {
      // Where the sine is 1 the motion is still outside. From this time on, the sine has to fall to
      // the ratio of the threshold to the envelope. The ratio at this time is a lower bound of
      // later ratios.
      best = min(best, (anchor + (piece + 1) * .pi) / frequency - arc(ratio * (rest - .pi / 2)))
    } else if exp(ratio * (peak - rest)) * angularFrequency >= frequency {
      // The peak of this piece is within the threshold, so the last crossing is in the previous
      // piece.
      piece -= 1
      guard piece >= first else { return 0 }
      best = min(best, (anchor + (piece + 1) * .pi) / frequency - arc(ratio * (rest + .pi / 2)))
    }
    guard ratio > 1.2 else { return max(0, best) }
    // Near critical damping an arc is long, and sin ωt ≤ ωt is a tighter bound.
    let growth = max(sine, 0) * frequency
    if piece == first, growth < size * decayRate / 4 {
      // level + slope·t ≤ level·e^{slope·t/level}
      best = min(best, log(size / epsilon) / (decayRate - growth / size))
    } else {
      let zero = ratio * (anchor + piece * .pi)
      best = min(best, (zero + lambertBound(depth - log(ratio) - zero)) / decayRate)
    }
    return max(0, best)
  }

  /// The angle from a zero to the peak after it.
  private var peak: Double { atan2(frequency, decayRate) }

  /// A lower bound of asin(e^{−depth})/ω, by acos(1 − p) ≤ √(2p)·(1 + 0.11072…·p).
  private func arc(_ depth: Double) -> Double {
    guard depth < 30 else { return 0 }
    let p = 1 - exp(-depth)
    return max(0, .pi / 2 - (2 * p).squareRoot() * (1 + 0.110720734540 * p)) / frequency
  }
}

/// An upper bound, close to the larger y with y·e^{−y} = e^{−depth}, for depth ≥ 1.
///
/// −W₋₁(−e^{−1−u}) ≤ 1 + √(2u) + u, Chatzigeorgiou, "Bounds on the Lambert function", 2013; then a
/// Newton step on ln y − y, which is concave, so the result stays above.
func lambertBound(_ depth: Double) -> Double {
  let u = depth - 1
  guard u > 0 else { return 1 }
  let y = 1 + (2 * u).squareRoot() + u
  return y - (log(y) - y + depth) / (1 / y - 1)
}
