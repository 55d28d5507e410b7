import Glibc

/// A system call that failed.
public struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The action that failed, with the path or name.
  public let action: String
  /// The error number, `errno`.
  public let code: Int32

  /// Makes an error for an action and an error number.
  public init(_ action: String, code: Int32) {
    self.action = action
    self.code = code
  }

  /// One line: the action that failed and the system's message.
  public var description: String { "\(action): \(String(cString: strerror(code)))" }
}

/// Returns the result of a system call, or throws its error if the result is negative. Reads
/// `errno` before anything can change it.
func checked(
  _ result: Int32, _ action: @autoclosure () -> String
) throws(SystemError) -> Int32 {
  let code = errno
  guard result >= 0 else { throw SystemError(action(), code: code) }
  return result
}
