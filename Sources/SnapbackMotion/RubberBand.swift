/// The resistance of a scroll view beyond its end: the distance that the content moves with a
/// finger.
///
/// b(x) = d·(1 − 1/(1 + c·x/d)) with x the distance of the finger beyond the end, d the dimension
/// and c the coefficient: the formula of UIScrollView, as many have measured it. The function is
/// odd: b(−x) = −b(x). It depends only on the finger's position, so the overscroll at a position is
/// the same on the way out and back, whatever the event rate.
public struct RubberBand: Hashable, Sendable {
  /// c, the slope at the end of the content; 0.55 in UIKit.
  public let coefficient: Double
  /// d in points, the limit of the overscroll: the viewport's extent along the axis.
  public let dimension: Double

  /// UIKit's coefficient.
  public static let uikitCoefficient = 0.55

  /// Creates a band; the dimension and the coefficient must be above 0.
  public init(
    dimension: Double, coefficient: Double = uikitCoefficient
  ) throws(MotionError) {
    try MotionError.require(dimension > 0, "dimension", dimension, "a number above 0")
    try MotionError.require(coefficient > 0, "coefficient", coefficient, "a number above 0")
    let pull = coefficient / dimension
    try MotionError.require(
      pull > 0 && pull < .infinity, "coefficient", coefficient, "comparable with the dimension")
    self.dimension = dimension
    self.coefficient = coefficient
  }

  /// The overscroll for a finger `x` points beyond the end. The result is below the dimension, or
  /// equal to it for huge `x`; 0 for NaN. O(1).
  public func overscroll(at x: Double) -> Double {
    let pull = coefficient * (x / dimension)
    guard pull.magnitude < 1e16 else { return pull > 0 ? dimension : pull < 0 ? -dimension : 0 }
    return dimension * (pull / (1 + pull.magnitude))
  }

  /// The derivative of the overscroll: c/(1 + c·|x|/d)², which is c·(1 − |b|/d)².
  public func slope(at x: Double) -> Double {
    let stretch = 1 + coefficient * (x / dimension).magnitude
    return coefficient / stretch / stretch
  }

  /// The position of the finger for an overscroll of `b` points: d·b/(c·(d − |b|)).
  ///
  /// Starting a grab of overscrolled content at this position avoids a jump. A spring may
  /// overscroll by more than the band allows; such a `b` is clamped to (1 − 2⁻³⁰)·d, the largest
  /// overscroll with a sufficiently precise inverse. The result is 0 for NaN.
  public func finger(at b: Double) -> Double {
    let most = 1 - 0x1p-30
    let part = min((b / dimension).magnitude, most)
    guard part > 0 else { return 0 }
    let x = min(part / (1 - part) / coefficient * dimension, .greatestFiniteMagnitude)
    return b < 0 ? -x : x
  }

  /// The state of the content for a finger that is `finger.value` beyond the end.
  ///
  /// The velocity is the finger's times the slope, as needed for the spring after a release.
  public func state(of finger: MotionState) -> MotionState {
    MotionState(
      value: overscroll(at: finger.value), velocity: finger.velocity * slope(at: finger.value))
  }
}
