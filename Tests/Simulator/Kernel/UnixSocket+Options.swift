import CSimulatedKernel
import Glibc

/// Socket options.
extension UnixSocket {
  static let peerGroups: Int32 = 59

  func setOption(_ option: Int32, _ bytes: UnsafeRawBufferPointer) throws(Errno) {
    guard bytes.count >= MemoryLayout<Int32>.size else { throw Errno(EINVAL) }
    let value = bytes.loadUnaligned(as: Int32.self)
    switch option {
    case SO_SNDBUF:
      sendBuffer = max(2 * min(max(value, 0), kernel.sendBufferLimit), 4608)
      notify(Ready.socketWritable)
    case SO_RCVBUF:
      receiveBuffer = max(2 * min(max(value, 0), kernel.sendBufferLimit), 2304)
    case SO_SNDTIMEO:
      guard bytes.count >= MemoryLayout<timeval>.size else { throw Errno(EINVAL) }
      let time = bytes.loadUnaligned(as: timeval.self)
      let nanoseconds = UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_usec) * 1000
      sendTimeout = nanoseconds == 0 ? nil : nanoseconds
    default: kernel.refuse("setsockopt \(option)")
    }
  }

  /// Writes an option's value into `bytes`, as far as it fits; returns its length.
  func option(
    _ option: Int32, into bytes: UnsafeMutableRawBufferPointer
  ) throws(Errno) -> Int {
    switch option {
    case SO_PEERCRED:
      let peer = other ?? (state == .listening ? own : nil)
      var credentials: (pid: Int32, uid: UInt32, gid: UInt32) = (0, .max, .max)
      if let peer { credentials = (peer.pid, peer.uid, peer.gid) }
      return withUnsafeBytes(of: credentials) { copy($0, to: bytes) }
    case Self.peerGroups:
      guard let groups = (other ?? own)?.groups else { throw Errno(ENODATA) }
      let size = groups.count * MemoryLayout<UInt32>.size
      guard size <= bytes.count else { throw Errno(ERANGE) }
      return groups.withUnsafeBytes { copy($0, to: bytes) }
    default:
      let value = try number(option)
      return withUnsafeBytes(of: value) { copy($0, to: bytes) }
    }
  }

  private func number(_ option: Int32) throws(Errno) -> Int32 {
    switch option {
    case SO_TYPE: return type
    case SO_DOMAIN: return AF_UNIX
    case SO_ACCEPTCONN: return state == .listening ? 1 : 0
    case SO_SNDBUF: return sendBuffer
    case SO_RCVBUF: return receiveBuffer
    case SO_ERROR:
      defer { error = 0 }
      return error
    default: kernel.refuse("getsockopt \(option)")
    }
  }

  private func copy(
    _ source: UnsafeRawBufferPointer, to bytes: UnsafeMutableRawBufferPointer
  ) -> Int {
    let count = min(source.count, bytes.count)
    bytes.copyMemory(from: UnsafeRawBufferPointer(rebasing: source[..<count]))
    return count
  }
}
