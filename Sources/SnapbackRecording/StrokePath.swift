#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif
public import SnapbackGeometry

/// The line that a finger draws, in points on the screen.
public enum StrokePath: Hashable, Sendable {
  /// Straight from a place to another.
  case line(from: Point, to: Point)
  /// About a centre: turned by `angle` radians, clockwise on the screen, while the distance from
  /// it grows to `scale` times the first.
  case turn(about: Point, from: Point, angle: Double, scale: Double)

  /// The place at a share of the way, 0…1. O(1).
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

  /// The derivative of the place by the share, in points. O(1).
  public func tangent(at share: Double) -> Vector {
    switch self {
    case .line(let start, let end):
      return end - start
    case .turn(let center, let start, let angle, let scale):
      let arm = start - center
      let (sine, cosine) = (sin(angle * share), cos(angle * share))
      let stretch = 1 + (scale - 1) * share
      let along = Vector(dx: cosine * arm.dx - sine * arm.dy, dy: sine * arm.dx + cosine * arm.dy)
      // A quarter turn on is where the turning leads.
      let across = Vector(dx: -along.dy, dy: along.dx)
      return (scale - 1) * along + (stretch * angle) * across
    }
  }
}
