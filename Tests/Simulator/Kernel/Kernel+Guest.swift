import CSimulatedKernel
import Glibc

/// The guest that runs: its process, the call that it is in and its threads.
final class GuestRun {
  /// A thread of the guest: it runs once, from beginning to end, while the guest waits.
  struct Job {
    let thread: Int
    let due: UInt64
    let start: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer?
    let argument: UnsafeMutableRawPointer?
  }

  let process: Process
  let body: () -> Void
  /// The call that is being answered; nil while others act.
  var call: Call?
  /// The most bytes that this call may move.
  var shortLimit: Int?
  var jobs: [Job] = []
  /// What threads that are over returned, until they are joined.
  var results: [Int: UnsafeMutableRawPointer?] = [:]
  var nextThread = 1
  var isInJob = false
  var end: GuestEnd?

  init(_ process: Process, _ body: @escaping () -> Void) {
    self.process = process
    self.body = body
  }
}

/// Running guest code, and answering its calls.
extension Kernel {
  /// Runs `body` as the program of a process until it returns or is ended.
  ///
  /// It runs on a thread of its own, which alone runs meanwhile. When the guest is ended, that
  /// thread stops inside its call for good: its objects are never released, and a lazy global that
  /// it was in the middle of stays locked. A new run in the same process of the host is possible
  /// all the same. The descriptors stay open until ``Process/exit()``, so that they can be counted.
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

  /// Ends the guest from within a closure that its call waits for or is told to.
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
      // What close(2) says went wrong, went wrong after the number was given up.
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

  /// Lets others act, once, on behalf of a call that cannot go on; then it tries again.
  ///
  /// Throws EAGAIN when nobody may wait: the description does not block, it is not guest code that
  /// asks, or the deadline has passed. Throws EINTR when a signal was handled meanwhile.
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

  /// Runs the threads that are due, one after the other; whether there was one.
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
