import CSimulatedKernel
import Glibc

/// The running guest: its process, its current call and its threads.
final class GuestRun {
  /// A thread of the guest. It runs once, from beginning to end, while the guest waits.
  struct Job {
    let thread: Int
    let due: UInt64
    let start: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer?
    let argument: UnsafeMutableRawPointer?
  }

  let process: Process
  let body: () -> Void
  /// The call in progress; nil while others act.
  var call: Call?
  /// The maximum number of bytes that this call may transfer.
  var shortLimit: Int?
  var jobs: [Job] = []
  /// The results of finished threads, until they are joined.
  var results: [Int: UnsafeMutableRawPointer?] = [:]
  var nextThread = 1
  var isInJob = false
  var end: GuestEnd?

  init(_ process: Process, _ body: @escaping () -> Void) {
    self.process = process
    self.body = body
  }
}

/// Runs guest code and answers its calls.
extension Kernel {
  /// Runs `body` as the program of a process until it returns or is ended.
  ///
  /// It has its own thread, the only one that runs in the meantime. When the guest is ended, that
  /// thread stops inside its call forever: its objects are never released, and a lazy global that
  /// it was initializing stays locked. A new run in the same process of the host is still possible.
  /// The descriptors stay open until ``Process/exit()``, so that they can be counted.
  public func run(_ process: Process, _ body: @escaping () -> Void) -> GuestEnd {
    precondition(guest == nil, "One guest runs at a time.")
    let run = GuestRun(process, body)
    guest = run
    resetCounting()
    let returned = ck_run(
      { context, call, arguments in
        guard let context, let arguments else { return -Int(EFAULT) }
        return Unmanaged<Kernel>.fromOpaque(context).takeUnretainedValue()
          .answer(call, arguments)
      },
      Unmanaged.passUnretained(self).toOpaque(),
      { argument in
        guard let argument else { return }
        Unmanaged<GuestRun>.fromOpaque(argument).takeUnretainedValue().body()
      },
      Unmanaged.passRetained(run).toOpaque())
    guest = nil
    return returned == 1 ? .returned : run.end ?? .returned
  }

  /// Ends the guest, from a closure that runs during one of its calls.
  public func endGuest(_ reason: String) -> Never { end(.stopped(reason)) }

  func end(_ end: GuestEnd) -> Never {
    precondition(guest != nil && ck_is_guest_thread() == 1, "Only a guest that runs is ended.")
    guest?.end = end
    ck_leave()
  }

  /// How often guest code made a call.
  public func count(of call: SystemCall) -> Int {
    SystemCall.numbered.firstIndex(of: call).map { counts[$0] } ?? 0
  }

  private func answer(_ number: Int32, _ words: UnsafePointer<Int>) -> Int {
    guard let run = guest else { return -Int(ENOSYS) }
    let index = Int(number)
    let name = SystemCall.numbered[index]
    let arguments = Arguments(name, words)
    charge(name.isCheap ? costs.cheapCall : costs.systemCall)
    let call = Call(
      name: name, sequence: calls, descriptor: name.takesDescriptor ? arguments.int(0) : nil,
      arguments: arguments.all,
      open: name.takesDescriptor ? run.process.openFile(arguments.int(0)) : nil)
    calls += 1
    counts[index] += 1
    if let callLimit, calls > callLimit { end(.spinning(call)) }
    let outer = (run.call, run.shortLimit)
    defer { (run.call, run.shortLimit) = outer }
    (run.call, run.shortLimit) = (nil, nil)
    onCall?(call)
    let fault = name.isCheap ? nil : self.fault?(call)
    run.call = call
    var result: Int
    if case .fail(let error)? = fault, name != .close {
      result = -Int(error.code)
    } else {
      if case .short(let limit)? = fault { run.shortLimit = max(1, limit) }
      result = perform(arguments, for: run.process)
      // close(2) releases the number even when it fails.
      if case .fail(let error)? = fault, result == 0 { result = -Int(error.code) }
    }
    run.call = nil
    onResult?(call, result)
    run.process.handleSignals()
    startCounting()
    return result
  }

  private func perform(_ arguments: Arguments, for process: Process) -> Int {
    do throws(Errno) {
      return try process.answer(arguments)
    } catch {
      return -Int(error.code)
    }
  }

  // MARK: Waiting

  /// Lets others act once while a call is blocked; the call then retries.
  ///
  /// Throws EAGAIN if the call may not wait: the description is nonblocking, the caller is not
  /// guest code, or the deadline has passed. Throws EINTR if a signal was handled in the meantime.
  func wait(isNonblocking: Bool, until deadline: UInt64? = nil) throws(Errno) {
    guard !isNonblocking, let run = guest, let call = run.call else { throw Errno(EAGAIN) }
    if let deadline, now >= deadline { throw Errno(EAGAIN) }
    if runDueJobs() { return }
    var next = nextTimer
    if let deadline { next = min(next ?? deadline, deadline) }
    run.call = nil
    let happened: Bool
    do {
      happened = try idle?(next) ?? false
    } catch {
      end(.stopped("\(error)"))
    }
    if !happened {
      guard let next else {
        onFreeze?(call)
        end(.frozen(call))
      }
      advance(to: next)
    }
    let handled = run.process.handleSignals()
    run.call = call
    if handled { throw Errno(EINTR) }
  }

  // MARK: Threads of the guest

  func addJob(
    start: @escaping @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer?,
    argument: UnsafeMutableRawPointer?
  ) -> Int {
    guard let run = guest else { return 0 }
    let thread = run.nextThread
    run.nextThread += 1
    run.jobs.append(
      GuestRun.Job(thread: thread, due: now + workerDelay, start: start, argument: argument))
    return thread
  }

  /// Runs the threads that are due, one after the other; returns whether there was one.
  func runDueJobs() -> Bool {
    guard let run = guest, !run.isInJob, let job = run.jobs.first, job.due <= now else {
      return false
    }
    run.jobs.removeFirst()
    let call = run.call
    (run.call, run.isInJob) = (nil, true)
    startCounting()
    run.results[job.thread] = ck_call_start(job.start, job.argument)
    charge(0)
    (run.call, run.isInJob) = (call, false)
    _ = runDueJobs()
    return true
  }
}
