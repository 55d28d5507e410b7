import CSimulatedKernel
import SimulatedKernel

/// The calls between the daemon's loop and the socket when a touch reaches a client.
///
/// It watches the calls of the daemon: after a read from a device, the first write to a socket
/// gives the trace, as long as the daemon has not waited in between.
final class CallTrace {
  /// The most calls on a stack that are looked at.
  private static let depth = 200

  /// The return addresses on the stack of the write, relative to the start of the program, the
  /// outermost first; empty until there was a write.
  private(set) var places: [UInt] = []
  private var hasRead = false

  /// Notes a call, on the thread that makes it.
  func note(_ call: Call) {
    guard places.isEmpty else { return }
    switch (call.name, call.file?.kind) {
    case (.read, .device): hasRead = true
    case (.epoll_wait, _): hasRead = false
    case (.send, .socket), (.sendmsg, .socket), (.write, .socket):
      // A single byte is the wake-up of a reader of shared memory.
      if hasRead, call.arguments[2] > 1 { places = Self.stack().reversed() }
    default: break
    }
  }

  /// The return addresses on the stack of this thread, the innermost first.
  private static func stack() -> [UInt] {
    var places = [UInt](repeating: 0, count: depth)
    let count = ck_stack(&places, Int32(depth))
    return places.prefix(Int(count)).filter { $0 != 0 }
  }
}
