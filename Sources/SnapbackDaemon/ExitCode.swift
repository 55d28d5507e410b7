/// The exit codes of all commands, those of sysexits(3).
public enum ExitCode: Int32, Sendable {
  /// Done.
  case ok = 0
  /// The command line was wrong.
  case usage = 64
  /// A scene, configuration or recording cannot be understood.
  case data = 65
  /// A file that was named is not there or cannot be read.
  case noInput = 66
  /// The socket is in use, or nobody listens at it.
  case unavailable = 69
  /// Something failed that should not.
  case software = 70
  /// The system refused: no descriptor, no directory.
  case system = 71
  /// The output cannot be written.
  case output = 74
  /// The daemon does not allow it.
  case permission = 77
}

/// A reason to stop, with the exit code that says it to scripts.
public struct Failure: Error, Sendable, CustomStringConvertible {
  /// For scripts.
  public let code: ExitCode
  /// For people: one line.
  public let description: String

  /// A failure by its two faces.
  public init(_ code: ExitCode, _ description: String) {
    self.code = code
    self.description = description
  }
}
