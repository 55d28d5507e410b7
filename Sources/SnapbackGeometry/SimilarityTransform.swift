#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A map that moves, turns and scales all directions alike: what fingers do to a view.
///
/// With places as complex numbers it is z ↦ image + ratio · (z − centre). The ratio holds the turn
/// and the scale; two points and their images determine it. It is kept with a centre of its own and
/// not as a matrix, so that near the fingers nothing cancels, however far the origin is.
public struct SimilarityTransform: Hashable, Sendable {
  /// A place.
  public let center: Point
  /// Where that place goes.
  public let image: Point
  /// Where the unit vector along x goes: scale · (cos rotation, sin rotation).
  public let ratio: Vector

  /// The map that moves nothing.
  public static let identity = SimilarityTransform(
    center: .zero, image: .zero, ratio: Vector(dx: 1, dy: 0))

  /// The map that carries `center` to `image` and turns and scales about it by `ratio`.
  public init(center: Point, image: Point, ratio: Vector) {
    self.center = center
    self.image = image
    self.ratio = ratio
  }

  /// The map that carries two points to two others: pan, rotation and pinch of two fingers in one.
  ///
  /// There is exactly one unless both fingers are at the same place. Then, be it at the start or
  /// at the end, it is the translation from the middle to the middle: from one place a turn and a
  /// scale cannot be told, and a scale of 0 could never be undone. It is that translation too where
  /// the ratio is beyond what a number holds, and the identity when a coordinate is not finite. The
  /// first point is carried exactly, the second but for rounding. O(1), no allocation.
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

  /// The map with the least sum of squared distances between the images of points and the places
  /// where they are wanted.
  ///
  /// It carries the centroid to the centroid; with p and q measured from these the ratio is
  /// Σ p̄·q / Σ |p|², p̄ being the complex conjugate. Of two pairs it is the map that carries both,
  /// of one a translation, of none the identity. Where a ratio cannot be told, or is 0, it is the
  /// translation of the centroid, and the identity when a coordinate is not finite. Source:
  /// S. Umeyama, "Least-squares estimation of transformation parameters between two point
  /// patterns", 1991, for the plane and without mirroring. O(pairs), no allocation.
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
    // Lengths are taken in units of the largest, so that squares neither overflow nor vanish.
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

  /// The translation from one place to another; the identity when one is not finite.
  private init(movingFrom start: Point, to end: Point) {
    guard start.isFinite, end.isFinite else {
      self = .identity
      return
    }
    self.init(center: start, image: end, ratio: Vector(dx: 1, dy: 0))
  }

  /// The factor by which lengths grow; above 0 for what fingers give.
  public var scale: Double { ratio.length }
  /// The turn in radians, −π…π, clockwise on the screen when positive.
  public var rotation: Double { atan2(ratio.dy, ratio.dx) }

  /// The turn in radians that differs from ``rotation`` by whole turns and is nearest to `other`.
  ///
  /// For a gesture that goes on past half a turn: with the rotation of the scan before it, it does
  /// not jump.
  public func rotation(near other: Double) -> Double {
    other.isFinite
      ? other + TransformComponents.shortestArc(from: other, to: rotation) : rotation
  }

  /// The image of a point.
  public func callAsFunction(_ point: Point) -> Point { image + self(point - center) }

  /// The image of a displacement, which ignores the translation.
  public func callAsFunction(_ vector: Vector) -> Vector {
    Vector(
      dx: ratio.dx * vector.dx - ratio.dy * vector.dy,
      dy: ratio.dy * vector.dx + ratio.dx * vector.dy)
  }

  /// The product: first `right`, then `left`.
  public static func * (
    left: SimilarityTransform, right: SimilarityTransform
  ) -> SimilarityTransform {
    SimilarityTransform(
      center: right.center, image: left(right.image), ratio: left(right.ratio))
  }

  /// The map that undoes this one; nil when the scale is 0 or not finite, or its inverse is.
  public var inverse: SimilarityTransform? {
    let scale = scale
    let unit = Self.divided(ratio, by: scale)
    let inverse = Self.divided(Vector(dx: unit.dx, dy: -unit.dy), by: scale)
    guard Self.isUsable(inverse) else { return nil }
    return SimilarityTransform(center: image, image: center, ratio: inverse)
  }

  /// The same map as the components of a view's transform about its anchor: no shear, one scale.
  ///
  /// `TransformComponents.transform(about: anchor)` of it is this map. The rotation is the one
  /// nearest to `rotation`, which a gesture passes on from scan to scan.
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

  /// Whether a view can be turned and scaled so, and back.
  private static func isUsable(_ ratio: Vector) -> Bool { ratio.isFinite && ratio != .zero }

  private static func middle(_ a: Point, _ b: Point) -> Point {
    // Halved first: the sum of two large numbers may be none.
    Point(x: a.x / 2 + b.x / 2, y: a.y / 2 + b.y / 2)
  }
}
