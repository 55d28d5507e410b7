import CSnapbackLinux
import Glibc
import SnapbackTiming
import Synchronization

/// Runs one job at a time on a separate thread and makes a descriptor readable when the job is
/// done.
///
/// The thread exists only while a job runs. Idle → running → done → idle.
public final class Worker<Output: Sendable>: Sendable {
  private enum State: Sendable {
    case idle, running
    case done(Output, seconds: Double)
  }

  private let state = Mutex(State.idle)
  private let wake: WakeUp
  private let other: SharedDescriptor

  /// A worker without a job.
  public init() throws(SystemError) {
    (wake, other) = try WakeUp.pair()
  }

  /// The descriptor to watch; readable when a job is done.
  public var descriptor: Int32 { other.raw }

  /// Starts a job. The worker must be idle.
  public func start(_ job: @escaping @Sendable () -> Output) throws(SystemError) {
    state.withLock { state in
      guard case .idle = state else { preconditionFailure("A worker has one job at a time.") }
      state = .running
    }
    let context = Unmanaged.passRetained(
      Job { [self] in
        let start = MonotonicClock.threadTime()
        let output = job()
        let seconds = MonotonicClock.threadTime().seconds(since: start)
        state.withLock { $0 = .done(output, seconds: seconds) }
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
    state.withLock { $0 = .idle }
    throw SystemError("cannot start a thread", code: code)
  }

  /// Takes the output of the job and the processor time that it used, in seconds; nil if no job is
  /// done. The worker is idle afterwards.
  public func take() -> (output: Output, seconds: Double)? {
    _ = snapback_wake_take(other.raw)
    return state.withLock { state in
      guard case .done(let output, let seconds) = state else { return nil }
      state = .idle
      return (output, seconds)
    }
  }

  /// Whether a job is done whose output has not been taken.
  public var hasOutput: Bool {
    state.withLock { if case .done = $0 { true } else { false } }
  }

  /// Whether a job can be started.
  public var isIdle: Bool {
    state.withLock { if case .idle = $0 { true } else { false } }
  }
}

private final class Job: Sendable {
  let run: @Sendable () -> Void

  init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}
