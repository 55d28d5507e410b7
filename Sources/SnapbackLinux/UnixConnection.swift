import CSnapbackLinux
import Glibc

/// One end of a Unix stream socket.
public struct UnixConnection: ~Copyable {
  private let socket: Descriptor

  /// Takes over a connected socket.
  public init(owning descriptor: Int32) {
    socket = Descriptor(owning: descriptor)
  }

  /// Connects to the listener at `path`. Reads and writes block.
  public init(connectingTo path: String) throws(SystemError) {
    socket = try Self.connected(to: path)
  }

  private static func connected(to path: String) throws(SystemError) -> Descriptor {
    let address = try SocketPath.address(path)
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    let socket = Descriptor(
      owning: try checked(Glibc.socket(AF_UNIX, kind, 0), "cannot create a socket"))
    _ = try checked(
      SocketPath.withAddress(address) { connect(socket.raw, $0, $1) }, "cannot connect to \(path)")
    return socket
  }

  /// The descriptor to watch.
  public var descriptor: Int32 { socket.raw }

  /// Limits the kernel's send buffer of the socket to approximately `bytes`.
  public func limitSendBuffer(to bytes: Int32) {
    var size = bytes
    setsockopt(socket.raw, SOL_SOCKET, SO_SNDBUF, &size, socklen_t(MemoryLayout<Int32>.size))
  }

  /// The outcome of a read or write.
  public enum Transfer: Equatable, Sendable {
    /// The number of bytes that were transferred.
    case bytes(Int)
    /// The call would block.
    case wouldBlock
    /// The other side has closed the connection.
    case closed
    /// The call failed for another reason, with this error number.
    case failed(Int32)
  }

  /// Reads the available bytes into `buffer`.
  public func read(into buffer: inout [UInt8]) -> Transfer {
    while true {
      let count = recv(socket.raw, &buffer, buffer.count, 0)
      let code = errno
      if count > 0 { return .bytes(count) }
      if count == 0 { return .closed }
      if code == EINTR { continue }
      return code == EAGAIN ? .wouldBlock : .closed
    }
  }

  /// Writes the bytes from `offset` on, as many as the socket has room for.
  public func write(_ bytes: [UInt8], from offset: Int) -> Transfer {
    guard offset < bytes.count else { return .bytes(0) }
    while true {
      let count = bytes.withUnsafeBytes { buffer in
        send(
          socket.raw, buffer.baseAddress.map { $0 + offset }, bytes.count - offset,
          Int32(MSG_NOSIGNAL))
      }
      let code = errno
      if count >= 0 { return .bytes(count) }
      if code == EINTR { continue }
      return code == EAGAIN ? .wouldBlock : .closed
    }
  }

  /// Writes the bytes from `offset` on, with one or two descriptors attached to the first byte.
  public func write(
    _ bytes: [UInt8], from offset: Int, with descriptors: [SharedDescriptor]
  ) -> Transfer {
    guard offset < bytes.count else { return .bytes(0) }
    let numbers = descriptors.map(\.raw)
    while true {
      let count = bytes.withUnsafeBytes { buffer in
        snapback_send_descriptors(
          socket.raw, buffer.baseAddress.map { $0 + offset }, bytes.count - offset, numbers,
          Int32(clamping: numbers.count))
      }
      let code = errno
      if count >= 0 { return .bytes(count) }
      switch code {
      case EINTR: continue
      case EAGAIN: return .wouldBlock
      case EPIPE, ECONNRESET: return .closed
      default: return .failed(code)
      }
    }
  }

  /// The kernel's count of the bytes that the other side has not read; nil if the kernel does not
  /// report it.
  ///
  /// The count includes the kernel's own overhead, so only zero is exact.
  public var unread: Int? {
    let bytes = snapback_unread(socket.raw)
    return bytes < 0 ? nil : Int(clamping: bytes)
  }

  /// The credentials of the other side; nil if the kernel does not report them.
  public var peer: PeerCredentials? { PeerCredentials(of: socket.raw) }
}
