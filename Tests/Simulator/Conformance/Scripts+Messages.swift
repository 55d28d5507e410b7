import CSimulatedKernel
import Glibc

/// Descriptors in messages, and descriptions that several descriptors share.
extension Script {
  static let messages = [
    Script("a passed counter is the same counter") { t in
      let (a, b) = t.pair()
      let counter = t.counter()
      t.pass(a, "take", [counter])
      t.closes(counter)
      guard let taken = t.take(b).first else { return }
      t.add(taken, 3)
      t.drain(taken)
    },
    Script("flags belong to the description, not to the descriptor") { t in
      let (a, b) = t.pair()
      let counter = t.counter()
      t.pass(a, "x", [counter])
      guard let taken = t.take(b).first else { return }
      t.note("clear", fcntl(taken, F_SETFL, 0))
      t.note("flags", fcntl(counter, F_GETFL) & O_NONBLOCK)
      t.note("set", fcntl(taken, F_SETFL, O_NONBLOCK))
      t.note("flags", fcntl(counter, F_GETFL) & O_NONBLOCK)
      t.note("close on exec", fcntl(taken, F_SETFD, FD_CLOEXEC))
      t.note("close on exec", fcntl(counter, F_GETFD))
      t.add(counter, .max - 1)
      t.add(counter, 1)
      t.add(counter, .max)
      t.poll(counter)
      t.drain(taken)
    },
    Script("descriptors come with the byte that they were sent with") { t in
      let (a, b) = t.pair()
      let counter = t.counter()
      t.send(a, "plain")
      t.pass(a, "with", [counter])
      t.send(a, "after")
      t.take(b, 3)
      t.take(b)
      t.take(b)
    },
    Script("a partial read takes all descriptors of a message") { t in
      let (a, b) = t.pair()
      let counter = t.counter()
      t.pass(a, "abcdef", [counter, counter])
      t.take(b, 2)
      t.take(b, 100)
    },
    Script("what has no room is closed") { t in
      let (a, b) = t.pair()
      let counter = t.counter()
      t.pass(a, "x", [counter, counter, counter])
      t.take(b, room: 1)
      t.pass(a, "y", [counter])
      t.take(b, room: 0)
      t.pass(a, "z", [counter])
      t.receive(b)
      t.pass(a, "", [counter])
      t.take(b)
    },
    Script("numbers are reused, lowest first") { t in
      let counters = (0..<5).map { _ in t.counter() }
      t.closes(counters[1])
      t.closes(counters[3])
      _ = t.counter()
      let (a, b) = t.pair()
      t.note("dup", dup(counters[0]))
      t.note("F_DUPFD", fcntl(counters[0], F_DUPFD, 20))
      t.note("F_DUPFD_CLOEXEC", fcntl(counters[0], F_DUPFD_CLOEXEC, 20))
      t.note("dup2", dup2(a, 25))
      t.note("dup2 to itself", dup2(a, a))
      t.note("dup2 over another", dup2(counters[0], b))
      t.receive(a)
      _ = t.counter()
    },
    Script("a socket in flight keeps its other end open") { t in
      let (a, b) = t.pair()
      let (c, d) = t.pair()
      t.pass(a, "x", [c])
      t.closes(c)
      t.send(d, "still there")
      t.poll(d)
      guard let taken = t.take(b).first else { return }
      t.receive(taken)
      t.closes(taken)
      t.poll(d)
    },
    Script("a message that is never read lets go when the socket closes") { t in
      let (a, b) = t.pair()
      let (c, d) = t.pair()
      t.pass(a, "x", [c])
      t.closes(c)
      t.poll(d)
      t.closes(b)
      t.poll(d)
    },
    Script("a bad descriptor spoils the message") { t in
      let (a, b) = t.pair()
      t.pass(a, "x", [99])
      t.receive(b)
      t.pass(a, "y", Array(repeating: a, count: 254))
      t.pass(a, "z", Array(repeating: a, count: 253))
      t.note("descriptors", t.take(b, room: 253).count)
    },
    Script("a table that is full refuses and keeps the connection") { t in
      let listener = t.listener("s")
      _ = t.client("s")
      let start = t.counter()
      let limit = Int32(1024)
      // Fills the table from the highest used number up: both sides have the same limit.
      var number = start
      while number < limit - 1 {
        number = dup(start)
        if number < 0 { break }
      }
      t.note("last", number)
      t.note("accept", ck_accept(listener, 0))
      t.note("socket", socket(AF_UNIX, 1, 0))
      t.note("dup", dup(start))
      t.closes(start)
      t.note("accept", ck_accept(listener, 0))
    },
    Script("who the peer is") { t in
      let listener = t.listener("s")
      let client = t.client("s")
      let server = t.note("accept", ck_accept(listener, 0))
      for socket in [client, server] {
        var credentials: (Int32, UInt32, UInt32) = (0, 0, 0)
        var length = socklen_t(12)
        t.note("SO_PEERCRED", getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &credentials, &length))
        t.note("ours \(credentials.0 == getpid() && credentials.1 == getuid())")
        t.note("length \(length)")
      }
      let lone = t.note("socket", socket(AF_UNIX, 1, 0))
      var credentials: (Int32, UInt32, UInt32) = (0, 0, 0)
      var length = socklen_t(12)
      t.note("SO_PEERCRED", getsockopt(lone, SOL_SOCKET, SO_PEERCRED, &credentials, &length))
      t.note("\(credentials.0) \(credentials.1)")
    },
  ]
}
