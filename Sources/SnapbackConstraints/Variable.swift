/// One unknown number of a ``Solver``, named by an 8-byte handle.
///
/// A handle belongs to the solver that made it. Solvers number their variables from 0, and a handle
/// does not identify its solver. A handle of another solver is therefore either unknown or refers
/// to the variable with the same number. The value of a variable may be negative. It is 0 until a
/// constraint changes it.
public struct Variable: Hashable, Comparable, Sendable {
  /// The position of the variable in its solver's creation order, from 0.
  package let index: Int

  package init(index: Int) {
    self.index = index
  }

  /// Whether `left` was created before `right` in the same solver.
  public static func < (left: Variable, right: Variable) -> Bool {
    left.index < right.index
  }
}

extension Variable: CustomStringConvertible {
  /// The number of the variable in creation order, such as `v12`.
  public var description: String { "v\(index)" }
}

/// A variable times a coefficient: one summand of a ``LinearExpression``.
///
/// A term can store any coefficient; ``Solver/add(_:_:priority:isActive:isProtected:)`` checks it
/// after summing the terms in the same variable.
public struct Term: Hashable, Sendable {
  /// The variable that is multiplied.
  public var variable: Variable
  /// The factor, dimensionless.
  public var coefficient: Double

  /// Makes the product of `coefficient` and `variable`.
  public init(_ variable: Variable, coefficient: Double = 1) {
    self.variable = variable
    self.coefficient = coefficient
  }
}
