import SnapbackConstraints
import Testing

struct LinearExpressionTests {
  @Test func operatorsAgreeWithArithmetic() {
    var solver = Solver()
    let x = solver.makeVariable()
    let y = solver.makeVariable()
    let point: [Variable: Double] = [x: 3, y: -5]
    func value(_ expression: some LinearConvertible) -> Double {
      expression.linearExpression.terms.reduce(expression.linearExpression.constant) {
        $0 + $1.coefficient * (point[$1.variable] ?? .nan)
      }
    }
    let term = Term(y, coefficient: 4)
    #expect(value(x) == 3)
    #expect(value(term) == -20)
    #expect(value(x + y) == -2)
    #expect(value(x - y) == 8)
    #expect(value(-x) == -3)
    #expect(value(x + 1) == 4)
    #expect(value(1 + x) == 4)
    #expect(value(x - 1) == 2)
    #expect(value(1 - x) == -2)
    #expect(value(2 * x) == 6)
    #expect(value(x * 2) == 6)
    #expect(value(x / 2) == 1.5)
    #expect(value(x + term) == -17)
    #expect(value((2 * x - 3 * y + 7) / 2 - (x - 1)) == 12)
    #expect(value(-(x - term + 1)) == -24)
    #expect(value(2 - (x + y) * 3) == 8)
  }

  @Test func handlesAreEightBytes() {
    #expect(MemoryLayout<Variable>.size == 8)
    #expect(MemoryLayout<ConstraintID>.size == 8)
  }

  @Test func handlesAreOrderedByAge() throws {
    var solver = Solver()
    let x = solver.makeVariable()
    let y = solver.makeVariable()
    let first = try solver.add(x + y, .equal)
    let second = try solver.add(x - y, .equal)
    try solver.remove(second)
    let third = try solver.add(x - y, .equal)
    #expect(x < y)
    #expect(first < second)
    #expect(second < third)
  }
}
