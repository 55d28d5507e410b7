/// SplitMix64: the same sequence from the same seed, on every machine.
///
/// Source: Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// The sequence of `seed`.
  public init(seed: UInt64) {
    state = seed
  }

  /// The next 64 random bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// A number in 0..<1 of 53 random bits.
  public mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// A number around 0 with standard deviation 1, nearly normal, within ±3.47.
  ///
  /// The sum of four uniform numbers (Irwin and Hall): additions alone, so every machine gets
  /// the same bits, where a logarithm would leave them to its C library.
  public mutating func normal() -> Double {
    (unit() + unit() + unit() + unit() - 2) * 1.7320508075688772
  }
}
