import CSimulatedKernel
import Glibc

/// Stream sockets: queues, shutdown, closing, connecting.
extension Script {
  static let sockets = [
    Script("a pair carries bytes both ways") { t in
      let (a, b) = t.pair()
      t.send(a, "hello")
      t.receive(b, 3)
      t.receive(b)
      t.receive(b)
      t.send(b, "back")
      t.receive(a, 2, flags: Int32(MSG_PEEK))
      t.receive(a)
    },
    Script("bytes of several messages are read as one stream") { t in
      let (a, b) = t.pair()
      for text in ["one", "two", "three"] { t.send(a, text) }
      t.receive(b, 5)
      t.receive(b, 0)
      t.receive(b, 100)
    },
    Script("a closed peer ends reading and breaks writing") { t in
      let (a, b) = t.pair()
      t.send(a, "last words")
      t.closes(a)
      t.poll(b)
      t.send(b, "x")
      t.receive(b)
      t.receive(b)
      t.receive(b)
      t.poll(b)
    },
    Script("what the peer closed without reading is an error, once") { t in
      let (a, b) = t.pair()
      t.send(b, "never read")
      t.closes(a)
      t.poll(b)
      t.receive(b)
      t.poll(b)
      t.receive(b)
      t.send(b, "x")
    },
    Script("SO_ERROR takes the error") { t in
      let (a, b) = t.pair()
      t.send(b, "never read")
      t.closes(a)
      t.option(b, SO_ERROR)
      t.option(b, SO_ERROR)
      t.receive(b)
    },
    Script("shutting down writing ends the peer's reading only") { t in
      let (a, b) = t.pair()
      t.send(a, "x")
      t.note("shutdown", shutdown(a, Int32(SHUT_WR)))
      t.poll(a)
      t.poll(b)
      t.send(a, "y")
      t.receive(b)
      t.receive(b)
      t.send(b, "answer")
      t.receive(a)
      t.note("shutdown", shutdown(b, Int32(SHUT_WR)))
      t.poll(a)
      t.poll(b)
      t.receive(a)
    },
    Script("shutting down reading breaks the peer's writing") { t in
      let (a, b) = t.pair()
      t.note("shutdown", shutdown(b, Int32(SHUT_RD)))
      t.poll(a)
      t.poll(b)
      t.send(a, "x")
      t.receive(b)
      t.send(b, "y")
      t.receive(a)
    },
    Script("shutting down both") { t in
      let (a, b) = t.pair()
      t.send(a, "x")
      t.note("shutdown", shutdown(a, Int32(SHUT_RDWR)))
      t.poll(a)
      t.poll(b)
      t.receive(a)
      t.receive(b)
      t.receive(b)
      t.note("shutdown twice", shutdown(a, Int32(SHUT_RDWR)))
      t.note("shutdown wrongly", shutdown(a, 7))
    },
    Script("a send buffer fills and drains") { t in
      let (a, b) = t.pair()
      var size: Int32 = 65536
      t.note("SO_SNDBUF", setsockopt(a, SOL_SOCKET, SO_SNDBUF, &size, 4))
      t.option(a, SO_SNDBUF)
      t.poll(a)
      // How much fits depends on how much memory the kernel's version needs per message.
      t.note("some went in: \(t.fill(a, size: 1000) > 0)")
      t.poll(a)
      t.note("some is outstanding: \(t.outstanding(a) > 0)")
      var buffer = [UInt8](repeating: 0, count: 1 << 20)
      while recv(b, &buffer, buffer.count, 0) > 0 {}
      t.note("outstanding \(t.outstanding(a))")
      t.poll(a)
    },
    Script("one large write is accepted in part") { t in
      let (a, b) = t.pair()
      var size: Int32 = 1
      t.note("SO_SNDBUF", setsockopt(a, SOL_SOCKET, SO_SNDBUF, &size, 4))
      t.option(a, SO_SNDBUF)
      t.note("some went in: \(t.fill(a, size: 400_000) > 0)")
      t.poll(a)
      var waiting: Int32 = 0
      t.note("FIONREAD", ioctl(b, UInt(FIONREAD), &waiting))
      t.note("it all waits: \(waiting > 0)")
    },
    Script("connecting, accepting and what each side is told") { t in
      let listener = t.listener("s")
      t.note("accept", ck_accept(listener, 0))
      let client = t.client("s")
      t.poll(listener)
      t.send(client, "early")
      let server = t.note("accept", ck_accept(listener, O_NONBLOCK))
      t.receive(server)
      t.poll(listener)
      t.poll(client)
      t.connectTo(client, "s")
      t.option(listener, SO_ACCEPTCONN)
      t.option(server, SO_ACCEPTCONN)
      t.option(server, SO_TYPE)
      t.closes(server)
      t.poll(client)
    },
    Script("a backlog that is full refuses to wait") { t in
      let listener = t.listener("s", backlog: 1)
      for _ in 0..<3 { _ = t.client("s") }
      t.note("accept", ck_accept(listener, 0))
      _ = t.client("s")
    },
    Script("connecting to nothing") { t in
      _ = t.client("missing")
      let listener = t.listener("s")
      t.closes(listener)
      _ = t.client("s")
      t.note("unlink", unlink(t.path("s")))
      _ = t.client("s")
      let file = t.open("file", O_RDWR | O_CREAT)
      t.closes(file)
      _ = t.client("file")
      let bound = t.note("socket", socket(AF_UNIX, 1, 0))
      t.bindTo(bound, "bound")
      _ = t.client("bound")
      _ = t.client("bound", kind: 5)
      t.bindTo(bound, "again")
      let other = t.note("socket", socket(AF_UNIX, 1, 0))
      t.bindTo(other, "bound")
      t.note("listen unbound", listen(other, 1))
    },
    Script("a listener that closes drops those that wait") { t in
      let listener = t.listener("s")
      let client = t.client("s")
      t.send(client, "x")
      t.poll(client)
      t.closes(listener)
      t.poll(client)
      t.receive(client)
      t.receive(client)
      t.send(client, "y")
    },
    Script("a socket that is not connected") { t in
      let socket = t.note("socket", socket(AF_UNIX, 1 | O_NONBLOCK, 0))
      t.poll(socket)
      t.receive(socket)
      t.send(socket, "x")
      t.note("accept", ck_accept(socket, 0))
      t.note("shutdown", shutdown(socket, Int32(SHUT_WR)))
      t.poll(socket)
      t.note("no netlink here or there: \(Glibc.socket(99, 1, 0))")
      t.note("kind", Glibc.socket(AF_UNIX, 4, 0))
    },
    Script("descriptors that are not sockets, or not there") { t in
      let counter = t.counter()
      t.send(counter, "x")
      t.receive(counter)
      t.note("listen", listen(counter, 1))
      t.send(99, "x")
      t.closes(99)
      t.note("fcntl", fcntl(99, F_GETFL))
      t.note("dup", dup(99))
    },
    Script("packets keep their boundaries") { t in
      let (a, b) = t.pair(5 | O_NONBLOCK)
      for text in ["one", "two", ""] { t.send(a, text) }
      t.receive(b, 2)
      t.receive(b)
      t.receive(b)
      t.poll(a)
      t.closes(a)
      t.poll(b)
      t.receive(b)
      t.send(b, "x")
    },
    Script("a packet pair that is shut down or closed unread") { t in
      let (a, b) = t.pair(5 | O_NONBLOCK)
      t.send(a, "x")
      t.note("shutdown", shutdown(a, Int32(SHUT_WR)))
      t.send(a, "y")
      t.receive(b)
      t.receive(b)
      t.send(b, "unread")
      t.closes(a)
      t.poll(b)
      t.receive(b)
      t.receive(b)
    },
    Script("datagrams of a pair") { t in
      let (a, b) = t.pair(2 | O_NONBLOCK)
      for text in ["one", "two"] { t.send(a, text) }
      t.receive(b, 2)
      t.receive(b)
      t.receive(b)
      t.poll(a)
      let count = 300_000
      t.note("too long", send(a, [UInt8](repeating: 0, count: count), count, t.noSignal))
      t.closes(b)
      t.poll(a)
      t.send(a, "x")
      t.send(a, "y")
    },
    Script("datagrams to a path") { t in
      let receiver = t.note("socket", socket(AF_UNIX, 2 | O_NONBLOCK, 0))
      t.bindTo(receiver, "d")
      let sender = t.client("d", kind: 2)
      for index in 0..<13 { t.send(sender, "\(index)") }
      t.poll(sender)
      t.receive(receiver)
      t.poll(sender)
      t.send(sender, "more")
      _ = t.client("d", kind: 1)
    },
  ]

}
