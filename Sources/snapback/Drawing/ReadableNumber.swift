import Glibc
import SnapbackBasics

/// Formats numbers for people, without Foundation.
enum ReadableNumber {
  /// Formats a number with `places` decimals, or with an exponent if a double cannot represent that
  /// many digits.
  static func fixed(_ value: Double, _ places: Int) -> String {
    guard value.isFinite else { return value.isNaN ? "nan" : value < 0 ? "-∞" : "∞" }
    var unit: UInt64 = 1
    for _ in 0..<min(max(places, 0), 12) { unit *= 10 }
    let scaled = (value * Double(unit)).rounded()
    guard scaled.magnitude < 9e15 else { return exponential(value, 6) }
    let whole = Int64(saturating: scaled)
    let sign = whole < 0 ? "-" : ""
    guard unit > 1 else { return sign + String(whole.magnitude) }
    let part = String(whole.magnitude % unit)
    let zeros = String(repeating: "0", count: max(0, min(places, 12) - part.count))
    return "\(sign)\(whole.magnitude / unit).\(zeros)\(part)"
  }

  /// Formats a number with at least `digits` significant digits, without trailing zeros.
  static func short(_ value: Double, digits: Int = 4) -> String {
    guard value.isFinite, value != 0 else { return fixed(value, 0) }
    let exponent = Int(saturating: log10(value.magnitude).rounded(.down))
    guard exponent >= -4, exponent < 9 else { return exponential(value, digits) }
    return trimmed(fixed(value, max(0, digits - 1 - exponent)))
  }

  /// Formats a number like ``short(_:digits:)``, with a plus sign if the number is positive.
  static func signed(_ value: Double, digits: Int = 4) -> String {
    let text = short(value, digits: digits)
    return value < 0 || text == "0" ? text : "+" + text
  }

  /// Removes trailing zeros after the decimal point.
  static func trimmed(_ text: String) -> String {
    guard text.contains(".") else { return text }
    var text = text
    while text.hasSuffix("0") { text.removeLast() }
    if text.hasSuffix(".") { text.removeLast() }
    return text == "-0" ? "0" : text
  }

  private static func exponential(_ value: Double, _ digits: Int) -> String {
    var exponent = log10(value.magnitude).rounded(.down)
    // Divide in two steps: 10 to the full exponent of a subnormal number would underflow.
    var mantissa = value / pow(10, exponent / 2) / pow(10, exponent / 2)
    if mantissa.magnitude >= 10 {
      mantissa /= 10
      exponent += 1
    }
    return trimmed(fixed(mantissa, digits - 1)) + "e" + fixed(exponent, 0)
  }
}
