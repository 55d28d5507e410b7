import Glibc

/// The terminal in which the tool runs.
public enum Terminal {
  /// Whether the standard output is a terminal.
  public static var isInteractive: Bool { isatty(STDOUT_FILENO) == 1 }

  /// The size of the terminal in cells; nil if the standard output is not a terminal.
  public static var size: (columns: Int, rows: Int)? {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0
    else { return nil }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  /// The value of an environment variable, such as COLORTERM; nil if it is not set.
  public static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  /// Writes text to the standard output. Returns false if this fails, for example because the
  /// reader has closed the pipe.
  @discardableResult
  public static func write(_ text: String) -> Bool {
    do throws(SystemError) {
      try Files.writeAll(Array(text.utf8), to: STDOUT_FILENO, action: "stdout")
      return true
    } catch {
      return false
    }
  }
}
