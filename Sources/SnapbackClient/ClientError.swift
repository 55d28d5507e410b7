public import SnapbackLinux

/// Why a client cannot go on, or cannot have what it asked for.
public enum ClientError: Error, Hashable, Sendable, CustomStringConvertible {
  /// No daemon answers.
  case unreachable(SystemError)
  /// The daemon has gone without a word.
  case gone
  /// The daemon said why it closes the connection.
  case refused(code: String, message: String)
  /// A command was not carried out; the connection goes on.
  case rejected(code: String, message: String)
  /// The daemon sent what cannot be read, or more than there may be.
  case unreadable(String)
  /// More came while a reply was waited for than is kept.
  case overrun
  /// Nothing came for so many seconds.
  case late(seconds: Double)
  /// The task that waited was cancelled.
  case cancelled
  /// What was to be said is no message.
  case unsayable(String)
  /// Shared memory that cannot be had or is not as it has to be.
  case memory(String)

  /// One line for people.
  public var description: String {
    switch self {
    case .unreachable(let error): "\(error.description); is snapbackd running?"
    case .gone: "the daemon has gone"
    case .refused(let code, let message):
      "the daemon closed the connection (\(code)): \(message)"
    case .rejected(let code, let message): "\(message) (\(code))"
    case .unreadable(let reason): "the daemon sent what cannot be read: \(reason)"
    case .overrun: "more came while waiting for a reply than is kept"
    case .late(let seconds): "the daemon said nothing for \(seconds) s"
    case .cancelled: "the wait was cancelled"
    case .unsayable(let reason): "that is no message: \(reason)"
    case .memory(let reason): "no shared memory: \(reason)"
    }
  }
}
