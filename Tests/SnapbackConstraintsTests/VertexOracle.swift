import SnapbackConstraints

/// Finds best answers by trying every vertex, with no code in common with the solver.
///
/// The planes on which an expression or a variable is 0 cut space into cells with vertices. On each
/// cell all violations are linear, so a feasible set contains a vertex if it contains anything, and
/// the lexicographic optimum is attained at one.
struct VertexOracle {
  let system: WholeSystem
  private let vertices: [[Double]]

  init(_ system: WholeSystem) {
    self.system = system
    let count = system.variableCount
    var planes = system.constraints.map { $0.coefficients + [$0.constant] }
    for axis in 0..<count {
      planes.append((0...count).map { $0 == axis ? 1 : 0 })
    }
    vertices = Self.choices(of: count, from: planes.count).compactMap { choice in
      Self.intersection(choice.map { planes[$0] })
    }
  }

  /// The required constraints that yield, and the least violations: first the sum of theirs, then
  /// those of the optional constraints by level.
  func answer() -> (victims: [Int], violations: [Double]) {
    var accepted: [Int] = []
    var victims: [Int] = []
    for index in system.constraints.indices where system.constraints[index].level == 0 {
      if isFeasible(accepted + [index]) {
        accepted.append(index)
      } else {
        victims.append(index)
      }
    }
    var candidates = vertices.filter { holds(accepted, at: $0) }
    var least: [Double] = []
    for level in 0..<WholeSystem.levelCount {
      let sums = candidates.map { system.violations(at: $0)[level] }
      let best = sums.min() ?? .infinity
      least.append(best)
      candidates = zip(candidates, sums).filter { $1 <= best + 1e-9 }.map(\.0)
    }
    return (victims, least)
  }

  func isFeasible(_ indices: [Int]) -> Bool {
    vertices.contains { holds(indices, at: $0) }
  }

  private func holds(_ indices: [Int], at point: [Double]) -> Bool {
    indices.allSatisfy { system.constraints[$0].violation(at: point) < 1e-9 }
  }

  private static func choices(of count: Int, from total: Int) -> [[Int]] {
    guard count > 0 else { return [[]] }
    return choices(of: count - 1, from: total).flatMap { choice in
      ((choice.last ?? -1) + 1..<max(total, (choice.last ?? -1) + 1)).map { choice + [$0] }
    }
  }

  /// Cramer's rule in whole numbers; nil when the planes do not meet in one point.
  private static func intersection(_ planes: [[Int]]) -> [Double]? {
    let count = planes.count
    let matrix = planes.map { Array($0.prefix(count)) }
    let base = determinant(matrix)
    guard base != 0 else { return nil }
    return (0..<count).map { column in
      let replaced = matrix.indices.map { row in
        matrix[row].indices.map { $0 == column ? -planes[row][count] : matrix[row][$0] }
      }
      return Double(determinant(replaced)) / Double(base)
    }
  }

  private static func determinant(_ matrix: [[Int]]) -> Int {
    guard let first = matrix.first else { return 1 }
    return first.indices.reduce(0) { sum, column in
      let minor = matrix.dropFirst().map { row in
        row.indices.filter { $0 != column }.map { row[$0] }
      }
      return sum + (column % 2 == 0 ? 1 : -1) * first[column] * determinant(minor)
    }
  }
}
