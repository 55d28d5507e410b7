import CSnapbackLinux
import Glibc

/// Wakes another process that holds the other end of a pair of connected sockets.
///
/// Each end has its own open file description, so the other process can neither make this end block
/// nor fill it; with an eventfd, which both sides would share, it could do both.
public final class WakeUp: Sendable {
  private let socket: Descriptor

  /// Makes a pair and returns this end and the end to hand over.
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

  /// Makes the other end readable with eight bytes, unless those of the last call are still unread.
  ///
  /// Never blocks. Does nothing after the other process has closed its end.
  public func signal() {
    snapback_wake(socket.raw)
  }
}
