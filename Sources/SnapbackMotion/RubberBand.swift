/// The give of a scroll view beyond its end: how far the content follows a finger.
///
/// b(x) = d·(1 − 1/(1 + c·x/d)) with x the finger's way beyond the end, d the dimension and c the
/// coefficient; UIScrollView's, as many have found. The same backwards: b(−x) = −b(x). It is a
/// function of the finger's place alone, so the same place gives the same overscroll on the way
/// out and back, whatever the event rate.
public struct RubberBand: Hashable, Sendable {
  /// c, how much the content follows at first; 0.55 in UIKit.
  public let coefficient: Double
  /// d in points, what the overscroll never reaches: the viewport's extent along the axis.
  public let dimension: Double

  /// UIKit's coefficient.
  public static let uikitCoefficient = 0.55

  /// The band of a dimension above 0 and a coefficient above 0.
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

  /// The overscroll for a finger `x` points beyond the end; below the dimension, or that for a
  /// finger beyond all numbers; 0 for not-a-number. O(1).
  public func overscroll(at x: Double) -> Double {
    let pull = coefficient * (x / dimension)
    guard pull.magnitude < 1e16 else { return pull > 0 ? dimension : pull < 0 ? -dimension : 0 }
    return dimension * (pull / (1 + pull.magnitude))
  }

  /// How fast the overscroll grows with x: c/(1 + c·|x|/d)², which is c·(1 − |b|/d)².
  public func slope(at x: Double) -> Double {
    let stretch = 1 + coefficient * (x / dimension).magnitude
    return coefficient / stretch / stretch
  }

  /// Where the finger is for an overscroll of `b` points: d·b/(c·(d − |b|)).
  ///
  /// Start a grab of overscrolled content from here and nothing jumps. An overscroll of more
  /// than the band gives, which a spring may have, is held to the largest that has an inverse
  /// with some digits left, (1 − 2⁻³⁰)·d. 0 for not-a-number.
  public func finger(at b: Double) -> Double {
    let most = 1 - 0x1p-30
    let part = min((b / dimension).magnitude, most)
    guard part > 0 else { return 0 }
    let x = min(part / (1 - part) / coefficient * dimension, .greatestFiniteMagnitude)
    return b < 0 ? -x : x
  }

  /// The content's state under a finger that is `finger.value` beyond the end and moves.
  ///
  /// The velocity is the finger's times the slope: what a spring has to start with on release.
  public func state(of finger: MotionState) -> MotionState {
    MotionState(
      value: overscroll(at: finger.value), velocity: finger.velocity * slope(at: finger.value))
  }
}
