/// What a visual format leaves open: how its views align, which way they run, from where to where
/// spaces are measured.
public struct VisualFormatOptions: Hashable, Sendable {
  /// An attribute that all views of a format share.
  public enum Alignment: String, Hashable, Sendable, CaseIterable {
    /// All left edges at one x.
    case left
    /// All right edges at one x.
    case right
    /// All top edges at one y.
    case top
    /// All bottom edges at one y.
    case bottom
    /// All edges where reading starts at one x.
    case leading
    /// All edges where reading ends at one x.
    case trailing
    /// All middles at one x.
    case centerX
    /// All middles at one y.
    case centerY
    /// The baselines of all first lines at one y; only views have them.
    case firstBaseline
    /// The baselines of all last lines at one y; only views have them.
    case lastBaseline

    /// The attribute by this name.
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

  /// Which way a horizontal format runs; a vertical one runs down.
  public enum Direction: String, Hashable, Sendable, CaseIterable {
    /// The way of reading.
    case leadingToTrailing
    /// The first view is the leftmost.
    case leftToRight
    /// The first view is the rightmost.
    case rightToLeft
  }

  /// From where to where the space between two views is measured.
  public enum Spacing: String, Hashable, Sendable, CaseIterable {
    /// From edge to edge.
    case edgeToEdge
    /// From the last baseline to the first baseline of the view below; in vertical formats only.
    /// Spaces to the superview are between edges all the same: it has no baseline.
    case baselineToBaseline
  }

  /// What all views of the format share; across the format's axis.
  public var alignments: Set<Alignment>
  /// Which way a horizontal format runs.
  public var direction: Direction
  /// How spaces between views are measured.
  public var spacing: Spacing

  /// Options; by default nothing is aligned, views follow the way of reading, and spaces are
  /// between edges.
  public init(
    alignments: Set<Alignment> = [], direction: Direction = .leadingToTrailing,
    spacing: Spacing = .edgeToEdge
  ) {
    self.alignments = alignments
    self.direction = direction
    self.spacing = spacing
  }
}
