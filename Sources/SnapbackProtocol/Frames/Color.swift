/// An opaque color in the sRGB color space.
public struct Color: Hashable, Sendable {
  /// Red, 0…255.
  public var red: UInt8
  /// Green, 0…255.
  public var green: UInt8
  /// Blue, 0…255.
  public var blue: UInt8

  /// Creates a color.
  public init(red: UInt8, green: UInt8, blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// Black.
  public static let black = Color(red: 0, green: 0, blue: 0)

  /// Parses a color in the CSS form `#rrggbb`; nil for any other text.
  public init?(hexadecimal text: String) {
    let digits = Array(text.utf8)
    guard digits.count == 7, digits[0] == UInt8(ascii: "#") else { return nil }
    let isDigit = digits.dropFirst().allSatisfy { Character(Unicode.Scalar($0)).isHexDigit }
    guard isDigit, let value = UInt32(text.dropFirst(), radix: 16) else { return nil }
    self.init(
      red: UInt8(truncatingIfNeeded: value >> 16), green: UInt8(truncatingIfNeeded: value >> 8),
      blue: UInt8(truncatingIfNeeded: value))
  }

  /// The color in the CSS form `#rrggbb`.
  public var hexadecimal: String {
    "#"
      + [red, green, blue].map { component in
        let digits = String(component, radix: 16)
        return digits.utf8.count == 1 ? "0" + digits : digits
      }.joined()
  }
}
