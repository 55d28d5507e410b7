/// What a constraint can speak of, by Auto Layout's names.
///
/// Those of a view refer to its alignment rectangle, those with margins to its layout margins.
public enum LayoutAttribute: String, Hashable, Sendable, CaseIterable {
  /// The x of the left edge.
  case left
  /// The x of the right edge.
  case right
  /// The y of the top edge.
  case top
  /// The y of the bottom edge.
  case bottom
  /// The edge where reading starts, measured the way of reading.
  case leading
  /// The edge where reading ends, measured the way of reading.
  case trailing
  /// The extent along x.
  case width
  /// The extent along y.
  case height
  /// The x of the middle.
  case centerX
  /// The y of the middle.
  case centerY
  /// The y of the first line's baseline; the bottom edge of what has no text.
  case firstBaseline
  /// The y of the last line's baseline; the bottom edge of what has no text.
  case lastBaseline
  /// The x of the left margin.
  case leftMargin
  /// The x of the right margin.
  case rightMargin
  /// The y of the top margin.
  case topMargin
  /// The y of the bottom margin.
  case bottomMargin
  /// The margin where reading starts.
  case leadingMargin
  /// The margin where reading ends.
  case trailingMargin
  /// The middle between the left and the right margin.
  case centerXWithinMargins
  /// The middle between the top and the bottom margin.
  case centerYWithinMargins

  /// The direction of a position; nil for an extent, which has none.
  public var positionAxis: Axis? {
    switch withinMargins ?? self {
    case .width, .height: nil
    case .top, .bottom, .centerY, .firstBaseline, .lastBaseline: .vertical
    default: .horizontal
    }
  }

  /// The direction along which it is measured.
  public var axis: Axis { positionAxis ?? (self == .width ? .horizontal : .vertical) }

  /// For an attribute with margins, the one without, which it is of the margins.
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

  /// Whether it turns round with the direction of reading.
  var isDirectional: Bool {
    let plain = withinMargins ?? self
    return plain == .leading || plain == .trailing
  }

  /// Whether it stays where it is whatever the direction of reading.
  var isAbsolute: Bool {
    let plain = withinMargins ?? self
    return plain == .left || plain == .right
  }
}
