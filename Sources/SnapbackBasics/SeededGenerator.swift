/// The generator SplitMix64. For one seed, it yields the same sequence on every machine.
///
/// Source: Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Creates the generator for `seed`.
  public init(seed: UInt64) {
    state = seed
  }

  /// Returns the next 64 random bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// Returns a number in 0..<1 with 53 random bits.
  public mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// Returns a nearly normal number with mean 0 and standard deviation 1, within ±3.47.
  ///
  /// Uses the scaled sum of four uniform numbers (Irwin and Hall). All machines compute the same
  /// bits, because no C library function is needed; a logarithm would depend on the C library.
  public mutating func normal() -> Double {
    (unit() + unit() + unit() + unit() - 2) * 1.7320508075688772
  }
}
