import CSimulatedKernel
public import Glibc

/// Descriptors that report events: epoll, eventfd, timerfd, inotify, pipes and poll(2).
extension Process {
  /// Makes an eventfd.
  public func makeCounter(
    _ count: UInt32 = 0, flags: Int32 = O_CLOEXEC | O_NONBLOCK
  ) throws(Errno) -> Int32 {
    try checkRoom()
    return try install(
      EventCounter(self, count: count, flags: flags), closesOnExec: flags & O_CLOEXEC != 0)
  }

  /// Makes a pipe.
  public func makePipe(flags: Int32 = O_CLOEXEC) throws(Errno) -> (reader: Int32, writer: Int32) {
    try checkRoom(for: 2)
    let pipe = Pipe()
    let closes = flags & O_CLOEXEC != 0
    let reader = PipeEnd(self, pipe, isWriter: false, status: flags)
    let writer = PipeEnd(self, pipe, isWriter: true, status: flags)
    let number = try install(reader, closesOnExec: closes)
    return (number, try install(writer, closesOnExec: closes))
  }

  func makeTimer(clock: Int32, flags: Int32) throws(Errno) -> Int32 {
    guard clock == CLOCK_MONOTONIC else { kernel.refuse("timerfd_create on clock \(clock)") }
    try checkRoom()
    return try install(TimerFile(self, flags: flags), closesOnExec: flags & O_CLOEXEC != 0)
  }

  func setTimer(
    _ number: Int32, flags: Int32, _ new: UnsafeMutablePointer<itimerspec>,
    _ old: UnsafeMutablePointer<itimerspec>?
  ) throws(Errno) {
    func nanoseconds(_ time: timespec) throws(Errno) -> UInt64 {
      guard time.tv_sec >= 0, (0..<1_000_000_000).contains(time.tv_nsec) else {
        throw Errno(EINVAL)
      }
      return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
    func time(_ nanoseconds: UInt64) -> timespec {
      timespec(
        tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
    }
    let value = try nanoseconds(new.pointee.it_value)
    let interval = try nanoseconds(new.pointee.it_interval)
    let timer = try file(number, as: TimerFile.self, else: EINVAL)
    let before = timer.set(value, interval: interval, isAbsolute: flags & 1 != 0)
    old?.pointee = itimerspec(it_interval: time(before.1), it_value: time(before.0))
  }

  func makeInotify(flags: Int32) throws(Errno) -> Int32 {
    try checkRoom()
    return try install(InotifyFile(self, flags: flags), closesOnExec: flags & O_CLOEXEC != 0)
  }

  func addWatch(_ number: Int32, _ path: String, mask: UInt32) throws(Errno) -> Int32 {
    let file = try file(number, as: InotifyFile.self, else: EINVAL)
    let node = try kernel.files.existing(path, by: self)
    guard may(4, node) else { throw Errno(EACCES) }
    if mask & Inotify.onlyDirectory != 0, !node.isDirectory { throw Errno(ENOTDIR) }
    return try file.watch(node, mask: mask)
  }

  // MARK: Waiting for several descriptors

  func makeEpoll(flags: Int32) throws(Errno) -> Int32 {
    guard flags & ~O_CLOEXEC == 0 else { throw Errno(EINVAL) }
    try checkRoom()
    return try install(EpollFile(self), closesOnExec: flags & O_CLOEXEC != 0)
  }

  func changeEpoll(
    _ number: Int32, _ operation: Int32, _ target: Int32,
    _ event: UnsafeMutablePointer<epoll_event>?
  ) throws(Errno) {
    let file = try file(number)
    let watched = try self.file(target)
    guard watched.canBePolled else { throw Errno(EPERM) }
    guard let epoll = file as? EpollFile, watched !== epoll else { throw Errno(EINVAL) }
    if operation == EPOLL_CTL_DEL { return try epoll.remove(watched, target) }
    guard let event = event?.pointee else { throw Errno(EFAULT) }
    switch operation {
    case EPOLL_CTL_ADD:
      try epoll.add(watched, target, events: event.events, data: event.data.u64)
    case EPOLL_CTL_MOD:
      try epoll.change(watched, target, events: event.events, data: event.data.u64)
    default: throw Errno(EINVAL)
    }
  }

  func waitEpoll(
    _ number: Int32, _ events: UnsafeMutablePointer<epoll_event>, limit: Int32,
    milliseconds: Int32
  ) throws(Errno) -> Int {
    guard limit > 0 else { throw Errno(EINVAL) }
    let epoll = try file(number, as: EpollFile.self, else: EINVAL)
    _ = kernel.runDueJobs()
    let taken = try untilTimeout(epoll, milliseconds) { epoll.take(Int(limit)) }
    for (index, event) in taken.enumerated() {
      events[index].events = event.events
      events[index].data.u64 = event.data
    }
    return taken.count
  }

  /// Repeats an attempt until it finds something or the timeout in milliseconds is over; −1 waits
  /// forever.
  private func untilTimeout<Found>(
    _ file: OpenFile?, _ milliseconds: Int32, _ look: () -> [Found]
  ) throws(Errno) -> [Found] {
    let deadline =
      milliseconds < 0 ? nil : kernel.now + UInt64(milliseconds) * 1_000_000
    while true {
      let found = look()
      if !found.isEmpty { return found }
      if let deadline, kernel.now >= deadline { return [] }
      try kernel.wait(isNonblocking: false, until: deadline)
    }
  }

  /// poll(2).
  func poll(
    _ entries: UnsafeMutableBufferPointer<pollfd>, milliseconds: Int32
  ) throws(Errno) -> Int {
    _ = kernel.runDueJobs()
    let found = try untilTimeout(nil, milliseconds) { () -> [Int] in
      entries.indices.filter { index in
        let entry = entries[index]
        var bits: UInt32 = 0
        if entry.fd >= 0 {
          let wanted = UInt32(UInt16(bitPattern: entry.events)) | Ready.error | Ready.hangup
          // POLLNVAL.
          bits = openFile(entry.fd).map { $0.readiness & wanted } ?? 0x20
        }
        entries[index].revents = Int16(truncatingIfNeeded: bits)
        return bits != 0
      }
    }
    for entry in entries where entry.revents & 0x20 != 0 { _ = try? file(entry.fd) }
    return found.count
  }

  /// The events that a descriptor is ready for, as POLL… and EPOLL… bits.
  public func readiness(_ number: Int32) throws(Errno) -> UInt32 { try file(number).readiness }
}
