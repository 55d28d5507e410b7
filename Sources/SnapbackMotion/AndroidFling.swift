#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The fling of Android's `OverScroller`, an alternative to the drag of ``Decay``.
///
/// With P = 9.80665·39.37·160·density·0.84, ℓ = ln(0.35·|v|/(f·P)) and r = ln 0.78/ln 0.9, the
/// fling covers f·P·e^{ℓ·r/(r−1)} pixels in e^{ℓ/(r−1)} seconds along ``CubicBezier/androidFling``.
/// The initial slope of that curve gives the fling the requested velocity. It slows down as a
/// function of its age instead of its speed, so a fling that is restarted midway ends elsewhere
/// than one that is left alone. Distances are in pixels for a screen's own density, and in dp for
/// density 1.
public struct AndroidFling: Hashable, Sendable {
  /// Pixels per dp; 1 is 160 pixels per inch.
  public let density: Double
  /// The friction of scrolling, f in the formula of the type. Android's `ViewConfiguration` has
  /// 0.015.
  public let friction: Double

  /// The largest speed, per second; larger ones are clamped.
  public static let speedLimit = 1e9

  // f·P in pixels/s², and ln 0.78/ln 0.9.
  private let drag: Double
  private static let decelerationRate = 2.3582018154259448

  /// Creates the fling for a screen density and a friction, which must both be above 0.
  public init(density: Double = 1, friction: Double = 0.015) throws(MotionError) {
    try MotionError.require(density > 0, "density", density, "a number above 0")
    try MotionError.require(friction > 0, "friction", friction, "a number above 0")
    let drag = friction * (9.80665 * 39.37 * 160 * density * 0.84)
    try MotionError.require(
      drag >= 1e-9 && drag <= 1e9, "friction", friction, "comparable with the density")
    self.density = density
    self.friction = friction
    self.drag = drag
  }

  /// The duration of a fling with `velocity`, in seconds; 0 if the velocity is 0 or NaN.
  public func duration(for velocity: Double) -> Double {
    exp(deceleration(velocity) / (Self.decelerationRate - 1))
  }

  /// The signed distance that a fling with `velocity` covers.
  public func distance(for velocity: Double) -> Double {
    let exponent = Self.decelerationRate / (Self.decelerationRate - 1)
    let distance = drag * exp(deceleration(velocity) * exponent)
    return velocity < 0 ? -distance : distance
  }

  /// The position where a fling from `start` comes to rest.
  public func end(from start: MotionState) -> Double {
    start.value + distance(for: start.velocity)
  }

  /// The state `seconds` after `start`. Before the start and for NaN it is `start`; from the
  /// duration on it is the end, at rest. O(1), no allocation.
  public func state(after seconds: Double, from start: MotionState) -> MotionState {
    guard seconds > 0 else { return start }
    let duration = duration(for: start.velocity)
    guard seconds < duration else { return MotionState(value: end(from: start)) }
    let progress = CubicBezier.androidFling.state(at: seconds / duration)
    let distance = distance(for: start.velocity)
    return MotionState(
      value: start.value + distance * progress.value,
      velocity: distance / duration * progress.velocity)
  }

  /// ℓ; −∞ for a velocity of 0.
  private func deceleration(_ velocity: Double) -> Double {
    guard velocity != 0, !velocity.isNaN else { return -.infinity }
    return log(0.35 * min(velocity.magnitude, Self.speedLimit) / drag)
  }
}
