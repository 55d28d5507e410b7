import CSnapbackLinux
import Glibc
import SnapbackLinux

/// A client of the daemon that sends given bytes, never blocks, and does not trust the daemon.
final class FuzzClient {
  /// Nil when either side has disconnected.
  private var connection: UnixConnection?
  /// The descriptors that the client received.
  private var handed: [Int32] = []
  /// The received part of an incomplete line.
  private var line: [UInt8] = []
  /// Whether the client received a snapshot since this was last set to false.
  var hasNewScene = false
  private var buffer = [UInt8](repeating: 0, count: 1 << 14)

  /// Connects; fails while no daemon listens.
  init?() {
    guard let connection = try? UnixConnection(connectingTo: FuzzDaemon.socket) else { return nil }
    self.connection = consume connection
  }

  deinit { leave() }

  /// Whether neither side has disconnected.
  var isConnected: Bool { connection != nil }

  private var socket: Int32 { connection?.descriptor ?? -1 }

  /// Disconnects, and closes all received descriptors.
  func leave() {
    connection = nil
    for descriptor in handed { close(descriptor) }
    handed = []
  }

  /// Sends bytes until the socket is full.
  func send(_ bytes: [UInt8]) {
    _ = Glibc.send(socket, bytes, bytes.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL))
  }

  /// Sends a byte with two descriptors attached.
  func sendDescriptors() {
    _ = snapback_send_descriptors(socket, " ", 1, [2, 2], 2)
  }

  /// Shuts down reading, writing or both; see shutdown(2).
  func shutDown(_ how: Int32) {
    shutdown(socket, how)
  }

  /// Reads at most `limit` bytes; without a limit, everything available.
  func read(limit: Int = .max) {
    var rest = limit
    while rest > 0, let count = receive(atMost: rest), count > 0 { rest -= count }
  }

  /// Waits until there is something to read.
  func waitToRead(milliseconds: Int32) {
    var interest = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
    poll(&interest, 1, milliseconds)
  }

  /// Reads everything available; returns whether a line of it begins with `text`.
  func hears(_ text: String) -> Bool {
    var found = false
    while let count = receive(atMost: buffer.count), count > 0 {
      line += buffer[..<count]
      let lines = line.split(separator: 10, omittingEmptySubsequences: false)
      for line in lines.dropLast() {
        if line.starts(with: text.utf8) { found = true }
        if line.starts(with: "{\"snapshot\"".utf8) { hasNewScene = true }
      }
      line = lines.last.map(Array.init) ?? []
    }
    return found
  }

  /// Reads once; nil when nothing is available, 0 when the daemon has disconnected.
  private func receive(atMost limit: Int) -> Int? {
    guard isConnected else { return 0 }
    var descriptors: [Int32] = [-1, -1]
    var count: Int32 = 0
    let got = snapback_receive(
      socket, &buffer, min(limit, buffer.count), &descriptors, Int32(descriptors.count), &count)
    let code = errno
    handed += descriptors.prefix(Int(count))
    for descriptor in descriptors.prefix(Int(count)) { requireNoConnection(descriptor) }
    if got < 0, code == EAGAIN { return nil }
    if got <= 0 { leave() }
    return max(got, 0)
  }

  /// Requires that a descriptor is not one of the daemon's connections, which have the listener's
  /// name.
  private func requireNoConnection(_ descriptor: Int32) {
    var address = sockaddr_un()
    var length = socklen_t(MemoryLayout<sockaddr_un>.size)
    let result = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        getsockname(descriptor, $0, &length)
      }
    }
    if result == 0, length > MemoryLayout<sa_family_t>.size {
      fail("a client received a connection of the daemon")
    }
  }

  /// Fills all received descriptors, and makes them block.
  func abuse() {
    let bytes = [UInt8](repeating: 0xFE, count: 1 << 16)
    for descriptor in handed {
      _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
      for count in [8, bytes.count] { _ = write(descriptor, bytes, count) }
      _ = fcntl(descriptor, F_SETFL, 0)
    }
  }
}
