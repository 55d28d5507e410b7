/// How numbers are written.
public enum NumberPrecision: Hashable, Sendable {
  /// The shortest text that reads back as the same double; for replays.
  case shortest
  /// Three decimals for lengths and six for angles and factors; for live frames.
  ///
  /// A thousandth of a point is far below a pixel. An angle or a factor is multiplied by the
  /// distance from the anchor; six decimals are equally precise up to 1000 points away.
  case fixed
}

/// Writes JSON into a buffer that is reused for the next message.
///
/// Foundation's encoder needs over a millisecond for a hundred views, most of a frame's budget
/// on a small machine. After warm-up, fixed precision allocates nothing.
public struct JSONWriter: Sendable {
  /// The bytes written since the last ``reset()``.
  public private(set) var bytes: [UInt8] = []
  private let precision: NumberPrecision
  private var needsComma = false

  /// Creates an empty writer.
  public init(precision: NumberPrecision) {
    self.precision = precision
    bytes.reserveCapacity(4096)
  }

  /// Removes the bytes and keeps the storage.
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
    append(value, precision == .fixed ? .length : .exact)
  }

  /// An angle, a factor or an opacity: six decimals when fixed.
  public mutating func factor(_ value: Double, _ key: String? = nil) {
    prefix(key)
    append(value, precision == .fixed ? .factor : .exact)
  }

  /// A number with all its digits, whatever the precision: the shortest text that reads back as the
  /// same double, or null if it is not finite. May allocate.
  public mutating func exact(_ value: Double, _ key: String? = nil) {
    prefix(key)
    append(value, .exact)
  }

  /// A null.
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

  /// Appends a complete message, without its newline.
  mutating func line(_ line: [UInt8]) {
    bytes.append(contentsOf: line)
    endLine()
  }

  /// A whole number.
  public mutating func integer(_ value: UInt64, _ key: String? = nil) {
    prefix(key)
    append(atMost: NumberText.limit) { $0.put(whole: value, at: 0) }
  }

  /// True or false.
  public mutating func boolean(_ value: Bool, _ key: String? = nil) {
    prefix(key)
    append(value ? "true" : "false")
  }

  /// A string, with the characters escaped that JSON requires.
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

  /// A color in the CSS form `#rrggbb`.
  public mutating func color(_ value: Color, _ key: String? = nil) {
    prefix(key)
    append("\"#")
    append(hexadecimalOf: value.red)
    append(hexadecimalOf: value.green)
    append(hexadecimalOf: value.blue)
    append("\"")
  }

  private mutating func append(hexadecimalOf byte: UInt8) {
    let digits = HexadecimalDigits.two(byte)
    bytes.append(UInt8(truncatingIfNeeded: digits))
    bytes.append(UInt8(truncatingIfNeeded: digits >> 8))
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

  private mutating func append(_ value: Double, _ form: NumberForm) {
    append(atMost: NumberText.limit) { $0.put(value, form, at: 0) }
  }

  /// Appends up to `limit` bytes that `body` writes. `body` returns the number of valid bytes and
  /// may have overwritten more.
  @inline(__always)
  mutating func append(atMost limit: Int, _ body: (inout MutableRawSpan) -> Int) {
    bytes.append(atMost: limit, body)
  }
}

extension [UInt8] {
  /// Appends up to `limit` bytes that `body` writes into zeroed storage. `body` returns the number
  /// of valid bytes and may have overwritten more. Does not allocate while the capacity suffices.
  @inline(__always)
  mutating func append(atMost limit: Int, _ body: (inout MutableRawSpan) -> Int) {
    append(addingCapacity: limit) { output in
      output.append(repeating: 0, count: limit)
      var count = 0
      do {
        var span = output.mutableSpan
        var raw = MutableRawSpan(_elements: &span)
        count = body(&raw)
      }
      output.removeLast(limit - count)
    }
  }
}
