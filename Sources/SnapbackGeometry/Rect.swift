/// A rectangle with sides along the axes, in points, held by its edges.
///
/// Edges, not origin and size: neighbours that share an edge hold the same number, and an
/// animation that interpolates edges keeps it shared. `right < left` is a negative width, which
/// a spring may pass through; ``size`` never shows it.
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

  /// The rectangle between four edges.
  public init(left: Double, top: Double, right: Double, bottom: Double) {
    self.left = left
    self.top = top
    self.right = right
    self.bottom = bottom
  }

  /// The rectangle with the top left corner `x`, `y`.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.init(left: x, top: y, right: x + width, bottom: y + height)
  }

  /// The top left corner.
  public var origin: Point { Point(x: left, y: top) }
  /// The extent, `max(0, ·)` in each direction.
  public var size: Size { Size(width: max(0, right - left), height: max(0, bottom - top)) }
  /// The middle.
  public var center: Point { Point(x: (left + right) / 2, y: (top + bottom) / 2) }

  /// The place at `unit` of the way from the top left (0, 0) to the bottom right (1, 1).
  public func point(at unit: Point) -> Point {
    Point(x: left + (right - left) * unit.x, y: top + (bottom - top) * unit.y)
  }

  /// Whether `point` lies inside; the left and top edges belong to it, right and bottom do not.
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
