import SnapbackConstraints

/// Equations of the layout itself, such as the screen's size. Constraints of a program cannot
/// violate them.
extension Solver {
  /// Adds the equation `expression` = 0.
  @discardableResult
  mutating func require(_ expression: LinearExpression) throws(LayoutError) -> ConstraintID {
    do throws(ConstraintError) {
      return try add(expression, .equal, isProtected: true)
    } catch {
      throw .number("screen", error)
    }
  }

  /// Adds the equation `variable` = `value`.
  @discardableResult
  mutating func tie(
    _ variable: Variable, to value: Double
  ) throws(LayoutError) -> ConstraintID {
    try require(variable - value)
  }

  /// Sets the constant of an equation added by ``require(_:)`` or ``tie(_:to:)``. The equation must
  /// exist, and the constant must be in the solver's range.
  mutating func setOwn(_ constant: Double, of equation: ConstraintID) {
    try? setConstant(constant, of: equation)
  }
}
