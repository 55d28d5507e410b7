import CSimulatedKernel
import Glibc

/// A model of the part of Linux that a daemon uses: processes, descriptors, sockets, files,
/// devices, signals and time.
///
/// Guest code reaches it through the functions of the C library (``run(_:_:)``), simulated programs
/// through the methods of ``Process``. It uses no randomness and no real time: the same calls have
/// the same results.
public final class Kernel {
  /// The cost of work, in nanoseconds of simulated time.
  public struct Costs: Sendable {
    /// Entering and leaving the kernel.
    public var systemCall = 400.0
    /// Reading the clock, or the environment.
    public var cheapCall = 30.0
    /// A byte copied from or to the kernel.
    public var copiedByte = 0.1
    /// An allocation.
    public var allocation = 60.0
    /// A byte of an allocation.
    public var allocatedByte = 0.05

    /// The costs of a mid-range processor.
    public init() {}
  }

  // MARK: Set by the simulation

  /// The costs of guest code's work.
  public var costs = Costs()
  /// Called when guest code has to wait, at most until `deadline`. Lets others act, advances the
  /// time to the next event but not past the deadline, and returns whether anything happened. False
  /// without a deadline freezes the guest; false with one advances the time to it. A thrown error
  /// ends the guest.
  public var idle: ((_ deadline: UInt64?) throws -> Bool)?
  /// Called before each call of guest code to inject a fault; nil injects none.
  public var fault: ((Call) -> Fault?)?
  /// Called before each call of guest code, after its work was charged; others may act now.
  public var onCall: ((Call) -> Void)?
  /// Called with the result of each call: the function's result, or a negative error number.
  public var onResult: ((Call, Int) -> Void)?
  /// Called for a call on a number that is not open.
  public var onMisuse: ((Misuse) -> Void)?
  /// Called for a call that can never return, before the guest is ended.
  public var onFreeze: ((Call) -> Void)?
  /// Called for each description that a process receives in a message.
  public var onTransfer: ((Transfer) -> Void)?
  /// The delay between the creation of a guest's thread and its run, in nanoseconds. The thread's
  /// own work is not charged to the clock.
  public var workerDelay: UInt64 = 1_000_000
  /// The number of calls after which a guest counts as spinning; nil for no limit.
  public var callLimit: Int?
  /// The numbers of users and groups by name.
  public var accounts: (users: [String: UInt32], groups: [String: UInt32]) = ([:], [:])
  /// The maximum send buffer that a program can request, before doubling.
  public var sendBufferLimit: Int32 = 212_992
  /// The seed of getrandom(2).
  public var randomState: UInt64 = 1

  // MARK: Read by the simulation

  /// CLOCK_MONOTONIC, in nanoseconds.
  public private(set) var now: UInt64 = 1_000_000_000_000
  /// CLOCK_BOOTTIME minus CLOCK_MONOTONIC: the time asleep.
  public private(set) var slept: UInt64 = 0
  /// CLOCK_REALTIME minus CLOCK_BOOTTIME.
  public var epoch: UInt64 = 1_700_000_000_000_000_000
  /// The work of guest code so far, including its threads; read by the processor-time clocks.
  public internal(set) var processorTime: UInt64 = 0
  /// How many calls guest code made.
  public internal(set) var calls = 0
  /// The bytes that guest code has allocated and not freed; sizes as rounded by the allocator.
  public internal(set) var liveBytes = 0
  /// How many open file descriptions there are.
  public internal(set) var openFiles = 0
  /// How many timers are set.
  public var armedTimers: Int { timers.count }
  /// Directories and files.
  public private(set) var files: FileSystem
  /// The processes in order of creation.
  public private(set) var processes: [Process] = []

  var counts = [Int](repeating: 0, count: SystemCall.numbered.count)
  var accountEntries: [UnsafeMutableRawPointer] = []
  var nextFile = 1
  var nextMemory = 1
  var inFlight: [UInt32: Int] = [:]
  private var timers: [TimerFile] = []
  private var nextProcess: Int32 = 100
  /// The fraction of a nanosecond that has not been charged yet.
  private var chargeRest = 0.0
  private var workSoFar = (allocations: UInt64(0), bytes: UInt64(0), live: Int64(0))
  var guest: GuestRun?

  /// A kernel with no processes and an empty file system except for `/dev/null`.
  public init() {
    files = FileSystem()
    files.kernel = self
    files.makeDevice("/dev/null", .null, mode: 0o666)
  }

  deinit {
    for entry in accountEntries { entry.deallocate() }
  }

  /// A new process.
  public func makeProcess(
    _ name: String, uid: UInt32 = 0, gid: UInt32 = 0, groups: [UInt32] = []
  ) -> Process {
    let process = Process(
      self, name: name, pid: nextProcess, uid: uid, gid: gid, groups: groups)
    nextProcess += 1
    processes.append(process)
    return process
  }

  // MARK: Time

  /// Advances the time and fires timers in order. A moment in the past changes nothing.
  public func advance(to moment: UInt64) {
    while let timer = timers.first, timer.due <= max(moment, now) {
      now = max(now, timer.due)
      timer.fire()
    }
    now = max(now, moment)
    if let process = guest?.process, let due = process.alarm, due <= now {
      process.alarm = nil
      process.post(SIGALRM, from: nil)
    }
  }

  /// Puts the machine to sleep: CLOCK_MONOTONIC stands still in the meantime.
  public func suspend(for nanoseconds: UInt64) { slept += nanoseconds }

  /// When the next timer, alarm or guest thread is due.
  public var nextTimer: UInt64? {
    var next = timers.first?.due
    if let due = guest?.process.alarm { next = min(next ?? due, due) }
    if let due = guest?.jobs.first?.due { next = min(next ?? due, due) }
    return next
  }

  func arm(_ timer: TimerFile) {
    let place = timers.firstIndex { $0.due > timer.due } ?? timers.count
    timers.insert(timer, at: place)
  }

  func disarm(_ timer: TimerFile) { timers.removeAll { $0 === timer } }

  // MARK: Work

  /// Charges `cost` plus guest code's allocations since the last charge.
  func charge(_ cost: Double) {
    let work = ck_work_so_far()
    let allocations = Double(work.allocations - workSoFar.allocations) * costs.allocation
    let bytes = Double(work.bytes - workSoFar.bytes) * costs.allocatedByte
    liveBytes += Int(work.live - workSoFar.live)
    workSoFar = (work.allocations, work.bytes, work.live)
    spend(cost + allocations + bytes)
  }

  /// Reads the counters of this thread; earlier allocations are not charged.
  func startCounting() {
    let work = ck_work_so_far()
    workSoFar = (work.allocations, work.bytes, work.live)
  }

  /// Resets the counters for a new thread.
  func resetCounting() { workSoFar = (0, 0, 0) }

  func spend(_ nanoseconds: Double) {
    chargeRest += nanoseconds
    let whole = chargeRest.rounded(.down)
    chargeRest -= whole
    processorTime += UInt64(whole)
    if guest?.isInJob != true { advance(to: now + UInt64(whole)) }
  }
}

/// A call on a number that is not open.
public struct Misuse {
  /// The process that made the call.
  public let process: Int32
  /// The call.
  public let call: Call
  /// The number.
  public let descriptor: Int32
  /// The file that the number last referred to, and the call that closed it; nil if it was never
  /// open.
  public let last: (file: FileIdentity, closedBy: Int)?
}

/// A description that went from one process to another in a message.
public struct Transfer: Sendable {
  /// The process that sent it.
  public let from: Int32
  /// The process that received it.
  public let to: Int32
  /// The description that was sent.
  public let file: FileIdentity
  /// The number in the receiver; nil if the receiver had no room and the description was closed.
  public let descriptor: Int32?
}
