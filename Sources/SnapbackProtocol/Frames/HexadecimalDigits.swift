/// Bytes as hexadecimal text.
enum HexadecimalDigits {
  /// The two digits of a byte; the first digit is in the low byte.
  @inline(__always)
  static func two(_ byte: UInt8) -> UInt64 {
    let number = UInt64(clamping: byte)
    let digits = number &>> 4 | (number & 15) &<< 8
    // 1 in each byte whose digit is above 9: adding 6 carries into bit 4.
    let letters = (digits &+ 0x0606) &>> 4 & 0x0101
    return digits &+ 0x3030 &+ letters &* 39
  }
}
