import SnapbackLinux
import SnapbackProtocol

/// A client's socket and the events that the loop watches it for.
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
      // The client closed its writing side but may still read, as `echo
      //
      // socat` does.
      stream.end()
    case .bytes(let count): stream.append(buffer[..<count])
    }
  }

  /// Writes waiting bytes until the socket buffer is full; calls `note` with the size of each part.
  mutating func write(
    _ output: inout OutboundQueue, _ note: (Int) -> Void
  ) -> OutboundQueue.Outcome {
    let outcome = output.write(to: connection, note)
    if outcome == .blocked || outcome == .empty { isBlocked = outcome == .blocked }
    return outcome
  }

  /// Records that the socket is writable again.
  mutating func noteRoom() { isBlocked = false }

  /// Updates which events the loop watches the socket for; returns false if that fails. A client is
  /// "deaf" while its requests cannot be read.
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
