#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif
public import SnapbackBasics

/// The path of a finger, in points on the screen.
public enum StrokePath: Hashable, Sendable {
  /// A straight line between two positions.
  case line(from: Point, to: Point)
  /// A path around the center `about`. The finger rotates by `angle` radians, clockwise on the
  /// screen, while its distance from the center changes to `scale` times the initial distance.
  case turn(about: Point, from: Point, angle: Double, scale: Double)

  /// Returns the position at a fraction of the path, 0…1. O(1).
  public func point(at share: Double) -> Point {
    switch self {
    case .line(let start, let end):
      return start + share * (end - start)
    case .turn(let center, let start, let angle, let scale):
      let arm = start - center
      let (sine, cosine) = (sin(angle * share), cos(angle * share))
      let stretch = 1 + (scale - 1) * share
      return center
        + stretch
        * Vector(dx: cosine * arm.dx - sine * arm.dy, dy: sine * arm.dx + cosine * arm.dy)
    }
  }

  /// Returns the derivative of the position with respect to the fraction, in points. O(1).
  public func tangent(at share: Double) -> Vector {
    switch self {
    case .line(let start, let end):
      return end - start
    case .turn(let center, let start, let angle, let scale):
      let arm = start - center
      let (sine, cosine) = (sin(angle * share), cos(angle * share))
      let stretch = 1 + (scale - 1) * share
      let along = Vector(dx: cosine * arm.dx - sine * arm.dy, dy: sine * arm.dx + cosine * arm.dy)
      // The rotation moves perpendicular to the arm.
      let across = Vector(dx: -along.dy, dy: along.dx)
      return (scale - 1) * along + (stretch * angle) * across
    }
  }
}
