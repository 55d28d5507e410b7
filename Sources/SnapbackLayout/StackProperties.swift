/// How a stack view arranges its views.
public struct StackProperties: Hashable, Sendable {
  /// What becomes of the extents along the axis.
  public enum Distribution: String, Hashable, Sendable, CaseIterable {
    /// The views fill the stack; hugging and compression resistance decide which of them give.
    case fill
    /// They fill it with equal extents.
    case fillEqually
    /// They fill it in proportion to their contents.
    case fillProportionally
    /// The gaps between them are equal, and at least the spacing.
    case equalSpacing
    /// The distances between their middles are equal as far as the spacing allows.
    case equalCentering
  }

  /// Where the views are across the axis.
  public enum Alignment: String, Hashable, Sendable, CaseIterable {
    /// From edge to edge.
    case fill
    /// At the edge where reading starts; in a row at the top.
    case leading
    /// In the middle.
    case center
    /// At the edge where reading ends; in a row at the bottom.
    case trailing
    /// In a row, with the first lines on one baseline.
    case firstBaseline
    /// In a row, with the last lines on one baseline.
    case lastBaseline
  }

  /// The direction in which views follow each other.
  public var axis = Axis.horizontal
  /// What becomes of the extents along the axis.
  public var distribution = Distribution.fill
  /// Where the views are across the axis.
  public var alignment = Alignment.fill
  /// The gap between neighbours.
  public var spacing = Spacing.points(0)
  /// Other gaps, by the view in front of them.
  public var customSpacing: [ViewID: Spacing] = [:]
  /// Whether gaps of a column are measured from last to first baseline.
  public var isBaselineRelative = false
  /// Whether the views lie within the stack's layout margins.
  public var isMarginsRelative = false
  /// The views that are stacked, in order; children of the stack.
  public var arranged: [ViewID] = []

  /// A row without gaps.
  public init() {}
}
