/// A compiled system and its answer, kept optimal as targets and activity change.
///
/// In addition to the rows of constraints, each variable has a *home row*: its distance from its
/// home (``Numbering``). Rows of both kinds have activities. At any time there are as many
/// *nonbasic* rows as variables: their activities are given, and all other numbers follow from
/// them. Each row also has a *multiplier*, a vector over the priority levels. The answer is optimal
/// when three conditions hold, which ``invariantViolations()`` checks:
///
/// 1. activities agree with the variables,
/// 2. for each variable the multipliers of its rows, times its coefficients, sum to zero,
/// 3. each row's multiplier is a subgradient of its penalty at its activity.
///
/// ``Basis`` and ``Evaluation`` maintain the first condition, ``Penalties`` stores the multipliers,
/// and ``Fits`` tracks where the third fails. The steps need all of them and are extensions of this
/// type.
///
/// The second condition always holds. A change of a target breaks the third for basic rows; the
/// dual simplex fixes them (`Simplex+Dual`). Deactivating or weakening a constraint may leave a
/// multiplier that fits no activity; the primal simplex fixes it (`Simplex+Primal`). docs/solver.md
/// has the mathematics.
struct Simplex: ~Copyable {
  // The input.
  var rows = Rows()
  var penalties = Penalties()
  var homes = Homes()

  // The answer, and how its numbers follow from each other.
  var point = Point()
  var fits = Fits()
  var basis = Basis()
  var evaluation = Evaluation()

  // The state that steps use to choose.
  var ratioTest = RatioTest()
  var kinkWalk = KinkWalk()
  var ties = Ties()
  var tracks = Tracks()
  /// The change of the charged row's multiplier in a step.
  var step = LevelVector()

  // The history of the current system.
  var wear = Wear()
  var conflictLog = ConflictLog()
  var counters = Counters()

  init() {}

  var numbering: Numbering { point.numbering }
  var idCount: Int { point.numbering.idCount }

  /// The largest factor in a row's expansion that doubles can handle.
  static var growthLimit: Double { 1e8 }

  /// The accepted distance from a kink: 10⁻⁸ points, plus 10⁻¹² of the magnitude for rounding.
  static func tolerance(at magnitude: Double) -> Double {
    1e-8 + 1e-12 * magnitude
  }
}

/// Exchanges of a basic and a nonbasic row.
extension Simplex {
  /// Makes the basic row of the expansion nonbasic in exchange for `leaving`.
  mutating func pivot(entering: Int32, leaving: Int32) {
    counters.notePivot()
    basis.exchange(entering: entering, leaving: leaving, &evaluation, &counters)
    fits.unwatch(entering)
    fits.watch(leaving, penalties)
    ties.note(entering, penalties)
    ties.forget(leaving)
    fits.refit(leaving, &penalties)
    evaluation.note(leaving)
    wear.notePivot(lines: basis.lines.count)
  }
}
