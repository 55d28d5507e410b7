/// Numbers (spec.json5.org section 6).
extension DocumentScanner {
  /// Reads a number, with an optional sign.
  mutating func number() throws(DocumentError) -> Double {
    let start = position
    let isNegative = peek() == "-"
    if isNegative || peek() == "+" { advance() }
    if peek() == "I" || peek() == "N", word == "Infinity" || word == "NaN" {
      throw failure("numbers must be finite", at: start)
    }
    let magnitude: Double?
    if peek() == "0", peek(1) == "x" || peek(1) == "X" {
      magnitude = try hexadecimal()
    } else {
      magnitude = try decimal(from: start)
    }
    // ECMAScript 5.1 section 7.8.3: no identifier may touch the end of a numeric literal.
    if let after = peek(), Identifier.isPart(after) || after == "\\" {
      throw unexpected("the end of the number")
    }
    guard let magnitude, magnitude.isFinite else {
      throw failure(
        "numbers must be finite", at: start, hint: "the largest number is about 1.8e308")
    }
    return isNegative ? -magnitude : magnitude
  }

  private mutating func hexadecimal() throws(DocumentError) -> Double? {
    advance()
    advance()
    var text = "0x"
    while let scalar = peek(), scalar.properties.isASCIIHexDigit {
      text.unicodeScalars.append(scalar)
      advance()
    }
    guard text.utf8.count > 2 else { throw unexpected("a hexadecimal digit") }
    return Double(text)
  }

  /// Rewrites the literal with a digit on both sides of its point, then lets the standard library
  /// find the nearest number.
  private mutating func decimal(from start: SourcePosition) throws(DocumentError) -> Double? {
    let whole = digits()
    if whole.utf8.count > 1, whole.utf8.first == UInt8(ascii: "0") {
      throw failure(
        "a number cannot start with 0 and another digit", at: start,
        hint: "JSON5 has no octal numbers")
    }
    var text = whole.isEmpty ? "0" : whole
    if skip(".") {
      let fraction = digits()
      if whole.isEmpty, fraction.isEmpty { throw unexpected("a digit") }
      if !fraction.isEmpty { text += "." + fraction }
    } else if whole.isEmpty {
      throw unexpected("a digit")
    }
    if skip("e") || skip("E") {
      text += "e"
      if skip("-") {
        text += "-"
      } else {
        _ = skip("+")
      }
      let exponent = digits()
      if exponent.isEmpty { throw unexpected("a digit of the exponent") }
      text += exponent
    }
    return Double(text)
  }

  private mutating func digits() -> String {
    var text = ""
    while let scalar = peek(), ("0"..."9").contains(scalar) {
      text.unicodeScalars.append(scalar)
      advance()
    }
    return text
  }
}
