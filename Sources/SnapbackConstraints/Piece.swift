/// One active or inactive constraint as a term of its row's penalty.
///
/// The penalty of a row is a convex piecewise linear function of its activity: the sum of its
/// active pieces, each with one kink at `target` and the slopes −w and w (=), 0 and w (≤) or −w
/// and 0 (≥) left and right of it, at the level of its priority.
struct Piece: BitwiseCopyable {
  var target: Double
  var weight: Double
  /// The weights at the tie level for violations from below and from above, zero for required
  /// pieces.
  var tieWeightBelow: Double
  var tieWeightAbove: Double
  var level: Int32
  /// The constraint's slot in the ``Problem``.
  var slot: Int32
  /// The constraint's position in creation order.
  var number: Int32
  /// −1 for ≤, 0 for =, 1 for ≥.
  var relation: Int8
  var isActive: Bool
  /// Whether it gives way last in a contradiction.
  var isProtected: Bool

  /// The level of required constraints, above all others.
  static let requiredLevel: Int32 = 0
  /// The level of required constraints that had to give way.
  static let demotedLevel: Int32 = 1

  var isRequired: Bool { level == Self.requiredLevel }

  var leftSlope: Double { relation >= 0 ? -weight : 0 }
  var rightSlope: Double { relation <= 0 ? weight : 0 }
  /// The growth of the slope at the kink.
  var jump: Double { rightSlope - leftSlope }

  var leftTieSlope: Double { relation >= 0 ? -tieWeightBelow : 0 }
  var rightTieSlope: Double { relation <= 0 ? tieWeightAbove : 0 }
  /// Whether the piece counts at the tie level.
  var decidesTies: Bool { tieWeightBelow != 0 }
}
