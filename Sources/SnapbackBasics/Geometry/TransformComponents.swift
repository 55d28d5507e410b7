#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// An affine map decomposed into translation, rotation, shear and scale.
///
/// The linear part is L = R(rotation) · K(shear) · S(scale) with K = (1 shear; 0 1): scale first,
/// then shear, rotation and translation. Springs animate these components, never the matrix
/// entries: halfway between 0° and 180°, interpolated entries would flatten the view.
public struct TransformComponents: Hashable, Sendable {
  /// The translation in points, applied last.
  public var translation: Vector
  /// The rotation in radians, clockwise on the screen when positive.
  public var rotation: Double
  /// The displacement along x per unit of y, dimensionless.
  public var shear: Double
  /// The scale along x and y, dimensionless; 1 keeps the size.
  public var scale: Vector

  /// The components of the identity.
  public static var identity: TransformComponents { TransformComponents() }

  /// Makes components; omitted ones are those of the identity.
  public init(
    translation: Vector = .zero, rotation: Double = 0, shear: Double = 0,
    scale: Vector = Vector(dx: 1, dy: 1)
  ) {
    self.translation = translation
    self.rotation = rotation
    self.shear = shear
    self.scale = scale
  }

  /// The components of `transform`; nil when the map flattens the plane or is not finite.
  ///
  /// The scale along x is always positive, so a mirrored map has a negative scale along y.
  /// Source: the QR decomposition by one Givens rotation, as in Thomas and Goldman,
  /// "Unmatrix" (Graphics Gems II).
  public init?(_ transform: AffineTransform) {
    let scaleX = hypot(transform.a, transform.b)
    let determinant = transform.determinant
    guard scaleX > 0, scaleX.isFinite, determinant != 0, determinant.isFinite else { return nil }
    let mixed = transform.a * transform.c + transform.b * transform.d
    self.init(
      translation: Vector(dx: transform.tx, dy: transform.ty),
      rotation: atan2(transform.b, transform.a),
      shear: mixed / determinant,
      scale: Vector(dx: scaleX, dy: determinant / scaleX))
  }

  /// The linear part R·K·S as a map without translation.
  public var linear: AffineTransform {
    // Shortcut: most views are not rotated.
    let (cosine, sine) = rotation == 0 ? (1, 0) : (cos(rotation), sin(rotation))
    return AffineTransform(
      a: cosine * scale.dx, b: sine * scale.dx,
      c: (cosine * shear - sine) * scale.dy, d: (sine * shear + cosine) * scale.dy,
      tx: 0, ty: 0)
  }

  /// The map with these components about the origin.
  public var transform: AffineTransform {
    var result = linear
    result.tx = translation.dx
    result.ty = translation.dy
    return result
  }

  /// The map with these components about `anchor`: T(anchor) · transform · T(−anchor).
  ///
  /// The identity's components give exactly the identity map.
  public func transform(about anchor: Point) -> AffineTransform {
    let linear = linear
    let kept = linear(anchor)
    var result = linear
    result.tx = translation.dx + (anchor.x - kept.x)
    result.ty = translation.dy + (anchor.y - kept.y)
    return result
  }
}
