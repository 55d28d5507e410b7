#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// UIKit's springs with a duration.
extension Spring {
  /// Creates the spring of UIKit's
  /// `animate(withDuration:delay:usingSpringWithDamping:initialSpringVelocity:)`.
  ///
  /// The duration T is the time in which one part of the spring's equation shrinks to ε = 0.001 of
  /// the distance:
  ///
  /// - ζ < 1: |(ζω₀ − v)/(ω₀√(1 − ζ²))|·e^{−ζω₀T} = ε;
  /// - ζ = 1: |1 + (ω₀ − v)T|·e^{−ω₀T} = ε.
  ///
  /// The spring has the greatest root ω₀ at which the expression inside the bars is positive; if
  /// there is none, the only root at which it is negative. These are the stiffnesses recorded on
  /// iOS 26.1 (Tests/Fixtures/uikit). As in UIKit, T is clamped to 0.01…10 s and ζ to at most 1; ζ
  /// is also clamped to at least 0.01, below which the equation has no useful root. As in UIKit,
  /// the frequency is not monotone in ζ near 1.
  ///
  /// - Parameter initialVelocity: v, in distances per second, positive toward the target.
  public init(
    uikitDuration: Double, dampingRatio: Double, initialVelocity: Double = 0
  ) throws(MotionError) {
    try MotionError.require(uikitDuration >= 0, "duration", uikitDuration, "a number of at least 0")
    try MotionError.require(
      dampingRatio >= 0, "dampingRatio", dampingRatio, "a number of at least 0")
    try MotionError.require(
      initialVelocity.magnitude <= 1e9, "initialVelocity", initialVelocity,
      "a number of at most 1e9 in magnitude")
    let duration = min(max(uikitDuration, 0.01), 10)
    let ratio = min(max(dampingRatio, 0.01), 1)
    let equation = UIKitSpringEquation(dampingRatio: ratio, velocity: initialVelocity * duration)
    try self.init(angularFrequency: equation.root / duration, dampingRatio: ratio)
  }
}

/// The equation for u = ω₀T of UIKit's springs: |ζu − c|·e^{−ζu} = a + bu.
///
/// The number v is the velocity in distances per duration. For ζ < 1, c = v, a = 0 and
/// b = ε√(1 − ζ²); for ζ = 1, c = v − 1, a = ε and b = 0.
private struct UIKitSpringEquation {
  private static let epsilon = 0.001

  private let ratio: Double
  private let c: Double
  private let a: Double
  private let b: Double

  init(dampingRatio: Double, velocity: Double) {
    ratio = dampingRatio
    if dampingRatio < 1 {
      (c, a) = (velocity, 0)
      b = Self.epsilon * ((1 - dampingRatio) * (1 + dampingRatio)).squareRoot()
    } else {
      (c, a, b) = (velocity - 1, Self.epsilon, 0)
    }
  }

  /// The greatest root at which ζu − c is positive; if there is none, the only one at which it is
  /// negative.
  var root: Double {
    // (ζu − c)·e^{−ζu} − a − bu rises to one maximum, then falls; the maximum is where the slope
    // vanishes, before ζu = c + 1.
    let slope = { (u: Double) in ratio * exp(-ratio * u) * (1 + c - ratio * u) - b }
    let zero = max(c / ratio, 0)
    let top = Self.bisect(zero, max((c + 1) / ratio, zero)) { slope($0) > 0 }
    if excess(top) > 0 {
      var high = max(top, 1)
      while excess(high) > 0 { high *= 2 }
      return Self.bisect(top, high) { excess($0) > 0 }
    }
    return Self.bisect(0, zero) { (c - ratio * $0) * exp(-ratio * $0) > a + b * $0 }
  }

  private func excess(_ u: Double) -> Double {
    (ratio * u - c) * exp(-ratio * u) - a - b * u
  }

  /// The end of the initial part of an interval in which `holds` is true; exact to the last bit.
  private static func bisect(_ low: Double, _ high: Double, _ holds: (Double) -> Bool) -> Double {
    var (low, high) = (low, high)
    while true {
      let middle = low + (high - low) / 2
      guard middle > low, middle < high else { return low }
      if holds(middle) { low = middle } else { high = middle }
    }
  }
}
