/// What snapback-web serves, as its command line says.
public struct WebOptions: Sendable {
  /// Where the daemon may listen, in the order in which they are tried.
  public var sockets: [String]
  /// The port to listen at; 0 for any that is free.
  public var port: Int
  /// The secret.
  public var token: WebToken
  /// The file of the scene that the daemon has.
  public var scene: String?
  /// Folders of scenes.
  public var scenes: [String] = []
  /// Folders of recordings.
  public var recordings: [String] = []
  /// A folder in place of the page inside.
  public var pageFolder: String?
  /// A folder in place of the client inside.
  public var clientFolder: String?

  /// Options with nothing but what has to be.
  public init(sockets: [String], port: Int = 0, token: WebToken) {
    self.sockets = sockets
    self.port = port
    self.token = token
  }
}

/// Every limit of snapback-web.
///
/// They are there so that nobody who reaches the port can take memory or time without end, with a
/// token or without one.
public enum WebLimits {
  /// The most connections at once; further ones are closed at once.
  public static let connections = 256
  /// The most bytes of all headers of a request; more are answered with 400.
  public static let headers = 16 << 10
  /// The most bytes of a scene that is posted, which is the largest document there may be; more
  /// are answered with 413.
  public static let body = 1 << 20
  /// The longest frame of a WebSocket that is taken, in bytes; a longer one ends the connection.
  ///
  /// The daemon's own limits of a message are smaller, so that it is the one to answer.
  public static let frame = 256 << 10
  /// How much may wait for a browser that does not read, in bytes, before no more is read from the
  /// daemon; as much again may be under way.
  public static let waiting = 64 << 10
  /// The most replays at once; more are answered with 503.
  public static let replays = 4
  /// How long a request may take to come, in seconds, from the connection or the last answer on.
  public static let requestSeconds: Int64 = 30
  /// How long an answer may stand still because nobody reads it, in seconds.
  public static let answerSeconds: Int64 = 30
  /// How long a WebSocket may take to close, in seconds.
  public static let closeSeconds: Int64 = 3
  /// How long the end waits for replays, in seconds.
  public static let stopSeconds = 2
}
