/// The options of snapback-web from its command line.
public struct WebOptions: Sendable {
  /// The possible paths of the daemon's socket, in the order in which they are tried.
  public var sockets: [String]
  /// The port to listen on; 0 for any free port.
  public var port: Int
  /// The secret.
  public var token: WebToken
  /// The file of the daemon's scene.
  public var scene: String?
  /// Folders of scenes.
  public var scenes: [String] = []
  /// Folders of recordings.
  public var recordings: [String] = []
  /// A folder that replaces the embedded page.
  public var pageFolder: String?
  /// A folder that replaces the embedded client.
  public var clientFolder: String?

  /// Makes options with default values.
  public init(sockets: [String], port: Int = 0, token: WebToken) {
    self.sockets = sockets
    self.port = port
    self.token = token
  }
}

/// The limits of snapback-web.
///
/// They prevent clients that reach the port, with or without a token, from using unlimited memory
/// or time.
public enum WebLimits {
  /// The maximum number of simultaneous connections; further ones are closed immediately.
  public static let connections = 256
  /// The maximum size of a request's headers in bytes; more are answered with 400.
  public static let headers = 16 << 10
  /// The maximum size of a posted scene in bytes, which is the largest document allowed; more are
  /// answered with 413.
  public static let body = 1 << 20
  /// The maximum length of a WebSocket frame in bytes; a longer one ends the connection.
  ///
  /// The daemon's own limits of messages are smaller, so the daemon answers most oversized
  /// messages.
  public static let frame = 256 << 10
  /// The number of bytes that may wait for a slow browser before reading from the daemon stops; the
  /// same number may be in transit.
  public static let waiting = 64 << 10
  /// The maximum number of simultaneous replays; more are answered with 503.
  public static let replays = 4
  /// The time limit for receiving a request, in seconds after the connection or the last answer.
  public static let requestSeconds: Int64 = 30
  /// The time that an answer may wait for the browser to read it, in seconds.
  public static let answerSeconds: Int64 = 30
  /// The time limit for closing a WebSocket, in seconds.
  public static let closeSeconds: Int64 = 3
  /// The time that stopping waits for replays, in seconds.
  public static let stopSeconds = 2
}
