/// One constraint, active or inactive, as a term of the penalty of its row.
///
/// The penalty of a row is a convex piecewise linear function of the row's activity (its value):
/// the sum of its active pieces. A piece has one kink, at `target`. With w = `weight`, its slopes
/// left and right of the kink are −w and w for =, 0 and w for ≤, and −w and 0 for ≥. They apply at
/// the level of the constraint's priority (``PriorityLevels``).
struct Piece: BitwiseCopyable {
  var target: Double
  var weight: Double
  /// The weights at the tie level, the last level, for violations from below and from above. Both
  /// are zero for required pieces.
  var tieWeightBelow: Double
  var tieWeightAbove: Double
  var level: Int32
  /// The constraint's slot in the ``Problem``.
  var slot: Int32
  /// The constraint's index in creation order.
  var number: Int32
  /// −1 for ≤, 0 for =, 1 for ≥.
  var relation: Int8
  var isActive: Bool
  /// Whether the constraint yields in a contradiction only if all members are protected.
  var isProtected: Bool

  /// The level of required constraints, above all others.
  static let requiredLevel: Int32 = 0
  /// The level of required constraints that yielded in a contradiction.
  static let demotedLevel: Int32 = 1

  var isRequired: Bool { level == Self.requiredLevel }

  var leftSlope: Double { relation >= 0 ? -weight : 0 }
  var rightSlope: Double { relation <= 0 ? weight : 0 }
  /// The growth of the slope at the kink.
  var jump: Double { rightSlope - leftSlope }

  var leftTieSlope: Double { relation >= 0 ? -tieWeightBelow : 0 }
  var rightTieSlope: Double { relation <= 0 ? tieWeightAbove : 0 }
  /// Whether the piece has slopes at the tie level.
  var decidesTies: Bool { tieWeightBelow != 0 }
}
