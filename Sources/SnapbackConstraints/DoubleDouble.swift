/// A sum of two doubles, the second of which holds what the first rounds away: about 31 digits.
///
/// Source: T. J. Dekker, "A floating-point technique for extending the available precision",
/// Numerische Mathematik 18, 1971; D. E. Knuth, "The Art of Computer Programming", volume 2,
/// section 4.2.2, theorem B.
struct DoubleDouble: BitwiseCopyable {
  private(set) var high: Double
  private(set) var low: Double

  init(_ value: Double = 0) {
    high = value
    low = 0
  }

  /// The nearest double.
  var rounded: Double { high + low }

  mutating func add(_ value: Double) {
    let sum = high + value
    let part = sum - high
    let error = (high - (sum - part)) + (value - part)
    normalize(sum, low + error)
  }

  mutating func add(_ other: DoubleDouble) {
    add(other.high)
    add(other.low)
  }

  /// Adds a product without rounding it first.
  mutating func add(_ factor: Double, times value: Double) {
    let product = factor * value
    add(product)
    add((-product).addingProduct(factor, value))
  }

  /// Adds `factor` times another sum.
  mutating func add(_ factor: Double, times other: DoubleDouble) {
    add(factor, times: other.high)
    add(factor * other.low)
  }

  /// Adds the sum of `factor` and the much smaller `rest`, times another sum.
  mutating func add(_ factor: Double, _ rest: Double, times other: DoubleDouble) {
    add(factor, times: other)
    add(rest * other.high)
  }

  /// The difference between the simple fraction for which a double stands and the double; nil if
  /// there is no such fraction.
  ///
  /// A double such as 0.1 or 1.0 / 3 is a rounded fraction. Rows that cancel with the fractions do
  /// not cancel with the doubles. A double stands for the fraction p/q if the fraction rounds to it
  /// and p · q is at most 10¹². About 1 in 30,000 random doubles does so by accident. These
  /// fractions are convergents of the continued fraction of the double.
  static func rest(of value: Double) -> Double? {
    let size = value.magnitude
    guard size < 1e12, size > 1e-12 else { return nil }
    var (numerator, denominator) = (1.0, 0.0)
    var (lastNumerator, lastDenominator) = (0.0, 1.0)
    var part = size
    for _ in 0..<40 {
      let whole = part.rounded(.down)
      (numerator, lastNumerator) = (whole * numerator + lastNumerator, numerator)
      (denominator, lastDenominator) = (whole * denominator + lastDenominator, denominator)
      if numerator * denominator > 1e12 { return nil }
      if numerator > 0, numerator / denominator == size {
        let rest = numerator.addingProduct(-size, denominator) / denominator
        return value < 0 ? -rest : rest
      }
      if part == whole { return nil }
      part = 1 / (part - whole)
    }
    return nil
  }

  private mutating func normalize(_ sum: Double, _ rest: Double) {
    high = sum + rest
    low = rest - (high - sum)
  }
}
