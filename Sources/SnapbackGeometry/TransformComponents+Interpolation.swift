#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

// Between two transforms: by components, the rotation along the shortest arc.

extension TransformComponents {
  /// How near to a half turn, in radians, an arc counts as one: far above what rounding adds to an
  /// angle of a few turns, far below what can be seen.
  private static let halfTurnTolerance = 1e-12

  /// The components at a share of the way to `other`: 0 is this, 1 is `other`.
  ///
  /// Each number goes along a straight line, the rotation by ``shortestArc(from:to:turning:)``, so
  /// that at 1 it may differ from that of `other` by whole turns. Beyond 0…1 the way goes on, for
  /// motions that overshoot. A progress that is not finite counts as 0. A difference of two numbers
  /// that overflows makes the result infinite, and nothing else does. O(1), no allocation.
  /// - Parameter turning: Which way half a turn goes, as there.
  public func interpolated(
    to other: TransformComponents, progress: Double, turning: Double = 0
  ) -> TransformComponents {
    let share = progress.isFinite ? progress : 0
    func between(_ start: Double, _ end: Double) -> Double {
      // Exact at both ends, and exact all the way where both are equal.
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

  /// The turn in radians that leads from one rotation to another on the shorter side, at most π.
  ///
  /// Half a turn, give or take 1e-12, is as short on either side. It goes the way of `turning`,
  /// an angular velocity of which only the sign counts. Where that is 0 or not a number, a plain
  /// difference of π or −π is kept as it is, so that 0 → −π turns back and −π → 0 undoes it; what
  /// is left of more than one turn is positive. Angles of any size are taken: whole turns of
  /// 2 · `Double.pi` are taken off without rounding. An angle that is not finite gives 0. O(1), no
  /// allocation.
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

  /// The components of `transform`, also of some that flatten the plane; nil when it has none or
  /// is not finite.
  ///
  /// A map that loses x is taken apart by the image of y, with the scale 0 along x and no shear;
  /// one that loses y by the image of x, with the scale 0 along y; one that loses both has the
  /// scale 0 and no rotation. A map that lays x and y onto one line keeps something of both and is
  /// no product R · K · S: it has no components.
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
    // Subtracted from 0, not negated: −0 would make half a turn −π.
    let rotation = scaleX > 0 ? atan2(image.dy, image.dx) : atan2(0 - other.dx, other.dy)
    self.init(
      translation: translation, rotation: scaleX > 0 || scaleY > 0 ? rotation : 0,
      scale: Vector(dx: scaleX, dy: scaleY))
  }
}

extension AffineTransform {
  /// The map at a share of the way to `other`: by components where both maps have them, otherwise
  /// by their six numbers.
  ///
  /// A map that shrinks everything to a point has no rotation or shear of its own and takes those
  /// of the other, so a view that grows out of nothing does not turn. Progress and `turning` are as
  /// in ``TransformComponents/interpolated(to:progress:turning:)``. The ends are met but for
  /// rounding. O(1), no allocation.
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

  /// The map whose six numbers are each at a share of the way to those of `other`.
  ///
  /// It is there for maps without components: between two rotations it shrinks, and half way
  /// through half a turn it is flat. A progress that is not finite counts as 0. O(1), no
  /// allocation.
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
