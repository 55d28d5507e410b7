import CSimulatedKernel
import Glibc

/// Calls about the process, its threads, its accounts and the time.
extension Process {
  func answerProcess(_ a: Arguments) throws(Errno) -> Int? {
    switch a.call {
    case .clock_gettime, .time: return try answerClock(a)
    case .getuid, .geteuid: return Int(uid)
    case .getgid, .getegid: return Int(gid)
    case .getpid, .gettid: return Int(pid)
    case .getenv: return variable(try a.text(0)).map { Int(bitPattern: $0) } ?? 0
    case .unsetenv: environment[try a.text(0)] = nil
    case .getpwnam:
      return kernel.account(try a.text(0), kernel.accounts.users, passwd.self) {
        $0.pointee.pw_uid = $1
      }
    case .getgrnam:
      return kernel.account(try a.text(0), kernel.accounts.groups, group.self) {
        $0.pointee.gr_gid = $1
      }
    case .getrandom: return kernel.fill(try a.output(0, count: a.word(1)))
    case .syscall:
      switch a.word(0) {
      case Int(SYS_getrandom): return kernel.fill(try a.output(1, count: a.word(2)))
      case Int(SYS_gettid): return Int(pid)
      default: kernel.refuse("syscall \(a.word(0))")
      }
    case .setpriority: break
    case .getrlimit:
      // No limit that the daemon reads permits anything.
      try a.existing(1, rlimit.self).pointee = rlimit(rlim_cur: 0, rlim_max: 0)
    case .alarm: return setAlarm(UInt32(truncatingIfNeeded: a.word(0)))
    case .sigprocmask, .pthread_sigmask:
      try setMask(a.int(0), a.pointer(1, to: UInt64.self), a.pointer(2, to: UInt64.self))
    case .sigaction:
      try setAction(a.int(0), a.pointer(1, to: sigaction.self), a.pointer(2, to: sigaction.self))
    case .kill:
      guard let target = kernel.processes.first(where: { $0.pid == a.int(0) && $0.isAlive }) else {
        throw Errno(ESRCH)
      }
      guard uid == 0 || uid == target.uid else { throw Errno(EPERM) }
      guard (0...64).contains(a.int(1)) else { throw Errno(EINVAL) }
      if a.int(1) > 0 { target.post(a.int(1), from: self) }
    case .signal: return try setAction(a.int(0), a.word(1), flags: SA_RESTART)
    case .exit: kernel.end(.exited(a.int(0)))
    default: return nil
    }
    return 0
  }

  private func answerClock(_ a: Arguments) throws(Errno) -> Int {
    guard a.call == .clock_gettime else {
      let seconds = Int(kernel.time(of: CLOCK_REALTIME) / 1_000_000_000)
      a.pointer(0, to: time_t.self)?.pointee = seconds
      return seconds
    }
    guard (0...7).contains(a.int(0)) else { throw Errno(EINVAL) }
    let nanoseconds = kernel.time(of: a.int(0))
    try a.existing(1, timespec.self).pointee = timespec(
      tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
    return 0
  }

  func answerThreads(_ a: Arguments) throws(Errno) -> Int? {
    switch a.call {
    case .usleep:
      let deadline = kernel.now + UInt64(UInt32(truncatingIfNeeded: a.word(0))) * 1000
      while kernel.now < deadline { try kernel.wait(isNonblocking: false, until: deadline) }
    case .pthread_create:
      let start = unsafeBitCast(
        a.word(2),
        to: (@convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer?).self)
      try a.existing(0, Int.self).pointee = kernel.addJob(
        start: start, argument: UnsafeMutableRawPointer(bitPattern: a.word(3)))
    case .pthread_detach: break
    case .pthread_join:
      guard let run = kernel.guest else { throw Errno(ESRCH) }
      while run.results[a.word(0)] == nil {
        guard run.jobs.contains(where: { $0.thread == a.word(0) }) else { throw Errno(ESRCH) }
        try kernel.wait(isNonblocking: false)
      }
      if !a.isNull(1) {
        try a.existing(1, UnsafeMutableRawPointer?.self).pointee =
          run.results[a.word(0)] ?? nil
      }
    default: return nil
    }
    return 0
  }
}

extension Kernel {
  /// The time of a clock, in nanoseconds.
  public func time(of clock: Int32) -> UInt64 {
    switch clock {
    case CLOCK_REALTIME, CLOCK_REALTIME_COARSE: epoch + now + slept
    case CLOCK_BOOTTIME: now + slept
    case CLOCK_PROCESS_CPUTIME_ID, CLOCK_THREAD_CPUTIME_ID: processorTime
    default: now
    }
  }

  /// Fills bytes with numbers derived from ``randomState``.
  func fill(_ bytes: UnsafeMutableRawBufferPointer) -> Int {
    for index in bytes.indices {
      // SplitMix64.
      randomState &+= 0x9E37_79B9_7F4A_7C15
      var mixed = randomState
      mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
      bytes[index] = UInt8(truncatingIfNeeded: mixed ^ mixed >> 31)
    }
    return bytes.count
  }

  /// An account entry: a pointer that stays valid, 0 if there is none.
  func account<Entry>(
    _ name: String, _ numbers: [String: UInt32], _ type: Entry.Type,
    _ set: (UnsafeMutablePointer<Entry>, UInt32) -> Void
  ) -> Int {
    guard let number = numbers[name] else { return 0 }
    let size = MemoryLayout<Entry>.size
    let bytes = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
    memset(bytes, 0, size)
    let entry = bytes.bindMemory(to: Entry.self, capacity: 1)
    set(entry, number)
    accountEntries.append(bytes)
    return Int(bitPattern: bytes)
  }

  /// Handles a write to a pipe without readers.
  func brokenPipe() {
    guard let run = guest, run.call != nil else { return }
    run.process.post(SIGPIPE, from: run.process)
  }

  /// Stops the program: guest code made a call that is not modeled.
  func refuse(_ what: String) -> Never {
    let words: [Int] = guest?.call.map { call in (0..<6).map { call.arguments[$0] } } ?? []
    ck_refuse(what, words + Array(repeating: 0, count: 6 - words.count))
  }
}
