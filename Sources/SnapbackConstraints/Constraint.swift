/// One constraint as the solver keeps it: terms merged, checked and scaled.
struct Constraint: Sendable {
  let id: ConstraintID
  let relation: Relation
  let priority: Priority

  /// The coefficients by variable index, divided by `scale`.
  let coefficients: SparseVector

  /// The largest coefficient rounded down to a power of two, so that scaling is exact.
  ///
  /// It brings all rows to a like size; as the weight of a violation it restores the units in
  /// which the constraint was written.
  let scale: Double

  /// The constant of the expression as written, not divided.
  var constant: Double

  /// The symbol in the tableau, nil when the constraint is not in it.
  var symbol: Int?

  init(
    id: ConstraintID, _ expression: LinearExpression, _ relation: Relation, _ priority: Priority,
    variableCount: Int
  ) throws(ConstraintError) {
    self.id = id
    self.relation = relation
    self.priority = priority
    // Terms come first: a factor that is not finite spoils the constant too, but is the cause.
    let merged = try Self.merge(expression.terms, variableCount: variableCount)
    try Self.check(constant: expression.constant)
    constant = expression.constant
    let largest = merged.magnitude
    scale =
      largest > 0 ? Double(sign: .plus, exponent: Int(largest.exponent), significand: 1) : 1
    coefficients = merged.scaled(by: 1 / scale)
  }

  static func check(constant: Double) throws(ConstraintError) {
    guard constant.magnitude <= Solver.constantLimit else {
      throw .constantOutOfRange(constant)
    }
  }

  private static func merge(
    _ terms: [Term], variableCount: Int
  ) throws(ConstraintError) -> SparseVector {
    // The position breaks ties, for the standard sort does not promise to be stable.
    let order = terms.indices.sorted {
      (terms[$0].variable.index, $0) < (terms[$1].variable.index, $1)
    }
    var merged = SparseVector()
    var position = 0
    while position < order.count {
      let variable = terms[order[position]].variable
      guard (0..<variableCount).contains(variable.index) else {
        throw .unknownVariable(variable)
      }
      var sum = 0.0
      var size = 0.0
      while position < order.count, terms[order[position]].variable == variable {
        let coefficient = terms[order[position]].coefficient
        sum += coefficient
        size += coefficient.magnitude
        position += 1
      }
      // Terms such as 0.1x + 0.2x − 0.3x leave rounding, which is not a coefficient.
      if sum.isFinite, sum.magnitude <= 1e-12 * size { continue }
      guard Solver.coefficientRange.contains(sum.magnitude) else {
        throw .coefficientOutOfRange(sum, of: variable)
      }
      merged.insert(sum, at: variable.index)
    }
    return merged
  }
}
