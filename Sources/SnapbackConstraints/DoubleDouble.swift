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

  private mutating func normalize(_ sum: Double, _ rest: Double) {
    high = sum + rest
    low = rest - (high - sum)
  }
}
