import SnapbackConstraints

/// Equations of the layout itself, which no constraint of a program can break.
extension Solver {
  /// Adds an equation: an expression is 0.
  @discardableResult
  mutating func require(_ expression: LinearExpression) throws(LayoutError) -> ConstraintID {
    do throws(ConstraintError) {
      return try add(expression, .equal, isProtected: true)
    } catch {
      throw .number("screen", error)
    }
  }

  /// Adds the equation that an unknown has a value.
  @discardableResult
  mutating func tie(
    _ variable: Variable, to value: Double
  ) throws(LayoutError) -> ConstraintID {
    try require(variable - value)
  }

  /// Sets the constant of such an equation. The equation is there, and the range of the constant
  /// has been checked.
  mutating func setOwn(_ constant: Double, of equation: ConstraintID) {
    try? setConstant(constant, of: equation)
  }
}
