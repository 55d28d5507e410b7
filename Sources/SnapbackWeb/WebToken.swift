/// The secret that a request has to bring.
///
/// Whoever has it has what its user may do with the daemon.
public struct WebToken: Sendable {
  /// How many characters a token may have. One that is made has 32, which are 128 bits.
  public static let lengths = 16...128

  /// The token as it stands in the address.
  public let text: String

  /// A token of 128 bits from `generator`, which has to be the system's for one that is to be kept
  /// from others.
  public init(using generator: inout some RandomNumberGenerator) {
    let digits = Array("0123456789abcdef")
    text = String((0..<32).map { _ in digits.randomElement(using: &generator) ?? "0" })
  }

  /// A token that was given; nil unless it has ``lengths`` characters, each a letter or digit of
  /// ASCII, `-` or `_`, which stand in addresses and cookies as they are.
  public init?(_ text: String) {
    let isFine = text.unicodeScalars.allSatisfy {
      ("a"..."z").contains($0) || ("A"..."Z").contains($0) || ("0"..."9").contains($0)
        || $0 == "-" || $0 == "_"
    }
    guard isFine, Self.lengths.contains(text.utf8.count) else { return nil }
    self.text = text
  }

  /// Whether `other` is this token.
  ///
  /// Takes a time that depends on the length of `other` alone, so it tells nothing of how much of
  /// it is right.
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
