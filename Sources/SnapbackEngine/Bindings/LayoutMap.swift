import SnapbackBasics
public import SnapbackLayout
public import SnapbackMotion

/// The points of a binding's map of which some depend on the layout.
///
/// After each layout pass, the map through the present points replaces ``ChannelBinding/map``.
public struct LayoutMap: Hashable, Sendable {
  /// A point of the map. Lengths are in points; other numbers are in the units of their channels
  /// (``Channel``) and do not depend on the layout.
  public struct Point: Hashable, Sendable {
    /// The value of the source.
    public var x: LayoutNumber
    /// The value of the target.
    public var y: LayoutNumber
    /// The curve of the piece that ends at the point; nil for a line.
    public var curve: CubicBezier?

    /// Creates a point from its parts.
    public init(x: LayoutNumber, y: LayoutNumber, curve: CubicBezier? = nil) {
      (self.x, self.y, self.curve) = (x, y, curve)
    }
  }

  /// The minimum distance between the source values of two neighboring points of a map.
  public static let leastStep = 1e-6
  /// The largest magnitude of a slope. In a layout with a steeper piece, the map is not used.
  public static let steepestSlope = 1000.0

  /// The points, at least two.
  public var points: [Point]
  /// Whether the first and the last piece continue beyond the points.
  public var extends: Bool
  /// The largest magnitude of a result.
  public var limit: Double

  /// Creates a map from its parts.
  public init(_ points: [Point], extends: Bool, limit: Double) {
    (self.points, self.extends, self.limit) = (points, extends, limit)
  }

  /// Whether any of the points depends on the layout.
  public var followsLayout: Bool { numbers.contains { !$0.isConstant } }

  /// The numbers of all points.
  public var numbers: [LayoutNumber] { points.flatMap { [$0.x, $0.y] } }

  /// The map for a layout, given the value of each number in it. Nil if the source does not rise by
  /// ``leastStep`` from point to point, or if a piece is steeper than ``steepestSlope``.
  func map(_ value: (LayoutNumber) -> Double) -> PiecewiseMap? {
    let places = points.map { SnapbackBasics.Point(x: value($0.x), y: value($0.y)) }
    for (start, end) in zip(places, places.dropFirst()) where end.x - start.x < Self.leastStep {
      return nil
    }
    let map = PiecewiseMap(
      places, curves: points.map(\.curve), extends: extends, limit: limit)
    return map.flatMap { $0.steepestSlope <= Self.steepestSlope ? $0 : nil }
  }

  /// The map of points that do not depend on the layout. Nil if the values of the source do not
  /// rise, or if a target is beyond ``limit``.
  public var fixed: PiecewiseMap? {
    PiecewiseMap(
      points.map { SnapbackBasics.Point(x: $0.x.constant, y: $0.y.constant) },
      curves: points.map(\.curve), extends: extends, limit: limit)
  }

  /// A map for bounds of the result: the points have the source values 0, 1, 2 and so on, and the
  /// constant parts of their targets. Nil if a target is beyond ``limit``.
  public var outline: PiecewiseMap? {
    PiecewiseMap(
      points.enumerated().map { SnapbackBasics.Point(x: Double($0), y: $1.y.constant) },
      curves: points.map(\.curve), limit: limit)
  }

  /// The map that always has the value of the first point.
  func start(_ value: (LayoutNumber) -> Double) -> PiecewiseMap {
    PiecewiseMap(constant: value(points[0].y))
  }

  /// The largest magnitude of the result in any layout, given that of the ``outline``.
  func largestMagnitude(like outline: Double) -> Double {
    points.allSatisfy(\.y.isConstant) ? outline : max(outline, limit)
  }
}
