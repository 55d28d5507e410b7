import Glibc

/// Sends datagrams to one destination over UDP.
public struct DatagramSender: ~Copyable {
  private let socket: Descriptor
  /// The numeric address and port of the destination: `127.0.0.1:3333`, `[::1]:3333`.
  public let place: String

  /// Looks up the host once and opens a socket for it.
  ///
  /// - Parameters:
  ///   - host: a name or an address; an IPv6 address is written without brackets.
  ///   - port: 1…65535.
  public init(host: String, port: UInt16) throws(SystemError) {
    let made = try Self.connected(to: host, port)
    socket = Descriptor(owning: made.descriptor)
    place = made.place
  }

  /// Makes a connected socket, because the network reports errors only to connected sockets.
  private static func connected(
    to host: String, _ port: UInt16
  ) throws(SystemError) -> (descriptor: Int32, place: String) {
    let found = try addresses(of: host, port: port)
    defer { freeaddrinfo(found) }
    let address = found.pointee
    let place = name(address, port: port)
    let kind = Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    let descriptor = try checked(
      Glibc.socket(address.ai_family, kind | Int32(SOCK_NONBLOCK.rawValue), 0),
      "cannot create a socket")
    let result = connect(descriptor, address.ai_addr, address.ai_addrlen)
    let code = errno
    guard result == 0 else {
      close(descriptor)
      throw SystemError("cannot send to \(place)", code: code)
    }
    return (descriptor, place)
  }

  /// Returns the addresses of a host. The caller must release them with `freeaddrinfo`.
  private static func addresses(
    of host: String, port: UInt16
  ) throws(SystemError) -> UnsafeMutablePointer<addrinfo> {
    var hints = addrinfo()
    hints.ai_family = AF_UNSPEC
    hints.ai_socktype = Int32(clamping: SOCK_DGRAM.rawValue)
    hints.ai_flags = AI_NUMERICSERV
    var found: UnsafeMutablePointer<addrinfo>?
    let result = getaddrinfo(host, String(port), &hints, &found)
    let code = errno
    guard result == 0, let found else {
      // Resolver errors, such as an unknown host, have no `errno` value.
      throw SystemError(
        "cannot find the host \"\(host)\" (\(String(cString: gai_strerror(result))))",
        code: result == EAI_SYSTEM ? code : ENXIO)
    }
    return found
  }

  /// The numeric address and port as text.
  private static func name(_ address: addrinfo, port: UInt16) -> String {
    var text = [CChar](repeating: 0, count: 64)
    let result = getnameinfo(
      address.ai_addr, address.ai_addrlen, &text, socklen_t(clamping: text.count), nil, 0,
      NI_NUMERICHOST)
    let bytes = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    let host = result == 0 ? String(decoding: bytes, as: UTF8.self) : "?"
    return address.ai_family == AF_INET6 ? "[\(host)]:\(port)" : "\(host):\(port)"
  }

  /// Sends a datagram. Throws if the system reports an error.
  ///
  /// If no program listens at the destination, this is not an error: the network reports it only
  /// for some destinations, and a listener may start later. The datagram is lost if the socket's
  /// send buffer is full.
  public func send(_ bytes: [UInt8]) throws(SystemError) {
    var refusals = 0
    while true {
      let count = Glibc.send(socket.raw, bytes, bytes.count, Int32(MSG_NOSIGNAL))
      let code = errno
      if count >= 0 || code == EAGAIN || code == ENOBUFS { return }
      if code == ECONNREFUSED {
        // The error belongs to an earlier datagram, and this datagram was not sent. The call has
        // cleared the error, so try again.
        refusals += 1
        guard refusals < 3 else { return }
        continue
      }
      if code == EINTR { continue }
      throw SystemError("cannot send to \(place)", code: code)
    }
  }
}
