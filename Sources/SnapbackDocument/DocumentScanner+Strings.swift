/// Reads strings (spec.json5.org section 5) and unquoted keys (section 3).
extension DocumentScanner {
  /// Reads a string. The next character must be the opening quote.
  mutating func string() throws(DocumentError) -> String {
    let start = position
    guard let quote = peek() else { throw unexpected("a string") }
    advance()
    var text = MarkLimitedText()
    while let scalar = peek() {
      switch scalar {
      case quote:
        advance()
        return text.string
      case "\\":
        let place = position
        if let resolved = try stringEscape() { try add(resolved, to: &text, at: place) }
      case "\n", "\r":
        throw failure(
          "the string is not closed on its line", at: start,
          hint: "write \\n for a line break, or end the line with a backslash")
      default:
        // U+2028 and U+2029 are allowed unescaped in a string (section 5.2).
        try add(scalar, to: &text, at: position)
        advance()
      }
    }
    throw failure("the string is not closed", at: start)
  }

  /// Reads an unquoted key. The next character must be its first character.
  mutating func identifier() throws(DocumentError) -> String {
    var text = MarkLimitedText()
    while let scalar = peek() {
      if scalar == "\\" {
        let start = position
        advance()
        guard skip("u") else { throw failure("a key can only hold \\u escapes", at: start) }
        let resolved = try unicodeEscape(from: start)
        guard text.isEmpty ? Identifier.isStart(resolved) : Identifier.isPart(resolved) else {
          throw failure("this character needs a quoted key", at: start)
        }
        try add(resolved, to: &text, at: start)
      } else if text.isEmpty ? Identifier.isStart(scalar) : Identifier.isPart(scalar) {
        try add(scalar, to: &text, at: position)
        advance()
      } else {
        break
      }
    }
    return text.string
  }

  private func add(
    _ scalar: Unicode.Scalar, to text: inout MarkLimitedText, at place: SourcePosition
  ) throws(DocumentError) {
    guard text.append(scalar) else {
      throw failure(
        "more than \(DocumentLimits.maximumMarkRun) combining marks in a row", at: place)
    }
  }

  /// Reads an escape. Returns nil for a line continuation.
  private mutating func stringEscape() throws(DocumentError) -> Unicode.Scalar? {
    let start = position
    advance()
    guard let scalar = peek() else { return nil }
    advance()
    switch scalar {
    case "b": return "\u{08}"
    case "f": return "\u{0C}"
    case "n": return "\n"
    case "r": return "\r"
    case "t": return "\t"
    case "v": return "\u{0B}"
    case "x": return Unicode.Scalar(try hexadecimal(digits: 2, from: start))
    case "u": return try unicodeEscape(from: start)
    case "\r":
      _ = skip("\n")
      return nil
    case "\n", "\u{2028}", "\u{2029}": return nil
    case "0":
      if let after = peek(), ("0"..."9").contains(after) { fallthrough }
      return "\0"
    case "1"..."9":
      throw failure(
        "a backslash cannot stand before a digit", at: start, hint: "write \\x and two digits")
    default: return scalar
    }
  }

  /// Reads the four digits after `\u` and, for a surrogate pair, its second half.
  private mutating func unicodeEscape(
    from start: SourcePosition
  ) throws(DocumentError) -> Unicode.Scalar {
    let first = try hexadecimal(digits: 4, from: start)
    if let scalar = Unicode.Scalar(first) { return scalar }
    if first < 0xDC00, peek() == "\\", peek(1) == "u" {
      let secondStart = position
      advance()
      advance()
      let second = try hexadecimal(digits: 4, from: secondStart)
      let high = (first - 0xD800) << 10
      if (0xDC00...0xDFFF).contains(second),
        let scalar = Unicode.Scalar(0x10000 + high + (second - 0xDC00))
      {
        return scalar
      }
    }
    throw failure("half of a surrogate pair", at: start, hint: "write both \\u halves")
  }

  private mutating func hexadecimal(
    digits: Int, from start: SourcePosition
  ) throws(DocumentError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<digits {
      guard let scalar = peek(), let digit = Character(scalar).hexDigitValue, scalar.isASCII else {
        let name = digits == 2 ? "\\x" : "\\u"
        throw failure("\(name) needs \(digits) hexadecimal digits", at: start)
      }
      value = value << 4 | UInt32(digit)
      advance()
    }
    return value
  }
}
