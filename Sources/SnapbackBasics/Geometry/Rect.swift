/// A rectangle with sides along the axes, in points, stored as its four edges.
///
/// Because edges are stored instead of origin and size, neighbors can share an edge exactly. Their
/// edge remains shared while an animation interpolates the edges. `right < left` means a negative
/// width, which can occur while a spring overshoots; ``size`` then has the width 0.
public struct Rect: Hashable, Sendable {
  /// The x of the left edge.
  public var left: Double
  /// The y of the top edge.
  public var top: Double
  /// The x of the right edge.
  public var right: Double
  /// The y of the bottom edge.
  public var bottom: Double

  /// The empty rectangle at the origin.
  public static let zero = Rect(left: 0, top: 0, right: 0, bottom: 0)

  /// Makes a rectangle from its four edges.
  public init(left: Double, top: Double, right: Double, bottom: Double) {
    self.left = left
    self.top = top
    self.right = right
    self.bottom = bottom
  }

  /// Makes a rectangle from its top left corner and its size.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.init(left: x, top: y, right: x + width, bottom: y + height)
  }

  /// The top left corner.
  public var origin: Point { Point(x: left, y: top) }
  /// The size; a negative width or height is returned as 0.
  public var size: Size { Size(width: max(0, right - left), height: max(0, bottom - top)) }
  /// The center.
  public var center: Point { Point(x: (left + right) / 2, y: (top + bottom) / 2) }

  /// The point at the fraction `unit` of the size: (0, 0) is the top left, (1, 1) the bottom right.
  public func point(at unit: Point) -> Point {
    Point(x: left + (right - left) * unit.x, y: top + (bottom - top) * unit.y)
  }

  /// Whether `point` lies inside. The left and top edges are inside; the right and bottom are not.
  public func contains(_ point: Point) -> Bool {
    point.x >= left && point.x < right && point.y >= top && point.y < bottom
  }

  /// The rectangle moved by `offset`.
  public func offset(by offset: Vector) -> Rect {
    Rect(
      left: left + offset.dx, top: top + offset.dy,
      right: right + offset.dx, bottom: bottom + offset.dy)
  }
}

/// A width and a height in points.
public struct Size: Hashable, Sendable {
  /// Points from left to right.
  public var width: Double
  /// Points from top to bottom.
  public var height: Double

  /// The zero size.
  public static let zero = Size(width: 0, height: 0)

  /// A size of `width` by `height` points.
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }
}
