import CSimulatedKernel
import SimulatedKernel

/// The call stack between the daemon's loop and the socket when a touch reaches a client.
///
/// It watches the calls of the daemon. After a read from a device, the first write to a socket
/// gives the trace, unless the daemon has waited in between.
final class CallTrace {
  /// The maximum depth of a recorded stack.
  private static let depth = 200

  /// The return addresses on the stack of the write, relative to the start of the program,
  /// outermost first; empty before the write.
  private(set) var places: [UInt] = []
  private var hasRead = false

  /// Records a call, on the thread that makes it.
  func note(_ call: Call) {
    guard places.isEmpty else { return }
    switch (call.name, call.file?.kind) {
    case (.read, .device): hasRead = true
    case (.epoll_wait, _): hasRead = false
    case (.send, .socket), (.sendmsg, .socket), (.write, .socket):
      // A single byte only wakes up a reader of shared memory.
      if hasRead, call.arguments[2] > 1 { places = Self.stack().reversed() }
    default: break
    }
  }

  /// The return addresses on the stack of this thread, innermost first.
  private static func stack() -> [UInt] {
    var places = [UInt](repeating: 0, count: depth)
    let count = ck_stack(&places, Int32(depth))
    return places.prefix(Int(count)).filter { $0 != 0 }
  }
}
