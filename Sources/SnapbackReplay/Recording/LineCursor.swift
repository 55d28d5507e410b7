/// Iterates over the lines of a text. A line is a range of bytes without the line end.
struct LineIterator {
  /// The longest line that is read, in bytes.
  static let lengthLimit = 1 << 16

  private let bytes: [UInt8]
  private var position: Int
  private var isDone = false

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    // Skip a byte order mark.
    position = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0
  }

  /// Returns the next line. If the text ends with a line end, the last line is empty.
  mutating func next() -> Range<Int>? {
    guard !isDone else { return nil }
    let start = position
    var end = start
    while end < bytes.count, bytes[end] != UInt8(ascii: "\n") { end += 1 }
    if end == bytes.count { isDone = true } else { position = end + 1 }
    // A line that passed through several terminals ends with several carriage returns.
    while end > start, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    return start..<end
  }
}

/// Reads one line from left to right.
struct LineCursor {
  private let bytes: [UInt8]
  private let range: Range<Int>
  private var position: Int

  init(_ bytes: [UInt8], _ range: Range<Int>) {
    self.bytes = bytes
    self.range = range
    position = range.lowerBound
  }

  /// Whether nothing is left.
  var isAtEnd: Bool { position >= range.upperBound }

  /// The next byte without consuming it; nil at the end.
  var peek: UInt8? { isAtEnd ? nil : bytes[position] }

  /// Consumes and returns the next byte; nil at the end.
  mutating func next() -> UInt8? {
    guard !isAtEnd else { return nil }
    position += 1
    return bytes[position - 1]
  }

  /// Whether the next characters are `text`.
  func begins(with text: String) -> Bool {
    var copy = self
    return copy.take(text)
  }

  /// Skips spaces and tabs.
  mutating func skipBlanks() {
    while let byte = peek, byte == 0x20 || byte == 0x09 { position += 1 }
  }

  /// Consumes `text` and returns true if the next characters are `text`; otherwise returns false.
  mutating func take(_ text: String) -> Bool {
    var place = position
    for byte in text.utf8 {
      guard place < range.upperBound, bytes[place] == byte else { return false }
      place += 1
    }
    position = place
    return true
  }

  /// Moves past the next occurrence of `text`. If there is none, returns false without moving.
  ///
  /// O(length of the line × length of the text).
  mutating func skip(past text: String) -> Bool {
    var copy = self
    while !copy.isAtEnd {
      if copy.take(text) {
        self = copy
        return true
      }
      copy.position += 1
    }
    return false
  }

  /// Truncates the line before the next occurrence of `byte`.
  mutating func cut(before byte: UInt8) {
    var end = position
    while end < range.upperBound, bytes[end] != byte { end += 1 }
    var copy = LineCursor(bytes, range.lowerBound..<end)
    copy.position = position
    self = copy
  }

  /// Skips blanks, then consumes and returns the next word, up to a blank. Returns nil at the end
  /// of the line.
  mutating func word() -> LineCursor? {
    skipBlanks()
    let start = position
    while let byte = peek, byte != 0x20, byte != 0x09 { position += 1 }
    return start < position ? LineCursor(bytes, start..<position) : nil
  }

  /// Consumes and returns the rest of the line as text, without surrounding blanks.
  mutating func rest() -> String {
    skipBlanks()
    var end = range.upperBound
    while end > position, bytes[end - 1] == 0x20 || bytes[end - 1] == 0x09 { end -= 1 }
    let text = String(decoding: bytes[position..<end], as: UTF8.self)
    position = range.upperBound
    return text
  }

  /// The rest of the line, unchanged.
  var text: String { String(decoding: bytes[position..<range.upperBound], as: UTF8.self) }

  /// Reads a decimal integer with or without sign. If there is none, returns nil, and the position
  /// is unspecified.
  mutating func decimal() -> Int64? {
    let isNegative = take("-")
    if !isNegative { _ = take("+") }
    var value: Int64 = 0
    var digits = 0
    while let byte = peek, byte >= 0x30, byte <= 0x39 {
      let (scaled, overflows) = value.multipliedReportingOverflow(by: 10)
      let (sum, carries) = scaled.subtractingReportingOverflow(
        Int64(truncatingIfNeeded: byte &- 48))
      guard !overflows, !carries else { return nil }
      value = sum
      digits += 1
      position += 1
    }
    // Accumulated as a negative number, because `Int64.min` has no positive counterpart.
    guard digits > 0, isNegative || value > .min else { return nil }
    return isNegative ? value : -value
  }

  /// Reads a hexadecimal number of at most sixteen digits, with or without 0x.
  mutating func hexadecimal() -> UInt64? {
    _ = take("0x")
    var value: UInt64 = 0
    var digits = 0
    while let byte = peek, let digit = Self.digit(byte) {
      guard digits < 16 else { return nil }
      value = value << 4 | digit
      digits += 1
      position += 1
    }
    return digits > 0 ? value : nil
  }

  private static func digit(_ byte: UInt8) -> UInt64? {
    switch byte {
    case 0x30...0x39: UInt64(byte & 15)
    case 0x41...0x46, 0x61...0x66: UInt64(byte & 7) + 9
    default: nil
    }
  }

  /// Reads seconds with exactly six or nine decimals, as nanoseconds.
  mutating func stamp() -> Int64? {
    guard peek != UInt8(ascii: "-"), let seconds = decimal(), take(".") else { return nil }
    let start = position
    guard peek != UInt8(ascii: "-"), let part = decimal() else { return nil }
    let digits = position - start
    guard digits == 6 || digits == 9 else { return nil }
    let (whole, overflows) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, carries) = whole.addingReportingOverflow(digits == 6 ? part &* 1000 : part)
    return overflows || carries ? nil : sum
  }

  // Whole words: a number without trailing characters.

  /// Reads the next word as a decimal number.
  mutating func decimalWord<Number: FixedWidthInteger>(_ type: Number.Type) -> Number? {
    guard var word = word(), let value = word.decimal(), word.isAtEnd else { return nil }
    return Number(exactly: value)
  }

  /// Reads the next word as a hexadecimal number.
  mutating func hexadecimalWord<Number: FixedWidthInteger>(_ type: Number.Type) -> Number? {
    guard var word = word(), let value = word.hexadecimal(), word.isAtEnd else { return nil }
    return Number(exactly: value)
  }

  /// Skips blanks and returns whether the end is reached.
  mutating func isDone() -> Bool {
    skipBlanks()
    return isAtEnd
  }
}
