import SnapbackBasics
import SnapbackConstraints

/// A constraint with whole numbers, for oracles that compute exactly.
struct WholeConstraint {
  var coefficients: [Int]
  var constant: Int
  var relation: Relation
  /// 0 means required; 1, 2 and 3 are optional with falling priority.
  var level: Int

  /// The violation when the expression is worth `value`.
  func violation(at value: Double) -> Double {
    switch relation {
    case .equal: value.magnitude
    case .lessThanOrEqual: max(0, value)
    case .greaterThanOrEqual: max(0, -value)
    }
  }

  func expression(at point: [Double]) -> Double {
    zip(coefficients, point).reduce(Double(constant)) { $0 + Double($1.0) * $1.1 }
  }

  func violation(at point: [Double]) -> Double {
    violation(at: expression(at: point))
  }
}

struct WholeSystem {
  static let levelCount = 4

  var variableCount: Int
  var constraints: [WholeConstraint]

  static func random(
    using generator: inout SeededGenerator, variables: ClosedRange<Int> = 1...3,
    constraints: ClosedRange<Int> = 1...6, requiredShare: Int = 35
  ) -> WholeSystem {
    let variableCount = Int.random(in: variables, using: &generator)
    let count = Int.random(in: constraints, using: &generator)
    return WholeSystem(
      variableCount: variableCount,
      constraints: (0..<count).map { _ in
        let isRequired = Int.random(in: 0..<100, using: &generator) < requiredShare
        return WholeConstraint(
          coefficients: (0..<variableCount).map { _ in
            Int.random(in: 0..<3, using: &generator) == 0
              ? 0 : Int.random(in: -3...3, using: &generator)
          },
          constant: Int.random(in: -10...10, using: &generator),
          relation: [.equal, .lessThanOrEqual, .greaterThanOrEqual][
            Int.random(in: 0..<3, using: &generator)],
          level: isRequired ? 0 : Int.random(in: 1..<levelCount, using: &generator))
      })
  }

  /// The sums of the violations by level, with required constraints at level 0.
  func violations(at point: [Double]) -> [Double] {
    var sums = Array(repeating: 0.0, count: Self.levelCount)
    for constraint in constraints {
      sums[constraint.level] += constraint.violation(at: point)
    }
    return sums
  }
}

/// A solver filled with a system.
struct Loaded {
  var solver = Solver()
  var variables: [Variable] = []
  var ids: [ConstraintID] = []

  init(_ system: WholeSystem) throws {
    variables = (0..<system.variableCount).map { _ in solver.makeVariable() }
    for constraint in system.constraints {
      ids.append(try add(constraint))
    }
  }

  mutating func add(_ constraint: WholeConstraint) throws -> ConstraintID {
    let terms = zip(variables, constraint.coefficients).map { Term($0, coefficient: Double($1)) }
    return try solver.add(
      LinearExpression(terms, constant: Double(constraint.constant)), constraint.relation,
      priority: try Priority([1000, 750, 250, 0.5][constraint.level]))
  }

  var point: [Double] {
    variables.map { solver.value(of: $0) }
  }
}

func isClose(_ left: [Double], _ right: [Double], tolerance: Double = 1e-6) -> Bool {
  left.count == right.count
    && zip(left, right).allSatisfy { ($0 - $1).magnitude <= tolerance * max(1, $1.magnitude) }
}
