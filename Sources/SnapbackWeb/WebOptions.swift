/// The command-line options of snapback-web.
public struct WebOptions: Sendable {
  /// The possible paths of the daemon's socket, in the order in which they are tried.
  public var sockets: [String]
  /// The port on which the server listens; 0 for any free port.
  public var port: Int
  /// The secret that requests must contain.
  public var token: WebToken
  /// The origins of other servers whose pages may open the WebSocket.
  public var origins: [WebOrigin] = []
  /// The folder of the user's own pages.
  public var site: String?
  /// The file of the daemon's scene.
  public var scene: String?
  /// The file of a scene that the page may change; nil if it may change none.
  public var edited: EditedFile?
  /// The daemon that the server may start; nil if a part of it is missing.
  public var demo: DemoDaemon?
  /// The folders of scenes.
  public var scenes: [String] = []
  /// The folders of recordings.
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
/// The limits prevent clients that reach the port, with or without a token, from using unlimited
/// memory or time.
public enum WebLimits {
  /// The maximum number of simultaneous connections. Further connections are closed immediately.
  public static let connections = 256
  /// The maximum size of a request's headers, in bytes. A larger request is answered with 400.
  public static let headers = 16 << 10
  /// The maximum size of a posted scene, in bytes. It equals the maximum size of a document. A
  /// larger request is answered with 413.
  public static let body = 1 << 20
  /// The maximum length of a WebSocket frame, in bytes. A longer frame ends the connection.
  ///
  /// The daemon's own message limits are smaller, so the daemon answers most oversized messages.
  public static let frame = 256 << 10
  /// The number of bytes that may wait for a slow browser. Beyond it, the daemon is not read. As
  /// many bytes again may be in transit.
  public static let waiting = 64 << 10
  /// The maximum number of simultaneous replays. A request for another replay is answered with 503.
  public static let replays = 4
  /// The time limit for receiving a request, in seconds from the start of the connection or the end
  /// of the last answer.
  public static let requestSeconds: Int64 = 30
  /// The time limit for the browser to read an answer, in seconds.
  public static let answerSeconds: Int64 = 30
  /// The time limit for closing a connection, in seconds.
  public static let closeSeconds: Int64 = 3
  /// The time limit of the wait for replays when the server stops, in seconds.
  public static let stopSeconds = 2
}
