import Glibc

/// A system call that failed.
public struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What was tried, with the path or name it was tried on.
  public let action: String
  /// The error number, `errno`.
  public let code: Int32

  /// An error by its number.
  public init(_ action: String, code: Int32) {
    self.action = action
    self.code = code
  }

  /// One line: what was tried and what the system says.
  public var description: String { "\(action): \(String(cString: strerror(code)))" }
}

/// The result of a system call, or its error when it is −1; `errno` is read at once.
func checked(
  _ result: Int32, _ action: @autoclosure () -> String
) throws(SystemError) -> Int32 {
  let code = errno
  guard result >= 0 else { throw SystemError(action(), code: code) }
  return result
}
