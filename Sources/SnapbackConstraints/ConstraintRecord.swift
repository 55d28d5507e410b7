/// One constraint as the solver stores it: a bound on the activity of a row.
///
/// A *row* is a linear form Σ aᵢxᵢ, and its *activity* is the value of this form. Constraints on
/// the same form share a row, such as a minimum, a maximum and a preferred value of one width. In
/// terms of the row, the constraint `expression relation 0` is `activity relation target`. Its
/// violation in its own units is `weight` times the distance of the activity from the allowed
/// values.
struct ConstraintRecord: BitwiseCopyable {
  /// The index of the row in ``Problem``; −1 for an expression without variables.
  var row: Int32
  /// The position in creation order; −1 marks a free slot.
  var number: Int32
  /// The index of the constraint's ``Piece`` in the compiled system; −1 before the first solve.
  var piece: Int32 = -1
  /// The relation of the activity to the target: −1 for ≤, 0 for =, 1 for ≥.
  var relation: Int8
  var isActive: Bool
  /// Whether the constraint yields in a contradiction only if all members are protected.
  var isProtected: Bool
  var priority: Double
  var weight: Double
  /// The factor that turns the constant into the target: `target = constant * targetFactor`.
  var targetFactor: Double
  var constant: Double
  var yieldOrder = YieldOrder()

  var target: Double { constant * targetFactor }
  var isRequired: Bool { priority == 1000 }

  /// The violation of the constraint at an activity, in the constraint's own units.
  func violation(at activity: Double) -> Double {
    let excess = weight * (activity - target)
    return relation < 0 ? max(0, excess) : relation > 0 ? max(0, -excess) : excess.magnitude
  }
}
