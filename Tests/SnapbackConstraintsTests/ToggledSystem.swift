import SnapbackBasics
import SnapbackConstraints

/// A constraint of a random system that may be switched off.
struct ToggledConstraint {
  var terms: [(variable: Int, coefficient: Double)]
  var constant: Double
  var relation: Relation
  var priority: Double
  var isActive = true

  func violation(at point: [Double]) -> Double {
    let value = terms.reduce(constant) { $0 + $1.coefficient * point[$1.variable] }
    switch relation {
    case .equal: return value.magnitude
    case .lessThanOrEqual: return max(0, value)
    case .greaterThanOrEqual: return max(0, -value)
    }
  }
}

/// Random systems of the size of a layout, in whole numbers or in fractions.
struct ToggledSystem {
  static let priorities: [Double] = [1000, 750, 500, 250, 0.5]

  var variableCount: Int
  var constraints: [ToggledConstraint]
  let isWhole: Bool

  /// The systems of a test. Every other one has whole numbers, and the share of required
  /// constraints varies.
  static func random(number: Int, using generator: inout SeededGenerator) -> ToggledSystem {
    let isWhole = number.isMultiple(of: 2)
    let requiredShare = [5, 15, 30, 60][number / 2 % 4]
    var system = ToggledSystem(
      variableCount: Int.random(in: 2...12, using: &generator), constraints: [], isWhole: isWhole)
    for _ in 0..<Int.random(in: 4...30, using: &generator) {
      let isRequired = Int.random(in: 0..<100, using: &generator) < requiredShare
      system.constraints.append(
        ToggledConstraint(
          terms: system.randomTerms(using: &generator),
          constant: system.randomConstant(using: &generator),
          relation: Relation.allCases[Int.random(in: 0..<3, using: &generator)],
          priority: priorities[isRequired ? 0 : Int.random(in: 1..<5, using: &generator)],
          isActive: Int.random(in: 0..<5, using: &generator) > 0))
    }
    return system
  }

  /// One to three terms. Every fourth time they are a multiple of an earlier constraint's terms.
  private func randomTerms(
    using generator: inout SeededGenerator
  ) -> [(variable: Int, coefficient: Double)] {
    if !constraints.isEmpty, Int.random(in: 0..<4, using: &generator) == 0 {
      let factor = [1.0, -1, 2, -4][Int.random(in: 0..<4, using: &generator)]
      return constraints[Int.random(in: constraints.indices, using: &generator)].terms.map {
        ($0.variable, $0.coefficient * factor)
      }
    }
    var chosen: Set<Int> = []
    for _ in 0..<Int.random(in: 1...3, using: &generator) {
      chosen.insert(Int.random(in: 0..<variableCount, using: &generator))
    }
    return chosen.sorted().map { variable in
      let size =
        isWhole
        ? Double(Int.random(in: 1...3, using: &generator))
        : Double.random(in: 0.1...3, using: &generator)
      return (variable, Bool.random(using: &generator) ? size : -size)
    }
  }

  func randomConstant(using generator: inout SeededGenerator) -> Double {
    isWhole
      ? Double(Int.random(in: -10...10, using: &generator))
      : Double.random(in: -500...500, using: &generator)
  }

  /// The system with an additional wish for each variable, each at its own priority, so that one
  /// answer is best.
  func withUniqueAnswer(using generator: inout SeededGenerator) -> ToggledSystem {
    var system = self
    for variable in 0..<variableCount {
      system.constraints.append(
        ToggledConstraint(
          terms: [(variable, 1)], constant: randomConstant(using: &generator), relation: .equal,
          priority: 100 + Double(variable)))
    }
    return system
  }

  /// The sums of the violations of active constraints, by falling priority.
  func violations(at point: [Double]) -> [Double] {
    let active = constraints.filter(\.isActive)
    return Set(active.map(\.priority)).sorted(by: >).map { priority in
      active.filter { $0.priority == priority }.reduce(0) { $0 + $1.violation(at: point) }
    }
  }
}

/// A solver filled with a toggled system.
struct ToggledSolver {
  var solver = Solver()
  var variables: [Variable] = []
  var ids: [ConstraintID] = []

  init(variables count: Int) {
    variables = (0..<count).map { _ in solver.makeVariable() }
  }

  init(_ system: ToggledSystem) throws {
    self.init(variables: system.variableCount)
    for constraint in system.constraints {
      ids.append(try add(constraint))
    }
  }

  mutating func add(_ constraint: ToggledConstraint) throws -> ConstraintID {
    let terms = constraint.terms.map { Term(variables[$0.variable], coefficient: $0.coefficient) }
    return try solver.add(
      LinearExpression(terms, constant: constraint.constant), constraint.relation,
      priority: try Priority(constraint.priority), isActive: constraint.isActive)
  }

  var point: [Double] { variables.map { solver.value(of: $0) } }
}
