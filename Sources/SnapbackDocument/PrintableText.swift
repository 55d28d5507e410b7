/// Makes text from a document safe to show in a one-line message.
enum PrintableText {
  /// The maximum number of Unicode scalars of a name in a message. Longer names are truncated, so
  /// that messages stay readable.
  static let maximumScalars = 60

  /// The text in double quotes, with invisible characters escaped, truncated to `maximumScalars`.
  static func quoted(_ text: String) -> String {
    var result = "\""
    var count = 0
    for scalar in text.unicodeScalars {
      guard count < maximumScalars else {
        result += "…"
        break
      }
      count += 1
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      default: append(scalar, to: &result)
      }
    }
    return result + "\""
  }

  /// Whether a key can appear in a path without quotes and stay legible.
  static func isPlainIdentifier(_ text: String) -> Bool {
    var count = 0
    for scalar in text.unicodeScalars {
      let fits = count == 0 ? Identifier.isStart(scalar) : Identifier.isPart(scalar)
      guard fits, !isHidden(scalar), count < maximumScalars else { return false }
      count += 1
    }
    return count > 0
  }

  /// The text with every character escaped that could end or hide a line of output.
  static func singleLine(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      append(scalar, to: &result)
    }
    return result
  }

  private static func append(_ scalar: Unicode.Scalar, to result: inout String) {
    switch scalar {
    case "\n": result += "\\n"
    case "\r": result += "\\r"
    case "\t": result += "\\t"
    default:
      guard isHidden(scalar) else {
        result.unicodeScalars.append(scalar)
        return
      }
      for unit in String(scalar).utf16 {
        let digits = String(unit, radix: 16, uppercase: true)
        result += "\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
      }
    }
  }

  /// Whether the character is a control or format character, such as a terminal escape or direction
  /// override.
  private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return scalar.value < 0x20 || scalar.value == 0x7F }
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: return true
    default: return false
    }
  }
}
