import CSimulatedKernel
import Glibc

/// The record of a script's run: each call with its result. The script runs twice, as guest code
/// and on the real kernel, and the records must be equal.
final class Trace {
  private(set) var lines: [String] = []
  /// A directory that is empty at the start.
  let directory: String

  init(directory: String) { self.directory = directory }

  func path(_ name: String) -> String { directory + "/" + name }

  func note(_ line: String) { lines.append(line) }

  /// Records a result, or the error's name if it is negative.
  @discardableResult
  func note(_ what: String, _ call: @autoclosure () -> Int) -> Int {
    let result = call()
    let code = errno
    lines.append("\(what) = \(result < 0 ? Self.name(code) : "\(result)")")
    return result
  }

  @discardableResult
  func note(_ what: String, _ call: @autoclosure () -> Int32) -> Int32 {
    Int32(truncatingIfNeeded: note(what, Int(call())))
  }

  /// Records only success or failure, for numbers that depend on the kernel's version.
  @discardableResult
  func noteClass(_ what: String, _ call: @autoclosure () -> Int) -> Int {
    let result = call()
    let code = errno
    let shown = result < 0 ? Self.name(code) : result == 0 ? "0" : "some"
    lines.append("\(what) = \(shown)")
    return result
  }

  private static func name(_ code: Int32) -> String {
    ck_error_name(code).map { String(cString: $0) } ?? "\(code)"
  }

  // MARK: Sockets

  func pair(_ kind: Int32 = 1 | O_NONBLOCK) -> (Int32, Int32) {
    var numbers: [Int32] = [-1, -1]
    note("socketpair", socketpair(AF_UNIX, kind, 0, &numbers))
    note("numbers \(numbers)")
    return (numbers[0], numbers[1])
  }

  func address(_ path: String) -> sockaddr_un {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
    return address
  }

  private func withAddress(
    _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    withUnsafePointer(to: address(path)) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }

  func listener(_ name: String, kind: Int32 = 1, backlog: Int32 = 4) -> Int32 {
    let socket = note("socket", Glibc.socket(AF_UNIX, kind | O_NONBLOCK, 0))
    note("bind", withAddress(path(name)) { bind(socket, $0, $1) })
    note("listen", listen(socket, backlog))
    return socket
  }

  func bindTo(_ socket: Int32, _ name: String) {
    note("bind", withAddress(path(name)) { bind(socket, $0, $1) })
  }

  @discardableResult
  func connectTo(_ socket: Int32, _ name: String) -> Int32 {
    note("connect \(socket)", withAddress(path(name)) { connect(socket, $0, $1) })
  }

  func client(_ name: String, kind: Int32 = 1) -> Int32 {
    let socket = note("socket", Glibc.socket(AF_UNIX, kind | O_NONBLOCK, 0))
    connectTo(socket, name)
    return socket
  }

  @discardableResult
  func send(_ socket: Int32, _ text: String, flags: Int32 = 0) -> Int {
    let bytes = Array(text.utf8)
    return note("send \(socket) \(text)", Glibc.send(socket, bytes, bytes.count, flags | noSignal))
  }

  @discardableResult
  func receive(_ socket: Int32, _ limit: Int = 100, flags: Int32 = 0) -> Int {
    var bytes = [UInt8](repeating: 0, count: limit)
    let count = note("recv \(socket) \(limit)", recv(socket, &bytes, limit, flags))
    if count > 0 { note(String(decoding: bytes[..<min(count, 40)], as: UTF8.self)) }
    return count
  }

  /// Fills a socket with messages of `size` bytes; returns how many were sent.
  func fill(_ socket: Int32, size: Int) -> Int {
    let bytes = [UInt8](repeating: 7, count: size)
    var total = 0
    while true {
      let count = Glibc.send(socket, bytes, size, noSignal)
      guard count > 0 else {
        note("full", count)
        return total
      }
      total += count
    }
  }

  /// Sends bytes with descriptors attached.
  @discardableResult
  func pass(_ socket: Int32, _ text: String, _ descriptors: [Int32]) -> Int {
    var bytes = Array(text.utf8)
    var control = [UInt64](repeating: 0, count: 2 + (descriptors.count + 1) / 2)
    var header = cmsghdr()
    header.cmsg_len = 16 + 4 * descriptors.count
    header.cmsg_level = SOL_SOCKET
    header.cmsg_type = Int32(SCM_RIGHTS)
    control.withUnsafeMutableBytes { raw in
      raw.storeBytes(of: header, as: cmsghdr.self)
      for (index, descriptor) in descriptors.enumerated() {
        raw.storeBytes(of: descriptor, toByteOffset: 16 + 4 * index, as: Int32.self)
      }
    }
    let size = control.count * 8
    return bytes.withUnsafeMutableBytes { bytes in
      control.withUnsafeMutableBytes { control in
        var part = iovec(iov_base: bytes.baseAddress, iov_len: bytes.count)
        var message = msghdr()
        return withUnsafeMutablePointer(to: &part) { part in
          message.msg_iov = part
          message.msg_iovlen = 1
          message.msg_control = control.baseAddress
          message.msg_controllen = size
          return note(
            "sendmsg \(socket) \(text) \(descriptors)", sendmsg(socket, &message, noSignal))
        }
      }
    }
  }

  /// Receives bytes and up to `room` descriptors, which it returns.
  @discardableResult
  func take(_ socket: Int32, _ limit: Int = 100, room: Int = 4) -> [Int32] {
    var bytes = [UInt8](repeating: 0, count: limit)
    var control = [UInt64](repeating: 0, count: 2 + (room + 1) / 2)
    var taken: [Int32] = []
    bytes.withUnsafeMutableBytes { bytes in
      control.withUnsafeMutableBytes { control in
        var part = iovec(iov_base: bytes.baseAddress, iov_len: bytes.count)
        var message = msghdr()
        withUnsafeMutablePointer(to: &part) { part in
          message.msg_iov = part
          message.msg_iovlen = 1
          message.msg_control = room > 0 ? control.baseAddress : nil
          message.msg_controllen = room > 0 ? 16 + 4 * room : 0
          let count = note("recvmsg \(socket) \(limit)", recvmsg(socket, &message, 0))
          note("flags \(message.msg_flags), control \(message.msg_controllen)")
          if count > 0 { note(String(decoding: bytes.prefix(count), as: UTF8.self)) }
          guard message.msg_controllen >= 20 else { return }
          let length = control.loadUnaligned(as: Int.self)
          for at in stride(from: 16, to: length, by: 4) {
            taken.append(control.loadUnaligned(fromByteOffset: at, as: Int32.self))
          }
        }
      }
    }
    note("descriptors \(taken)")
    return taken
  }

  var noSignal: Int32 { Int32(MSG_NOSIGNAL) }

  func option(_ socket: Int32, _ name: Int32) {
    var value: Int32 = 0
    var length = socklen_t(4)
    note("getsockopt \(name)", getsockopt(socket, SOL_SOCKET, name, &value, &length))
    note("option \(value) of \(length)")
  }

  func outstanding(_ socket: Int32) -> Int {
    var value: Int32 = 0
    note("SIOCOUTQ", ioctl(socket, UInt(TIOCOUTQ), &value))
    return Int(value)
  }
}
