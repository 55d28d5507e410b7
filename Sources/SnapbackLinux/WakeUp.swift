import CSnapbackLinux
import Glibc

/// Wakes another process, which holds the other end of a pair of connected sockets.
///
/// Each end has its own open file description, so the other process can neither make this end
/// blocking nor fill its buffer. With an eventfd, both processes would share one file description,
/// and the other process could do both.
public final class WakeUp: Sendable {
  private let socket: Descriptor

  /// Makes a pair of sockets. Returns this end, and the end for the other process.
  public static func pair() throws(SystemError) -> (wake: WakeUp, other: SharedDescriptor) {
    var ends: (Int32, Int32) = (-1, -1)
    let result = withUnsafeMutableBytes(of: &ends) { ends in
      snapback_wake_pair(ends.bindMemory(to: Int32.self).baseAddress)
    }
    _ = try checked(result, "cannot create a pair of sockets for wake-ups")
    let other = SharedDescriptor(Descriptor(owning: ends.1))
    return (WakeUp(socket: Descriptor(owning: ends.0)), other)
  }

  private init(socket: consuming Descriptor) {
    self.socket = socket
  }

  /// Makes the other end readable by writing eight bytes, unless the bytes of the last call are
  /// still unread.
  ///
  /// Never blocks. Does nothing after the other process has closed its end.
  public func signal() {
    snapback_wake(socket.raw)
  }
}
