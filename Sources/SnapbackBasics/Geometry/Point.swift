#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A position in layout space: in points, x to the right, y down.
public struct Point: Hashable, Sendable {
  /// Points to the right of the origin.
  public var x: Double
  /// Points below the origin.
  public var y: Double

  /// The origin.
  public static let zero = Point(x: 0, y: 0)

  /// A point `x` points right of and `y` points below the origin.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// Whether both coordinates are finite numbers.
  public var isFinite: Bool { x.isFinite && y.isFinite }

  /// The distance to `other`, in points.
  public func distance(to other: Point) -> Double { (other - self).length }

  /// The displacement from `right` to `left`.
  public static func - (left: Point, right: Point) -> Vector {
    Vector(dx: left.x - right.x, dy: left.y - right.y)
  }

  /// The point `left` moved by `right`.
  public static func + (left: Point, right: Vector) -> Point {
    Point(x: left.x + right.dx, y: left.y + right.dy)
  }

  /// The point `left` moved back by `right`.
  public static func - (left: Point, right: Vector) -> Point {
    Point(x: left.x - right.dx, y: left.y - right.dy)
  }
}

/// A displacement in points, or a velocity in points per second; y points down.
public struct Vector: Hashable, Sendable {
  /// The component along x.
  public var dx: Double
  /// The component along y.
  public var dy: Double

  /// The zero displacement.
  public static let zero = Vector(dx: 0, dy: 0)

  /// The displacement by `dx` to the right and `dy` down.
  public init(dx: Double, dy: Double) {
    self.dx = dx
    self.dy = dy
  }

  /// The Euclidean length, free of overflow and underflow.
  ///
  /// Calls `hypot`, a C library function, only when the sum of squares may overflow or underflow.
  public var length: Double {
    let square = dx * dx + dy * dy
    return square > 1e-280 && square < 1e280 ? square.squareRoot() : hypot(dx, dy)
  }

  /// Whether both components are finite numbers.
  public var isFinite: Bool { dx.isFinite && dy.isFinite }

  /// The sum of two displacements.
  public static func + (left: Vector, right: Vector) -> Vector {
    Vector(dx: left.dx + right.dx, dy: left.dy + right.dy)
  }

  /// The difference of two displacements.
  public static func - (left: Vector, right: Vector) -> Vector {
    Vector(dx: left.dx - right.dx, dy: left.dy - right.dy)
  }

  /// `vector` scaled by `factor`.
  public static func * (factor: Double, vector: Vector) -> Vector {
    Vector(dx: factor * vector.dx, dy: factor * vector.dy)
  }
}
