import Glibc

/// A sequence of calls that runs on the model and on the real kernel.
struct Script: Sendable {
  let name: String
  let run: @Sendable (Trace) -> Void

  init(_ name: String, _ run: @escaping @Sendable (Trace) -> Void) {
    self.name = name
    self.run = run
  }

  /// Runs the script with SIGPIPE ignored, as daemons do.
  func play(_ trace: Trace) {
    signal(SIGPIPE, SIG_IGN)
    run(trace)
  }

  static let all = sockets + messages + epoll + events + files + memory
}
