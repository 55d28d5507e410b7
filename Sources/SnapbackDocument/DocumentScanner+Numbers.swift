/// Reads numbers (spec.json5.org section 6).
extension DocumentScanner {
  /// Reads a number with an optional sign.
  mutating func number() throws(DocumentError) -> Double {
    let start = position
    let isNegative = peek() == "-"
    if isNegative || peek() == "+" { advance() }
    if peek() == "I" || peek() == "N", word == "Infinity" || word == "NaN" {
      throw failure("numbers must be finite, found \(isNegative ? "-" : "")\(word)", at: start)
    }
    let magnitude: Double?
    if peek() == "0", peek(1) == "x" || peek(1) == "X" {
      magnitude = try hexadecimal()
    } else {
      magnitude = try decimal(from: start)
    }
    // ECMAScript 5.1 section 7.8.3: an identifier must not follow a numeric literal immediately.
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

  /// Reads a decimal number. Computes it directly when it has few digits and no exponent; otherwise
  /// adds missing digits around the point and lets the standard library find the nearest number.
  private mutating func decimal(from start: SourcePosition) throws(DocumentError) -> Double? {
    let whole = digits()
    if whole.count > 1, whole.first == "0" {
      throw failure(
        "a number cannot start with 0 and another digit", at: start,
        hint: "JSON5 has no octal numbers")
    }
    var fraction: ArraySlice<Unicode.Scalar> = []
    if skip(".") {
      fraction = digits()
      if whole.isEmpty, fraction.isEmpty { throw unexpected("a digit") }
    } else if whole.isEmpty {
      throw unexpected("a digit")
    }
    guard skip("e") || skip("E") else {
      if whole.count + fraction.count <= Self.fewDigits { return Self.quotient(whole, fraction) }
      return Double("\(Self.literal(whole, fraction))")
    }
    let sign = skip("-") ? "-" : ""
    if sign.isEmpty { _ = skip("+") }
    let exponent = digits()
    if exponent.isEmpty { throw unexpected("a digit of the exponent") }
    return Double("\(Self.literal(whole, fraction))e\(sign)\(Self.text(exponent))")
  }

  /// The number of digits up to which both the digits as a whole number and the power of ten are
  /// exact doubles.
  private static let fewDigits = 15

  /// Divides two exact doubles, which gives the nearest number (IEEE 754).
  private static func quotient(
    _ whole: ArraySlice<Unicode.Scalar>, _ fraction: ArraySlice<Unicode.Scalar>
  ) -> Double {
    var (digits, unit) = (0.0, 1.0)
    for digit in whole { digits = digits * 10 + Double(digit.value & 0xF) }
    for digit in fraction {
      digits = digits * 10 + Double(digit.value & 0xF)
      unit *= 10
    }
    return digits / unit
  }

  private static func literal(
    _ whole: ArraySlice<Unicode.Scalar>, _ fraction: ArraySlice<Unicode.Scalar>
  ) -> String {
    "\(whole.isEmpty ? "0" : text(whole)).\(fraction.isEmpty ? "0" : text(fraction))"
  }

  private static func text(_ digits: ArraySlice<Unicode.Scalar>) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: digits)
    return String(text)
  }

  /// Reads the next digits; empty if there are none.
  private mutating func digits() -> ArraySlice<Unicode.Scalar> {
    prefix { ("0"..."9").contains($0) }
  }
}
