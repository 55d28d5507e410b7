/// The secret that a request must contain.
///
/// A client with the token has the same access to the daemon as the user who runs snapback-web.
public struct WebToken: Sendable {
  /// The allowed lengths of a token. A generated token has 32 characters, which are 128 bits.
  public static let lengths = 16...128

  /// The token as it appears in the URL of the page.
  public let text: String

  /// Makes a token of 128 bits from `generator`. For a secret token, use the system's generator.
  public init(using generator: inout some RandomNumberGenerator) {
    let digits = Array("0123456789abcdef")
    text = String((0..<32).map { _ in digits.randomElement(using: &generator) ?? "0" })
  }

  /// Makes a token from text. Nil unless the length is in ``lengths`` and the text contains only
  /// ASCII letters, ASCII digits, `-` and `_`. Addresses and cookies need not escape these
  /// characters.
  public init?(_ text: String) {
    let isFine = text.unicodeScalars.allSatisfy {
      ("a"..."z").contains($0) || ("A"..."Z").contains($0) || ("0"..."9").contains($0)
        || $0 == "-" || $0 == "_"
    }
    guard isFine, Self.lengths.contains(text.utf8.count) else { return nil }
    self.text = text
  }

  /// Whether `other` equals this token.
  ///
  /// The time depends only on the length of `other`. So it does not reveal how much of `other` is
  /// correct.
  public func matches(_ other: some StringProtocol) -> Bool {
    let own = Array(text.utf8)
    let count = own.count
    var difference = other.utf8.count ^ count
    for (index, byte) in other.utf8.enumerated() {
      difference |= Int(truncatingIfNeeded: byte ^ own[index % count])
    }
    return difference == 0
  }
}
