public import SnapbackConstraints
public import SnapbackGeometry

/// One value for each direction.
public struct PerAxis<Value: Hashable & Sendable>: Hashable, Sendable {
  /// Along x.
  public var horizontal: Value
  /// Along y.
  public var vertical: Value

  /// A value for each direction.
  public init(horizontal: Value, vertical: Value) {
    self.horizontal = horizontal
    self.vertical = vertical
  }

  /// The value of a direction.
  public subscript(axis: Axis) -> Value {
    get { axis == .horizontal ? horizontal : vertical }
    set {
      if axis == .horizontal { horizontal = newValue } else { vertical = newValue }
    }
  }
}

/// What layout regards of a view besides the constraints that speak of it.
public struct ViewProperties: Hashable, Sendable {
  /// Whether it is not shown. In a stack it collapses; elsewhere it keeps taking part in layout.
  public var isHidden = false
  /// From the frame to the alignment rectangle, which constraints speak of.
  public var alignmentInsets = EdgeInsets.zero
  /// The layout margins; nil for 8 points on each side, and for the screen 16 points at the sides
  /// where the width is compact, 20 where it is regular, and none above and below.
  public var margins: DirectionalInsets?
  /// Whether margins are at least as far from the parent's edges as the parent's margins.
  public var preservesParentMargins = false
  /// Whether margins are measured from the safe area.
  public var insetsMarginsFromSafeArea = true
  /// What the view itself takes away from the safe area of what is in it.
  public var additionalSafeArea = EdgeInsets.zero
  /// The size of the content, in points, as far as it has one; text, if any, decides otherwise.
  public var intrinsicSize = PerAxis<Double?>(horizontal: nil, vertical: nil)
  /// The text it shows.
  public var text: TextContent?
  /// How strongly it resists growing beyond its content; 250.
  public var hugging = PerAxis<Priority>(horizontal: .defaultLow, vertical: .defaultLow)
  /// How strongly it resists being squeezed below its content; 750.
  public var compressionResistance = PerAxis<Priority>(
    horizontal: .defaultHigh, vertical: .defaultHigh)
  /// From the top edge to the first line's baseline, in points; nil when the text tells.
  public var firstBaseline: Double?
  /// From the bottom edge up to the last line's baseline, in points; nil when the text tells.
  public var lastBaseline: Double?
  /// How its arranged views are stacked; nil for a plain view.
  public var stack: StackProperties?
  /// The frame that it has by springs and struts instead of constraints.
  public var autoresizing: Autoresizing?

  /// The properties of a plain view.
  public init() {}
}

/// Springs and struts: a frame within its parent and what of it follows the parent's size.
///
/// The change of the parent's extent is shared among the flexible parts in proportion to the
/// extents they have in `frame`; equally if those are all zero. Without a flexible part along an
/// axis the far margin is flexible.
public struct Autoresizing: Hashable, Sendable {
  /// What may follow the size of the parent.
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

  /// The frame in the parent's coordinates while the parent has `parentSize`, in points.
  public var frame: Rect
  /// The size of the parent that `frame` is meant for, in points.
  public var parentSize: Size
  /// The parts that follow the parent's size.
  public var flexible: Set<Part>

  /// A frame and its mask.
  public init(frame: Rect, parentSize: Size, flexible: Set<Part> = []) {
    self.frame = frame
    self.parentSize = parentSize
    self.flexible = flexible
  }

  /// position = a × parent's extent + b and extent = c × parent's extent + d along an axis.
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
