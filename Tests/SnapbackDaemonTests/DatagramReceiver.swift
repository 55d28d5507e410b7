import Glibc
import SnapbackTestSupport

/// A datagram socket like those of the service manager and the journal.
final class DatagramReceiver {
  private let folder: TemporaryFolder
  private let descriptor: Int32
  var path: String { folder.path + "/receiver" }

  init() throws {
    folder = try TemporaryFolder()
    descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array((folder.path + "/receiver").utf8)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    let result = withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard result == 0 else { throw Command.Failed(description: "bind: \(errno)") }
    var limit = timeval(tv_sec: 60, tv_usec: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
  }

  deinit { close(descriptor) }

  /// Waits for the next message.
  func next() throws -> String {
    guard let bytes = receive(flags: 0) else {
      throw Command.Failed(description: "no message in a minute")
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Receives the next message without waiting; nil if none has arrived.
  func waiting() -> [UInt8]? { receive(flags: Int32(MSG_DONTWAIT)) }

  private func receive(flags: Int32) -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = recv(descriptor, &buffer, buffer.count, flags)
    return count > 0 ? Array(buffer[..<count]) : nil
  }
}
