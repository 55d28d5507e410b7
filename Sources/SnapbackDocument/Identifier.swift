/// The characters of an unquoted key: an ECMAScript 5.1 IdentifierName (spec.json5.org section 3).
///
/// Reserved words are allowed. The categories of characters are those of the Unicode version of the
/// Swift runtime, including characters outside the Basic Multilingual Plane.
enum Identifier {
  static func isStart(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII {
      switch scalar {
      case "a"..."z", "A"..."Z", "$", "_": return true
      default: return false
      }
    }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .letterNumber:
      return true
    default:
      return false
    }
  }

  static func isPart(_ scalar: Unicode.Scalar) -> Bool {
    if isStart(scalar) { return true }
    if scalar.isASCII { return ("0"..."9").contains(scalar) }
    // Zero-width non-joiner and joiner.
    if scalar == "\u{200C}" || scalar == "\u{200D}" { return true }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .decimalNumber, .connectorPunctuation: return true
    default: return false
    }
  }
}
