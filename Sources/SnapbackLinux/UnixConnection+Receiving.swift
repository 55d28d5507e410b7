import CSnapbackLinux
import Glibc

/// Receives bytes, and the descriptors that arrive with them, without blocking.
extension UnixConnection {
  /// The maximum number of descriptors that one read accepts. Further descriptors are closed.
  public static let receivedLimit = 2

  /// Reads the available bytes into `buffer`, without blocking even if the socket blocks.
  ///
  /// Descriptors that arrive with the bytes are appended to `descriptors`; the caller has to close
  /// them.
  public func receive(into buffer: inout [UInt8], descriptors: inout [Int32]) -> Transfer {
    var received: (Int32, Int32) = (-1, -1)
    while true {
      var count: Int32 = 0
      let length = buffer.count
      let result = withUnsafeMutableBytes(of: &received) { numbers in
        snapback_receive(
          descriptor, &buffer, length, numbers.bindMemory(to: Int32.self).baseAddress,
          Int32(clamping: Self.receivedLimit), &count)
      }
      let code = errno
      if count > 0 { descriptors.append(received.0) }
      if count > 1 { descriptors.append(received.1) }
      if result > 0 { return .bytes(result) }
      if result == 0 { return .closed }
      if code == EINTR { continue }
      return code == EAGAIN ? .wouldBlock : .closed
    }
  }

  /// Waits until the socket is readable or the other side has closed. Returns false if neither
  /// happens within `milliseconds`; −1 means no time limit.
  public func waitUntilReadable(milliseconds: Int32 = -1) -> Bool {
    Self.waitUntilReadable(descriptor, milliseconds: milliseconds)
  }

  /// Waits until a descriptor is readable or its other side has closed. Returns false if neither
  /// happens within `milliseconds`; −1 means no time limit.
  public static func waitUntilReadable(_ descriptor: Int32, milliseconds: Int32 = -1) -> Bool {
    var wait = pollfd(fd: descriptor, events: Int16(truncatingIfNeeded: POLLIN), revents: 0)
    while true {
      let result = poll(&wait, 1, milliseconds)
      let code = errno
      if result >= 0 || code != EINTR { return result != 0 }
    }
  }

  /// Makes a write fail after it has blocked for `seconds`, instead of blocking forever.
  public func limitWriting(toSeconds seconds: Int) {
    var limit = timeval(tv_sec: seconds, tv_usec: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
  }

  /// Shuts down the connection in both directions. This wakes a waiting reader.
  public func shutDown() {
    shutdown(descriptor, Int32(clamping: SHUT_RDWR))
  }
}
