/// The arrangement of a stack view.
public struct StackProperties: Hashable, Sendable {
  /// The sizes of the views along the axis.
  public enum Distribution: String, Hashable, Sendable, CaseIterable {
    /// The views fill the stack; hugging and compression resistance decide which views stretch or
    /// shrink.
    case fill
    /// The views fill the stack with equal sizes.
    case fillEqually
    /// The views fill the stack in proportion to their content.
    case fillProportionally
    /// The gaps between the views are equal and at least the spacing.
    case equalSpacing
    /// The distances between the views' centers are equal, as far as the spacing allows.
    case equalCentering
  }

  /// The position of the views across the axis.
  public enum Alignment: String, Hashable, Sendable, CaseIterable {
    /// Each view spans the stack from edge to edge.
    case fill
    /// The views are at the edge where reading starts; in a row, at the top.
    case leading
    /// The views are centered.
    case center
    /// The views are at the edge where reading ends; in a row, at the bottom.
    case trailing
    /// In a row, the first lines of all views are on one baseline.
    case firstBaseline
    /// In a row, the last lines of all views are on one baseline.
    case lastBaseline
  }

  /// The axis along which the views are stacked.
  public var axis = Axis.horizontal
  /// The sizes of the views along the axis.
  public var distribution = Distribution.fill
  /// The position of the views across the axis.
  public var alignment = Alignment.fill
  /// The gap between neighbors.
  public var spacing = Spacing.points(0)
  /// Gaps after certain views, which replace ``spacing``.
  public var customSpacing: [ViewID: Spacing] = [:]
  /// Whether the gaps of a column are measured from last to first baseline.
  public var isBaselineRelative = false
  /// Whether the views lie within the stack's layout margins.
  public var isMarginsRelative = false
  /// The stacked views in order, all of them children of the stack.
  public var arranged: [ViewID] = []

  /// Makes a row without gaps.
  public init() {}
}
