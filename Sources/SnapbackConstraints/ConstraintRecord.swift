/// One constraint as the solver stores it: a bound on the activity of a row.
///
/// A row is a linear form Σ aᵢxᵢ. Constraints on the same form, such as a minimum, a maximum and a
/// wish for one width, share a row. The constraint `expression relation 0` reads
/// `activity relation target` in the row's terms, and its violation in its own units is `weight`
/// times the distance of the activity from the allowed values.
struct ConstraintRecord: BitwiseCopyable {
  /// The row in ``Problem``, or −1 for an expression without variables.
  var row: Int32
  /// The position in creation order; −1 marks a free slot.
  var number: Int32
  /// The piece in the compiled system, −1 before the first solve.
  var piece: Int32 = -1
  /// −1 for ≤, 0 for =, 1 for ≥, after the row's scale is divided out.
  var relation: Int8
  var isActive: Bool
  /// Whether it gives way last in a contradiction.
  var isProtected: Bool
  var priority: Double
  var weight: Double
  /// The target of a constant: `target = constant * targetFactor`.
  var targetFactor: Double
  var constant: Double
  var yieldOrder = YieldOrder()

  var target: Double { constant * targetFactor }
  var isRequired: Bool { priority == 1000 }

  /// How far the constraint is from holding at an activity, in its own units.
  func violation(at activity: Double) -> Double {
    let excess = weight * (activity - target)
    return relation < 0 ? max(0, excess) : relation > 0 ? max(0, -excess) : excess.magnitude
  }
}
