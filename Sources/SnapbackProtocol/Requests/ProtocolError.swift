/// An error in the bytes or the behavior of a client.
public struct ProtocolError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The kinds of errors, for programs.
  public enum Code: String, CaseIterable, Hashable, Sendable {
    /// The first message is not a hello, or none arrived in time.
    case noHello = "no-hello"
    /// The client uses another version of the protocol.
    case version
    /// A message cannot be read.
    case badMessage = "bad-message"
    /// No message has this name.
    case unknownMessage = "unknown-message"
    /// A message is longer than allowed.
    case tooLong = "too-long"
    /// The daemon, or the user, has the maximum number of clients.
    case tooManyClients = "too-many-clients"
    /// A time is too far from now.
    case time
    /// The client lacks the required role.
    case forbidden
    /// The client has read nothing for too long.
    case stalled
    /// A required resource of the system is not available.
    case unavailable
  }

  /// The kind of error.
  public let code: Code
  /// One readable line: the expected and the actual input, or how to correct the error.
  public let message: String

  /// Creates an error.
  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// The code and the message.
  public var description: String { "\(code.rawValue): \(message)" }
}

/// Errors that always have the same text.
extension ProtocolError {
  /// The client has no role.
  public static let noRole = ProtocolError(
    .forbidden, "this user may not connect; see \"access\" in the daemon's configuration")

  /// No hello arrived within ``ProtocolLimits/helloSeconds``.
  public static let lateHello = ProtocolError(
    .noHello, "no hello came within \(ProtocolLimits.helloSeconds) s; send {\"hello\":{}} first")

  /// The client closed its side before its hello.
  public static let closedBeforeHello = ProtocolError(
    .noHello, "the connection ended before a hello")

  /// The limit of connected clients is reached.
  public static let tooManyClients = ProtocolError(
    .tooManyClients, "\(ProtocolLimits.clients) clients are connected")

  /// The limit of connected clients of one user is reached.
  public static let tooManyClientsOfUser = ProtocolError(
    .tooManyClients, "\(ProtocolLimits.clientsPerUser) clients of this user are connected")

  /// The client read nothing for ``ProtocolLimits/stallSeconds`` although bytes had been sent.
  public static let stalled = ProtocolError(
    .stalled, "nothing was read for \(ProtocolLimits.stallSeconds) s; reconnect and keep reading")

  /// Memory is short, and the client read nothing for ``ProtocolLimits/shortStallNanoseconds``
  /// although bytes had been sent.
  public static let memoryShort = ProtocolError(
    .stalled,
    "nothing was read for \(Double(ProtocolLimits.shortStallNanoseconds) / 1e9) s while other "
      + "clients waited for memory; reconnect and keep reading")

  /// A client requested a frame although its pacing is not pull.
  public static let notPulling = ProtocolError(
    .badMessage, "frame_request is for clients with \"pacing\":\"pull\" in their hello")
}
