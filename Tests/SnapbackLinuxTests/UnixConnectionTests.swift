import Glibc
import SnapbackLinux
import Testing

/// Sending and receiving bytes and descriptors through a Unix socket.
@Suite struct UnixConnectionTests {
  /// Both ends of a connection.
  private struct Pair: ~Copyable {
    let server: UnixConnection
    let client: UnixConnection

    init() throws {
      let ends = try Ends.sockets()
      server = UnixConnection(owning: dup(ends.first.raw))
      client = UnixConnection(owning: dup(ends.second.raw))
    }

    /// Receives on the client's end.
    func receive() -> (transfer: UnixConnection.Transfer, descriptors: [Int32]) {
      var buffer = [UInt8](repeating: 0, count: 64)
      var descriptors: [Int32] = []
      let transfer = client.receive(into: &buffer, descriptors: &descriptors)
      return (transfer, descriptors)
    }
  }

  @Test func descriptorsArriveBesideTheFirstByte() throws {
    let pair = try Pair()
    let pipe = try Ends.pipe()
    let owned = [pipe.first, pipe.second]
    for count in 1...2 {
      let sent = Array(owned.prefix(count))
      #expect(pair.server.write([0, 1, 2, 3], from: 1, with: sent) == .bytes(3))
      let (transfer, descriptors) = pair.receive()
      #expect(transfer == .bytes(3))
      #expect(descriptors.map(identity) == sent.map { identity($0.raw) })
      for descriptor in descriptors {
        #expect(fcntl(descriptor, F_GETFD) & FD_CLOEXEC != 0)
        close(descriptor)
      }
    }
    // The sender's own descriptors stay open.
    #expect(Glibc.write(owned[1].raw, [4], 1) == 1 && Reading(owned[0].raw) == .bytes([4]))
  }

  @Test func aRefusedHandoverSaysWhyAndSendsNothing() throws {
    let pair = try Pair()
    let closed = SharedDescriptor(Descriptor(owning: -1))
    #expect(pair.server.write([1], from: 0, with: [closed]) == .failed(EBADF))
    #expect(pair.server.write([1], from: 0, with: []) == .failed(EINVAL))
    let open = SharedDescriptor(Descriptor(owning: dup(pair.server.descriptor)))
    #expect(pair.server.write([1], from: 0, with: [open, open, open]) == .failed(EINVAL))
    #expect(pair.server.write([1], from: 1, with: [open]) == .bytes(0))
    #expect(pair.receive().transfer == .wouldBlock)
    #expect(pair.server.write([1], from: 0, with: [open]) == .bytes(1))
    let (transfer, descriptors) = pair.receive()
    #expect(transfer == .bytes(1) && descriptors.count == 1)
    for descriptor in descriptors { close(descriptor) }
  }

  @Test func moreDescriptorsThanAreTakenAreClosed() throws {
    let pair = try Pair()
    let reading: SharedDescriptor
    do {
      let ends = try Ends.sockets()
      reading = ends.first
      try send(ends.second.raw, count: 4, to: pair.server.descriptor)
    }
    let (transfer, descriptors) = pair.receive()
    #expect(transfer == .bytes(1) && descriptors.count == UnixConnection.receivedLimit)
    #expect(Reading(reading.raw) == .nothing)
    for descriptor in descriptors { close(descriptor) }
    #expect(Reading.waitForEnd(reading.raw) == .end)
  }

  /// Sends a byte with several copies of a descriptor, more than ``UnixConnection`` sends.
  private func send(_ descriptor: Int32, count: Int, to socket: Int32) throws {
    let head = MemoryLayout<cmsghdr>.size
    var control = [UInt8](repeating: 0, count: head + 4 * count)
    control.withUnsafeMutableBytes { bytes in
      var header = cmsghdr()
      header.cmsg_len = bytes.count
      (header.cmsg_level, header.cmsg_type) = (SOL_SOCKET, Int32(clamping: SCM_RIGHTS))
      bytes.storeBytes(of: header, as: cmsghdr.self)
      for index in 0..<count {
        bytes.storeBytes(of: descriptor, toByteOffset: head + 4 * index, as: Int32.self)
      }
    }
    var byte: UInt8 = 1
    let sent = withUnsafeMutableBytes(of: &byte) { byte in
      var part = iovec(iov_base: byte.baseAddress, iov_len: 1)
      return control.withUnsafeMutableBytes { control in
        withUnsafeMutablePointer(to: &part) { part in
          var message = msghdr()
          (message.msg_iov, message.msg_iovlen) = (part, 1)
          (message.msg_control, message.msg_controllen) = (control.baseAddress, control.count)
          return sendmsg(socket, &message, 0)
        }
      }
    }
    guard sent == 1 else { throw SystemError("sendmsg", code: errno) }
  }

  @Test func aFullSocketTakesWhatFitsAndThenNothing() throws {
    let pair = try Pair()
    pair.server.limitSendBuffer(to: 16 << 10)
    let bytes = [UInt8](repeating: 1, count: 1 << 20)
    var sent = 0
    while case .bytes(let count) = pair.server.write(bytes, from: sent) { sent += count }
    #expect(sent > 0 && sent < 256 << 10)
    #expect(pair.server.write(bytes, from: sent) == .wouldBlock)
    let own = SharedDescriptor(Descriptor(owning: dup(pair.server.descriptor)))
    #expect(pair.server.write(bytes, from: sent, with: [own]) == .wouldBlock)
    #expect(pair.server.unread ?? 0 >= sent)
    var (received, buffer) = (0, [UInt8](repeating: 0, count: 1 << 16))
    while received < sent, case .bytes(let count) = pair.client.read(into: &buffer) {
      received += count
    }
    #expect(received == sent && pair.server.unread == 0)
  }

  @Test func aConnectionWithoutAPeerIsClosed() async {
    await #expect(processExitsWith: .success) {
      _ = signal(SIGPIPE, SIG_DFL)
      let own = try Ends.sockets().first
      let connection = UnixConnection(owning: dup(own.raw))
      var (buffer, descriptors) = ([UInt8](repeating: 0, count: 8), [Int32]())
      #expect(connection.write([1], from: 0) == .closed)
      #expect(connection.write([1], from: 0, with: [own]) == .closed)
      #expect(connection.read(into: &buffer) == .closed)
      #expect(connection.receive(into: &buffer, descriptors: &descriptors) == .closed)
    }
  }

  @Test func signalsDoNotEndAWaitForBytes() async {
    await #expect(processExitsWith: .success) {
      let ends = try Ends.sockets()
      // An empty handler still interrupts a blocked call.
      _ = signal(SIGUSR1) { _ in }
      var signals = sigset_t()
      sigemptyset(&signals)
      sigaddset(&signals, SIGUSR1)
      pthread_sigmask(SIG_UNBLOCK, &signals, nil)
      let waiter = pthread_self()
      let worker = try Worker<Int>()
      try worker.start {
        for _ in 0..<5 {
          usleep(10_000)
          pthread_kill(waiter, SIGUSR1)
        }
        usleep(10_000)
        return Glibc.write(ends.second.raw, [7], 1)
      }
      #expect(UnixConnection.waitUntilReadable(ends.first.raw, milliseconds: 10_000))
      #expect(Reading(ends.first.raw) == .bytes([7]))
    }
  }

  @Test func thePeerIsTheProcessThatMadeTheSocket() throws {
    let pair = try Pair()
    let told = pair.server.peer
    let peer = try #require(told)
    #expect(peer.process == UInt32(getpid()))
    #expect(peer.user == geteuid() && peer.groups.first == getegid())
    var own = [gid_t](repeating: 0, count: 256)
    let count = getgroups(256, &own)
    let others = Set(own.prefix(Int(max(0, count))))
    #expect(Set(peer.groups) == others.union([getegid()]))
    #expect(Set(peer.groups).count == peer.groups.count)
    let pipe = try Ends.pipe()
    let nobody = UnixConnection(owning: dup(pipe.first.raw)).peer
    #expect(nobody == nil)
  }
}
