import SnapbackProtocol

/// A complete answer to a request.
public struct WebAnswer: Hashable, Sendable {
  /// The HTTP status.
  public var status: Int
  /// The content type of `body`.
  public var type: String
  /// The bytes of the body.
  public var body: [UInt8]
  /// The headers in addition to ``commonHeaders``, or instead of those with the same name.
  public var headers: [Header] = []

  /// A header.
  public struct Header: Hashable, Sendable {
    /// The name of the header.
    public let name: String
    /// The value of the header.
    public let value: String
  }

  /// The content type of lines of JSON.
  public static let lines = "application/x-ndjson"

  /// The name of the header with the content security policy.
  static let policyName = "Content-Security-Policy"

  /// The headers of every answer. With them, the page can load from and connect to this server
  /// only, no other page can embed it, and browsers do not cache answers.
  public static let commonHeaders = [
    Header(
      name: policyName,
      value: "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        + "connect-src 'self'; frame-ancestors 'none'; base-uri 'none'"),
    Header(name: "X-Content-Type-Options", value: "nosniff"),
    Header(name: "Cache-Control", value: "no-store"),
    Header(name: "Referrer-Policy", value: "no-referrer"),
    Header(name: "Cross-Origin-Resource-Policy", value: "same-origin"),
  ]

  /// ``commonHeaders`` and ``headers``.
  var allHeaders: [Header] {
    Self.commonHeaders.filter { common in !headers.contains { $0.name == common.name } } + headers
  }

  /// Makes an answer with a document.
  public static func document(_ bytes: [UInt8], type: String) -> WebAnswer {
    WebAnswer(status: 200, type: type, body: bytes)
  }

  /// Makes an error answer, `{"error":{"message":…}}`.
  public static func error(_ status: Int, _ message: String) -> WebAnswer {
    var writer = JSONWriter(precision: .shortest)
    writer.beginObject()
    writer.beginObject("error")
    writer.string(message, "message")
    writer.endObject()
    writer.endObject()
    writer.endLine()
    return WebAnswer(status: status, type: "application/json", body: writer.bytes)
  }

  /// The bytes of the error `too-long`, as the daemon writes it, for a message that is too long to
  /// forward.
  static func tooLong(_ message: String) -> [UInt8] {
    var writer = JSONWriter(precision: .shortest)
    writer.beginObject()
    writer.beginObject("error")
    writer.string("too-long", "code")
    writer.string(message, "message")
    writer.endObject()
    writer.endObject()
    return writer.bytes
  }

  /// Makes a redirect to another path.
  public static func redirect(to path: String, headers: [Header]) -> WebAnswer {
    WebAnswer(
      status: 303, type: "text/plain; charset=utf-8", body: [],
      headers: headers + [Header(name: "Location", value: path)])
  }
}
