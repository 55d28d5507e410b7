#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A rotation as a function of a translation: θ(x) = θmax · tanh(x / reach).
///
/// One spring on the translation then drives both translation and rotation, and they return
/// together. tanh is smooth, so the angular velocity θ′(x)·ẋ is continuous; a clamp would have
/// corners.
public struct TiltMap: Hashable, Sendable {
  /// θmax in radians; the sign is the direction of the rotation for a translation to the right.
  public let angle: Double
  /// The translation in points, above 0, at which the tilt is 76 % (tanh 1) of the maximum.
  public let reach: Double

  /// Creates the map with a maximum tilt of `angle` radians; nil unless both numbers are finite and
  /// reach > 0.
  public init?(angle: Double, reach: Double) {
    guard angle.isFinite, reach.isFinite, reach > 0 else { return nil }
    self.angle = angle
    self.reach = reach
  }

  /// The tilt at a translation of `x` points, in radians; exactly 0 at 0.
  public func rotation(at x: Double) -> Double { angle * tanh(x / reach) }

  /// The derivative dθ/dx at `x`, in radians per point.
  public func slope(at x: Double) -> Double {
    let t = tanh(x / reach)
    return angle / reach * (1 - t * t)
  }
}
