import CSimulatedKernel
import Glibc
import SimulatedKernel

/// Users, misuse, freezes, faults, work, threads and clocks.
extension ModelTest {
  private static func listen() -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array("/run/guest/s".utf8)) }
    let socket = Glibc.socket(AF_UNIX, 1 | O_NONBLOCK, 0)
    withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = bind(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    Glibc.listen(socket, 8)
    return socket
  }

  static let rules = [
    ModelTest("a socket's mode says who may connect") { s in
      let socket = try s.guest.makeSocket()
      try s.guest.bind(socket, to: "/run/guest/s")
      try s.guest.listen(socket)
      s.kernel.files.setAttributes("/run/guest/s", mode: 0o660, gid: 44)
      _ = try s.client.connect(to: "/run/guest/s")
      let failure = s.failure { _ = try s.other.connect(to: "/run/guest/s") }
      s.expect("the failure", failure, "EACCES")
    },
    ModelTest("who has connected is known, and what goes to whom is told") { s in
      nonisolated(unsafe) var transfers: [Transfer] = []
      s.kernel.onTransfer = { transfers.append($0) }
      let listener = try s.guest.makeSocket()
      try s.guest.bind(listener, to: "/run/guest/s")
      try s.guest.listen(listener)
      s.kernel.files.setAttributes("/run/guest/s", mode: 0o777)
      let first = try s.client.connect(to: "/run/guest/s")
      _ = try s.other.connect(to: "/run/guest/s")
      let server = try s.guest.accept(listener)
      let foreign = try s.guest.accept(listener)
      _ = try s.guest.send(server, [1], passing: [foreign])
      let received = try s.client.receive(first)
      s.expect("descriptors", received.descriptors.count, 1)
      s.expect("transfers", transfers.map { [$0.from, $0.to] }, [[s.guest.pid, s.client.pid]])
      s.expect("the other end", transfers.first?.file.peer, s.other.pid)
    },
    ModelTest("using a number after it was closed is reported") { s in
      nonisolated(unsafe) var misuses: [Misuse] = []
      s.kernel.onMisuse = { misuses.append($0) }
      _ = s.run {
        let counter = eventfd(0, 0)
        close(counter)
        close(counter)
      }
      s.expect("misuses", misuses.count, 1)
      s.expect("what it was", misuses.first?.last?.file.kind, .counter)
      s.expect("closed by", misuses.first?.last?.closedBy, 1)
    },
    ModelTest("a counter that a client has filled and made to block freezes its writer") { s in
      let pair = try s.guest.makeSocketPair()
      try s.client.inherit(pair.1, of: s.guest, as: 5)
      let end = s.run {
        let counter = eventfd(0, O_NONBLOCK)
        var one: UInt64 = 1
        try? s.guestSends(counter, over: pair.0)
        write(counter, &one, 8)
      }
      s.expect("the end", end.hasPrefix("frozen in write"), true)
    },
    ModelTest("a reader that stops blocks who writes to its pipe") { s in
      let pipe = try s.client.makePipe()
      try s.guest.inherit(pipe.writer, of: s.client, as: 2)
      try s.client.close(pipe.writer)
      let end = s.run {
        let line = [UInt8](repeating: 10, count: 100)
        while true { write(2, line, line.count) }
      }
      s.expect("the end", end.hasPrefix("frozen in write"), true)
      // Forty lines fit each of sixteen pages; the rest of a page is too short for another line.
      s.expect("calls", s.kernel.count(of: .write), 40 * 16 + 1)
    },
    ModelTest("a guest that never waits is ended") { s in
      s.kernel.callLimit = 1000
      let end = s.run { while true { getuid() } }
      s.expect("the end", end.hasPrefix("spinning in getuid"), true)
      s.expect("calls", s.kernel.calls, 1001)
    },
    ModelTest("faults fail calls and cut them short") { s in
      nonisolated(unsafe) var found: [Int] = []
      s.kernel.fault = { call in
        switch call.name {
        case .eventfd: .fail(Errno(EMFILE))
        case .read, .write: .short(2)
        default: nil
        }
      }
      _ = s.run {
        found.append(Int(eventfd(0, 0)))
        found.append(Int(errno == EMFILE ? 1 : 0))
        let file = open("/run/guest/file", O_RDWR | O_CREAT, 0o600)
        found.append(write(file, "hello", 5))
        lseek(file, 0, SEEK_SET)
        var bytes = [UInt8](repeating: 0, count: 9)
        found.append(read(file, &bytes, 9))
      }
      s.expect("what was found", found, [-1, 1, 2, 2])
    },
    ModelTest("a full disk takes what there is room for") { s in
      s.kernel.files.room = 3
      nonisolated(unsafe) var found: [Int] = []
      _ = s.run {
        let file = open("/run/guest/file", O_RDWR | O_CREAT, 0o600)
        found = [write(file, "hello", 5), write(file, "x", 1), errno == ENOSPC ? 1 : 0]
      }
      s.expect("what was found", found, [3, -1, 1])
    },
    ModelTest("work moves the clock, a sleep moves another one") { s in
      nonisolated(unsafe) var times: [Int] = []
      let kernel = s.kernel
      func now(_ clock: Int32) -> Int {
        var time = timespec()
        clock_gettime(clock, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
      }
      _ = s.run {
        let start = now(CLOCK_MONOTONIC)
        for _ in 0..<10 { free(malloc(1000)) }
        times.append(now(CLOCK_MONOTONIC) - start)
        kernel.suspend(for: 5_000_000_000)
        times.append((now(CLOCK_BOOTTIME) - now(CLOCK_MONOTONIC)) / 1_000_000_000)
      }
      // Ten allocations of 60 ns and 10 000 bytes of 0.05 ns, and reading the clock.
      s.expect("the work", times, [1130, 4])
    },
    ModelTest("an alarm is handled in the middle of a call") { s in
      nonisolated(unsafe) var result: Int32 = 0
      _ = s.run {
        signal(SIGALRM) { _ in close(eventfd(0, 0)) }
        alarm(2)
        var entry = pollfd(fd: -1, events: 0, revents: 0)
        result = poll(&entry, 1, 10_000) < 0 ? errno : 0
      }
      s.expect("the result", result, EINTR)
      s.expect("the time", s.kernel.now / 1_000_000_000, 1002)
      s.expect("the handler's calls", s.kernel.count(of: .eventfd), 1)
    },
    ModelTest("a signal that nobody handles ends the guest") { s in
      s.kernel.idle = { _ in
        s.guest.kill(SIGTERM)
        return true
      }
      let end = s.run { poll(nil, 0, -1) }
      s.expect("the end", end, "killed by signal 15")
    },
    ModelTest("a thread runs while the guest waits") { s in
      s.kernel.workerDelay = 7_000_000
      nonisolated(unsafe) var value: UInt64 = 0
      _ = s.run {
        var counter = eventfd(0, 0)
        var thread = pthread_t()
        pthread_create(
          &thread, nil,
          { argument in
            var five: UInt64 = 5
            write(argument?.load(as: Int32.self) ?? -1, &five, 8)
            return nil
          }, &counter)
        read(counter, &value, 8)
        pthread_join(thread, nil)
      }
      s.expect("what it wrote", value, 5)
      s.expect("the time", (s.kernel.now - 1_000_000_000_000) / 1_000_000, 7)
    },
    ModelTest("what the idle closure throws ends the guest") { s in
      s.kernel.idle = { _ in throw Errno(EIO) }
      s.expect("the end", s.run { poll(nil, 0, -1) }, "stopped: EIO")
    },
  ]
}

extension ModelTest.Stage {
  /// The client receives the guest's counter, makes it block and fills it.
  fileprivate func guestSends(_ counter: Int32, over socket: Int32) throws {
    _ = try guest.send(socket, [1], passing: [counter])
    guard let taken = try client.receive(5).descriptors.first else { return }
    try client.setNonblocking(taken, false)
    let most = UInt64.max - 1
    _ = try client.write(taken, withUnsafeBytes(of: most) { Array($0) })
  }
}
