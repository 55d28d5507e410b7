import SnapbackLinux

/// The socket of a client. It stays open until both owners have released it: the client, and the
/// thread that polls the socket.
///
/// Unchecked, because the stored properties do not change, and the kernel orders the socket
/// operations of different threads.
final class Link: @unchecked Sendable {
  private let connection: UnixConnection

  /// The time for which a write may block, in seconds. After it, the client treats the daemon as
  /// disconnected.
  static let writeLimit = 5

  init(_ connection: consuming UnixConnection) {
    self.connection = connection
    self.connection.limitWriting(toSeconds: Self.writeLimit)
  }

  /// Connects to the first of `places` at which a daemon answers. If none answers, throws the error
  /// of the first path.
  static func connected(to places: [String]) throws(SystemError) -> (link: Link, place: String) {
    var first: SystemError?
    for place in places {
      do throws(SystemError) {
        return (Link(try UnixConnection(connectingTo: place)), place)
      } catch {
        first = first ?? error
      }
    }
    throw first ?? SystemError("no socket to connect to", code: 2)
  }

  var descriptor: Int32 { connection.descriptor }

  /// Writes all bytes. Returns false if the daemon has disconnected or does not read.
  func write(_ bytes: [UInt8]) -> Bool {
    var written = 0
    while written < bytes.count {
      guard case .bytes(let count) = connection.write(bytes, from: written) else { return false }
      written += count
    }
    return true
  }

  func receive(
    into buffer: inout [UInt8], descriptors: inout [Int32]
  ) -> UnixConnection.Transfer {
    connection.receive(into: &buffer, descriptors: &descriptors)
  }

  func waitUntilReadable(milliseconds: Int32) -> Bool {
    connection.waitUntilReadable(milliseconds: milliseconds)
  }

  func shutDown() { connection.shutDown() }
}
