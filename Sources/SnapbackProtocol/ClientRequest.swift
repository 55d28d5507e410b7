public import SnapbackDocument
public import SnapbackFrames
public import SnapbackTiming

/// What a client can ask.
public enum ClientRequest: Equatable, Sendable {
  /// It introduces itself; always the first request, and the only one of its kind.
  case hello(HelloRequest)
  /// It wants everything again.
  case resync
  /// It wants to know whether the daemon lives, and what time it is.
  case ping(id: UInt64)
  /// It wants another rate, in frames per second, within ``ProtocolLimits/rates``.
  case rate(Double)
  /// It wants a frame for a moment. `refresh` is in nanoseconds, 0 if unknown or variable.
  case frameRequest(time: Instant, refresh: UInt64)
  /// A message was drawn and became visible at a moment, or never when it is discarded.
  case presented(sequence: UInt64, time: Instant, refresh: UInt64, isDiscarded: Bool)
  /// It wants frames in shared memory.
  case shmAttach
  /// It wants to know how the daemon is; answered by a `reply`.
  case status(id: UInt64?)
  /// It commands; the body is the message's object without `id`. Answered by a `reply`.
  case command(Command, id: UInt64?, body: DocumentNode)
  /// It sent a text longer than ``ProtocolLimits/message``, which ``read(_:)`` reads; that takes
  /// about 0.03 µs a byte.
  case long([UInt8])
  /// It said something with an `id`, or a command, that cannot be carried out. Answered by a
  /// `reply` with this error; the connection goes on.
  case refused(ProtocolError, id: UInt64?)

  /// The role without which the request is to be answered by ``forbidden``; nil for what needs
  /// none.
  public var requiredRole: Role? {
    switch self {
    case .command(let command, _, _): command.requiredRole
    case .resync, .frameRequest, .shmAttach, .status: .view
    case .hello, .ping, .rate, .presented, .refused, .long: nil
    }
  }

  /// The id that a `reply` has to name, if there is one.
  public var replyID: UInt64? {
    switch self {
    case .status(let id), .command(_, let id, _), .refused(_, let id): id
    default: nil
    }
  }

  /// The request that a ``long(_:)`` text makes.
  public static func read(_ text: [UInt8]) throws(ProtocolError) -> ClientRequest {
    try RequestReader.request(text, isFirst: false)
  }

  /// The error for a client whose role does not suffice.
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
        + "gives it")
  }

  /// Checks the moment that the request names, if it does, against the clock it is told in.
  ///
  /// A frame that was discarded has no moment.
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
      "\(name) is for \(moment.nanoseconds), and it is \(now.nanoseconds); expected at most "
        + "\(ProtocolLimits.timeAhead / 1_000_000_000) s later or "
        + "\(ProtocolLimits.timeBehind / 1_000_000_000) s earlier, in nanoseconds of the clock "
        + "that welcome names")
  }
}
