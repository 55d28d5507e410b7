/// An attribute that a constraint can refer to, with Auto Layout's names.
///
/// Attributes of a view refer to its alignment rectangle, except that margin attributes refer to
/// its layout margins.
public enum LayoutAttribute: String, Hashable, Sendable, CaseIterable {
  /// The x of the left edge.
  case left
  /// The x of the right edge.
  case right
  /// The y of the top edge.
  case top
  /// The y of the bottom edge.
  case bottom
  /// The x of the edge where reading starts, measured in the reading direction.
  case leading
  /// The x of the edge where reading ends, measured in the reading direction.
  case trailing
  /// The size along x.
  case width
  /// The size along y.
  case height
  /// The x of the center.
  case centerX
  /// The y of the center.
  case centerY
  /// The y of the first line's baseline; the bottom edge of an item without text.
  case firstBaseline
  /// The y of the last line's baseline; the bottom edge of an item without text.
  case lastBaseline
  /// The x of the left margin.
  case leftMargin
  /// The x of the right margin.
  case rightMargin
  /// The y of the top margin.
  case topMargin
  /// The y of the bottom margin.
  case bottomMargin
  /// The x of the margin where reading starts.
  case leadingMargin
  /// The x of the margin where reading ends.
  case trailingMargin
  /// The x of the center between the left and right margins.
  case centerXWithinMargins
  /// The y of the center between the top and bottom margins.
  case centerYWithinMargins

  /// The axis of a position; nil for a size.
  public var positionAxis: Axis? {
    switch withinMargins ?? self {
    case .width, .height: nil
    case .top, .bottom, .centerY, .firstBaseline, .lastBaseline: .vertical
    default: .horizontal
    }
  }

  /// The axis along which the attribute is measured.
  public var axis: Axis { positionAxis ?? (self == .width ? .horizontal : .vertical) }

  /// For a margin attribute, the attribute without margins, such as `left` for `leftMargin`; nil
  /// for other attributes.
  var withinMargins: LayoutAttribute? {
    switch self {
    case .leftMargin: .left
    case .rightMargin: .right
    case .topMargin: .top
    case .bottomMargin: .bottom
    case .leadingMargin: .leading
    case .trailingMargin: .trailing
    case .centerXWithinMargins: .centerX
    case .centerYWithinMargins: .centerY
    default: nil
    }
  }

  /// Whether the attribute depends on the reading direction.
  var isDirectional: Bool {
    let plain = withinMargins ?? self
    return plain == .leading || plain == .trailing
  }

  /// Whether the attribute is a horizontal edge independent of the reading direction.
  var isAbsolute: Bool {
    let plain = withinMargins ?? self
    return plain == .left || plain == .right
  }
}
