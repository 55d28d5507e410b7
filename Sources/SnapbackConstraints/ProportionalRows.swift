/// Finds rows that are proportional up to the rounding of their coefficients, such as 0.7x − 1.3y
/// and three times that row.
///
/// At 31 digits, such rows are independent: as two equations, they would determine x and y, usually
/// at huge values. The search therefore replaces the coefficients of the later row by exact
/// multiples of those of the earlier row (``NonbasicMatrix/rest(_:)``).
struct ProportionalRows {
  /// The rows that are proportional to no earlier row, by a hash of their variables.
  private var leaders: [UInt64: [Int]] = [:]

  /// The largest number of earlier rows with the same variables that a row is compared with.
  private static var limit: Int { 16 }
  /// The largest product of numerator and denominator of a proportion.
  private static var largestProduct: Double { 10_000 }
  /// The largest relative difference that counts as rounding.
  private static var rounding: Double { 0x1p-51 }

  init() {}

  /// Sets the rests of a row (``NonbasicMatrix/rest(_:)``) if it is proportional to an earlier row.
  mutating func align(
    _ row: Int, _ forms: borrowing SparseVectors, _ rests: borrowing Column<Double>
  ) {
    let places = forms.places(of: row)
    guard places.count > 1 else { return }
    var hash = UInt64(truncatingIfNeeded: places.count)
    for place in places {
      hash = (hash ^ UInt64(truncatingIfNeeded: forms.index(place))) &* 0xFF51_AFD7_ED55_8CCD
      hash ^= hash >> 32
    }
    let candidates = leaders[hash, default: []]
    for leader in candidates where Self.align(row, to: leader, forms, rests) { return }
    if candidates.count < Self.limit { leaders[hash] = candidates + [row] }
  }

  /// Sets the rests of a row if it is proportional to `leader`. Returns whether it is.
  private static func align(
    _ row: Int, to leader: Int, _ forms: borrowing SparseVectors, _ rests: borrowing Column<Double>
  ) -> Bool {
    let offset = forms.places(of: leader).lowerBound - forms.places(of: row).lowerBound
    guard forms.places(of: leader).count == forms.places(of: row).count else { return false }
    let first = forms.places(of: row).lowerBound
    let ratio = forms.value(first) / forms.value(first + offset)
    guard let (numerator, denominator) = fraction(near: ratio) else { return false }
    for place in forms.places(of: row) {
      guard forms.index(place) == forms.index(place + offset) else { return false }
      let excess = difference(
        numerator, forms.value(place + offset), denominator, forms.value(place))
      guard excess.magnitude <= rounding * denominator * forms.value(place).magnitude else {
        return false
      }
    }
    for place in forms.places(of: row) {
      let excess = difference(
        numerator, forms.value(place + offset), denominator, forms.value(place))
      rests[place] = excess / denominator
    }
    return true
  }

  /// `numerator` · `leader` − `denominator` · `value`, without the rounding of the two products.
  private static func difference(
    _ numerator: Double, _ leader: Double, _ denominator: Double, _ value: Double
  ) -> Double {
    let product = denominator * value
    let error = (-product).addingProduct(denominator, value)
    return (-product).addingProduct(numerator, leader) - error
  }

  /// The simple fraction that is `ratio` up to rounding; nil if there is none.
  private static func fraction(near ratio: Double) -> (numerator: Double, denominator: Double)? {
    var (numerator, denominator) = (1.0, 0.0)
    var (lastNumerator, lastDenominator) = (0.0, 1.0)
    var part = ratio.magnitude
    for _ in 0..<20 {
      let whole = part.rounded(.down)
      (numerator, lastNumerator) = (whole * numerator + lastNumerator, numerator)
      (denominator, lastDenominator) = (whole * denominator + lastDenominator, denominator)
      guard numerator * denominator <= largestProduct, part.isFinite else { return nil }
      let distance = (numerator / denominator - ratio.magnitude).magnitude
      if numerator > 0, distance <= 2 * rounding * ratio.magnitude {
        return (ratio < 0 ? -numerator : numerator, denominator)
      }
      part = 1 / (part - whole)
    }
    return nil
  }
}
