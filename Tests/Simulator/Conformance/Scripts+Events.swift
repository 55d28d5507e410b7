import CSimulatedKernel
import Glibc

/// Counters, pipes, timers and signals.
extension Script {
  static let events = [
    Script("counters count, and are full at the end") { t in
      let counter = t.counter(2)
      t.poll(counter)
      t.drain(counter)
      t.drain(counter)
      t.poll(counter)
      t.add(counter, .max)
      t.add(counter, .max - 1)
      t.poll(counter)
      t.add(counter, 1)
      t.add(counter, 0)
      t.put(counter, "short")
      t.get(counter, 4)
      t.drain(counter)
      let semaphore = t.counter(2, flags: O_NONBLOCK | 1)
      t.drain(semaphore)
      t.drain(semaphore)
      t.drain(semaphore)
    },
    Script("a pipe holds sixteen pages") { t in
      let (reader, writer) = t.makePipe()
      t.poll(reader)
      t.poll(writer)
      t.put(writer, count: 100_000)
      t.put(writer, count: 1)
      t.poll(writer)
      t.poll(reader)
      t.get(reader, 4095)
      t.poll(writer)
      t.put(writer, count: 1)
      t.get(reader, 1)
      t.poll(writer)
      t.put(writer, count: 4096)
      t.put(writer, count: 1)
    },
    Script("short writes share a page") { t in
      let (reader, writer) = t.makePipe()
      for index in 0..<40 { t.put(writer, count: 100 + 50 * index) }
      t.put(writer, count: 5000)
      t.put(writer, count: 9000)
      for _ in 0..<8 { t.get(reader, 3000) }
      for index in 0..<10 { t.put(writer, count: 1000 * index) }
      for _ in 0..<30 { t.get(reader, 3777) }
    },
    Script("a pipe whose other end has gone") { t in
      let (reader, writer) = t.makePipe()
      t.put(writer, "x")
      t.closes(writer)
      t.poll(reader)
      t.get(reader)
      t.get(reader)
      t.poll(reader)
      let (other, last) = t.makePipe()
      t.closes(other)
      t.poll(last)
      t.put(last, "x")
      t.get(last)
    },
    Script("a pipe in epoll") { t in
      let (reader, writer) = t.makePipe()
      let epoll = t.makeEpoll()
      t.watch(epoll, reader)
      t.watch(epoll, writer, 4)
      t.wait(epoll)
      t.put(writer, count: 65536)
      t.wait(epoll)
      t.get(reader, 4096)
      t.wait(epoll)
      t.closes(writer)
      t.wait(epoll)
    },
    Script("a timer that is due, far off, and disarmed") { t in
      let timer = t.note("timerfd_create", timerfd_create(CLOCK_MONOTONIC, O_NONBLOCK))
      t.drain(timer)
      t.setTimer(timer, in: 1, flags: 1)
      t.poll(timer)
      t.drain(timer)
      t.drain(timer)
      t.setTimer(timer, in: 3600 * 1_000_000_000)
      t.poll(timer)
      t.setTimer(timer, in: 1, flags: 1)
      t.setTimer(timer, in: nil)
      t.poll(timer)
      t.put(timer, "x")
      t.get(timer, 4)
      t.setTimer(t.counter(), in: 1)
    },
    Script("waiting for a timer") { t in
      let timer = t.note("timerfd_create", timerfd_create(CLOCK_MONOTONIC, O_NONBLOCK))
      let epoll = t.makeEpoll()
      t.watch(epoll, timer)
      t.wait(epoll, milliseconds: 1)
      t.setTimer(timer, in: 1_000_000)
      t.wait(epoll, milliseconds: -1)
      t.drain(timer)
      t.wait(epoll)
      t.setTimer(timer, in: 500_000)
      var entry = pollfd(fd: timer, events: 1, revents: 0)
      t.note("poll", poll(&entry, 1, -1))
    },
    Script("blocked signals are read, lowest first") { t in
      let blocked = [SIGUSR1, SIGUSR2, SIGTERM, SIGHUP]
      t.mask(SIG_BLOCK, blocked)
      let signals = t.signalFile([SIGUSR1, SIGTERM])
      let epoll = t.makeEpoll()
      t.watch(epoll, signals)
      t.wait(epoll)
      for signal in [SIGTERM, SIGUSR1, SIGUSR1, SIGUSR2] { t.note("kill", kill(getpid(), signal)) }
      t.wait(epoll)
      t.signals(signals)
      t.signals(signals, room: 4)
      t.signals(signals)
      t.wait(epoll)
      _ = t.signalFile([SIGUSR2], replacing: signals)
      t.wait(epoll)
      t.signals(signals)
      t.note("kill nobody", kill(getpid(), 0))
      t.note("kill wrongly", kill(getpid(), 99))
      t.mask(SIG_UNBLOCK, blocked)
    },
    Script("ignored signals are not there when they are not blocked") { t in
      t.note("was standard", unsafeBitCast(signal(SIGUSR1, SIG_IGN), to: Int.self))
      t.note("kill", kill(getpid(), SIGUSR1))
      t.mask(SIG_BLOCK, [SIGUSR1])
      let signals = t.signalFile([SIGUSR1])
      t.signals(signals)
      t.note("kill", kill(getpid(), SIGUSR1))
      t.signals(signals)
      t.note("kill", kill(getpid(), SIGUSR1))
      t.note("was ignored", unsafeBitCast(signal(SIGUSR1, SIG_IGN), to: Int.self))
      t.signals(signals)
      t.note("now standard", unsafeBitCast(signal(SIGUSR1, SIG_DFL), to: Int.self))
      t.mask(SIG_UNBLOCK, [SIGUSR1])
    },
    Script("writing to a pipe that nobody reads, without a signal") { t in
      signal(SIGPIPE, SIG_IGN)
      let (reader, writer) = t.makePipe()
      t.closes(reader)
      t.put(writer, "x")
      let (a, b) = t.pair()
      t.closes(b)
      t.put(a, "x")
      t.note("send", send(a, "x", 1, 0))
    },
  ]
}
