/// The exit codes of all commands, as in sysexits(3).
public enum ExitCode: Int32, Sendable {
  /// Success.
  case ok = 0
  /// The command line is wrong.
  case usage = 64
  /// A scene, configuration or recording is invalid.
  case data = 65
  /// A named file does not exist or cannot be read.
  case noInput = 66
  /// The daemon's socket is in use, or no daemon listens at it.
  case unavailable = 69
  /// An internal error.
  case software = 70
  /// The system refused an operation, such as creating a descriptor or directory.
  case system = 71
  /// The output cannot be written.
  case output = 74
  /// The daemon does not permit the operation.
  case permission = 77
}

/// An error that ends a command, with its exit code.
public struct Failure: Error, Sendable, CustomStringConvertible {
  /// The exit code, for scripts.
  public let code: ExitCode
  /// The message for the user, in one line.
  public let description: String

  /// Creates a failure from its exit code and its message.
  public init(_ code: ExitCode, _ description: String) {
    self.code = code
    self.description = description
  }
}
