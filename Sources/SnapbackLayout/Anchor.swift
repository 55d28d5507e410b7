public import SnapbackConstraints

/// A view of a layout tree, by its place in the order of creation; parents come first.
public struct ViewID: Hashable, Comparable, Sendable {
  /// The place in the tree's lists; the root is 0.
  public let index: Int

  init(index: Int) {
    self.index = index
  }

  /// The root of every tree: the screen.
  public static let root = ViewID(index: 0)

  /// Whether `left` was created before `right`.
  public static func < (left: ViewID, right: ViewID) -> Bool { left.index < right.index }
}

/// What a constraint can speak of, by Auto Layout's names.
public enum LayoutAttribute: String, Hashable, Sendable, CaseIterable {
  /// The x of the left edge.
  case left
  /// The x of the right edge.
  case right
  /// The y of the top edge.
  case top
  /// The y of the bottom edge.
  case bottom
  /// The extent along x.
  case width
  /// The extent along y.
  case height
  /// The x of the middle.
  case centerX
  /// The y of the middle.
  case centerY

  /// The direction of a position; nil for an extent, which has none.
  var positionAxis: Axis? {
    switch self {
    case .left, .right, .centerX: .horizontal
    case .top, .bottom, .centerY: .vertical
    case .width, .height: nil
    }
  }
}

/// A direction of layout.
enum Axis: String, Hashable, Sendable {
  case horizontal
  case vertical
}

/// One attribute of one view.
public struct Anchor: Hashable, Sendable {
  /// Whose attribute it is.
  public var view: ViewID
  /// Which attribute.
  public var attribute: LayoutAttribute

  /// The attribute of the view.
  public init(_ view: ViewID, _ attribute: LayoutAttribute) {
    self.view = view
    self.attribute = attribute
  }
}

/// first (= ≤ ≥) Σ multiplier × anchor + constant @ priority.
public struct LayoutConstraint: Hashable, Sendable {
  /// One anchor on the right side with its multiplier.
  public struct Term: Hashable, Sendable {
    /// The factor of the anchor.
    public var multiplier: Double
    /// What is multiplied.
    public var anchor: Anchor

    /// `multiplier` × `anchor`.
    public init(_ multiplier: Double, _ anchor: Anchor) {
      self.multiplier = multiplier
      self.anchor = anchor
    }
  }

  /// The name it is reported and changed by; unique in its tree.
  public var identifier: String
  /// The left side.
  public var first: Anchor
  /// How the sides compare.
  public var relation: Relation
  /// The anchors of the right side; empty for a constant.
  public var terms: [Term]
  /// What is added to the right side, in points.
  public var constant: Double
  /// How much it matters; required by default.
  public var priority: Priority

  /// A constraint by its parts.
  public init(
    identifier: String, first: Anchor, relation: Relation = .equal, terms: [Term] = [],
    constant: Double = 0, priority: Priority = .required
  ) {
    self.identifier = identifier
    self.first = first
    self.relation = relation
    self.terms = terms
    self.constant = constant
    self.priority = priority
  }
}
