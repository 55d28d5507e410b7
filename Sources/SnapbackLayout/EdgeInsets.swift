/// Distances inward from the edges of a rectangle, in points; negative distances extend outward.
public struct EdgeInsets: Hashable, Sendable {
  /// The distance from the left edge.
  public var left: Double
  /// The distance from the top edge.
  public var top: Double
  /// The distance from the right edge.
  public var right: Double
  /// The distance from the bottom edge.
  public var bottom: Double

  /// Zero insets.
  public static let zero = EdgeInsets()

  /// Makes insets from the distance at each edge.
  public init(left: Double = 0, top: Double = 0, right: Double = 0, bottom: Double = 0) {
    self.left = left
    self.top = top
    self.right = right
    self.bottom = bottom
  }

  /// The sum of two insets, edge by edge.
  public static func + (one: EdgeInsets, other: EdgeInsets) -> EdgeInsets {
    EdgeInsets(
      left: one.left + other.left, top: one.top + other.top, right: one.right + other.right,
      bottom: one.bottom + other.bottom)
  }

  /// The maximum of two insets, edge by edge.
  static func max(_ one: EdgeInsets, _ other: EdgeInsets) -> EdgeInsets {
    EdgeInsets(
      left: Swift.max(one.left, other.left), top: Swift.max(one.top, other.top),
      right: Swift.max(one.right, other.right), bottom: Swift.max(one.bottom, other.bottom))
  }

  /// Whether all four insets are finite and at most 10⁶ in magnitude.
  var isFinite: Bool {
    [left, top, right, bottom].allSatisfy { $0.magnitude <= 1e6 }
  }
}

/// Insets relative to the reading direction, in points.
public struct DirectionalInsets: Hashable, Sendable {
  /// The distance from the edge where reading starts.
  public var leading: Double
  /// The distance from the top edge.
  public var top: Double
  /// The distance from the edge where reading ends.
  public var trailing: Double
  /// The distance from the bottom edge.
  public var bottom: Double

  /// Makes insets from the distance at each edge.
  public init(leading: Double = 0, top: Double = 0, trailing: Double = 0, bottom: Double = 0) {
    self.leading = leading
    self.top = top
    self.trailing = trailing
    self.bottom = bottom
  }

  /// Makes equal insets on all sides.
  public init(_ inset: Double) {
    self.init(leading: inset, top: inset, trailing: inset, bottom: inset)
  }

  func resolved(_ direction: LayoutDirection) -> EdgeInsets {
    let isReversed = direction == .rightToLeft
    return EdgeInsets(
      left: isReversed ? trailing : leading, top: top, right: isReversed ? leading : trailing,
      bottom: bottom)
  }
}

/// The reading direction.
public enum LayoutDirection: String, Hashable, Sendable, CaseIterable {
  /// Leading is left.
  case leftToRight
  /// Leading is right.
  case rightToLeft
}
