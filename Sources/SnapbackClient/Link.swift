import SnapbackLinux

/// The socket of a client, as long as somebody needs it: the client, or who waits for it to speak.
///
/// What it holds does not change, and the kernel orders what several threads do with a socket.
final class Link: @unchecked Sendable {
  private let connection: UnixConnection

  /// How long a daemon may leave unread what is written, in seconds, before it counts as gone.
  static let writeLimit = 5

  init(_ connection: consuming UnixConnection) {
    self.connection = connection
    self.connection.limitWriting(toSeconds: Self.writeLimit)
  }

  /// Connects to the first of `places` that answers; throws the error of the first when none does.
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

  /// Writes all of it; false when the daemon has gone, or does not read.
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
