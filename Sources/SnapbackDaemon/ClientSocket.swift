import SnapbackLinux
import SnapbackProtocol

/// A client's socket, and the socket events for which the loop watches it.
struct ClientSocket: ~Copyable {
  private let connection: UnixConnection
  private var buffer = [UInt8](repeating: 0, count: 4096)
  private var watched: EventLoop.Readiness = .readable
  /// Whether bytes wait because the socket buffer is full.
  private(set) var isBlocked = false

  init(_ connection: consuming UnixConnection) { self.connection = connection }

  var descriptor: Int32 { connection.descriptor }
  /// The number of bytes that the client has not read; nil if the kernel does not report it.
  var unread: Int? { connection.unread }

  func limitSendBuffer(to bytes: Int32) { connection.limitSendBuffer(to: bytes) }

  /// Reads some of the received bytes.
  mutating func read(into stream: inout InboundStream) {
    switch connection.read(into: &buffer) {
    case .wouldBlock: break
    case .closed, .failed:
      // A client such as `echo … | socat …` closes its writing side but may still read.
      stream.end()
    case .bytes(let count): stream.append(buffer[..<count])
    }
  }

  /// Writes waiting bytes until the socket buffer is full. Calls `note` with the number of bytes of
  /// each write.
  mutating func write(
    _ output: inout OutboundQueue, _ note: (Int) -> Void
  ) -> OutboundQueue.Outcome {
    let outcome = output.write(to: connection, note)
    if outcome == .blocked || outcome == .empty { isBlocked = outcome == .blocked }
    return outcome
  }

  /// Records that the socket is writable again.
  mutating func noteRoom() { isBlocked = false }

  /// Makes the loop watch the socket for the right events. `isDeaf` is true while the daemon must
  /// not read requests. Returns false if the loop cannot be changed.
  mutating func updateWatch(_ loop: inout DaemonLoop, id: UInt64, isDeaf: Bool) -> Bool {
    var interest: EventLoop.Readiness = isDeaf ? [] : .readable
    if isBlocked { interest.insert(.writable) }
    guard interest != watched else { return true }
    do throws(SystemError) {
      try loop.change(descriptor, of: .client(id), to: interest)
      watched = interest
      return true
    } catch {
      return false
    }
  }
}
