import CSnapbackLinux
import Glibc

/// Reading without waiting, with the descriptors that come beside the bytes.
extension UnixConnection {
  /// The most descriptors that one read takes; further ones are closed.
  public static let receivedLimit = 2

  /// Reads what is there into `buffer`, also from a socket that blocks.
  ///
  /// Descriptors that came with it are appended to `descriptors`; they are the caller's to close.
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

  /// Waits until there is something to read or the other side has gone; false after so many
  /// milliseconds without. −1 waits for ever.
  public func waitUntilReadable(milliseconds: Int32 = -1) -> Bool {
    Self.waitUntilReadable(descriptor, milliseconds: milliseconds)
  }

  /// The same of any descriptor.
  public static func waitUntilReadable(_ descriptor: Int32, milliseconds: Int32 = -1) -> Bool {
    var wait = pollfd(fd: descriptor, events: Int16(truncatingIfNeeded: POLLIN), revents: 0)
    while true {
      let result = poll(&wait, 1, milliseconds)
      let code = errno
      if result >= 0 || code != EINTR { return result != 0 }
    }
  }

  /// Makes a write fail that has waited for so long, instead of waiting for ever.
  public func limitWriting(toSeconds seconds: Int) {
    var limit = timeval(tv_sec: seconds, tv_usec: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
  }

  /// Ends the conversation in both directions; who waits to read is woken.
  public func shutDown() {
    shutdown(descriptor, Int32(clamping: SHUT_RDWR))
  }
}
