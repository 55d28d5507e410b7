/// The precision with which numbers are written.
public enum NumberPrecision: Hashable, Sendable {
  /// The shortest text that parses to the same double. Used for replays.
  case shortest
  /// Three decimals for lengths and six for angles and factors. Used for live messages.
  ///
  /// A thousandth of a point is far below a pixel. An angle or a factor is multiplied by the
  /// distance from the anchor. So six decimals have the same precision up to a distance of 1000
  /// points.
  case fixed
}

/// Writes JSON into a buffer. The buffer is reused for the next message.
///
/// Foundation's encoder needs over a millisecond for a hundred views, which is most of the time
/// budget of a frame on a small machine. After warm-up, writing with fixed precision allocates
/// nothing.
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

  /// Writes a length or velocity; three decimals with fixed precision.
  public mutating func length(_ value: Double, _ key: String? = nil) {
    prefix(key)
    append(value, precision == .fixed ? .length : .exact)
  }

  /// Writes an angle, a factor or an opacity; six decimals with fixed precision.
  public mutating func factor(_ value: Double, _ key: String? = nil) {
    prefix(key)
    append(value, precision == .fixed ? .factor : .exact)
  }

  /// Writes a number with all its digits, independent of the precision: the shortest text that
  /// parses to the same double, or null if the number is not finite. May allocate.
  public mutating func exact(_ value: Double, _ key: String? = nil) {
    prefix(key)
    append(value, .exact)
  }

  /// Writes null.
  public mutating func null(_ key: String? = nil) {
    prefix(key)
    append("null")
  }

  /// Writes a number as a string of sixteen hexadecimal digits.
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

  /// Writes a whole number.
  public mutating func integer(_ value: UInt64, _ key: String? = nil) {
    prefix(key)
    append(atMost: NumberText.limit) { $0.put(whole: value, at: 0) }
  }

  /// Writes true or false.
  public mutating func boolean(_ value: Bool, _ key: String? = nil) {
    prefix(key)
    append(value ? "true" : "false")
  }

  /// Writes a string. Escapes the characters for which JSON requires it.
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

  /// Writes a color in the CSS form `#rrggbb`.
  public mutating func color(_ value: Color, _ key: String? = nil) {
    prefix(key)
    append("\"#")
    append(hexadecimalOf: value.red)
    append(hexadecimalOf: value.green)
    append(hexadecimalOf: value.blue)
    append("\"")
  }

  /// Writes a color with its opacity as a string `#rrggbbaa`.
  public mutating func paint(_ value: Paint, _ key: String? = nil) {
    prefix(key)
    append("\"#")
    append(hexadecimalOf: value.color.red)
    append(hexadecimalOf: value.color.green)
    append(hexadecimalOf: value.color.blue)
    append(hexadecimalOf: value.alpha)
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

  /// Lets `body` write into `limit` zeroed bytes, and appends the first of them. `body` returns how
  /// many to append; the rest is scratch space.
  @inline(__always)
  mutating func append(atMost limit: Int, _ body: (inout MutableRawSpan) -> Int) {
    bytes.append(atMost: limit, body)
  }
}

extension [UInt8] {
  /// Lets `body` write into `limit` zeroed bytes, and appends the first of them. `body` returns how
  /// many to append; the rest is scratch space. Does not allocate if the capacity is sufficient.
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
