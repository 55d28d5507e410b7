#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// An affine map of the plane.
///
/// Convention: a point is a **column** vector, so the map is
/// ```
/// | x′ |   | a  c  tx |   | x |
/// | y′ | = | b  d  ty | · | y |
/// | 1  |   | 0  0  1  |   | 1 |
/// ```
/// that is x′ = a·x + c·y + tx and y′ = b·x + d·y + ty. The entries are named as in CSS `matrix(a,
/// b, c, d, tx, ty)` and Core Graphics' `CGAffineTransform`. Core Graphics uses row vectors and
/// therefore the transposed matrix, but the same six numbers. A product applies **right to left**:
/// `(p * q)(x)` is `p(q(x))`. Because y points down, a positive angle rotates **clockwise** on the
/// screen. Angles are in radians.
public struct AffineTransform: Hashable, Sendable {
  /// The x of the image of the unit vector along x.
  public var a: Double
  /// The y of the image of the unit vector along x.
  public var b: Double
  /// The x of the image of the unit vector along y.
  public var c: Double
  /// The y of the image of the unit vector along y.
  public var d: Double
  /// The x of the image of the origin.
  public var tx: Double
  /// The y of the image of the origin.
  public var ty: Double

  /// The identity map.
  public static var identity: AffineTransform {
    AffineTransform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)
  }

  /// The map x′ = a·x + c·y + tx, y′ = b·x + d·y + ty.
  public init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
    self.a = a
    self.b = b
    self.c = c
    self.d = d
    self.tx = tx
    self.ty = ty
  }

  /// The map that moves every point by `offset`.
  public static func translation(_ offset: Vector) -> AffineTransform {
    AffineTransform(a: 1, b: 0, c: 0, d: 1, tx: offset.dx, ty: offset.dy)
  }

  /// The rotation about the origin by `angle` radians, clockwise on the screen when positive.
  public static func rotation(_ angle: Double) -> AffineTransform {
    AffineTransform(a: cos(angle), b: sin(angle), c: -sin(angle), d: cos(angle), tx: 0, ty: 0)
  }

  /// The product, which applies `right` first, then `left`.
  public static func * (left: AffineTransform, right: AffineTransform) -> AffineTransform {
    AffineTransform(
      a: left.a * right.a + left.c * right.b,
      b: left.b * right.a + left.d * right.b,
      c: left.a * right.c + left.c * right.d,
      d: left.b * right.c + left.d * right.d,
      tx: left.a * right.tx + left.c * right.ty + left.tx,
      ty: left.b * right.tx + left.d * right.ty + left.ty)
  }

  /// The image of a point.
  public func callAsFunction(_ point: Point) -> Point {
    Point(x: a * point.x + c * point.y + tx, y: b * point.x + d * point.y + ty)
  }

  /// The image of a displacement, which does not depend on the translation.
  public func callAsFunction(_ vector: Vector) -> Vector {
    Vector(dx: a * vector.dx + c * vector.dy, dy: b * vector.dx + d * vector.dy)
  }

  /// The factor by which areas grow; negative when the map mirrors, 0 when it flattens the plane.
  public var determinant: Double { a * d - b * c }

  /// The inverse map; nil when the determinant is 0 or not finite.
  public var inverse: AffineTransform? {
    let determinant = determinant
    guard determinant != 0, determinant.isFinite, (1 / determinant).isFinite else { return nil }
    let (a, b) = (self.d / determinant, -self.b / determinant)
    let (c, d) = (-self.c / determinant, self.a / determinant)
    return AffineTransform(
      a: a, b: b, c: c, d: d, tx: -(a * tx + c * ty), ty: -(b * tx + d * ty))
  }
}
