/// What a request asks for: a path and what stands behind its question mark.
public struct RequestTarget: Hashable, Sendable {
  /// The parts of the path, decoded: `["api", "scene"]`; none for `/`.
  public let path: [String]
  /// The items of the query in their order, decoded.
  public let query: [Item]

  /// A key and its value, which is empty if there is no equals sign.
  public struct Item: Hashable, Sendable {
    /// What stands before the equals sign.
    public let name: String
    /// What stands behind it.
    public let value: String
  }

  /// Reads a request's target; nil unless it is a path of one of our own, starting with `/`, with
  /// intact escapes that make UTF-8 without control characters.
  ///
  /// An empty part, `.` and `..` are none of ours, and neither is a slash that is escaped.
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

  /// The value of a key of the query; nil unless it is there exactly once.
  public func value(_ name: String) -> String? {
    let values = query.filter { $0.name == name }
    return values.count == 1 ? values.first?.value : nil
  }

  /// A text with its escapes undone; nil if one is broken, or for what no name has.
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
