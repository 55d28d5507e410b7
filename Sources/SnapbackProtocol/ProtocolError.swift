/// What is wrong with what a client said or did.
public struct ProtocolError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What programs can tell errors by.
  public enum Code: String, CaseIterable, Hashable, Sendable {
    /// The first message is another one, or none came in time.
    case noHello = "no-hello"
    /// Another version of the protocol.
    case version
    /// A message cannot be read.
    case badMessage = "bad-message"
    /// No message has that name.
    case unknownMessage = "unknown-message"
    /// A message is longer than allowed.
    case tooLong = "too-long"
    /// The daemon, or the user, has as many clients as allowed.
    case tooManyClients = "too-many-clients"
    /// A moment is too far from now.
    case time
    /// The role for it is missing.
    case forbidden
    /// The client did not read for too long.
    case stalled
    /// The system does not give what it takes.
    case unavailable
  }

  /// The kind of error.
  public let code: Code
  /// One line for a person: what was expected and what was found, or what to do about it.
  public let message: String

  /// Makes an error.
  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// The code and the message.
  public var description: String { "\(code.rawValue): \(message)" }
}

/// Errors whose text is the same wherever they are found.
extension ProtocolError {
  /// The client has no role at all.
  public static let noRole = ProtocolError(
    .forbidden, "this user may not connect; \"access\" in the daemon's configuration says who may")

  /// No hello came within ``ProtocolLimits/helloSeconds``.
  public static let lateHello = ProtocolError(
    .noHello, "no hello came within \(ProtocolLimits.helloSeconds) s; send {\"hello\":{}} first")

  /// The client closed its side before it said hello.
  public static let closedBeforeHello = ProtocolError(
    .noHello, "the connection ended before a hello")

  /// As many clients as there may be are connected.
  public static let tooManyClients = ProtocolError(
    .tooManyClients, "\(ProtocolLimits.clients) clients are connected")

  /// As many clients of one user as there may be are connected.
  public static let tooManyClientsOfUser = ProtocolError(
    .tooManyClients, "\(ProtocolLimits.clientsPerUser) clients of this user are connected")

  /// What was sent has waited unread for ``ProtocolLimits/stallSeconds``.
  public static let stalled = ProtocolError(
    .stalled, "nothing was read for \(ProtocolLimits.stallSeconds) s; connect again and read on")

  /// Memory is short, and what was sent has waited unread for
  /// ``ProtocolLimits/shortStallNanoseconds``.
  public static let memoryShort = ProtocolError(
    .stalled,
    "nothing was read for \(Double(ProtocolLimits.shortStallNanoseconds) / 1e9) s while other "
      + "clients waited for memory; connect again and read on")

  /// A frame was asked for by a client that gets frames anyway.
  public static let notPulling = ProtocolError(
    .badMessage, "frame_request is for clients with \"pacing\":\"pull\" in their hello")
}
