/// The result of ``Solver/solve()`` apart from the values.
public struct SolveReport: Equatable, Sendable {
  /// The contradictions among required constraints, in creation order of their victims; empty when
  /// all hold.
  public internal(set) var conflicts: [Conflict] = []

  /// The constraints that were left out because rounding would make their results unreliable.
  ///
  /// Chained coefficients such as a = 10⁴·b, b = 10⁴·c, c = 10⁴·d multiply. When a product would
  /// leave the range in which doubles still tell small violations from rounding (10⁸), the
  /// constraint that needs it is ignored. Empty for any sensible layout.
  public internal(set) var setAside: [ConstraintID] = []

  /// Whether the answer is optimal and passes the arithmetic checks.
  ///
  /// False when the step limit or the work limit ended the search, or when rounding accumulated and
  /// a second compilation with Bland's rule did not help. The values are then finite, but may
  /// violate constraints unnecessarily.
  public internal(set) var isOptimal = true

  /// Whether the system was recompiled; false when the current answer was updated.
  public internal(set) var isRebuilt = false

  /// Whether no constraint was given up, so that the next solve may continue from this answer.
  var isClean: Bool { conflicts.isEmpty && setAside.isEmpty && isOptimal }
}

/// A contradiction among required constraints and the one that had to yield.
public struct Conflict: Equatable, Sendable {
  /// The member of the contradiction that is last in the order of yielding
  /// (``Solver/setYieldOrder(_:of:)``) and not protected.
  ///
  /// It is treated as optional, stronger than every other optional constraint, until the
  /// contradiction is gone.
  public let victim: ConstraintID

  /// The required constraints that together exclude the victim, in creation order.
  ///
  /// They are read off the row that cannot hold (a Farkas certificate). The nonbasic rows are
  /// linearly independent, so the certificate is unique. The set, victim included, is irreducible
  /// up to rounding: it cannot hold, but holds without any one member. Empty when the victim has no
  /// variables.
  public let others: [ConstraintID]

  package init(victim: ConstraintID, others: [ConstraintID]) {
    self.victim = victim
    self.others = others
  }
}

/// The name of one constraint in a ``Solver``, an 8-byte handle that is never reused.
///
/// Names rise with creation, so sorting them sorts by age.
public struct ConstraintID: Hashable, Comparable, Sendable {
  /// The index of the constraint's record in the solver.
  let slot: Int32
  /// The position of the constraint in its solver's creation order, from 0.
  package let number: Int32

  /// Whether `left` was created before `right` in the same solver.
  public static func < (left: ConstraintID, right: ConstraintID) -> Bool {
    left.number < right.number
  }
}

extension ConstraintID: CustomStringConvertible {
  /// The number of the constraint in creation order, such as `c7`.
  public var description: String { "c\(number)" }
}
