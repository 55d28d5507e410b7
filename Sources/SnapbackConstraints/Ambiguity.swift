/// A variable that the constraints do not determine.
public struct Ambiguity: Hashable, Sendable {
  /// Why a variable could have another value.
  public enum Cause: String, Hashable, Sendable {
    /// It could move without violating anything more or less: a constraint is missing.
    case missing
    /// It could move if constraints of equal priority shared their violations differently.
    case tie
  }

  /// The variable.
  public let variable: Variable
  /// Why it is free; ``Cause/missing`` when both causes apply.
  public let cause: Cause

  package init(variable: Variable, cause: Cause) {
    self.variable = variable
    self.cause = cause
  }
}
