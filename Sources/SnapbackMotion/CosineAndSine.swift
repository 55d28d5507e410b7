#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// cos x and sin x computed together, each within about one ulp.
///
/// The C library has a function that returns both, but Swift does not import it, and calling the
/// two separate functions would be most of the cost of a spring. Here the angle is reduced to
/// |r| ≤ π/4 by subtracting n·π/2 in three parts (Cody and Waite, "Software Manual for the
/// Elementary Functions", 1980). Two minimax polynomials then give sin r and cos r, with errors of
/// 2^−58 and 2^−64. Only sums and products of doubles are used, so the result has the same bits on
/// every machine.
struct CosineAndSine {
  /// cos x.
  let cosine: Double
  /// sin x.
  let sine: Double

  /// The limit in radians below which n < 2^20, so that n times a part of 33 bits is exact.
  private static let reductionLimit = 1e6

  /// Computes both functions of an angle in radians. O(1), no allocation.
  ///
  /// Uses the C library for angles beyond ``reductionLimit`` and for values that are not finite.
  @inline(__always)
  init(_ angle: Double) {
    guard angle.magnitude < Self.reductionLimit else {
      self.init(cosine: cos(angle), sine: sin(angle), quarters: 0)
      return
    }
    // 1.5·2^52 has no fractional bits: the sum is rounded to a whole n, which its last bits
    // contain.
    let shifted = angle * (2 / .pi) + 0x1.8p52
    let n = shifted - 0x1.8p52
    // π/2 in parts of 33, 33 and 53 bits.
    let r =
      ((angle - n * 0x1.921f_b544p+0) - n * 0x1.0b46_11a6p-34) - n * 0x1.3198_a2e0_3707_3p-69
    self.init(
      cosine: Self.reducedCosine(r), sine: Self.reducedSine(r), quarters: shifted.bitPattern)
  }

  /// Rotates the pair by a number of quarter turns; only its last two bits matter.
  ///
  /// Swaps and negates with bit operations: the quarter is unpredictable, and a mispredicted branch
  /// costs as much as a polynomial.
  @inline(__always)
  private init(cosine: Double, sine: Double, quarters: UInt64) {
    let isOdd = 0 &- (quarters & 1)
    let exchanged = (cosine.bitPattern ^ sine.bitPattern) & isOdd
    let cosineSign = ((quarters &+ 1) & 2) << 62
    let sineSign = (quarters & 2) << 62
    self.cosine = Double(bitPattern: cosine.bitPattern ^ exchanged ^ cosineSign)
    self.sine = Double(bitPattern: sine.bitPattern ^ exchanged ^ sineSign)
  }

  /// sin r for |r| ≤ π/4. Three short sums instead of one long one, so that the processor can
  /// compute them in parallel.
  @inline(__always)
  private static func reducedSine(_ r: Double) -> Double {
    let z = r * r
    let low = -0x1.5555_5555_5554_9p-3 + z * 0x1.1111_1111_0f88_0p-7
    let middle = -0x1.a01a_019c_1269_6p-13 + z * 0x1.71de_3578_72dc_0p-19
    let high = -0x1.ae5e_66d3_a3b2_4p-26 + z * 0x1.5d93_2ee7_9751_4p-33
    return r + r * (z * (low + z * z * (middle + z * z * high)))
  }

  /// cos r for |r| ≤ π/4.
  @inline(__always)
  private static func reducedCosine(_ r: Double) -> Double {
    let z = r * r
    let low = 0x1.5555_5555_5554_cp-5 + z * -0x1.6c16_c16c_1518_4p-10
    let middle = 0x1.a01a_019c_b26d_9p-16 + z * -0x1.27e4_f80a_7549_0p-22
    let high = 0x1.1ee9_ec46_f297_8p-29 + z * -0x1.8fae_cec8_85c3_6p-37
    return 1 - (0.5 * z - z * z * (low + z * z * (middle + z * z * high)))
  }
}
