import CSimulatedKernel
import Glibc

/// epoll: which events are reported, in which order, and when an entry is removed.
extension Script {
  static let epoll = [
    Script("ready is told until it is read") { t in
      let (a, b) = t.pair()
      let epoll = t.makeEpoll()
      t.watch(epoll, b)
      t.wait(epoll)
      t.send(a, "x")
      t.wait(epoll)
      t.wait(epoll)
      t.receive(b)
      t.wait(epoll)
    },
    Script("hangups are told to who did not ask") { t in
      let (a, b) = t.pair()
      let epoll = t.makeEpoll()
      t.watch(epoll, b, 0)
      t.note("shutdown", shutdown(a, Int32(SHUT_WR)))
      t.wait(epoll)
      t.control(epoll, EPOLL_CTL_MOD, b, 0x2001)
      t.wait(epoll)
      t.closes(a)
      t.wait(epoll)
      t.control(epoll, EPOLL_CTL_MOD, b, 0)
      t.wait(epoll)
    },
    Script("a half-closed client that is watched for nothing is silent") { t in
      let (a, b) = t.pair()
      let epoll = t.makeEpoll()
      t.watch(epoll, b, 1)
      t.note("shutdown", shutdown(a, Int32(SHUT_WR)))
      t.wait(epoll)
      t.receive(b)
      t.control(epoll, EPOLL_CTL_MOD, b, 0)
      t.wait(epoll)
      t.control(epoll, EPOLL_CTL_MOD, b, 4)
      t.wait(epoll)
    },
    Script("ready ones take turns") { t in
      let epoll = t.makeEpoll()
      let counters = (0..<5).map { _ in t.counter() }
      for counter in counters { t.watch(epoll, counter) }
      for counter in counters.reversed() { t.add(counter, 1) }
      t.wait(epoll, limit: 2)
      t.wait(epoll, limit: 2)
      t.wait(epoll, limit: 2)
      t.drain(counters[3])
      t.wait(epoll, limit: 2)
      t.wait(epoll)
    },
    Script("an entry is found by description and number") { t in
      let epoll = t.makeEpoll()
      let counter = t.counter()
      t.watch(epoll, counter)
      t.watch(epoll, counter)
      let copy = t.note("dup", dup(counter))
      t.watch(epoll, copy)
      t.add(copy, 1)
      t.wait(epoll)
      t.control(epoll, EPOLL_CTL_DEL, copy, 0)
      t.control(epoll, EPOLL_CTL_DEL, copy, 0)
      t.control(epoll, EPOLL_CTL_MOD, copy, 1)
      t.wait(epoll)
    },
    Script("a closed number that has a duplicate goes on ringing") { t in
      let epoll = t.makeEpoll()
      let counter = t.counter()
      t.watch(epoll, counter)
      let copy = t.note("dup", dup(counter))
      t.add(counter, 1)
      t.closes(counter)
      t.wait(epoll)
      t.control(epoll, EPOLL_CTL_DEL, counter, 0)
      let other = t.counter()
      t.note("same number \(other == counter)")
      t.control(epoll, EPOLL_CTL_DEL, other, 0)
      t.wait(epoll)
      t.closes(copy)
      t.wait(epoll)
    },
    Script("the last close takes the entry along") { t in
      let epoll = t.makeEpoll()
      let (a, b) = t.pair()
      t.watch(epoll, a, 5)
      t.wait(epoll)
      t.closes(a)
      t.wait(epoll)
      t.poll(b)
    },
    Script("a description in flight keeps its entry") { t in
      let epoll = t.makeEpoll()
      let (a, b) = t.pair()
      let counter = t.counter()
      t.watch(epoll, counter)
      t.add(counter, 1)
      t.pass(a, "x", [counter])
      t.closes(counter)
      t.wait(epoll)
      t.closes(b)
      t.wait(epoll)
    },
    Script("once, and on a change") { t in
      let epoll = t.makeEpoll()
      let (a, b) = t.pair()
      t.control(epoll, EPOLL_CTL_ADD, b, 1 | 1 << 30)
      t.send(a, "x")
      t.wait(epoll)
      t.wait(epoll)
      t.send(a, "y")
      t.wait(epoll)
      t.control(epoll, EPOLL_CTL_MOD, b, 1 | 1 << 31)
      t.wait(epoll)
      t.wait(epoll)
      t.send(a, "z")
      t.wait(epoll)
      t.wait(epoll)
    },
    Script("writability of a socket returns when the reader has read") { t in
      let epoll = t.makeEpoll()
      let (a, b) = t.pair()
      var size: Int32 = 1
      t.note("SO_SNDBUF", setsockopt(a, SOL_SOCKET, SO_SNDBUF, &size, 4))
      t.watch(epoll, a, 4)
      t.wait(epoll)
      _ = t.fill(a, size: 3000)
      t.wait(epoll)
      var buffer = [UInt8](repeating: 0, count: 1 << 20)
      while recv(b, &buffer, buffer.count, 0) > 0 {}
      t.wait(epoll)
      t.closes(b)
      t.wait(epoll)
    },
    Script("what cannot be watched") { t in
      let epoll = t.makeEpoll()
      let file = t.open("file", O_RDWR | O_CREAT)
      t.watch(epoll, file)
      t.watch(epoll, epoll)
      t.watch(epoll, 99)
      t.watch(file, epoll)
      t.control(epoll, 9, t.counter(), 1)
      t.wait(epoll, limit: 0)
      t.wait(file)
    },
    Script("an epoll in an epoll") { t in
      let (inner, outer) = (t.makeEpoll(), t.makeEpoll())
      let counter = t.counter()
      t.watch(inner, counter)
      t.watch(outer, inner)
      t.wait(outer)
      t.add(counter, 1)
      t.wait(outer)
      t.poll(inner)
      t.drain(counter)
      t.wait(outer)
    },
    Script("listener, clients and a counter in one loop") { t in
      let epoll = t.makeEpoll()
      let listener = t.listener("s")
      let counter = t.counter()
      t.watch(epoll, counter)
      t.watch(epoll, listener)
      let first = t.client("s")
      t.add(counter, 1)
      let second = t.client("s")
      t.wait(epoll)
      let server = t.note("accept", ck_accept(listener, O_NONBLOCK))
      t.watch(epoll, server, 5)
      t.send(first, "x")
      t.wait(epoll)
      t.closes(second)
      t.closes(first)
      t.wait(epoll)
      let other = t.note("accept", ck_accept(listener, O_NONBLOCK))
      t.poll(other)
      t.wait(epoll)
    },
  ]
}
