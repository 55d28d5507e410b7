import SnapbackBasics

/// The vector from the anchor of a view to the grabbed point, in the view's own untransformed
/// space. When the size of the view changes, the point keeps its relative position.
struct Lever: Hashable, Sendable {
  /// The lever of a view whose anchor itself moves with the finger.
  static let zero = Lever(vector: .zero, size: .zero)

  /// The lever in a view of ``size``.
  let vector: Vector
  let size: Size

  var isZero: Bool { vector == .zero }

  /// The components of the lever per point of width and height; 0 along a side with length 0.
  var share: Vector {
    Vector(
      dx: size.width > 0 ? vector.dx / size.width : 0,
      dy: size.height > 0 ? vector.dy / size.height : 0)
  }

  /// The lever in a view of another size. Along a side that had length 0, the component does not
  /// change.
  func vector(in other: Size) -> Vector {
    guard other != size else { return vector }
    let share = share
    return Vector(
      dx: vector.dx + share.dx * (other.width - size.width),
      dy: vector.dy + share.dy * (other.height - size.height))
  }
}
