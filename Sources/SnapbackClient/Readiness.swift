import Glibc
import SnapbackLinux
import Synchronization

/// Lets a task wait for a socket without blocking a thread of the Swift concurrency runtime.
///
/// A separate thread polls the socket, but only while a task waits. The thread starts with the
/// first wait and ends with the client.
final class Readiness: Sendable {
  private let thread: PollingThread

  init(_ link: Link) {
    thread = PollingThread(link)
  }

  deinit { thread.end() }

  /// Waits until the socket is readable or the other side has closed. Returns false if the task is
  /// cancelled. Only one task may wait at a time.
  func wait() async -> Bool {
    let ticket = PollingThread.Ticket()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        guard ticket.hold(continuation) else { return }
        if !thread.serve(ticket) { ticket.finish(false) }
      }
    } onCancel: {
      ticket.finish(false)
      thread.wake()
    }
  }
}

/// The thread of a ``Readiness``. The running thread retains this object, and so the socket, until
/// it ends.
private final class PollingThread: Sendable {
  /// One wait. It finishes exactly once: because the socket is readable, or because the task was
  /// cancelled.
  final class Ticket: Sendable {
    private enum Stage {
      case new
      case waiting(CheckedContinuation<Bool, Never>)
      case finished
    }

    private let stage = Mutex(Stage.new)

    /// Stores the continuation to resume at the end. If the wait is already finished, resumes the
    /// continuation and returns false.
    func hold(_ continuation: CheckedContinuation<Bool, Never>) -> Bool {
      let isWaiting = stage.withLock { stage in
        guard case .new = stage else { return false }
        stage = .waiting(continuation)
        return true
      }
      if !isWaiting { continuation.resume(returning: false) }
      return isWaiting
    }

    func finish(_ isReadable: Bool) {
      let continuation: CheckedContinuation<Bool, Never>? = stage.withLock { stage in
        defer { stage = .finished }
        if case .waiting(let continuation) = stage { return continuation }
        return nil
      }
      continuation?.resume(returning: isReadable)
    }

    var isFinished: Bool {
      stage.withLock { if case .finished = $0 { true } else { false } }
    }
  }

  private struct State {
    var ticket: Ticket?
    var isRunning = false
    var hasEnded = false
  }

  private let link: Link
  /// A pair of sockets. The thread polls `hear`; a byte sent to `ring` wakes it. Both are −1 if
  /// creation failed.
  private let bell: (ring: Int32, hear: Int32)
  private let state = Mutex(State())

  init(_ link: Link) {
    self.link = link
    var pair: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    let result = socketpair(AF_UNIX, kind, 0, &pair)
    bell = result == 0 ? (pair[0], pair[1]) : (-1, -1)
  }

  deinit {
    if bell.ring >= 0 { close(bell.ring) }
    if bell.hear >= 0 { close(bell.hear) }
  }

  /// Starts serving a wait. Returns false if the thread cannot be started.
  func serve(_ ticket: Ticket) -> Bool {
    guard bell.ring >= 0 else { return false }
    let mustStart = state.withLock { state in
      state.ticket = ticket
      defer { state.isRunning = true }
      return !state.isRunning
    }
    if mustStart, !start() {
      state.withLock { $0.isRunning = false }
      return false
    }
    wake()
    return true
  }

  func wake() {
    guard bell.ring >= 0 else { return }
    var byte: UInt8 = 0
    // If the socket is full, the thread will wake without this byte.
    send(bell.ring, &byte, 1, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
  }

  func end() {
    state.withLock { $0.hasEnded = true }
    wake()
  }

  private func start() -> Bool {
    var thread = pthread_t()
    let context = Unmanaged.passRetained(self)
    let result = pthread_create(
      &thread, nil,
      { context in
        guard let context else { return nil }
        Unmanaged<PollingThread>.fromOpaque(context).takeRetainedValue().run()
        return nil
      }, context.toOpaque())
    guard result == 0 else {
      context.release()
      return false
    }
    pthread_detach(thread)
    return true
  }

  private func run() {
    var bytes = [UInt8](repeating: 0, count: 64)
    while true {
      let (ticket, hasEnded) = state.withLock { ($0.ticket, $0.hasEnded) }
      if hasEnded { return }
      let wanted = ticket.flatMap { $0.isFinished ? nil : $0 }
      var waits = [
        pollfd(fd: bell.hear, events: Int16(truncatingIfNeeded: POLLIN), revents: 0),
        pollfd(fd: link.descriptor, events: Int16(truncatingIfNeeded: POLLIN), revents: 0),
      ]
      poll(&waits, wanted == nil ? 1 : 2, -1)
      if waits[0].revents != 0 {
        recv(bell.hear, &bytes, bytes.count, Int32(MSG_DONTWAIT))
      }
      if waits[1].revents != 0, let wanted {
        state.withLock { if $0.ticket === wanted { $0.ticket = nil } }
        wanted.finish(true)
      }
    }
  }
}
