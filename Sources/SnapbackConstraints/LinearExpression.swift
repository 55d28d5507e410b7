/// A sum of terms and a constant: Σ coefficientᵢ · variableᵢ + constant.
///
/// An expression is a plain value that any arithmetic may build; it keeps the terms in the order in
/// which they were written. Ranges are checked when it is added to a ``Solver``.
public struct LinearExpression: Hashable, Sendable {
  /// The summands; the same variable may occur more than once.
  public var terms: [Term]
  /// The summand without a variable, in the unit of the variables (points in a layout).
  public var constant: Double

  /// Makes the sum of `terms` and `constant`; without arguments it is the number 0.
  public init(_ terms: [Term] = [], constant: Double = 0) {
    self.terms = terms
    self.constant = constant
  }
}

/// A value that can be written as a linear expression: a variable, a term or an expression.
///
/// The operators of this module accept such values, so that `2 * width + leading - 8` needs no
/// conversions.
public protocol LinearConvertible {
  /// The value as a sum of terms and a constant.
  var linearExpression: LinearExpression { get }
}

extension LinearExpression: LinearConvertible {
  /// The expression itself.
  public var linearExpression: LinearExpression { self }
}

extension Term: LinearConvertible {
  /// The sum of this term alone.
  public var linearExpression: LinearExpression { LinearExpression([self]) }
}

extension Variable: LinearConvertible {
  /// The sum of this variable alone, with coefficient 1.
  public var linearExpression: LinearExpression { LinearExpression([Term(self)]) }
}
