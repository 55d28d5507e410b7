import CSnapbackLinux
import Glibc

/// One end of a Unix stream socket.
public struct UnixConnection: ~Copyable {
  private let socket: Descriptor

  /// Takes over a connected socket.
  public init(owning descriptor: Int32) {
    socket = Descriptor(owning: descriptor)
  }

  /// Connects to the listener at `path`; reads and writes then block.
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

  /// Keeps the kernel from queueing more than about `bytes` for a reader that does not read.
  public func limitSendBuffer(to bytes: Int32) {
    var size = bytes
    setsockopt(socket.raw, SOL_SOCKET, SO_SNDBUF, &size, socklen_t(MemoryLayout<Int32>.size))
  }

  /// What a read or write came to.
  public enum Transfer: Equatable, Sendable {
    /// So many bytes.
    case bytes(Int)
    /// Not now: it would block.
    case wouldBlock
    /// The other side has gone.
    case closed
    /// The kernel refuses for another reason, an error number.
    case failed(Int32)
  }

  /// Reads what is there into `buffer`.
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

  /// Writes as many bytes from `offset` on as there is room for.
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

  /// Writes bytes from `offset` on with one or two descriptors beside the first of them.
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

  /// How many bytes the kernel holds that the other side has not read; what it needs to keep them
  /// is counted, too, so only zero says exactly what it means. Nil when it does not say.
  public var unread: Int? {
    let bytes = snapback_unread(socket.raw)
    return bytes < 0 ? nil : Int(clamping: bytes)
  }

  /// Who is at the other side; nil when the kernel does not say.
  public var peer: PeerCredentials? { PeerCredentials(of: socket.raw) }
}
