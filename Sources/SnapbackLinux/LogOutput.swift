import Glibc
import Synchronization

/// The standard error output, written without waiting for its reader.
///
/// A line for which the reader leaves no room is dropped and counted; the count precedes the next
/// line that fits.
public final class LogOutput: Sendable {
  private enum Way: Sendable {
    /// A socket, such as the journal's.
    case socket
    /// A separate open file description that does not block: other processes may share the standard
    /// error, so the flags of the original cannot be changed.
    case reopened
    /// A file, or anything that cannot be reopened.
    case plain
  }

  /// The most bytes that a pipe accepts as a whole or not at all, PIPE_BUF.
  private static let lineLimit = 4096

  private let way: Way
  private let reopened: SharedDescriptor?
  private let dropped = Mutex(0)

  /// The standard error output with which this process was started.
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

  /// Writes one line. `report` makes the text of the count of dropped lines.
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

  /// Writes a line, cut to the length that a pipe accepts as a whole; returns false if there is no
  /// room.
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
      // A reader that has closed the pipe cannot receive a report either.
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
