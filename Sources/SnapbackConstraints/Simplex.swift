/// A compiled system and its answer, kept optimal as targets and activity change.
///
/// In addition to the rows of constraints, each variable has a *home row*, its distance from
/// where it falls back to (``Numbering``). Rows of both kinds have activities; at any time as many
/// rows as there are variables are *nonbasic*: their activities are given, and all other numbers
/// follow from them. Each row also has a *multiplier*, a vector over the priority levels. The
/// answer is optimal when three things hold, which ``invariantViolations()`` checks:
///
/// 1. activities are what the variables make them,
/// 2. for each variable the multipliers of its rows, times its coefficients, sum to zero,
/// 3. each row's multiplier is a subgradient of its penalty at its activity.
///
/// ``Basis`` and ``Evaluation`` keep the first, ``Penalties`` the multipliers, and ``Fits`` knows
/// where the third fails. The steps, which need all of them, are extensions of this type.
///
/// The second always holds. A change of a target breaks the third for basic rows, which the dual
/// simplex mends (`Simplex+Dual`); taking a constraint out or weakening it may leave a multiplier
/// that fits no activity at all, which the primal simplex mends (`Simplex+Primal`). docs/solver.md
/// has the mathematics.
struct Simplex: ~Copyable {
  // What was asked for.
  var rows = Rows()
  var penalties = Penalties()
  var homes = Homes()

  // The answer, and how its numbers follow from each other.
  var point = Point()
  var fits = Fits()
  var basis = Basis()
  var evaluation = Evaluation()

  // How steps choose.
  var ratioTest = RatioTest()
  var kinkWalk = KinkWalk()
  var ties = Ties()
  var tracks = Tracks()
  /// The change of the charged row's multiplier in a step.
  var step = LevelVector()

  // What has happened so far.
  var wear = Wear()
  var conflictLog = ConflictLog()
  var counters = Counters()

  init() {}

  var numbering: Numbering { point.numbering }
  var idCount: Int { point.numbering.idCount }

  /// The largest factor in a row's expansion that doubles can work with.
  static var growthLimit: Double { 1e8 }

  /// Accepted distance from a kink: 10⁻⁸ points, and more where rounding of large numbers is.
  static func tolerance(at magnitude: Double) -> Double {
    1e-8 + 1e-12 * magnitude
  }
}
