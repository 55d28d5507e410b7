/// The reason for which a ``Solver`` or a ``Priority`` refused its input. A call that throws this
/// error changes nothing.
///
/// Contradicting constraints are not an error: ``SolveReport/conflicts`` reports them.
public enum ConstraintError: Error, Equatable, Sendable {
  /// The variable does not belong to the solver.
  case unknownVariable(Variable)
  /// The solver has no constraint with this identifier: the constraint was removed, or belongs to
  /// another solver.
  case unknownConstraint(ConstraintID)
  /// The coefficient of a variable, after summing its terms, is not finite, or its magnitude is
  /// outside ``Solver/coefficientRange``.
  case coefficientOutOfRange(Double, of: Variable)
  /// The constant is not finite, or its magnitude is above ``Solver/constantLimit``.
  case constantOutOfRange(Double)
  /// The priority is not a number above 0 and at most 1000.
  case priorityOutOfRange(Double)
  /// The solver has used up its 2³¹ − 1 constraint identifiers.
  case tooManyConstraints
}

extension ConstraintError: CustomStringConvertible {
  /// The fault, the allowed values and the fix, in sentences.
  public var description: String {
    switch self {
    case .unknownVariable(let variable):
      "Variable \(variable) is not in this solver. Use variables that its makeVariable() returned."
    case .unknownConstraint(let id):
      "Constraint \(id) is not in this solver. It was removed, or another solver made it; "
        + "forget an identifier when you remove its constraint."
    case .coefficientOutOfRange(let value, let variable):
      "The coefficient \(value) of variable \(variable) is not usable. Its magnitude must be "
        + "between \(Solver.coefficientRange.lowerBound) and "
        + "\(Solver.coefficientRange.upperBound), or exactly 0; choose units that bring it into "
        + "this range."
    case .constantOutOfRange(let value):
      "The constant \(value) is not usable. It must be a finite number of magnitude at most "
        + "\(Solver.constantLimit); look for a division by zero or a missing measurement."
    case .priorityOutOfRange(let value):
      "The priority \(value) is not usable. It must be above 0 and at most 1000."
    case .tooManyConstraints:
      "The solver has no constraint identifiers left. Create a new solver; switch constraints "
        + "with setActive instead of removing and adding them."
    }
  }
}
