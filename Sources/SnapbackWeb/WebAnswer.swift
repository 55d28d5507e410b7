import SnapbackFrames

/// The answer to a request, as a whole.
public struct WebAnswer: Hashable, Sendable {
  /// The status of HTTP.
  public var status: Int
  /// What `body` is.
  public var type: String
  /// The bytes that are sent.
  public var body: [UInt8]
  /// Headers besides those that all answers have.
  public var headers: [Header] = []

  /// A header.
  public struct Header: Hashable, Sendable {
    /// Its name.
    public let name: String
    /// Its value.
    public let value: String
  }

  /// Lines of JSON.
  public static let lines = "application/x-ndjson"

  /// What stands in every answer: the page may load and speak to what this server has and nothing
  /// else, nobody may put it into a frame, and nothing of it is kept.
  public static let commonHeaders = [
    Header(
      name: "Content-Security-Policy",
      value: "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        + "connect-src 'self'; frame-ancestors 'none'; base-uri 'none'"),
    Header(name: "X-Content-Type-Options", value: "nosniff"),
    Header(name: "Cache-Control", value: "no-store"),
    Header(name: "Referrer-Policy", value: "no-referrer"),
    Header(name: "Cross-Origin-Resource-Policy", value: "same-origin"),
  ]

  /// A document.
  public static func document(_ bytes: [UInt8], type: String) -> WebAnswer {
    WebAnswer(status: 200, type: type, body: bytes)
  }

  /// Something that went wrong, `{"error":{"message":…}}`.
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

  /// What the daemon says to a message that is too long, for one that is too long to reach it.
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

  /// The way to another path.
  public static func redirect(to path: String, headers: [Header]) -> WebAnswer {
    WebAnswer(
      status: 303, type: "text/plain; charset=utf-8", body: [],
      headers: headers + [Header(name: "Location", value: path)])
  }
}
