import CSnapbackLinux
import Glibc
import SnapbackBasics
import Synchronization

/// Runs one job at a time on a separate thread. A descriptor becomes readable when the job is done.
///
/// The thread exists only while a job runs. Idle → running → done → idle.
public final class Worker<Output: Sendable>: Sendable {
  /// The phase. It is written last when a job is done, so it can be read without the lock.
  private let phase = Atomic<Phase>(.idle)
  private let finished = Mutex<(output: Output, seconds: Double)?>(nil)
  private let wake: WakeUp
  private let other: SharedDescriptor

  /// A worker without a job.
  public init() throws(SystemError) {
    (wake, other) = try WakeUp.pair()
  }

  /// The descriptor to watch. It is readable when a job is done.
  public var descriptor: Int32 { other.raw }

  /// Starts a job. The worker must be idle.
  public func start(_ job: @escaping @Sendable () -> Output) throws(SystemError) {
    precondition(isIdle, "A worker has one job at a time.")
    phase.store(.running, ordering: .releasing)
    let context = Unmanaged.passRetained(
      Job { [self] in
        let start = MonotonicClock.threadTime()
        let output = job()
        let seconds = MonotonicClock.threadTime().seconds(since: start)
        finished.withLock { $0 = (output, seconds) }
        phase.store(.done, ordering: .releasing)
        wake.signal()
      })
    let result = snapback_thread_start(
      { context in
        guard let context else { return }
        Unmanaged<Job>.fromOpaque(context).takeRetainedValue().run()
      }, context.toOpaque())
    let code = errno
    guard result != 0 else { return }
    context.release()
    phase.store(.idle, ordering: .releasing)
    throw SystemError("cannot start a thread", code: code)
  }

  /// Removes and returns the output of the finished job and the processor time that it used, in
  /// seconds. Nil if no job is finished. Afterwards the worker is idle.
  public func removeResult() -> (output: Output, seconds: Double)? {
    _ = snapback_wake_take(other.raw)
    guard hasOutput else { return nil }
    defer { phase.store(.idle, ordering: .releasing) }
    return finished.withLock { result in
      defer { result = nil }
      return result
    }
  }

  /// Whether a job is finished and its output has not been removed.
  public var hasOutput: Bool { phase.load(ordering: .acquiring) == .done }

  /// Whether a job can be started.
  public var isIdle: Bool { phase.load(ordering: .acquiring) == .idle }
}

private enum Phase: UInt8, AtomicRepresentable {
  case idle, running, done
}

private final class Job: Sendable {
  let run: @Sendable () -> Void

  init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}
