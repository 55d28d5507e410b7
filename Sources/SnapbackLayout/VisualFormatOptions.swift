/// The options of a visual format: alignments, direction, and the attributes between which spaces
/// are measured.
public struct VisualFormatOptions: Hashable, Sendable {
  /// An attribute that all views of a format share.
  public enum Alignment: String, Hashable, Sendable, CaseIterable {
    /// All left edges have the same x.
    case left
    /// All right edges have the same x.
    case right
    /// All top edges have the same y.
    case top
    /// All bottom edges have the same y.
    case bottom
    /// All leading edges have the same x.
    case leading
    /// All trailing edges have the same x.
    case trailing
    /// All centers have the same x.
    case centerX
    /// All centers have the same y.
    case centerY
    /// All first baselines have the same y; only views have baselines.
    case firstBaseline
    /// All last baselines have the same y; only views have baselines.
    case lastBaseline

    /// The layout attribute of this name.
    public var attribute: LayoutAttribute {
      switch self {
      case .left: .left
      case .right: .right
      case .top: .top
      case .bottom: .bottom
      case .leading: .leading
      case .trailing: .trailing
      case .centerX: .centerX
      case .centerY: .centerY
      case .firstBaseline: .firstBaseline
      case .lastBaseline: .lastBaseline
      }
    }
  }

  /// The direction of a horizontal format; vertical formats run downward.
  public enum Direction: String, Hashable, Sendable, CaseIterable {
    /// The reading direction.
    case leadingToTrailing
    /// The first view is the leftmost.
    case leftToRight
    /// The first view is the rightmost.
    case rightToLeft
  }

  /// The attributes between which the space between two views is measured.
  public enum Spacing: String, Hashable, Sendable, CaseIterable {
    /// Spaces are measured from edge to edge.
    case edgeToEdge
    /// Spaces are measured from the last baseline of a view to the first baseline of the view
    /// below; only in vertical formats. Spaces to the superview are still measured between edges,
    /// because the superview has no baseline.
    case baselineToBaseline
  }

  /// The attributes that all views of the format share, across the format's axis.
  public var alignments: Set<Alignment>
  /// The direction of a horizontal format.
  public var direction: Direction
  /// The attributes between which spaces are measured.
  public var spacing: Spacing

  /// Makes options. By default, nothing is aligned, views follow the reading direction, and spaces
  /// are measured between edges.
  public init(
    alignments: Set<Alignment> = [], direction: Direction = .leadingToTrailing,
    spacing: Spacing = .edgeToEdge
  ) {
    self.alignments = alignments
    self.direction = direction
    self.spacing = spacing
  }
}
