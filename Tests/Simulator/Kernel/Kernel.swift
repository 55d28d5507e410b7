import CSimulatedKernel
import Glibc

/// A model of the part of Linux that a daemon sees: processes, descriptors, sockets, files,
/// devices, signals and the time.
///
/// Guest code reaches it by the functions of the C library (``run(_:_:)``), simulated programs by
/// the methods of ``Process``. It holds no randomness and no real time: the same calls have the
/// same results.
public final class Kernel {
  /// What work costs, in nanoseconds of the clock.
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

    /// The costs of a middling processor.
    public init() {}
  }

  // MARK: What the simulation sets

  /// What guest code's work costs.
  public var costs = Costs()
  /// Called when guest code has to wait, at most until `deadline`: lets others act, moves the time
  /// on to what happens next but not past the deadline, and says whether anything happened. False
  /// without a deadline freezes the guest; false with one moves the time there. An error that it
  /// throws ends the guest.
  public var idle: ((_ deadline: UInt64?) throws -> Bool)?
  /// Asked before each call of guest code; nil lets it be.
  public var fault: ((Call) -> Fault?)?
  /// Told before each call of guest code, with its work charged; others may act now.
  public var onCall: ((Call) -> Void)?
  /// Told the result of each call: as the function returns it, or an error's number below 0.
  public var onResult: ((Call, Int) -> Void)?
  /// Told of a call on a number that is not open.
  public var onMisuse: ((Misuse) -> Void)?
  /// Told of a call that can never end, before the guest is ended.
  public var onFreeze: ((Call) -> Void)?
  /// Told of each description that a process receives by a message.
  public var onTransfer: ((Transfer) -> Void)?
  /// How long after its creation a thread of the guest runs, in nanoseconds. Its own work is not
  /// charged to the clock.
  public var workerDelay: UInt64 = 1_000_000
  /// After how many calls a guest counts as spinning.
  public var callLimit: Int?
  /// The numbers of users and groups by name.
  public var accounts: (users: [String: UInt32], groups: [String: UInt32]) = ([:], [:])
  /// The greatest send buffer that a program can ask for, before it is doubled.
  public var sendBufferLimit: Int32 = 212_992
  /// The seed of getrandom(2).
  public var randomState: UInt64 = 1

  // MARK: What it tells

  /// CLOCK_MONOTONIC, in nanoseconds.
  public private(set) var now: UInt64 = 1_000_000_000_000
  /// What CLOCK_BOOTTIME is ahead of it: the time asleep.
  public private(set) var slept: UInt64 = 0
  /// What CLOCK_REALTIME is ahead of CLOCK_BOOTTIME.
  public var epoch: UInt64 = 1_700_000_000_000_000_000
  /// The work of guest code so far, of its threads too; the clocks of processor time.
  public internal(set) var processorTime: UInt64 = 0
  /// How many calls guest code made.
  public internal(set) var calls = 0
  /// The bytes that guest code has allocated and not freed; sizes as the allocator rounds them.
  public internal(set) var liveBytes = 0
  /// How many open file descriptions there are.
  public internal(set) var openFiles = 0
  /// How many timers are set.
  public var armedTimers: Int { timers.count }
  /// Directories and files.
  public private(set) var files: FileSystem
  /// The processes, by the order in which they were made.
  public private(set) var processes: [Process] = []

  var counts = [Int](repeating: 0, count: SystemCall.numbered.count)
  var accountEntries: [UnsafeMutableRawPointer] = []
  var nextFile = 1
  var nextMemory = 1
  var inFlight: [UInt32: Int] = [:]
  private var timers: [TimerFile] = []
  private var nextProcess: Int32 = 100
  /// What a fraction of a nanosecond is kept of.
  private var chargeRest = 0.0
  private var workSoFar = (allocations: UInt64(0), bytes: UInt64(0), live: Int64(0))
  var guest: GuestRun?

  /// A kernel with an empty file system but for `/dev/null`, and no processes.
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

  /// Moves the time on; timers fire in their order. A moment that has passed changes nothing.
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

  /// The machine sleeps: CLOCK_MONOTONIC stands still meanwhile.
  public func suspend(for nanoseconds: UInt64) { slept += nanoseconds }

  /// When the next timer or alarm fires by itself, or a thread of the guest runs.
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

  /// Charges the allocations of guest code since it was last asked, and `cost` besides.
  func charge(_ cost: Double) {
    let work = ck_work_so_far()
    let allocations = Double(work.allocations - workSoFar.allocations) * costs.allocation
    let bytes = Double(work.bytes - workSoFar.bytes) * costs.allocatedByte
    liveBytes += Int(work.live - workSoFar.live)
    workSoFar = (work.allocations, work.bytes, work.live)
    spend(cost + allocations + bytes)
  }

  /// Takes note of where the counters of this thread are; what was before is nobody's work.
  func startCounting() {
    let work = ck_work_so_far()
    workSoFar = (work.allocations, work.bytes, work.live)
  }

  /// A thread that begins has allocated nothing.
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
  /// Whose.
  public let process: Int32
  /// The call.
  public let call: Call
  /// The number.
  public let descriptor: Int32
  /// What the number was open to last, and by which call it was closed; nil if it never was.
  public let last: (file: FileIdentity, closedBy: Int)?
}

/// A description that went from one process to another in a message.
public struct Transfer: Sendable {
  /// The process that sent it.
  public let from: Int32
  /// The process that received it.
  public let to: Int32
  /// What was sent.
  public let file: FileIdentity
  /// The number that the receiver has it by; nil when the receiver had no room, and it was closed.
  public let descriptor: Int32?
}
