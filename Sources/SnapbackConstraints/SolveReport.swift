/// The result of ``Solver/solve(workLimit:)`` apart from the values.
public struct SolveReport: Equatable, Sendable {
  /// The contradictions among required constraints, in creation order of their victims. Empty if
  /// all required constraints hold.
  public internal(set) var conflicts: [Conflict] = []

  /// The constraints that were left out because rounding would make their results unreliable.
  ///
  /// The coefficients of chained constraints such as a = 10⁴·b, b = 10⁴·c, c = 10⁴·d are
  /// multiplied. If a product exceeds 10⁸, doubles cannot distinguish small violations from
  /// rounding, and the constraint that needs the product is ignored. Ordinary layouts do not reach
  /// this limit.
  public internal(set) var setAside: [ConstraintID] = []

  /// Whether the answer was verified to be optimal.
  ///
  /// False if the work limit ended the search, or if rounding or the step limit prevented each
  /// method from finding an answer that passes the checks. The values are then finite, but may
  /// violate constraints unnecessarily.
  public internal(set) var isOptimal = true

  /// The constraints for which the checks failed, in creation order: their violation may be greater
  /// than necessary. Empty if ``isOptimal`` is true.
  public internal(set) var unverified: [ConstraintID] = []

  /// Whether the system was recompiled; false if the current answer was updated.
  public internal(set) var isRebuilt = false

  /// Whether the answer is optimal and no constraint yielded or was set aside. The next solve may
  /// then update this answer.
  var isClean: Bool { conflicts.isEmpty && setAside.isEmpty && isOptimal }
}

/// A contradiction among required constraints, and the constraint that yields.
public struct Conflict: Equatable, Sendable {
  /// The constraint that yields: the last member of the contradiction in the yield order
  /// (``Solver/setYieldOrder(_:of:)``) that is not protected, or the last member if all are
  /// protected.
  ///
  /// Until the contradiction ends, the victim is treated as optional, stronger than every other
  /// optional constraint.
  public let victim: ConstraintID

  /// The required constraints that together exclude the victim, in creation order.
  ///
  /// Together with the victim, they form an irreducible contradiction, up to rounding: all cannot
  /// hold, but without any one member the others can. They are a Farkas certificate, read from a
  /// row of the simplex tableau; it is unique because the nonbasic rows are linearly independent.
  /// Empty if the victim has no variables.
  public let others: [ConstraintID]

  package init(victim: ConstraintID, others: [ConstraintID]) {
    self.victim = victim
    self.others = others
  }
}

/// The identifier of one constraint in a ``Solver``: an 8-byte handle that is never reused.
///
/// Identifiers increase with creation, so sorting them gives the creation order.
public struct ConstraintID: Hashable, Comparable, Sendable {
  /// The index of the constraint's record in the solver.
  let slot: Int32
  /// The index of the constraint in its solver's creation order, from 0.
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
