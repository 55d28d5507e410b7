public import SnapbackLinux

/// The reason for which a client cannot continue, or for which a request failed.
public enum ClientError: Error, Hashable, Sendable, CustomStringConvertible {
  /// No daemon answers.
  case unreachable(SystemError)
  /// The daemon disconnected without a reason.
  case gone
  /// The daemon closed the connection and gave a reason.
  case refused(code: String, message: String)
  /// The daemon refused a command. The connection stays open.
  case rejected(code: String, message: String)
  /// The daemon sent a message that cannot be parsed or exceeds a limit.
  case unreadable(String)
  /// Too many messages arrived during the wait for a reply.
  case overrun
  /// Nothing arrived for this many seconds.
  case late(seconds: Double)
  /// The waiting task was cancelled.
  case cancelled
  /// The value to send does not form a message.
  case unsayable(String)
  /// Shared memory is not available or not valid.
  case memory(String)

  /// One line for users.
  public var description: String {
    switch self {
    case .unreachable(let error): "\(error.description); is snapbackd running?"
    case .gone: "the daemon has gone"
    case .refused(let code, let message):
      "the daemon closed the connection (\(code)): \(message)"
    case .rejected(let code, let message): "\(message) (\(code))"
    case .unreadable(let reason): "the daemon sent an invalid message: \(reason)"
    case .overrun: "too many messages arrived while waiting for a reply"
    case .late(let seconds): "the daemon sent nothing for \(seconds) s"
    case .cancelled: "the wait was cancelled"
    case .unsayable(let reason): "not a message: \(reason)"
    case .memory(let reason): "no shared memory: \(reason)"
    }
  }
}
