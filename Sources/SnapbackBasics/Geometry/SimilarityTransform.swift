#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A map that translates, rotates and scales uniformly, such as the map that two fingers apply to a
/// view.
///
/// With points as complex numbers, the map is z ↦ image + ratio · (z − center). The ratio contains
/// the rotation and the scale. Two points and their images determine the map. Because a center is
/// stored instead of a matrix, there is no cancellation near the fingers, even if the origin is far
/// away.
public struct SimilarityTransform: Hashable, Sendable {
  /// A reference point.
  public let center: Point
  /// The image of ``center``.
  public let image: Point
  /// The image of the unit vector along x: scale · (cos rotation, sin rotation).
  public let ratio: Vector

  /// The identity map.
  public static let identity = SimilarityTransform(
    center: .zero, image: .zero, ratio: Vector(dx: 1, dy: 0))

  /// The map that maps `center` to `image`, and rotates and scales by `ratio` about that point.
  public init(center: Point, image: Point, ratio: Vector) {
    self.center = center
    self.image = image
    self.ratio = ratio
  }

  /// The map that maps two points to two other points. It combines the pan, rotation and pinch of
  /// two fingers.
  ///
  /// If the two points coincide at the start, rotation and scale are undetermined; if they coincide
  /// at the end, the scale would be 0 and could not be undone. In both cases, and if the ratio
  /// overflows or underflows, the map is the translation of the start midpoint to the end midpoint.
  /// If a coordinate is not finite, the map is the identity. Otherwise the first point is mapped
  /// exactly, the second up to rounding. O(1), no allocation.
  public init(from start: (Point, Point), to end: (Point, Point)) {
    let (startSpan, endSpan) = (start.1 - start.0, end.1 - end.0)
    let length = startSpan.length
    let product = Self.conjugateProduct(Self.divided(startSpan, by: length), endSpan)
    let ratio = Self.divided(product, by: length)
    if Self.isUsable(ratio), start.0.isFinite, end.0.isFinite {
      self.init(center: start.0, image: end.0, ratio: ratio)
    } else {
      self.init(
        movingFrom: Self.middle(start.0, start.1), to: Self.middle(end.0, end.1))
    }
  }

  /// The least-squares map: the map with the least sum of squared distances between the images of
  /// the `from` points and the `to` points.
  ///
  /// The map sends the centroid of the `from` points to the centroid of the `to` points. With p and
  /// q relative to these centroids, the ratio is Σ p̄·q / Σ |p|², where p̄ is the complex
  /// conjugate. Two pairs are both mapped exactly; one pair gives a translation; no pair gives the
  /// identity. If the ratio is undetermined or 0, the map is the translation between the centroids.
  /// If a coordinate is not finite, the map is the identity. Source: S. Umeyama, "Least-squares
  /// estimation of transformation parameters between two point patterns", 1991, for the plane and
  /// without mirroring. O(pairs), no allocation.
  public init(fitting pairs: some Collection<(from: Point, to: Point)>) {
    guard !pairs.isEmpty else {
      self = .identity
      return
    }
    let count = Double(pairs.count)
    var (center, image) = (Point.zero, Point.zero)
    for pair in pairs {
      center = center + Self.divided(pair.from - .zero, by: count)
      image = image + Self.divided(pair.to - .zero, by: count)
    }
    // Scale by the largest length so that squares neither overflow nor underflow.
    var (startReach, endReach) = (0.0, 0.0)
    for pair in pairs {
      startReach = max(startReach, (pair.from - center).length)
      endReach = max(endReach, (pair.to - image).length)
    }
    var (product, square) = (Vector.zero, 0.0)
    for pair in pairs {
      let from = Self.divided(pair.from - center, by: startReach)
      let to = Self.divided(pair.to - image, by: endReach)
      product = product + Self.conjugateProduct(from, to)
      square += from.dx * from.dx + from.dy * from.dy
    }
    let ratio = endReach / startReach * Self.divided(product, by: square)
    if Self.isUsable(ratio), center.isFinite, image.isFinite {
      self.init(center: center, image: image, ratio: ratio)
    } else {
      self.init(movingFrom: center, to: image)
    }
  }

  /// The translation from one point to another; the identity when either is not finite.
  private init(movingFrom start: Point, to end: Point) {
    guard start.isFinite, end.isFinite else {
      self = .identity
      return
    }
    self.init(center: start, image: end, ratio: Vector(dx: 1, dy: 0))
  }

  /// The factor by which lengths grow; greater than 0 for every map that ``init(from:to:)`` or
  /// ``init(fitting:)`` creates.
  public var scale: Double { ratio.length }
  /// The rotation in radians, −π…π, clockwise on the screen when positive.
  public var rotation: Double { atan2(ratio.dy, ratio.dx) }

  /// The rotation in radians, shifted by whole turns to be nearest to `other`.
  ///
  /// Pass the rotation of the previous touch frame to avoid a jump when a gesture passes half a
  /// turn.
  public func rotation(near other: Double) -> Double {
    other.isFinite
      ? other + TransformComponents.shortestArc(from: other, to: rotation) : rotation
  }

  /// The image of a point.
  public func callAsFunction(_ point: Point) -> Point { image + self(point - center) }

  /// The image of a displacement, which does not depend on the translation.
  public func callAsFunction(_ vector: Vector) -> Vector {
    Vector(
      dx: ratio.dx * vector.dx - ratio.dy * vector.dy,
      dy: ratio.dy * vector.dx + ratio.dx * vector.dy)
  }

  /// The product, which applies `right` first, then `left`.
  public static func * (
    left: SimilarityTransform, right: SimilarityTransform
  ) -> SimilarityTransform {
    SimilarityTransform(
      center: right.center, image: left(right.image), ratio: left(right.ratio))
  }

  /// The inverse map; nil when the scale or its inverse is 0 or not finite.
  public var inverse: SimilarityTransform? {
    let scale = scale
    let unit = Self.divided(ratio, by: scale)
    let inverse = Self.divided(Vector(dx: unit.dx, dy: -unit.dy), by: scale)
    guard Self.isUsable(inverse) else { return nil }
    return SimilarityTransform(center: image, image: center, ratio: inverse)
  }

  /// This map as the components of a view's transform about its anchor: no shear, uniform scale.
  ///
  /// `transform(about: anchor)` of the result is this map. The result's rotation is shifted by
  /// whole turns to be nearest to `rotation`; a gesture passes the rotation of the previous touch
  /// frame.
  public func components(about anchor: Point, near rotation: Double = 0) -> TransformComponents {
    let scale = scale
    return TransformComponents(
      translation: self(anchor) - anchor, rotation: self.rotation(near: rotation),
      scale: Vector(dx: scale, dy: scale))
  }

  /// p̄·q, with p̄ the complex conjugate of p.
  private static func conjugateProduct(_ p: Vector, _ q: Vector) -> Vector {
    Vector(dx: p.dx * q.dx + p.dy * q.dy, dy: p.dx * q.dy - p.dy * q.dx)
  }

  private static func divided(_ vector: Vector, by number: Double) -> Vector {
    Vector(dx: vector.dx / number, dy: vector.dy / number)
  }

  /// Whether `ratio` is finite and nonzero, so that the map can be inverted.
  private static func isUsable(_ ratio: Vector) -> Bool { ratio.isFinite && ratio != .zero }

  private static func middle(_ a: Point, _ b: Point) -> Point {
    // Halve first: the sum of two large coordinates may overflow.
    Point(x: a.x / 2 + b.x / 2, y: a.y / 2 + b.y / 2)
  }
}
