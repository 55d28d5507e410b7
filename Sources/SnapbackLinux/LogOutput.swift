import Glibc
import Synchronization

/// Writes lines to the standard error output without waiting for its reader.
///
/// If the output has no room for a line, because its reader is slow, the line is dropped. A report
/// of the number of dropped lines precedes the next line that fits.
public final class LogOutput: Sendable {
  private enum Way: Sendable {
    /// A socket, such as the journal's.
    case socket
    /// A separate, non-blocking open file description of the standard error. Other processes may
    /// share the original, so its flags must not be changed.
    case reopened
    /// A file, or anything that cannot be reopened.
    case plain
  }

  /// The maximum number of bytes that a write to a pipe transfers as a whole or not at all:
  /// PIPE_BUF.
  private static let lineLimit = 4096

  private let way: Way
  private let reopened: SharedDescriptor?
  private let dropped = Mutex(0)

  /// Makes the output for the standard error of this process.
  public init() {
    var information = stat()
    let kind = fstat(STDERR_FILENO, &information) == 0 ? information.st_mode & S_IFMT : 0
    guard kind == S_IFIFO || kind == S_IFCHR else {
      way = kind == S_IFSOCK ? .socket : .plain
      reopened = nil
      return
    }
    let raw = open("/proc/self/fd/2", O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    way = raw >= 0 ? .reopened : .plain
    reopened = raw >= 0 ? SharedDescriptor(Descriptor(owning: raw)) : nil
  }

  /// Writes one line. `report` makes a line of text from the number of dropped lines.
  public func write(_ line: String, report: (Int) -> String) {
    dropped.withLock { dropped in
      if dropped > 0 {
        guard writeAtOnce(report(dropped)) else {
          dropped += 1
          return
        }
        dropped = 0
      }
      if !writeAtOnce(line) { dropped += 1 }
    }
  }

  /// Writes a line, truncated to the length that a pipe accepts as a whole. Returns false if there
  /// is no room.
  private func writeAtOnce(_ line: String) -> Bool {
    var bytes = Array(line.utf8.prefix(Self.lineLimit - 1))
    bytes.append(UInt8(ascii: "\n"))
    while true {
      let count =
        switch way {
        case .socket:
          send(STDERR_FILENO, bytes, bytes.count, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL))
        case .reopened: Glibc.write(reopened?.raw ?? -1, bytes, bytes.count)
        case .plain: canWrite ? Glibc.write(STDERR_FILENO, bytes, bytes.count) : -1
        }
      let code = errno
      if count < 0, code == EINTR { continue }
      // If the reader has closed the pipe, do not count the line as dropped: a report could not be
      // sent either.
      return count >= 0 || code == EPIPE
    }
  }

  /// Whether the standard error has room for a line now.
  private var canWrite: Bool {
    var wait = pollfd(fd: STDERR_FILENO, events: Int16(truncatingIfNeeded: POLLOUT), revents: 0)
    let result = poll(&wait, 1, 0)
    if result == 0 { errno = EAGAIN }
    return result > 0
  }
}
