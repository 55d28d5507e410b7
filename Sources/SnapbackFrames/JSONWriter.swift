import SnapbackTiming

/// How numbers are written.
public enum NumberPrecision: Hashable, Sendable {
  /// The shortest text that reads back as the same double; for replays.
  case shortest
  /// Three decimals for lengths and six for angles and factors; for live frames.
  ///
  /// A thousandth of a point is far below a pixel; an angle or a factor is multiplied by the
  /// distance from the anchor, and six decimals keep that as fine up to 1000 points away.
  case fixed
}

/// Writes JSON into bytes that are kept from one message to the next.
///
/// Foundation's encoder needs over a millisecond for a hundred views, most of a frame's budget
/// on a small machine. After warm-up, fixed precision allocates nothing.
public struct JSONWriter: Sendable {
  /// What has been written.
  public private(set) var bytes: [UInt8] = []
  private let precision: NumberPrecision
  private var needsComma = false

  /// A writer that has written nothing.
  public init(precision: NumberPrecision) {
    self.precision = precision
    bytes.reserveCapacity(4096)
  }

  /// Forgets what was written and keeps the storage.
  public mutating func reset() {
    bytes.removeAll(keepingCapacity: true)
    needsComma = false
  }

  /// Opens an object, as the value of `key` if given.
  public mutating func beginObject(_ key: String? = nil) { open(key, UInt8(ascii: "{")) }
  /// Closes an object.
  public mutating func endObject() { close(UInt8(ascii: "}")) }
  /// Opens an array, as the value of `key` if given.
  public mutating func beginArray(_ key: String? = nil) { open(key, UInt8(ascii: "[")) }
  /// Closes an array.
  public mutating func endArray() { close(UInt8(ascii: "]")) }

  /// Ends a line of newline-delimited JSON.
  public mutating func endLine() {
    bytes.append(UInt8(ascii: "\n"))
    needsComma = false
  }

  /// A length or velocity: three decimals when fixed.
  public mutating func length(_ value: Double, _ key: String? = nil) {
    prefix(key)
    append(value, thousandfold: 1)
  }

  /// An angle, a factor or an opacity: six decimals when fixed.
  public mutating func factor(_ value: Double, _ key: String? = nil) {
    prefix(key)
    append(value, thousandfold: 1000)
  }

  /// A number with all its digits, whatever the precision: the shortest text that reads back as the
  /// same double; null where it is not finite. May allocate.
  public mutating func exact(_ value: Double, _ key: String? = nil) {
    prefix(key)
    appendExact(value)
  }

  /// Nothing.
  public mutating func null(_ key: String? = nil) {
    prefix(key)
    append("null")
  }

  /// A number as sixteen hexadecimal digits in quotes.
  public mutating func hexadecimal(_ value: UInt64, _ key: String? = nil) {
    prefix(key)
    append("\"")
    var rest = value
    for _ in 0..<8 {
      append(hexadecimalOf: UInt8(truncatingIfNeeded: rest >> 56))
      rest <<= 8
    }
    append("\"")
  }

  /// A line of bytes that is a message already, without its end.
  mutating func line(_ line: [UInt8]) {
    bytes.append(contentsOf: line)
    endLine()
  }

  /// A whole number.
  public mutating func integer(_ value: UInt64, _ key: String? = nil) {
    prefix(key)
    append(digitsOf: value)
  }

  /// True or false.
  public mutating func boolean(_ value: Bool, _ key: String? = nil) {
    prefix(key)
    append(value ? "true" : "false")
  }

  /// Text, with what JSON cannot hold escaped.
  public mutating func string(_ value: String, _ key: String? = nil) {
    prefix(key)
    bytes.append(UInt8(ascii: "\""))
    for byte in value.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(byte)
      case 0..<0x20:
        append("\\u00")
        append(hexadecimalOf: byte)
      default:
        bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// A colour as CSS writes it, `#rrggbb`.
  public mutating func color(_ value: Color, _ key: String? = nil) {
    prefix(key)
    append("\"#")
    append(hexadecimalOf: value.red)
    append(hexadecimalOf: value.green)
    append(hexadecimalOf: value.blue)
    append("\"")
  }

  private mutating func append(hexadecimalOf byte: UInt8) {
    bytes.append(Self.hexadecimal(byte >> 4))
    bytes.append(Self.hexadecimal(byte & 15))
  }

  private mutating func open(_ key: String?, _ bracket: UInt8) {
    prefix(key)
    bytes.append(bracket)
    needsComma = false
  }

  private mutating func close(_ bracket: UInt8) {
    bytes.append(bracket)
    needsComma = true
  }

  private mutating func prefix(_ key: String?) {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = true
    guard let key else { return }
    bytes.append(UInt8(ascii: "\""))
    append(key)
    bytes.append(UInt8(ascii: "\""))
    bytes.append(UInt8(ascii: ":"))
  }

  private mutating func append(_ text: String) {
    bytes.append(contentsOf: text.utf8)
  }

  private mutating func append(_ value: Double, thousandfold: Double) {
    // JSON has no word for infinity; the engine's invariant is that there is none.
    guard value.isFinite else { return append("null") }
    if precision == .fixed {
      let decimals = thousandfold == 1 ? 3 : 6
      let scaled = (value * 1000 * thousandfold).rounded()
      if scaled.magnitude < 1e12 {
        // 1.5·2⁵² has no digits behind the point: a whole number added to it stands in its last
        // bits. A conversion that asks whether it may trap takes ten times as long.
        let bits = (scaled + 0x1.8p52).bitPattern &- (0x1.8p52).bitPattern
        return append(scaled: Int64(bitPattern: bits), decimals: decimals)
      }
      if scaled.magnitude < 9e15 {
        return append(scaled: Int64(saturating: scaled), decimals: decimals)
      }
    }
    appendExact(value)
  }

  private mutating func appendExact(_ value: Double) {
    guard value.isFinite else { return append("null") }
    // Whole numbers are the common case, and ".0" says nothing in JSON.
    if value == value.rounded(), value.magnitude < 1e15 {
      return append(scaled: Int64(saturating: value), decimals: 0)
    }
    bytes.append(contentsOf: value.description.utf8)
  }

  private mutating func append(scaled: Int64, decimals: Int) {
    if scaled < 0 { bytes.append(UInt8(ascii: "-")) }
    var digits = Digits()
    var rest = scaled.magnitude
    for _ in 0..<decimals {
      let (tenth, digit) = (rest / 10, rest % 10)
      // Zeros at the end say nothing.
      if digit != 0 || !digits.isEmpty { digits.put(digit) }
      rest = tenth
    }
    if !digits.isEmpty { digits.put(byte: UInt8(ascii: ".")) }
    append(rest, before: digits)
  }

  private mutating func append(digitsOf value: UInt64) { append(value, before: Digits()) }

  /// A whole number, and what stands behind it.
  private mutating func append(_ value: UInt64, before tail: Digits) {
    var digits = tail
    let rest = digits.put(whole: value)
    if rest > 0 {
      var more = Digits()
      _ = more.put(whole: rest)
      append(more)
    }
    append(digits)
  }

  private mutating func append(_ digits: Digits) {
    bytes.append(addingCapacity: digits.count) { output in
      var text = digits.text
      for _ in 0..<digits.count {
        output.append(UInt8(truncatingIfNeeded: text))
        text >>= 8
      }
    }
  }

  private static func hexadecimal(_ digit: UInt8) -> UInt8 {
    digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
  }
}

/// The text of a whole number or of one with decimals, made from its end; at most 16 bytes of it.
private struct Digits {
  /// The bytes, the first one lowest.
  var text: UInt128 = 0
  var count = 0

  var isEmpty: Bool { count == 0 }

  /// A digit.
  @inline(__always)
  mutating func put(_ digit: UInt64) {
    put(byte: UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: digit))
  }

  /// The last digits of a number, as many as fit; returns what is left of it.
  @inline(__always)
  mutating func put(whole value: UInt64) -> UInt64 {
    var rest = value
    repeat {
      put(rest % 10)
      rest /= 10
    } while rest > 0 && count < 16
    return rest
  }

  @inline(__always)
  mutating func put(byte: UInt8) {
    text = text << 8 | UInt128(byte)
    count += 1
  }
}
