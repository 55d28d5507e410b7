import CSimulatedKernel
import Glibc

/// A sequence of calls derived from a seed.
extension Script {
  static func random(seed: UInt64, length: Int = 120) -> Script {
    Script("random \(seed)") { t in
      var player = RandomPlayer(seed, t)
      for _ in 0..<length { player.step() }
    }
  }
}

/// Makes calls on random descriptor numbers, open or not.
private struct RandomPlayer {
  private var state: UInt64
  private let t: Trace
  private let epoll: Int32
  /// Numbers of sockets, counters and pipes; some have been closed since.
  private var numbers: [Int32] = []

  init(_ seed: UInt64, _ trace: Trace) {
    state = seed &* 0xD6E8_FEB8_6659_FD93
    t = trace
    epoll = trace.makeEpoll()
  }

  private mutating func next(_ limit: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return Int((mixed ^ mixed >> 31) % UInt64(limit))
  }

  private mutating func any() -> Int32 { numbers.isEmpty ? 99 : numbers[next(numbers.count)] }

  private mutating func add(_ made: Int32...) {
    for number in made where number >= 0 && !numbers.contains(number) { numbers.append(number) }
  }

  mutating func step() {
    switch next(24) {
    case 0: make()
    case 1...4: sendOrWrite()
    case 5...8: readOrReceive()
    case 9...11: t.wait(epoll, limit: Int32(1 + next(4)))
    case 12, 13:
      let operation = [EPOLL_CTL_ADD, EPOLL_CTL_ADD, EPOLL_CTL_MOD, EPOLL_CTL_DEL][next(4)]
      let events: [UInt32] = [1, 4, 5, 0, 0x2001, 1 | 1 << 30, 5 | 1 << 31]
      let number = any()
      t.control(epoll, operation, number, events[next(7)])
    case 14: t.closes(any())
    case 15:
      let (number, how) = (any(), Int32(next(3)))
      t.note("shutdown \(number) \(how)", shutdown(number, how))
    case 16:
      let number = any()
      add(t.note("dup \(number)", dup(number)))
    case 17:
      let (socket, passed) = (any(), any())
      // A socket that passes itself or its peer would wait for the kernel's garbage collector.
      if isNoSocket(passed) { t.pass(socket, "d", [passed]) }
    case 18:
      for number in t.take(any(), 1 + next(6), room: next(3)) { add(number) }
    case 19: t.poll(any())
    case 20: connect()
    case 21: file()
    default:
      let number = any()
      t.note("flags", fcntl(number, F_GETFL))
      if next(4) == 0 {
        let other = any()
        t.note("dup2 \(other) \(number)", dup2(other, number))
      }
    }
  }

  private func isNoSocket(_ number: Int32) -> Bool {
    var value: Int32 = 0
    var length = socklen_t(4)
    return fcntl(number, F_GETFL) >= 0
      && getsockopt(number, SOL_SOCKET, SO_TYPE, &value, &length) != 0
  }

  private mutating func make() {
    switch next(6) {
    case 0, 1:
      let pair = t.pair([1, 1, 2, 5][next(4)] | O_NONBLOCK)
      add(pair.0, pair.1)
    case 2: add(t.counter(UInt32(next(3))))
    case 3:
      let pipe = t.makePipe()
      add(pipe.0, pipe.1)
    case 4:
      let timer = t.note("timerfd_create", timerfd_create(CLOCK_MONOTONIC, O_NONBLOCK))
      let isDue = next(2) == 0
      t.setTimer(timer, in: isDue ? 1 : 3600 * 1_000_000_000, flags: isDue ? 1 : 0)
      add(timer)
    default: add(t.note("memfd", ck_memory("m", 3)))
    }
  }

  private mutating func sendOrWrite() {
    let number = any()
    switch next(4) {
    case 0: t.send(number, String(repeating: "s", count: 1 + next(9)))
    case 1: t.put(number, count: [0, 1, 7, 8, 900, 4096, 5000][next(7)])
    case 2: t.add(number, UInt64(next(3)))
    default: t.put(number, "text")
    }
  }

  private mutating func readOrReceive() {
    let number = any()
    if next(2) == 0 {
      t.receive(number, [0, 1, 3, 8, 90, 6000][next(6)])
    } else {
      t.get(number, [0, 1, 7, 8, 90, 6000][next(6)])
    }
  }

  private mutating func connect() {
    let name = "s\(next(2))"
    switch next(4) {
    case 0:
      add(t.listener(name, backlog: Int32(next(3))))
    case 1, 2: add(t.client(name))
    default:
      add(t.note("accept", ck_accept(any(), O_NONBLOCK)))
      if next(5) == 0 { t.note("unlink", unlink(t.path(name))) }
    }
  }

  private mutating func file() {
    let name = "f\(next(3))"
    switch next(5) {
    case 0:
      let flags = [O_RDONLY, O_RDWR | O_CREAT, O_WRONLY | O_TRUNC, O_RDWR | O_APPEND][next(4)]
      add(t.open(name, flags))
    case 1: t.describe(name)
    case 2: t.note("rename", rename(t.path(name), t.path("f\(next(3))")))
    case 3: t.note("unlink", unlink(t.path(name)))
    default:
      let (number, operation) = (any(), [LOCK_EX, LOCK_SH, LOCK_UN][next(3)])
      var information = stat()
      guard fstat(number, &information) == 0, information.st_mode & S_IFMT == S_IFREG,
        information.st_nlink > 0
      else { return }
      t.note("flock", flock(number, operation | LOCK_NB))
    }
  }
}
