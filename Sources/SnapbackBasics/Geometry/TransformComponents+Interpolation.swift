#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

// Interpolation between two transforms by components, with the rotation along the shortest arc.

extension TransformComponents {
  /// The tolerance in radians within which an arc is treated as a half turn. It is far greater than
  /// the rounding error of an angle of a few turns, and far too small to be visible.
  private static let halfTurnTolerance = 1e-12

  /// The components at the fraction `progress` between `self` (0) and `other` (1).
  ///
  /// Each number is interpolated linearly. The rotation is interpolated along
  /// ``shortestArc(from:to:turning:)``, so at progress 1 the rotation may differ from that of
  /// `other` by whole turns. Progress outside 0…1 extrapolates, for motions that overshoot.
  /// Progress that is not finite is taken as 0. The result is infinite only if the difference of
  /// two numbers overflows. O(1), no allocation.
  /// - Parameter turning: The direction of a half turn, as in ``shortestArc(from:to:turning:)``.
  public func interpolated(
    to other: TransformComponents, progress: Double, turning: Double = 0
  ) -> TransformComponents {
    let share = progress.isFinite ? progress : 0
    func between(_ start: Double, _ end: Double) -> Double {
      // Exact at both ends, and exact throughout when both are equal.
      share == 1 ? end : start + share * (end - start)
    }
    let arc = Self.shortestArc(from: rotation, to: other.rotation, turning: turning)
    return TransformComponents(
      translation: Vector(
        dx: between(translation.dx, other.translation.dx),
        dy: between(translation.dy, other.translation.dy)),
      rotation: rotation + share * arc,
      shear: between(shear, other.shear),
      scale: Vector(
        dx: between(scale.dx, other.scale.dx), dy: between(scale.dy, other.scale.dy)))
  }

  /// The shortest rotation in radians from one angle to another, at most π in magnitude.
  ///
  /// A half turn (within 1e-12) is equally short in both directions. Its direction is then that of
  /// `turning`, an angular velocity. If `turning` is 0 or not a number, a difference of ±π is
  /// returned unchanged, so −π → 0 undoes 0 → −π. If whole turns were removed first, the result is
  /// positive. Angles may be of any size: multiples of 2 · `Double.pi` are removed without
  /// rounding. The result is 0 if an angle is not finite. O(1), no allocation.
  public static func shortestArc(
    from start: Double, to end: Double, turning: Double = 0
  ) -> Double {
    guard start.isFinite, end.isFinite else { return 0 }
    let turn = 2 * Double.pi
    var difference = end - start
    if !difference.isFinite { difference = remainder(end, turn) - remainder(start, turn) }
    let isPlain = difference.magnitude <= .pi + halfTurnTolerance
    let arc = isPlain ? difference : remainder(difference, turn)
    guard arc.magnitude >= .pi - halfTurnTolerance else { return arc }
    if turning > 0 || (!isPlain && !(turning < 0)) { return arc < 0 ? arc + turn : arc }
    if turning < 0 { return arc > 0 ? arc - turn : arc }
    return arc
  }

  /// The components of `transform`, also for some maps that flatten the plane; nil when the map has
  /// no components or is not finite.
  ///
  /// A map that collapses the x axis is decomposed by the image of the y axis, with scale 0 along x
  /// and no shear. A map that collapses the y axis is decomposed by the image of the x axis, with
  /// scale 0 along y. A map that collapses both axes has scale 0 and no rotation. A map that sends
  /// both axes to the same line without collapsing either of them is not a product R · K · S and
  /// has no components.
  public init?(allowingFlat transform: AffineTransform) {
    if let components = TransformComponents(transform) {
      self = components
      return
    }
    let image = Vector(dx: transform.a, dy: transform.b)
    let other = Vector(dx: transform.c, dy: transform.d)
    let (scaleX, scaleY) = (image.length, other.length)
    let translation = Vector(dx: transform.tx, dy: transform.ty)
    guard scaleX.isFinite, scaleY.isFinite, translation.isFinite, scaleX == 0 || scaleY == 0
    else { return nil }
    // Subtract from 0 instead of negating: −0 would turn a half turn into −π.
    let rotation = scaleX > 0 ? atan2(image.dy, image.dx) : atan2(0 - other.dx, other.dy)
    self.init(
      translation: translation, rotation: scaleX > 0 || scaleY > 0 ? rotation : 0,
      scale: Vector(dx: scaleX, dy: scaleY))
  }
}

extension AffineTransform {
  /// The map at the fraction `progress` between `self` and `other`. The maps are interpolated by
  /// components if both have components, otherwise by their six entries.
  ///
  /// A map that shrinks everything to a point has no rotation or shear. The rotation and shear of
  /// the other map are used instead, so a view that grows from nothing does not rotate. `progress`
  /// and `turning` are as in ``TransformComponents/interpolated(to:progress:turning:)``. The ends
  /// are reached up to rounding. O(1), no allocation.
  public func interpolated(
    to other: AffineTransform, progress: Double, turning: Double = 0
  ) -> AffineTransform {
    guard var start = TransformComponents(allowingFlat: self),
      var end = TransformComponents(allowingFlat: other)
    else { return interpolatedByEntries(to: other, progress: progress) }
    if start.scale == .zero { (start.rotation, start.shear) = (end.rotation, end.shear) }
    if end.scale == .zero { (end.rotation, end.shear) = (start.rotation, start.shear) }
    return start.interpolated(to: end, progress: progress, turning: turning).transform
  }

  /// The map whose six entries are interpolated linearly between `self` and `other`.
  ///
  /// Meant for maps without components. Between two rotations, the interpolated map shrinks the
  /// view; halfway through a half turn, it flattens the view. Progress that is not finite is taken
  /// as 0. O(1), no allocation.
  public func interpolatedByEntries(
    to other: AffineTransform, progress: Double
  ) -> AffineTransform {
    let share = progress.isFinite ? progress : 0
    func between(_ start: Double, _ end: Double) -> Double {
      share == 1 ? end : start + share * (end - start)
    }
    return AffineTransform(
      a: between(a, other.a), b: between(b, other.b), c: between(c, other.c),
      d: between(d, other.d), tx: between(tx, other.tx), ty: between(ty, other.ty))
  }
}
