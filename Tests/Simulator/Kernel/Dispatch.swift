import CSimulatedKernel
import Glibc

/// Dispatches guest code's calls, with their arguments, to the methods of its process.
extension Process {
  func answer(_ a: Arguments) throws(Errno) -> Int {
    if let result = try answerDescriptors(a) { return result }
    if let result = try answerFiles(a) { return result }
    if let result = try answerSockets(a) { return result }
    if let result = try answerEvents(a) { return result }
    if let result = try answerProcess(a) { return result }
    if let result = try answerThreads(a) { return result }
    kernel.refuse(a.call.rawValue)
  }

  private func answerDescriptors(_ a: Arguments) throws(Errno) -> Int? {
    switch a.call {
    case .read: return charge(try read(a.int(0), into: a.output(1, count: a.word(2))))
    case .write: return charge(try write(a.int(0), a.input(1, count: a.word(2))))
    case .close: try close(a.int(0))
    case .dup: return Int(try duplicate(a.int(0), closesOnExec: false))
    case .dup2: return Int(try duplicate(a.int(0), to: a.int(1), closesOnExec: false))
    case .dup3:
      guard a.int(0) != a.int(1) else { throw Errno(EINVAL) }
      return Int(try duplicate(a.int(0), to: a.int(1), closesOnExec: a.int(2) & O_CLOEXEC != 0))
    case .fcntl: return try control(a.int(0), a.int(1), a.word(2))
    case .ioctl: return try file(a.int(0)).control(UInt(bitPattern: a.word(1)), a.word(2))
    case .flock: try flock(a.int(0), a.int(1))
    case .lseek: return try seek(a.int(0), a.word(1), from: a.int(2))
    case .ftruncate: try resize(a.int(0), to: a.word(1))
    case .isatty:
      _ = try file(a.int(0))
      throw Errno(ENOTTY)
    case .pipe2:
      let pipe = try makePipe(flags: a.int(1))
      let numbers = try a.existing(0, Int32.self)
      (numbers[0], numbers[1]) = (pipe.reader, pipe.writer)
    case .mmap: return try answerMap(a)
    case .munmap:
      guard let address = UnsafeMutableRawPointer(bitPattern: a.word(0)) else {
        throw Errno(EINVAL)
      }
      try unmap(address, length: a.word(1))
    case .memfd_create:
      return Int(
        try makeMemory(try a.text(0), flags: UInt32(truncatingIfNeeded: a.word(1))))
    default: return nil
    }
    return 0
  }

  private func answerMap(_ a: Arguments) throws(Errno) -> Int {
    guard a.int(3) & MAP_ANONYMOUS == 0 else {
      let address = mmap(
        UnsafeMutableRawPointer(bitPattern: a.word(0)), a.word(1), a.int(2), a.int(3), -1, 0)
      guard let address, address != MAP_FAILED else { throw Errno(errno) }
      return Int(bitPattern: address)
    }
    let address = try map(
      a.int(4), length: a.word(1), protection: a.int(2), flags: a.int(3), offset: a.word(5))
    return Int(bitPattern: address)
  }

  /// Charges for copying `count` bytes, and returns the count.
  func charge(_ count: Int) -> Int {
    kernel.spend(Double(count) * kernel.costs.copiedByte)
    return count
  }

  private func answerFiles(_ a: Arguments) throws(Errno) -> Int? {
    switch a.call {
    case .open: return Int(try open(try a.text(0), a.int(1), mode: mode_t(a.word(2) & 0o7777)))
    case .openat:
      return Int(try open(try path(a, 1), a.int(2), mode: mode_t(a.word(3) & 0o7777)))
    case .stat: try describe(try a.text(0), followsLast: true, into: a.existing(1, stat.self))
    case .lstat: try describe(try a.text(0), followsLast: false, into: a.existing(1, stat.self))
    case .fstat: try describe(a.int(0), into: a.existing(1, stat.self))
    case .fstatat:
      let name = try a.text(1)
      let information = try a.existing(2, stat.self)
      if name.isEmpty, a.int(3) & 0x1000 != 0 {
        try describe(a.int(0), into: information)
      } else {
        try describe(
          try path(a, 1), followsLast: a.int(3) & AT_SYMLINK_NOFOLLOW == 0, into: information)
      }
    case .access: try checkAccess(try a.text(0), a.int(1))
    case .faccessat: try checkAccess(try path(a, 1), a.int(2))
    case .unlink: try unlink(try a.text(0))
    case .rmdir: try removeDirectory(try a.text(0))
    case .mkdir: try makeDirectory(try a.text(0), mode: mode_t(a.word(1) & 0o7777))
    case .rename: try rename(try a.text(0), to: try a.text(1))
    case .readlink: return try readLink(try a.text(0), into: a.output(1, count: a.word(2)))
    case .readlinkat: return try readLink(try path(a, 1), into: a.output(2, count: a.word(3)))
    case .umask:
      let old = mask
      mask = mode_t(a.word(0) & 0o777)
      return Int(old)
    case .fchmod: try file(a.int(0)).change(mode: mode_t(a.word(1) & 0o7777))
    case .opendir: return try openDirectory(try a.text(0))
    case .readdir: return streams[a.word(0)]?.read() ?? -Int(EBADF)
    case .closedir: try closeDirectory(a.word(0))
    case .dirfd: return Int(streams[a.word(0)]?.descriptor ?? -EINVAL)
    default: return nil
    }
    return 0
  }

  /// A path relative to an open directory.
  private func path(_ a: Arguments, _ index: Int) throws(Errno) -> String {
    let path = try a.text(index)
    if path.hasPrefix("/") || a.int(0) == AT_FDCWD { return path }
    let file = try file(a.int(0))
    guard file.kind == .directory else { throw Errno(ENOTDIR) }
    return file.name + "/" + path
  }

  private func answerEvents(_ a: Arguments) throws(Errno) -> Int? {
    switch a.call {
    case .epoll_create1: return Int(try makeEpoll(flags: a.int(0)))
    case .epoll_ctl:
      try changeEpoll(a.int(0), a.int(1), a.int(2), a.pointer(3, to: epoll_event.self))
    case .epoll_wait:
      return try waitEpoll(
        a.int(0), a.existing(1, epoll_event.self), limit: a.int(2), milliseconds: a.int(3))
    case .poll:
      let entries = UnsafeMutableBufferPointer(
        start: a.pointer(0, to: pollfd.self), count: a.word(1))
      return try poll(entries, milliseconds: a.int(2))
    case .ppoll:
      guard a.isNull(3) else { kernel.refuse("ppoll with a signal mask") }
      let entries = UnsafeMutableBufferPointer(
        start: a.pointer(0, to: pollfd.self), count: a.word(1))
      let time = a.pointer(2, to: timespec.self)?.pointee
      let milliseconds = time.map { Int32($0.tv_sec * 1000 + $0.tv_nsec / 1_000_000) }
      return try poll(entries, milliseconds: milliseconds ?? -1)
    case .eventfd:
      return Int(
        try makeCounter(UInt32(truncatingIfNeeded: a.word(0)), flags: a.int(1)))
    case .timerfd_create: return Int(try makeTimer(clock: a.int(0), flags: a.int(1)))
    case .timerfd_settime:
      try setTimer(
        a.int(0), flags: a.int(1), a.existing(2, itimerspec.self),
        a.pointer(3, to: itimerspec.self))
    case .signalfd:
      let mask = try a.existing(1, UInt64.self).pointee
      return Int(try makeSignalFile(a.int(0), mask: mask, flags: a.int(2)))
    case .inotify_init1: return Int(try makeInotify(flags: a.int(0)))
    case .inotify_add_watch:
      return Int(
        try addWatch(a.int(0), try a.text(1), mask: UInt32(truncatingIfNeeded: a.word(2))))
    case .inotify_rm_watch:
      try file(a.int(0), as: InotifyFile.self, else: EINVAL).remove(a.int(1))
    default: return nil
    }
    return 0
  }
}
