public import SnapbackBasics
public import SnapbackConstraints

/// A value for each axis.
public struct PerAxis<Value: Hashable & Sendable>: Hashable, Sendable {
  /// The value along x.
  public var horizontal: Value
  /// The value along y.
  public var vertical: Value

  /// Makes a value for each axis.
  public init(horizontal: Value, vertical: Value) {
    self.horizontal = horizontal
    self.vertical = vertical
  }

  /// The value for an axis.
  public subscript(axis: Axis) -> Value {
    get { axis == .horizontal ? horizontal : vertical }
    set {
      if axis == .horizontal { horizontal = newValue } else { vertical = newValue }
    }
  }
}

/// The properties of a view that affect its layout, in addition to constraints.
public struct ViewProperties: Hashable, Sendable {
  /// Whether the view is hidden. In a stack, a hidden view collapses; elsewhere it still takes part
  /// in layout.
  public var isHidden = false
  /// The insets from the view's frame to its alignment rectangle. Constraints refer to the
  /// alignment rectangle.
  public var alignmentInsets = EdgeInsets.zero
  /// The layout margins. If nil, 8 points on each side; for the screen, 0 at the top and bottom,
  /// and 16 points (compact width) or 20 (regular width) at the sides.
  public var margins: DirectionalInsets?
  /// Whether the margins are extended so that they are at least as far from the parent's edges as
  /// the parent's margins.
  public var preservesParentMargins = false
  /// Whether the margins are measured from the safe area.
  public var insetsMarginsFromSafeArea = true
  /// Insets that the view adds to the safe area of its children.
  public var additionalSafeArea = EdgeInsets.zero
  /// The size of the content, in points; nil along an axis without a size. Ignored if the view has
  /// text.
  public var intrinsicSize = PerAxis<Double?>(horizontal: nil, vertical: nil)
  /// The text of the view.
  public var text: TextContent?
  /// The resistance to growing beyond the content; 250 by default.
  public var hugging = PerAxis<Priority>(horizontal: .defaultLow, vertical: .defaultLow)
  /// The resistance to shrinking below the content; 750 by default.
  public var compressionResistance = PerAxis<Priority>(
    horizontal: .defaultHigh, vertical: .defaultHigh)
  /// The distance from the top edge to the first baseline, in points; nil to take it from the text.
  public var firstBaseline: Double?
  /// The distance from the bottom edge to the last baseline, in points; nil to take it from the
  /// text.
  public var lastBaseline: Double?
  /// The stack properties; nil for a plain view.
  public var stack: StackProperties?
  /// The springs and struts that determine the frame in place of constraints.
  public var autoresizing: Autoresizing?

  /// The properties of a plain view.
  public init() {}
}

/// Springs and struts: a rectangle in the parent, with the parts of it that change with the
/// parent's size.
///
/// A change of the parent's size is distributed among the flexible parts in proportion to their
/// sizes in `frame`, or equally if these are all zero. If no part along an axis is flexible, only
/// the distance to the right or bottom edge changes.
public struct Autoresizing: Hashable, Sendable {
  /// A part that may change with the size of the parent.
  public enum Part: String, Hashable, Sendable, CaseIterable {
    /// The distance to the parent's left edge.
    case left
    /// The width.
    case width
    /// The distance to the parent's right edge.
    case right
    /// The distance to the parent's top edge.
    case top
    /// The height.
    case height
    /// The distance to the parent's bottom edge.
    case bottom
  }

  /// The view's rectangle in the parent's coordinates if the parent has the size `parentSize`, in
  /// points.
  public var frame: Rect
  /// The size of the parent that `frame` refers to, in points.
  public var parentSize: Size
  /// The parts that change with the parent's size.
  public var flexible: Set<Part>

  /// Makes springs and struts from a rectangle and its flexible parts.
  public init(frame: Rect, parentSize: Size, flexible: Set<Part> = []) {
    self.frame = frame
    self.parentSize = parentSize
    self.flexible = flexible
  }

  /// How the position and the size of the view along an axis depend on the parent's size: position
  /// = a × parent's size + b, and size = c × parent's size + d.
  struct Rule {
    var position: (factor: Double, constant: Double)
    var extent: (factor: Double, constant: Double)
  }

  func rule(_ axis: Axis) -> Rule {
    let isHorizontal = axis == .horizontal
    let whole = isHorizontal ? parentSize.width : parentSize.height
    let (near, far) =
      isHorizontal ? (frame.left, frame.right) : (frame.top, frame.bottom)
    let parts: [Part] = isHorizontal ? [.left, .width, .right] : [.top, .height, .bottom]
    let extents = [near, far - near, whole - far]
    var isFlexible = parts.map { flexible.contains($0) }
    if !isFlexible.contains(true) { isFlexible[2] = true }
    let total = zip(extents, isFlexible).reduce(0) { $1.1 ? $0 + max(0, $1.0) : $0 }
    let count = isFlexible.count { $0 }
    func share(_ index: Int) -> Double {
      guard isFlexible[index] else { return 0 }
      return total > 0 ? max(0, extents[index]) / total : 1 / Double(count)
    }
    return Rule(
      position: (share(0), near - share(0) * whole),
      extent: (share(1), far - near - share(1) * whole))
  }
}
