import Testing

@testable import SnapbackConstraints

/// Numbers with 31 digits, and the fractions for which doubles stand.
@Suite struct DoubleDoubleTests {
  @Test func aSumKeepsTheDigitsThatADoubleLoses() {
    var sum = DoubleDouble(1)
    sum.add(1e-20)
    sum.add(-1)
    #expect(sum.rounded == 1e-20)
  }

  @Test func aProductIsNotRounded() {
    // (2⁵² + 1)² = 2¹⁰⁴ + 2⁵³ + 1
    let factor = 0x1p52 + 1
    var sum = DoubleDouble()
    sum.add(factor, times: factor)
    sum.add(-0x1p104)
    sum.add(-0x1p53)
    #expect(sum.rounded == 1)
  }

  /// The expansions of the doubles: 0.1 = 0.1000000000000000055511151231257827…,
  /// ⅓ = 0.3333333333333333148296162562473909…, 16/9 = 1.7777777777777776790912868660…
  @Test(arguments: [
    (0.1, -5.5511151231257827e-18), (-0.1, 5.5511151231257827e-18),
    (1.0 / 3, 1.8503717077085943e-17), (16.0 / 9, 9.868649107779169e-17),
    (0.5, 0.0), (3.0, 0.0), (-1e4, 0.0),
  ])
  func aSimpleFractionHasARest(value: Double, rest: Double) throws {
    let found = try #require(DoubleDouble.rest(of: value))
    #expect((found - rest).magnitude <= 1e-15 * rest.magnitude + 1e-30)
  }

  @Test(arguments: [Double.pi, 0.4204269817265183, 0.0, -7_130.4738060039235, Double.infinity])
  func otherDoublesHaveNone(value: Double) {
    #expect(DoubleDouble.rest(of: value) == nil)
  }

  @Test(arguments: [0.1, 0.3, 1.0 / 3, 0.7])
  func rowsThatCancelAsWrittenCancel(coefficient: Double) throws {
    var sum = DoubleDouble()
    sum.add(coefficient, try #require(DoubleDouble.rest(of: coefficient)), times: DoubleDouble(30))
    sum.add(-(coefficient * 30).rounded())
    #expect(sum.rounded.magnitude < 1e-29)
  }
}
