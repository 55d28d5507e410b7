/// The rows of a compiled system: the distinct linear forms over the variables, with their terms.
/// The value of a row is its *activity*.
///
/// The order of rows depends on their terms alone, not on the creation order of constraints.
struct Rows: ~Copyable {
  private var starts = Column<Int32>()
  private var variables = Column<Int32>()
  private var coefficients = Column<Double>()
  private var projections = Column<Double>()
  private(set) var count: Int32 = 0
  /// Whether the coefficients of some row have very different sizes. Then rounding errors of the
  /// steps may be large, so that each answer is verified with the values of the variables.
  private(set) var isUneven = false

  /// The size below which a coefficient makes its row uneven. The largest one is from 1 to 2.
  private static var leastEven: Double { 0x1p-6 }

  init() {}

  func terms(of row: Int32) -> Range<Int32> { starts[row]..<starts[row + 1] }

  /// The number of terms of a row.
  func size(of row: Int32) -> Int32 { starts[row + 1] - starts[row] }

  /// The number of terms of all rows.
  var termCount: Int { variables.count }

  func variable(_ term: Int32) -> Int32 { variables[term] }

  func coefficient(_ term: Int32) -> Double { coefficients[term] }

  /// The projection of a row (``Projection``).
  func projection(_ row: Int32) -> Double { projections[row] }

  /// Computes the activity of a row from the values of the variables at `point`.
  @inline(__always)
  func activity(of row: Int32, at point: borrowing Point) -> Double {
    var sum = 0.0
    for term in starts[row]..<starts[row + 1] {
      sum += coefficients[term] * point.value(ofVariable: variables[term])
    }
    return sum
  }

  /// Computes the activity of a row from the values of the variables at `point`. Also returns the
  /// magnitude of the largest term.
  func measure(_ row: Int32, at point: borrowing Point) -> (activity: Double, size: Double) {
    var sum = 0.0
    var size = 0.0
    for term in starts[row]..<starts[row + 1] {
      let product = coefficients[term] * point.value(ofVariable: variables[term])
      sum += product
      size = max(size, product.magnitude)
    }
    return (sum, size)
  }

  /// The rate at which the activity of a row grows along a direction; 0 if the sum is only a
  /// rounding error.
  @inline(__always)
  func rate(of row: Int32, along direction: borrowing Direction) -> Double {
    var sum = 0.0
    var size = 0.0
    for term in starts[row]..<starts[row + 1] {
      let product = coefficients[term] * direction.rate(ofVariable: variables[term])
      sum += product
      size += product.magnitude
    }
    return sum.magnitude <= 1e-12 * size ? 0 : sum
  }

  // MARK: Compilation

  /// Copies the rows of a problem. `order` comes from ``canonicalOrder(of:)``.
  mutating func compile(_ problem: borrowing Problem, in order: borrowing Column<Int32>) {
    count = Int32(truncatingIfNeeded: order.count)
    var size = 0
    for index in 0..<order.count {
      size += Int(problem.rowStarts[order[index] + 1] - problem.rowStarts[order[index]])
    }
    starts.fill(order.count + 1, with: 0)
    variables.fill(size, with: 0)
    coefficients.fill(size, with: 0)
    projections.fill(order.count, with: 0)
    var next: Int32 = 0
    isUneven = false
    for index in 0..<order.count {
      let row = order[index]
      var projection = 0.0
      for term in problem.rowStarts[row]..<problem.rowStarts[row + 1] {
        let (variable, coefficient) = (problem.termVariables[term], problem.termCoefficients[term])
        variables[next] = variable
        coefficients[next] = coefficient
        projection += coefficient * Projection.weight(of: variable)
        if coefficient.magnitude < Self.leastEven { isUneven = true }
        next &+= 1
      }
      projections[index] = projection
      starts[index + 1] = next
    }
  }

  /// Returns the used rows of a problem, sorted by their terms: a counting sort by the first
  /// variable, then a comparison sort of the rows that share this variable.
  static func canonicalOrder(of problem: borrowing Problem) -> Column<Int32> {
    var starts = Column<Int32>()
    starts.fill(problem.variableCount + 1, with: 0)
    for row in 0..<problem.rowCount where problem.rowUses[row] > 0 {
      starts[problem.termVariables[problem.rowStarts[row]] + 1] += 1
    }
    for index in 0..<problem.variableCount { starts[index + 1] += starts[index] }
    var order = Column<Int32>()
    order.fill(Int(starts[problem.variableCount]), with: 0)
    for row in 0..<problem.rowCount where problem.rowUses[row] > 0 {
      let first = problem.termVariables[problem.rowStarts[row]]
      order[starts[first]] = Int32(truncatingIfNeeded: row)
      starts[first] += 1
    }
    var begin: Int32 = 0
    for index in 0..<problem.variableCount {
      let end = starts[index]
      sort(order, from: begin, to: end, of: problem)
      begin = end
    }
    return order
  }

  private static func sort(
    _ order: borrowing Column<Int32>, from begin: Int32, to end: Int32,
    of problem: borrowing Problem
  ) {
    if end - begin > 24 {
      // A heap sort would need no copy. Copying is simpler, and bunches this large are rare.
      var bunch = (begin..<end).map { order[$0] }
      let (starts, variables, coefficients) = (
        problem.rowStarts.cells, problem.termVariables.cells, problem.termCoefficients.cells
      )
      bunch.sort { precedes($0, $1, starts, variables, coefficients) }
      for (offset, row) in bunch.enumerated() { order[Int(begin) + offset] = row }
      return
    }
    var index = begin + 1
    while index < end {
      let row = order[index]
      var place = index
      while place > begin,
        precedes(
          row, order[place - 1], problem.rowStarts.cells, problem.termVariables.cells,
          problem.termCoefficients.cells)
      {
        order[place] = order[place - 1]
        place -= 1
      }
      order[place] = row
      index += 1
    }
  }

  private static func precedes(
    _ left: Int32, _ right: Int32, _ starts: Cells<Int32>, _ variables: Cells<Int32>,
    _ coefficients: Cells<Double>
  ) -> Bool {
    var (a, b) = (starts[left], starts[right])
    let (aEnd, bEnd) = (starts[left + 1], starts[right + 1])
    while a < aEnd, b < bEnd {
      if variables[a] != variables[b] { return variables[a] < variables[b] }
      if coefficients[a] != coefficients[b] { return coefficients[a] < coefficients[b] }
      a += 1
      b += 1
    }
    return aEnd - a < bEnd - b
  }
}
