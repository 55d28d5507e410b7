import CSnapbackLinux
import Glibc
import Synchronization

/// A program that runs as a child of this process and does not outlive it.
///
/// The program is killed when this object is released, when the thread that started it ends, and
/// when this process ends, even if it is killed.
public final class ChildProcess: Sendable {
  /// The id of the process; 0 after its end, because the kernel may then reuse the number.
  private let id: Mutex<pid_t>

  /// Starts the program at the path `program`, which finds the listening socket as descriptor 3, as
  /// sd_listen_fds(3) describes. Apart from that, it has only the three standard descriptors: its
  /// error output is that of this process, its input and output are /dev/null.
  public init(
    _ program: String, _ arguments: [String], listening socket: borrowing Descriptor
  ) throws(SystemError) {
    let words = [program] + arguments
    var pointers: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    id = Mutex(
      try checked(snapback_process_start(&pointers, socket.raw), "cannot start \(program)"))
  }

  deinit {
    stop()
  }

  /// Whether the program has ended. Does not block.
  public var hasEnded: Bool {
    id.withLock { id in
      if id > 0, waitpid(id, nil, WNOHANG) != 0 { id = 0 }
      return id == 0
    }
  }

  /// Kills the program and waits until it has ended.
  public func stop() {
    id.withLock { id in
      guard id > 0 else { return }
      kill(id, SIGKILL)
      while waitpid(id, nil, 0) < 0, errno == EINTR {}
      id = 0
    }
  }
}
