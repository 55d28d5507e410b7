import Glibc

/// Sends datagrams to Unix sockets of other programs, such as the service manager and the journal.
enum UnixDatagram {
  /// Sends a datagram without waiting. A path that begins with @ is an abstract address.
  ///
  /// - Returns: whether the socket has accepted the datagram; false if no process receives at the
  ///   path, or if the receiver has no room.
  @discardableResult static func send(_ bytes: [UInt8], to path: String) -> Bool {
    guard var target = try? SocketPath.address(path) else { return false }
    // The first byte of an abstract address is zero.
    if path.hasPrefix("@") { target.sun_path.0 = 0 }
    let length = MemoryLayout<sa_family_t>.size + path.utf8.count
    let socket = Glibc.socket(
      AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard socket >= 0 else { return false }
    defer { close(socket) }
    return withUnsafePointer(to: target) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        sendto(
          socket, bytes, bytes.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT), address,
          socklen_t(length)) == bytes.count
      }
    }
  }
}
