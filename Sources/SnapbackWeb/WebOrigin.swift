/// The origin of a page, as a browser states it in the header `Origin`: scheme, host and port.
public struct WebOrigin: Hashable, Sendable, CustomStringConvertible {
  /// The origin in the form of the header: in lower case, and without the scheme's default port.
  public let description: String

  /// The reason for which a text is not an origin that can be allowed.
  public struct Fault: Error, Hashable, Sendable, CustomStringConvertible {
    /// The reason, and what to do instead, as one line.
    public let description: String
  }

  /// Parses `scheme://host:port`. The port may be omitted if it is the default of the scheme.
  public init(_ text: String) throws(Fault) {
    let text = text.lowercased()
    guard text != "null", !text.hasPrefix("file:") else {
      throw Fault(
        description: "pages from files and sandboxed frames of any site have the origin null, so "
          + "it cannot be told which of them connects; serve the page with --site, or from a web "
          + "server on this machine")
    }
    guard !text.contains("*") else {
      throw Fault(
        description: "with a wildcard, pages of other sites could connect; name each origin, as in "
          + "http://localhost:5173")
    }
    let schemes = [("http://", 80), ("https://", 443)] as [(String, UInt16)]
    guard let (scheme, usual) = schemes.first(where: { text.hasPrefix($0.0) }),
      let (host, port) = Self.parts(text.dropFirst(scheme.count))
    else {
      throw Fault(
        description: "an origin is scheme://host:port without a path, as in http://localhost:5173")
    }
    let suffix = port.map { $0 == usual ? "" : ":\($0)" } ?? ""
    description = scheme + host + suffix
  }

  /// The host and the port of a text; nil if it has other parts or none. The port is nil if it is
  /// omitted.
  private static func parts(_ text: Substring) -> (host: String, port: UInt16?)? {
    let host: Substring
    if text.first == "[" {
      guard let end = text.firstIndex(of: "]") else { return nil }
      host = text[...end]
      guard host.dropFirst().dropLast().allSatisfy({ $0.isHexDigit || ":.".contains($0) }) else {
        return nil
      }
    } else {
      host = text.prefix { $0 != ":" }
      let isName = host.unicodeScalars.allSatisfy {
        ("a"..."z").contains($0) || ("0"..."9").contains($0) || $0 == "-" || $0 == "." || $0 == "_"
      }
      guard isName else { return nil }
    }
    guard !host.isEmpty, host != "[]" else { return nil }
    let rest = text[host.endIndex...]
    if rest.isEmpty { return (String(host), nil) }
    let digits = rest.dropFirst()
    guard rest.first == ":", digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let port = UInt16(digits), port > 0
    else { return nil }
    return (String(host), port)
  }
}
