import CSimulatedKernel
import Glibc

/// Runs that share nothing, in processes that start in the same state.
///
/// State that a program keeps forever (lazy globals, the runtime's caches, C's static variables)
/// costs allocations only the first time, so a second run in one process would be charged less.
/// Here each run has its own process, forked from one in which nothing ever runs.
public final class Isolation {
  /// How a run ended.
  public enum Outcome: Hashable, Sendable {
    /// The run returned these bytes.
    case returned([UInt8])
    /// A signal ended the run: SIGILL or SIGTRAP for a trap, SIGABRT for a call that is not
    /// modeled, SIGALRM for a timeout.
    case signalled(Int32)
    /// The run called exit(3), or its worker is gone.
    case failed(Int32)
  }

  private final class Job {
    let body: ([UInt8]) -> [UInt8]
    init(_ body: @escaping ([UInt8]) -> [UInt8]) { self.body = body }
  }

  private let job: Job
  private var sockets: [Int32]

  /// Starts workers that run `body` on each request. Create them before the program does anything
  /// that depends on its arguments: earlier work is part of the state that every run starts in.
  public init(workers: Int = 1, _ body: @escaping ([UInt8]) -> [UInt8]) {
    job = Job(body)
    sockets = Array(repeating: -1, count: workers)
    ck_make_workers(
      Int32(workers), &sockets,
      { context, request, length, output in
        guard let context else { return }
        let bytes = Array(UnsafeRawBufferPointer(start: request, count: length))
        let reply = Unmanaged<Job>.fromOpaque(context).takeUnretainedValue().body(bytes)
        var written = 0
        while written < reply.count {
          let count = reply[written...].withUnsafeBytes { write(output, $0.baseAddress, $0.count) }
          guard count > 0 else { return }
          written += count
        }
      }, Unmanaged.passUnretained(job).toOpaque())
  }

  deinit {
    for socket in sockets { close(socket) }
  }

  /// Runs one request, with a limit in seconds of real time.
  public func run(_ request: [UInt8], seconds: UInt32 = 30) -> Outcome {
    ask(0, request, seconds)
    return takeOutcome(0)
  }

  /// Runs requests in parallel, one per worker. Calls `done` as each one ends; when it returns
  /// false, no more requests start, but running ones still finish.
  public func run(
    _ requests: [[UInt8]], seconds: UInt32 = 30, _ done: (Int, Outcome) -> Bool
  ) {
    var running = [Int?](repeating: nil, count: sockets.count)
    var next = 0
    var goesOn = true
    while true {
      for worker in running.indices
      where running[worker] == nil && goesOn && next < requests.count {
        ask(worker, requests[next], seconds)
        running[worker] = next
        next += 1
      }
      var waits = sockets.indices.map {
        pollfd(fd: running[$0] == nil ? -1 : sockets[$0], events: Int16(POLLIN), revents: 0)
      }
      guard waits.contains(where: { $0.fd >= 0 }) else { return }
      _ = poll(&waits, nfds_t(waits.count), -1)
      for worker in waits.indices where waits[worker].revents != 0 {
        guard let request = running[worker] else { continue }
        running[worker] = nil
        goesOn = done(request, takeOutcome(worker)) && goesOn
      }
    }
  }

  private func ask(_ worker: Int, _ request: [UInt8], _ seconds: UInt32) {
    _ = ck_ask(sockets[worker], request, request.count, seconds)
  }

  private func takeOutcome(_ worker: Int) -> Outcome {
    var status: Int32 = 0
    var reply: UnsafeMutableRawPointer?
    let count = ck_take_reply(sockets[worker], &status, &reply)
    defer { free(reply) }
    guard count >= 0 else { return .failed(-1) }
    // WIFSIGNALED and WEXITSTATUS.
    if status & 0x7F != 0 { return .signalled(status & 0x7F) }
    guard status == 0 else { return .failed(status >> 8) }
    return .returned(Array(UnsafeRawBufferPointer(start: reply, count: count)))
  }
}
