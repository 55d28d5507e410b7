public import SnapbackConstraints

/// One attribute of one item.
public struct Anchor: Hashable, Sendable {
  /// Whose attribute it is.
  public var item: LayoutItem
  /// Which attribute.
  public var attribute: LayoutAttribute

  /// The attribute of an item.
  public init(_ item: LayoutItem, _ attribute: LayoutAttribute) {
    self.item = item
    self.attribute = attribute
  }

  /// The attribute of a view.
  public init(_ view: ViewID, _ attribute: LayoutAttribute) {
    self.init(.view(view), attribute)
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

  /// The name it is reported and changed by, unique in its tree; empty for one that is to be named
  /// after what it says.
  public var identifier: String
  /// The left side.
  public var first: Anchor
  /// How the sides compare.
  public var relation: Relation
  /// The anchors of the right side; empty for a constant.
  public var terms: [Term]
  /// What is added to the right side, in points.
  public var constant: Double
  /// How many standard spacings are added to the right side; what one is depends on the size of
  /// text, see ``StandardSpacing``. Between two baselines it is their standard distance.
  public var standardSpacings: Double
  /// How much it matters; required by default.
  public var priority: Priority
  /// Whether it counts.
  public var isActive = true

  /// A constraint by its parts.
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

  /// All anchors, the first side's first.
  var anchors: [Anchor] { [first] + terms.map(\.anchor) }

  /// The same under another name.
  public func named(_ identifier: String) -> LayoutConstraint {
    var constraint = self
    constraint.identifier = identifier
    return constraint
  }

  /// The same at another priority.
  public func prioritized(_ priority: Priority) -> LayoutConstraint {
    var constraint = self
    constraint.priority = priority
    return constraint
  }
}
