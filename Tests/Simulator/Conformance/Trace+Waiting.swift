import CSimulatedKernel
import Glibc

/// Waiting, and descriptors other than sockets.
extension Trace {
  func makeEpoll() -> Int32 { note("epoll_create1", epoll_create1(0)) }

  @discardableResult
  func control(
    _ epoll: Int32, _ operation: Int32, _ number: Int32, _ events: UInt32, token: UInt64? = nil
  ) -> Int32 {
    var event = epoll_event()
    event.events = events
    event.data.u64 = token ?? UInt64(max(0, number))
    return note(
      "epoll_ctl \(operation) \(number) \(events)", epoll_ctl(epoll, operation, number, &event))
  }

  func watch(_ epoll: Int32, _ number: Int32, _ events: UInt32 = 1) {
    control(epoll, EPOLL_CTL_ADD, number, events)
  }

  @discardableResult
  func wait(_ epoll: Int32, limit: Int32 = 16, milliseconds: Int32 = 0) -> Int {
    var events = [epoll_event](repeating: epoll_event(), count: 16)
    let count = Int(note("epoll_wait", epoll_wait(epoll, &events, limit, milliseconds)))
    for index in 0..<max(0, count) {
      let (event, token) = (events[index].events, events[index].data.u64)
      note("  \(token): \(Self.bits(event))")
    }
    return count
  }

  func poll(_ number: Int32, _ events: Int16 = 0x7FF) {
    var entry = pollfd(fd: number, events: events, revents: 0)
    note("poll \(number)", Glibc.poll(&entry, 1, 0))
    note("  \(Self.bits(UInt32(UInt16(bitPattern: entry.revents))))")
  }

  private static func bits(_ bits: UInt32) -> String {
    let names: [(UInt32, String)] = [
      (1, "IN"), (2, "PRI"), (4, "OUT"), (8, "ERR"), (16, "HUP"), (32, "NVAL"), (64, "RDNORM"),
      (128, "RDBAND"), (256, "WRNORM"), (512, "WRBAND"), (0x2000, "RDHUP"),
    ]
    return names.filter { bits & $0.0 != 0 }.map(\.1).joined(separator: "|")
  }

  func counter(_ initial: UInt32 = 0, flags: Int32 = O_NONBLOCK) -> Int32 {
    note("eventfd", eventfd(initial, flags))
  }

  @discardableResult
  func add(_ counter: Int32, _ value: UInt64) -> Int {
    var value = value
    return note("write \(counter) \(value)", write(counter, &value, 8))
  }

  @discardableResult
  func drain(_ counter: Int32) -> Int {
    var value: UInt64 = 0
    let count = note("read counter", read(counter, &value, 8))
    if count == 8 { note("  \(value)") }
    return count
  }

  func makePipe(flags: Int32 = O_NONBLOCK) -> (Int32, Int32) {
    var numbers: [Int32] = [-1, -1]
    note("pipe2", ck_pipe(&numbers, flags))
    return (numbers[0], numbers[1])
  }

  @discardableResult
  func put(_ number: Int32, _ text: String) -> Int {
    let bytes = Array(text.utf8)
    return note("write \(number) \(text.prefix(20))", write(number, bytes, bytes.count))
  }

  @discardableResult
  func put(_ number: Int32, count: Int) -> Int {
    let bytes = [UInt8](repeating: 5, count: count)
    return note("write \(number) \(count) bytes", write(number, bytes, count))
  }

  @discardableResult
  func get(_ number: Int32, _ limit: Int = 100) -> Int {
    var bytes = [UInt8](repeating: 0, count: limit)
    let count = note("read \(number) \(limit)", read(number, &bytes, limit))
    if count > 0, count < 100 {
      note("  \(String(decoding: bytes[..<count], as: UTF8.self))")
    }
    return count
  }

  func open(_ name: String, _ flags: Int32, mode: mode_t = 0o644) -> Int32 {
    note("open \(name) \(flags)", Glibc.open(path(name), flags, mode))
  }

  /// Records the fields of stat(2) that depend on neither the time nor the machine.
  func describe(_ name: String, follows: Bool = true) {
    var information = stat()
    let result = follows ? stat(path(name), &information) : lstat(path(name), &information)
    note("stat \(name)", result)
    guard result == 0 else { return }
    let kind = String(information.st_mode, radix: 8)
    // The size and links of a directory depend on the file system.
    let isDirectory = information.st_mode & S_IFMT == S_IFDIR
    let size = isDirectory ? 0 : information.st_size
    note("  \(kind) \(size) \(isDirectory ? 0 : information.st_nlink)")
  }

  func names(_ name: String) {
    guard let stream = opendir(path(name)) else { return note("opendir failed \(errno)") }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      names.append("\(name):\(entry.pointee.d_type)")
    }
    note("closedir", closedir(stream))
    note("names \(names.sorted())")
  }

  /// Reads inotify events: watch, mask, name.
  func events(_ number: Int32, room: Int = 4096) {
    var bytes = [UInt8](repeating: 0, count: room)
    let count = note("read inotify", read(number, &bytes, room))
    var place = 0
    bytes.withUnsafeBytes { raw in
      while place + 16 <= count {
        let length = Int(raw.loadUnaligned(fromByteOffset: place + 12, as: UInt32.self))
        let watch = raw.loadUnaligned(fromByteOffset: place, as: Int32.self)
        let mask = raw.loadUnaligned(fromByteOffset: place + 4, as: UInt32.self)
        let name = raw[(place + 16)..<(place + 16 + length)].prefix { $0 != 0 }
        let text = String(decoding: name, as: UTF8.self)
        note("  \(watch) \(String(mask, radix: 16)) \(text) \(length)")
        place += 16 + length
      }
    }
  }

  @discardableResult
  func closes(_ number: Int32) -> Int32 { note("close \(number)", close(number)) }

  private func set(_ signals: [Int32]) -> sigset_t {
    var set = sigset_t()
    sigemptyset(&set)
    for signal in signals { sigaddset(&set, signal) }
    return set
  }

  func mask(_ how: Int32, _ signals: [Int32]) {
    var set = set(signals)
    note("sigprocmask", sigprocmask(how, &set, nil))
  }

  func signalFile(_ signals: [Int32], replacing number: Int32 = -1) -> Int32 {
    var set = set(signals)
    return note("signalfd", signalfd(number, &set, O_NONBLOCK))
  }

  /// Reads signals; `room` is the number of 128-byte records that fit.
  func signals(_ number: Int32, room: Int = 1) {
    var records = [signalfd_siginfo](repeating: signalfd_siginfo(), count: room)
    let count = note("read signals", read(number, &records, 128 * room))
    for index in 0..<max(0, count / 128) {
      let isOurs = records[index].ssi_pid == UInt32(getpid())
      note("  \(records[index].ssi_signo) \(records[index].ssi_code) \(isOurs)")
    }
  }

  /// Sets a timer to fire the given number of nanoseconds from now; nil disarms it.
  func setTimer(_ timer: Int32, in nanoseconds: Int?, flags: Int32 = 0, interval: Int = 0) {
    var when = itimerspec()
    let value = nanoseconds ?? 0
    when.it_value = timespec(tv_sec: value / 1_000_000_000, tv_nsec: value % 1_000_000_000)
    when.it_interval.tv_nsec = interval
    note("timerfd_settime", timerfd_settime(timer, flags, &when, nil))
  }
}
