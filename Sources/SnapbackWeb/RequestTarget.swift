/// The target of a request: a path and a query.
public struct RequestTarget: Hashable, Sendable {
  /// The decoded components of the path: `["api", "scene"]`; empty for `/`.
  public let path: [String]
  /// The decoded items of the query, in order.
  public let query: [Item]

  /// A key of the query and its value. The value is empty if there is no equals sign.
  public struct Item: Hashable, Sendable {
    /// The text before the equals sign.
    public let name: String
    /// The text after the equals sign.
    public let value: String
  }

  /// Parses a request's target. Returns nil unless it is a path that starts with `/`, with valid
  /// escapes that decode to UTF-8 without control characters.
  ///
  /// Empty components, `.`, `..` and escaped slashes are also rejected.
  public init?(_ text: String) {
    guard text.utf8.first == UInt8(ascii: "/") else { return nil }
    let halves = text.dropFirst().split(
      separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    var path: [String] = []
    if let first = halves.first, !first.isEmpty {
      for part in first.split(separator: "/", omittingEmptySubsequences: false) {
        guard let name = Self.decoded(part, plusIsSpace: false), !name.isEmpty, name != ".",
          name != "..", !name.contains("/")
        else { return nil }
        path.append(name)
      }
    }
    var query: [Item] = []
    for item in halves.count > 1 ? halves[1].split(separator: "&") : [] {
      let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = parts.first.flatMap({ Self.decoded($0, plusIsSpace: true) }),
        let value = Self.decoded(parts.count > 1 ? parts[1] : "", plusIsSpace: true)
      else { return nil }
      query.append(Item(name: name, value: value))
    }
    self.path = path
    self.query = query
  }

  /// The value of a key in the query; nil unless the key occurs exactly once.
  public func value(_ name: String) -> String? {
    let values = query.filter { $0.name == name }
    return values.count == 1 ? values.first?.value : nil
  }

  /// The target as text, without a key of the query. Escapes everything but letters, digits and
  /// `-._~`, so the text always names a path of this server.
  func text(without name: String) -> String {
    let items = query.filter { $0.name != name }
      .map { "\(Self.escaped($0.name))=\(Self.escaped($0.value))" }
    let address = "/" + path.map(Self.escaped).joined(separator: "/")
    return items.isEmpty ? address : address + "?" + items.joined(separator: "&")
  }

  private static func escaped(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
      let isPlain =
        ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
        || ("0"..."9").contains(scalar) || "-._~".unicodeScalars.contains(scalar)
      guard !isPlain else { return String(scalar) }
      return String(scalar).utf8.map { byte in
        (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
      }.joined()
    }.joined()
  }

  /// Decodes the escapes in a text. Nil if an escape is invalid or the result is not allowed.
  private static func decoded(_ text: Substring, plusIsSpace: Bool) -> String? {
    var bytes: [UInt8] = []
    var rest = text.utf8.makeIterator()
    while let byte = rest.next() {
      switch byte {
      case UInt8(ascii: "%"):
        guard let high = rest.next().flatMap(digit), let low = rest.next().flatMap(digit) else {
          return nil
        }
        bytes.append(high << 4 | low)
      case UInt8(ascii: "+") where plusIsSpace: bytes.append(UInt8(ascii: " "))
      default: bytes.append(byte)
      }
    }
    guard let result = String(validating: bytes, as: UTF8.self),
      result.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
    else { return nil }
    return result
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
