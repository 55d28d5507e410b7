import SnapbackBasics

/// The format of a number.
enum NumberForm: Int, Sendable {
  /// The shortest text that parses to the same double.
  case exact = 0
  /// Three decimals, for lengths.
  case length = 3
  /// Six decimals, for factors.
  case factor = 6

  /// The number of integer digits if there are eight digits in total.
  @inline(__always)
  fileprivate var wholeDigits: Int { 8 &- rawValue }

  /// The value in units of the last decimal. For factors, this takes two multiplications, each of
  /// which rounds.
  @inline(__always)
  fileprivate func units(in value: Double) -> Double {
    value * 1000 * (self == .factor ? 1000 : 1)
  }
}

/// Converts numbers to text, eight digits at a time: one byte per digit in a 64-bit word, the first
/// digit in the lowest byte.
enum NumberText {
  /// The maximum number of bytes that writing a number changes. The longest text has 24 bytes, and
  /// numbers are written in words of eight bytes.
  static let limit = 32

  /// The digits of a number below 10⁸, each 0…9.
  ///
  /// Splits the number into two parts of four digits, then four parts of two, then eight of one.
  /// Each division is a multiplication and a shift, which is exact for so few digits.
  @inline(__always)
  static func eightDigits(_ number: UInt64) -> UInt64 {
    let fours = number / 10_000 | (number % 10_000) &<< 32
    let hundreds = (fours &* 10_486) &>> 20 & 0x0000_007F_0000_007F
    let twos = hundreds | (fours &- 100 &* hundreds) &<< 16
    let tens = (twos &* 103) &>> 10 & 0x000F_000F_000F_000F
    return tens | (twos &- 10 &* tens) &<< 8
  }

  /// The sum of this constant and eight digits 0…9 is their ASCII text.
  static let zeros: UInt64 = 0x3030_3030_3030_3030
  /// The decimal point.
  static let point: UInt64 = 0x2E
}

extension MutableRawSpan {
  /// Writes a number at `start`, or null if it is not finite. Returns the end offset. O(1).
  /// Allocates only for exact numbers and for numbers of more than 15 digits.
  @inline(never)
  mutating func put(_ value: Double, _ form: NumberForm, at start: Int) -> Int {
    let scaled = form.units(in: value).magnitude
    guard form != .exact, scaled < 99_999_999 else { return putRare(value, form, at: start) }
    // Doubles from 2⁵² on have no fraction bits. So adding 2⁵² rounds half to even and leaves the
    // integer in the last bits. The next lines correct halves upward. A conversion that may trap
    // takes ten times as long.
    let sum = scaled + 0x1p52
    var units = sum.bitPattern &- (0x1p52).bitPattern
    if scaled - (sum - 0x1p52) == 0.5 { units &+= 1 }
    var at = start
    if value < 0, units != 0 {
      store(UInt8(ascii: "-"), at: at)
      at &+= 1
    }
    let digits = NumberText.eightDigits(units)
    let text = digits | NumberText.zeros
    let whole = form.wholeDigits
    let leading = min((digits | 1 &<< 63).trailingZeroBitCount &>> 3, whole &- 1)
    store(text &>> UInt64(truncatingIfNeeded: 8 &* leading), at: at)
    at &+= whole &- leading
    // Drop trailing zeros.
    let decimals = form.rawValue &- (digits | 1).leadingZeroBitCount &>> 3
    guard decimals > 0 else { return at }
    let tail = text &>> UInt64(truncatingIfNeeded: 8 &* whole)
    store(tail &<< 8 | NumberText.point, at: at)
    return at &+ 1 &+ decimals
  }

  /// Writes exact numbers and numbers with many digits.
  private mutating func putRare(_ value: Double, _ form: NumberForm, at start: Int) -> Int {
    // JSON has no infinity. The engine produces only finite numbers.
    guard value.isFinite else { return put("null", at: start) }
    let units = form.units(in: value).magnitude.rounded()
    guard form != .exact, units < 9e15 else { return putExact(value, at: start) }
    let divisor: UInt64 = form == .length ? 1000 : 1_000_000
    let (whole, decimals) = UInt64(saturating: units).quotientAndRemainder(dividingBy: divisor)
    var at = start
    if value < 0 { at = put("-", at: at) }
    at = put(whole: whole, at: at)
    guard decimals > 0 else { return at }
    let digits =
      NumberText.eightDigits(decimals) &>> UInt64(truncatingIfNeeded: 8 &* form.wholeDigits)
    store((digits | NumberText.zeros) &<< 8 | NumberText.point, at: at)
    return at + 1 + (8 - digits.leadingZeroBitCount / 8)
  }

  private mutating func putExact(_ value: Double, at start: Int) -> Int {
    // Integers are the common case, and JSON does not need ".0".
    guard value == value.rounded(), value.magnitude < 1e15 else {
      return put(value.description, at: start)
    }
    let at = value < 0 ? put("-", at: start) : start
    return put(whole: UInt64(saturating: value.magnitude), at: at)
  }

  /// Writes an integer at `start` and returns the end offset.
  mutating func put(whole value: UInt64, at start: Int) -> Int {
    guard value < 100_000_000 else {
      let (high, low) = value.quotientAndRemainder(dividingBy: 100_000_000)
      let at = put(whole: high, at: start)
      store(NumberText.eightDigits(low) | NumberText.zeros, at: at)
      return at + 8
    }
    let digits = NumberText.eightDigits(value)
    let leading = min((digits | 1 &<< 63).trailingZeroBitCount &>> 3, 7)
    store((digits | NumberText.zeros) &>> UInt64(truncatingIfNeeded: 8 &* leading), at: start)
    return start + 8 - leading
  }

  /// Writes a short text at `start` and returns the end offset.
  private mutating func put(_ text: String, at start: Int) -> Int {
    var at = start
    for byte in text.utf8 {
      store(byte, at: at)
      at += 1
    }
    return at
  }
}
