public import SnapbackBasics
public import SnapbackDocument

/// A request of a client.
public enum ClientRequest: Equatable, Sendable {
  /// Introduces the client. It must be the first request, and cannot be repeated.
  case hello(HelloRequest)
  /// Requests a new snapshot.
  case resync
  /// Checks whether the daemon is alive, and requests its time.
  case ping(id: UInt64)
  /// Changes the rate, in frames per second, within ``ProtocolLimits/rates``.
  case rate(Double)
  /// Requests a frame for a time. `refresh` is in nanoseconds, 0 if unknown or variable.
  case frameRequest(time: Instant, refresh: UInt64)
  /// Reports that a message was drawn and displayed at a time, or that it was discarded and never
  /// displayed.
  case presented(sequence: UInt64, time: Instant, refresh: UInt64, isDiscarded: Bool)
  /// Requests frames in shared memory.
  case shmAttach
  /// Requests the daemon's status. A `reply` answers it.
  case status(id: UInt64?)
  /// A command. The body is the message's object without `id`. A `reply` answers it.
  case command(Command, id: UInt64?, body: DocumentNode)
  /// A text longer than ``ProtocolLimits/message``. ``read(_:)`` decodes it, which takes about 0.03
  /// µs per byte.
  case long([UInt8])
  /// A message with an `id`, or a command, that cannot be carried out. A `reply` with this error
  /// answers it, and the connection continues.
  case refused(ProtocolError, id: UInt64?)

  /// The role that the request needs; nil if it needs no role. Without this role, the request is
  /// answered with ``forbidden``.
  public var requiredRole: Role? {
    switch self {
    case .command(let command, _, _): command.requiredRole
    case .resync, .frameRequest, .shmAttach, .status: .view
    case .hello, .ping, .rate, .presented, .refused, .long: nil
    }
  }

  /// The id for the `reply`; nil if the request has none.
  public var replyID: UInt64? {
    switch self {
    case .status(let id), .command(_, let id, _), .refused(_, let id): id
    default: nil
    }
  }

  /// Decodes a ``long(_:)`` text.
  public static func read(_ text: [UInt8]) throws(ProtocolError) -> ClientRequest {
    try RequestReader.request(text, isFirst: false)
  }

  /// The error for a client without the required role.
  public var forbidden: ProtocolError {
    let name: String =
      switch self {
      case .command(let command, _, _): command.rawValue
      case .resync: "resync"
      case .frameRequest: "frame_request"
      case .shmAttach: "shm_attach"
      case .status: "status"
      default: "this"
      }
    let role = requiredRole?.names.first ?? "view"
    return ProtocolError(
      .forbidden,
      "\"\(name)\" needs the role \(role); \"access\" in the daemon's configuration "
        + "grants it")
  }

  /// Checks that the time in the request, if any, is near `now` on the same clock.
  ///
  /// The report of a discarded frame has no time.
  ///
  /// - Throws: an error with the code `time`.
  public func checkTime(at now: Instant) throws(ProtocolError) {
    let name: String
    let moment: Instant
    switch self {
    case .frameRequest(let time, _): (name, moment) = ("frame_request", time)
    case .presented(_, let time, _, false): (name, moment) = ("presented", time)
    default: return
    }
    guard !ProtocolLimits.allows(moment, at: now) else { return }
    throw ProtocolError(
      .time,
      "\(name) is for \(moment.nanoseconds), now is \(now.nanoseconds); expected at most "
        + "\(ProtocolLimits.timeAhead / 1_000_000_000) s later or "
        + "\(ProtocolLimits.timeBehind / 1_000_000_000) s earlier, in nanoseconds of the clock "
        + "that welcome names")
  }
}
