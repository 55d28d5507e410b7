import Glibc

/// Puts the terminal into raw mode: no echo, no line editing, no cursor, on the alternate screen.
/// Keys can be read one by one. The previous state is restored when this value ends.
///
/// Ctrl-C and Ctrl-Z still send signals. A program that handles these signals has to call
/// ``leave()``.
public struct RawTerminal: ~Copyable {
  /// The previous settings of the terminal; nil if the standard input is not a terminal.
  private let saved: termios?

  /// Puts the terminal into raw mode. If the standard input is not a terminal, changes only the
  /// screen.
  public init() {
    var state = termios()
    saved = isatty(STDIN_FILENO) == 1 && tcgetattr(STDIN_FILENO, &state) == 0 ? state : nil
    enter()
  }

  deinit {
    leave()
  }

  /// Whether keys can be read.
  public var hasKeys: Bool { saved != nil }

  /// Puts the terminal into raw mode again after ``leave()``.
  public func enter() {
    if var state = saved {
      state.c_lflag &= ~tcflag_t(bitPattern: ECHO | ICANON | IEXTEN)
      state.c_iflag &= ~tcflag_t(bitPattern: IXON | ICRNL)
      tcsetattr(STDIN_FILENO, TCSADRAIN, &state)
    }
    // The alternate screen, without a cursor and without line wrapping.
    Terminal.write("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l")
  }

  /// Restores the terminal.
  public func leave() {
    Terminal.write("\u{1B}[0m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l")
    // Discard unread keys, so that the next program does not receive them.
    if var state = saved { tcsetattr(STDIN_FILENO, TCSAFLUSH, &state) }
  }

  /// Reads the bytes of keys that were pressed. Empty if there are none, nil at the end of the
  /// input.
  public func read() -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 256)
    let count = Glibc.read(STDIN_FILENO, &buffer, buffer.count)
    let code = errno
    if count < 0 { return code == EINTR || code == EAGAIN ? [] : nil }
    return count == 0 ? nil : Array(buffer[..<count])
  }
}
