public import SnapbackConstraints

/// An attribute of an item.
public struct Anchor: Hashable, Sendable {
  /// The item that has the attribute.
  public var item: LayoutItem
  /// The attribute of the item.
  public var attribute: LayoutAttribute

  /// Makes the anchor for an attribute of an item.
  public init(_ item: LayoutItem, _ attribute: LayoutAttribute) {
    self.item = item
    self.attribute = attribute
  }

  /// Makes the anchor for an attribute of a view.
  public init(_ view: ViewID, _ attribute: LayoutAttribute) {
    self.init(.view(view), attribute)
  }
}

/// A linear constraint: first (= ≤ ≥) Σ multiplier × anchor + constant @ priority.
public struct LayoutConstraint: Hashable, Sendable {
  /// An anchor on the right side with its multiplier.
  public struct Term: Hashable, Sendable {
    /// The factor of the anchor.
    public var multiplier: Double
    /// The anchor that is multiplied.
    public var anchor: Anchor

    /// Makes the term `multiplier` × `anchor`.
    public init(_ multiplier: Double, _ anchor: Anchor) {
      self.multiplier = multiplier
      self.anchor = anchor
    }
  }

  /// The name for reports and changes, unique in its tree. If the identifier is empty, the tree
  /// names the constraint after its text.
  public var identifier: String
  /// The left side.
  public var first: Anchor
  /// The relation between the two sides.
  public var relation: Relation
  /// The anchors of the right side; empty for a constant.
  public var terms: [Term]
  /// The constant added to the right side, in points.
  public var constant: Double
  /// The number of standard spacings added to the right side. A standard spacing depends on the
  /// text size; see ``StandardSpacing``. In a constraint between two baselines, it is the standard
  /// distance of baselines.
  public var standardSpacings: Double
  /// The priority; required by default.
  public var priority: Priority
  /// Whether the constraint takes part in the layout.
  public var isActive = true

  /// Makes a constraint from its parts.
  public init(
    identifier: String = "", first: Anchor, relation: Relation = .equal, terms: [Term] = [],
    constant: Double = 0, standardSpacings: Double = 0, priority: Priority = .required
  ) {
    self.identifier = identifier
    self.first = first
    self.relation = relation
    self.terms = terms
    self.constant = constant
    self.standardSpacings = standardSpacings
    self.priority = priority
  }

  /// All anchors, starting with that of the left side.
  var anchors: [Anchor] { [first] + terms.map(\.anchor) }

  /// Returns a copy with another identifier.
  public func named(_ identifier: String) -> LayoutConstraint {
    var constraint = self
    constraint.identifier = identifier
    return constraint
  }

  /// Returns a copy with another priority.
  public func prioritized(_ priority: Priority) -> LayoutConstraint {
    var constraint = self
    constraint.priority = priority
    return constraint
  }
}
