/// What ``Solver/solve()`` found besides the values.
public struct SolveReport: Equatable, Sendable {
  /// The required constraints that could not be kept, in creation order; empty when all hold.
  public internal(set) var conflicts: [Conflict] = []

  /// The constraints that were left out because their numbers cannot be computed with.
  ///
  /// Chained coefficients such as a = 10⁴·b, b = 10⁴·c, c = 10⁴·d multiply; where a product would
  /// leave the range in which doubles still tell small violations from rounding (10⁸), the
  /// constraint that needs it is not regarded. Empty for any sensible layout.
  public internal(set) var setAside: [ConstraintID] = []

  /// Whether the answer is as good as it can be and the arithmetic behind it checks out.
  ///
  /// It is false when the limit on steps, or that on work, ended the search, or when rounding has
  /// piled up and compiling a second time, by Bland's rule, did not help. The values are finite
  /// then, but may violate constraints for no reason.
  public internal(set) var isOptimal = true

  /// Whether the system was compiled anew; false when the present answer was mended.
  public internal(set) var isRebuilt = false

  /// Whether nothing was given up, so that the next solve may go on from this answer.
  var isClean: Bool { conflicts.isEmpty && setAside.isEmpty && isOptimal }
}

/// A contradiction among required constraints and the one that had to yield.
public struct Conflict: Equatable, Sendable {
  /// The latest created constraint of the contradiction that is not protected.
  ///
  /// It is treated as optional, stronger than every other optional constraint, until the
  /// contradiction is gone.
  public let victim: ConstraintID

  /// The required constraints that together exclude the victim, in creation order.
  ///
  /// They are read off the row that cannot hold (a Farkas certificate). The nonbasic rows are
  /// linearly independent, so the certificate is unique and the set, victim included, is
  /// irreducible up to rounding: it cannot hold, but it can without any one member. Empty when the
  /// victim has no variables.
  public let others: [ConstraintID]

  package init(victim: ConstraintID, others: [ConstraintID]) {
    self.victim = victim
    self.others = others
  }
}
