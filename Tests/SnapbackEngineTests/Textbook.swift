import Glibc
import SnapbackMotion

/// Motions by textbook formulas, computed only from the public numbers, as a renderer in another
/// language would do it.
enum Textbook {
  /// ẍ + 2β·ẋ + k·x = 0 from x₀ and v₀, by the three cases.
  static func spring(
    decayRate beta: Double, stiffness k: Double, from x0: Double, _ v0: Double, after t: Double
  ) -> MotionState {
    let d = beta * beta - k
    // β² − k has a rounding error of up to k·2⁻⁵². Below a limit above that, the damping counts as
    // critical.
    if abs(d) <= k * 1e-15 {
      let b = v0 + beta * x0
      let e = exp(-beta * t)
      return MotionState(value: (x0 + b * t) * e, velocity: (b - beta * (x0 + b * t)) * e)
    }
    if d < 0 {
      let w = sqrt(-d)
      let b = (v0 + beta * x0) / w
      let (c, s, e) = (cos(w * t), sin(w * t), exp(-beta * t))
      return MotionState(
        value: e * (x0 * c + b * s),
        velocity: e * ((b * w - beta * x0) * c - (x0 * w + beta * b) * s))
    }
    let (r1, r2) = (-beta + sqrt(d), -beta - sqrt(d))
    let c2 = (v0 - r1 * x0) / (r2 - r1)
    let c1 = x0 - c2
    return MotionState(
      value: c1 * exp(r1 * t) + c2 * exp(r2 * t),
      velocity: c1 * r1 * exp(r1 * t) + c2 * r2 * exp(r2 * t))
  }

  /// The progress of a cubic Bézier curve at a share of the time, by bisection of x(s).
  static func bezier(_ curve: CubicBezier, at fraction: Double) -> Double {
    func coordinate(_ first: Double, _ second: Double, _ s: Double) -> Double {
      let r = 1 - s
      return 3 * r * r * s * first + 3 * r * s * s * second + s * s * s
    }
    var (low, high) = (0.0, 1.0)
    for _ in 0..<200 {
      let middle = (low + high) / 2
      if coordinate(curve.x1, curve.x2, middle) < fraction { low = middle } else { high = middle }
    }
    return coordinate(curve.y1, curve.y2, (low + high) / 2)
  }

  /// The progress through key values at a share of the time.
  static func keyframes(_ keys: [Keyframes.Key], at fraction: Double) -> Double {
    var (time, value) = (0.0, 0.0)
    for key in keys {
      if fraction < key.time {
        let part = bezier(key.curve, at: (fraction - time) / (key.time - time))
        return value + (key.value - value) * part
      }
      (time, value) = (key.time, key.value)
    }
    return 1
  }

  /// The progress of a timing function. A spring goes from 0 to 1 and oscillates about its target.
  static func progress(_ timing: TimingFunction, after t: Double) -> Double {
    guard t > 0 else { return 0 }
    switch timing {
    case .spring(let spring, let velocity):
      return 1
        + self.spring(
          decayRate: spring.decayRate, stiffness: spring.stiffness, from: -1, velocity, after: t
        ).value
    case .curve(let curve, let duration):
      return t >= duration ? 1 : bezier(curve, at: t / duration)
    case .keyframes(let keyframes, let duration):
      return t >= duration ? 1 : self.keyframes(keyframes.keys, at: t / duration)
    }
  }

  /// The progress of an animation, including its delay and runs.
  static func course(_ animation: Animation, after t: Double) -> Double {
    let run = t - animation.delay
    guard run > 0 else { return 0 }
    if animation.repeatCount == 1, !animation.autoreverses {
      return progress(animation.timing, after: run)
    }
    let leg = animation.runDuration ?? animation.timing.duration
    let legs = animation.repeatCount * (animation.autoreverses ? 2 : 1)
    guard leg > 0, run < legs * leg else { return 1 }
    let number = (run / leg).rounded(.down)
    let into = run - number * leg
    let isBack = animation.autoreverses && number.truncatingRemainder(dividingBy: 2) == 1
    return progress(animation.timing, after: isBack ? leg - into : into)
  }

  /// The value of cubic pieces between knots: the sum of Hermite's four basis polynomials.
  static func pieces(_ knots: [CubicPieces.Knot], at t: Double) -> Double {
    guard let first = knots.first, let last = knots.last, t >= first.time else {
      return knots.first?.state.value ?? 0
    }
    for (a, b) in zip(knots, knots.dropFirst()) where t < b.time {
      let span = b.time - a.time
      let u = (t - a.time) / span
      let r = 1 - u
      let values = (1 + 2 * u) * r * r * a.state.value + u * u * (3 - 2 * u) * b.state.value
      return values + span * u * r * (r * a.state.velocity - u * b.state.velocity)
    }
    return last.state.value
  }

  /// The spring of UIKit's duration and damping ratio: (ω₀, ζ).
  ///
  /// The sine part has decayed to a thousandth after the duration: ω₀ = ln(ζ/(0.001·√(1 −
  /// ζ²)))/(ζ·T). For ζ = 1, ω₀ is the root of (1 + ω₀T)·e^(−ω₀T) = 0.001.
  static func uikit(duration: Double, dampingRatio ratio: Double) -> (frequency: Double, Double) {
    if ratio < 1 {
      return (log(ratio / (0.001 * sqrt(1 - ratio * ratio))) / (ratio * duration), ratio)
    }
    var (low, high) = (1.0, 100.0)
    for _ in 0..<200 {
      let middle = (low + high) / 2
      if (1 + middle) * exp(-middle) > 0.001 { low = middle } else { high = middle }
    }
    return (low / duration, 1)
  }
}
