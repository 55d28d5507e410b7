/// Bytes as hexadecimal text.
enum HexadecimalDigits {
  /// The two digits of a byte, the first one lowest.
  @inline(__always)
  static func two(_ byte: UInt8) -> UInt16 {
    let digits = UInt16(byte &>> 4) | UInt16(byte & 15) &<< 8
    // A one where a digit is above 9: adding six carries.
    let letters = (digits &+ 0x0606) &>> 4 & 0x0101
    return digits &+ 0x3030 &+ letters &* 39
  }
}
