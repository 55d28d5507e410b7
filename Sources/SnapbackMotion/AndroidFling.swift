#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The fling of Android's `OverScroller`: another momentum than drag, for those who expect it.
///
/// With P = 9.80665·39.37·160·density·0.84, ℓ = ln(0.35·|v|/(f·P)) and r = ln 0.78/ln 0.9, it takes
/// e^{ℓ/(r−1)} seconds for f·P·e^{ℓ·r/(r−1)} pixels, along ``CubicBezier/androidFling``, whose
/// slope makes it start with just the velocity given. It slows down by its age and not by its
/// speed, so a fling that is started anew on its way does not end where one left alone would. Units
/// are those of the density: pixels for a screen's own, dp for 1.
public struct AndroidFling: Hashable, Sendable {
  /// Pixels per dp; 1 is 160 pixels an inch.
  public let density: Double
  /// f; 0.015 in `ViewConfiguration`.
  public let friction: Double

  /// The fastest velocity that is played, per second; a faster one is held to it.
  public static let speedLimit = 1e9

  // f·P, in pixels/s², and ln 0.78/ln 0.9.
  private let drag: Double
  private static let decelerationRate = 2.3582018154259448

  /// The fling on a screen with a density above 0, with a friction above 0.
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

  /// How long a fling with `velocity` takes, in seconds; 0 for 0 and for not-a-number.
  public func duration(for velocity: Double) -> Double {
    exp(deceleration(velocity) / (Self.decelerationRate - 1))
  }

  /// How far a fling with `velocity` goes, with its sign.
  public func distance(for velocity: Double) -> Double {
    let exponent = Self.decelerationRate / (Self.decelerationRate - 1)
    let distance = drag * exp(deceleration(velocity) * exponent)
    return velocity < 0 ? -distance : distance
  }

  /// Where a fling from `start` comes to rest.
  public func end(from start: MotionState) -> Double {
    start.value + distance(for: start.velocity)
  }

  /// The state `seconds` after `start`; before the start, and for not-a-number, the start, and
  /// from its duration on the end, at rest. O(1), no allocation.
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

  /// ℓ; −infinity at rest.
  private func deceleration(_ velocity: Double) -> Double {
    guard velocity != 0, !velocity.isNaN else { return -.infinity }
    return log(0.35 * min(velocity.magnitude, Self.speedLimit) / drag)
  }
}
