public import SnapbackConstraints

/// A horizontal position of an item. Constraints can relate it only to horizontal positions.
public struct XAnchor: Hashable, Sendable {
  let anchor: Anchor

  /// Makes the constraint self = `multiplier` × `other` + `constant`, or with ≤ or ≥. Positions are
  /// measured from the nearest common ancestor, in points.
  public func constraint(
    _ relation: Relation = .equal, to other: XAnchor, times multiplier: Double = 1,
    plus constant: Double = 0
  ) -> LayoutConstraint {
    .between(anchor, relation, multiplier, other.anchor, constant)
  }
}

/// A vertical position of an item. Constraints can relate it only to vertical positions.
public struct YAnchor: Hashable, Sendable {
  let anchor: Anchor

  /// Makes the constraint self = `multiplier` × `other` + `constant`, or with ≤ or ≥. Positions are
  /// measured from the nearest common ancestor, in points.
  public func constraint(
    _ relation: Relation = .equal, to other: YAnchor, times multiplier: Double = 1,
    plus constant: Double = 0
  ) -> LayoutConstraint {
    .between(anchor, relation, multiplier, other.anchor, constant)
  }
}

/// A size of an item. Constraints can relate it only to sizes; a width may depend on a height.
public struct SizeAnchor: Hashable, Sendable {
  let anchor: Anchor

  /// Makes the constraint self = `multiplier` × `other` + `constant`, or with ≤ or ≥, in points.
  public func constraint(
    _ relation: Relation = .equal, to other: SizeAnchor, times multiplier: Double = 1,
    plus constant: Double = 0
  ) -> LayoutConstraint {
    .between(anchor, relation, multiplier, other.anchor, constant)
  }

  /// Makes the constraint self = `constant`, or with ≤ or ≥, in points.
  public func constraint(
    _ relation: Relation = .equal, toConstant constant: Double
  ) -> LayoutConstraint {
    LayoutConstraint(first: anchor, relation: relation, constant: constant)
  }
}

/// Typed anchors, which prevent mixing horizontal and vertical attributes.
extension LayoutItem {
  /// The left edge.
  public var left: XAnchor { XAnchor(anchor: Anchor(self, .left)) }
  /// The right edge.
  public var right: XAnchor { XAnchor(anchor: Anchor(self, .right)) }
  /// The edge where reading starts.
  public var leading: XAnchor { XAnchor(anchor: Anchor(self, .leading)) }
  /// The edge where reading ends.
  public var trailing: XAnchor { XAnchor(anchor: Anchor(self, .trailing)) }
  /// The horizontal center.
  public var centerX: XAnchor { XAnchor(anchor: Anchor(self, .centerX)) }
  /// The top edge.
  public var top: YAnchor { YAnchor(anchor: Anchor(self, .top)) }
  /// The bottom edge.
  public var bottom: YAnchor { YAnchor(anchor: Anchor(self, .bottom)) }
  /// The vertical center.
  public var centerY: YAnchor { YAnchor(anchor: Anchor(self, .centerY)) }
  /// The first line's baseline.
  public var firstBaseline: YAnchor { YAnchor(anchor: Anchor(self, .firstBaseline)) }
  /// The last line's baseline.
  public var lastBaseline: YAnchor { YAnchor(anchor: Anchor(self, .lastBaseline)) }
  /// The size along x.
  public var width: SizeAnchor { SizeAnchor(anchor: Anchor(self, .width)) }
  /// The size along y.
  public var height: SizeAnchor { SizeAnchor(anchor: Anchor(self, .height)) }
}

extension LayoutConstraint {
  fileprivate static func between(
    _ first: Anchor, _ relation: Relation, _ multiplier: Double, _ other: Anchor,
    _ constant: Double
  ) -> LayoutConstraint {
    LayoutConstraint(
      first: first, relation: relation, terms: [Term(multiplier, other)], constant: constant)
  }
}
