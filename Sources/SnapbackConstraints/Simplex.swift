/// A compiled system and its answer. The answer stays optimal as constraints change their targets
/// and are switched on and off.
///
/// A *row* is a linear form over the variables, and its value is its *activity*. In addition to the
/// rows of constraints, each variable has a *home row*: its distance from its *home*, the default
/// value of the variable (``Homes``). At any time there are as many *nonbasic* rows as variables:
/// their activities are given, and all other numbers depend on them. The other rows are *basic*.
/// Each row also has a *multiplier*, a vector over the priority levels. The answer is optimal if
/// three conditions hold; ``invariantViolations()`` checks them:
///
/// 1. Activities agree with the variables.
/// 2. For each variable, the sum over all rows of multiplier times coefficient is zero.
/// 3. The multiplier of each row is a subgradient of the row's penalty at its activity.
///
/// ``Basis`` and ``Evaluation`` maintain the first condition, ``Penalties`` stores the multipliers,
/// and ``Fits`` tracks the rows that violate the third. The steps that restore optimality are
/// extensions of this type.
///
/// The second condition always holds. A change of a target breaks the third condition for basic
/// rows; steps of the dual simplex restore it (`Simplex+Dual`). After a constraint is deactivated
/// or weakened, a multiplier may fit no activity; steps of the primal simplex correct it
/// (`Simplex+Primal`). docs/solver.md has the mathematics.
///
/// The extensions use these terms. A *piece* is one constraint as a term of the penalty of its row;
/// it has a *kink*, a change of slope, at its target (``Piece``). A multiplier is also called the
/// *charge* of its row; it *fits* an activity at which it is a subgradient (``Fits``), and its
/// *room* is how far it may change before it no longer fits. The *expansion* of a row is the row as
/// a sum over the nonbasic rows. The *trace* of a nonbasic row is the rates at which everything
/// changes with it (``Basis``).
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

  /// The work, in row entries visited, after which a ``LevelSearch`` is probably faster than steps.
  var searchBound: Int { 20_000 + 50 * (rows.termCount + idCount) }

  /// The largest accepted factor in a row's expansion, its sum over the nonbasic rows. Beyond it,
  /// doubles cannot tell small violations from rounding.
  static var growthLimit: Double { 1e8 }

  /// The distance up to which an activity is at a kink: 10⁻⁸ of the row's unit
  /// (``Penalties/unit(of:)``), plus 10⁻¹² of the magnitude for rounding.
  static func tolerance(at magnitude: Double, unit: Double = 1) -> Double {
    1e-8 * unit + 1e-12 * magnitude
  }
}

/// Exchanges of a basic and a nonbasic row.
extension Simplex {
  /// Makes the basic row `entering` nonbasic and the nonbasic row `leaving` basic.
  /// `basis.expansion` must hold the expansion of `entering`.
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
