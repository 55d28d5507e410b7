import Glibc
import SnapbackLinux

@testable import SnapbackClient

/// The daemon's end of a client's socket; it sends what the test tells it to.
///
/// The kernel buffers the messages until the client reads them, so no thread is needed.
final class FakeDaemon: @unchecked Sendable {
  private let end: UnixConnection
  /// The client's end, to be handed over once.
  let clientEnd: Int32

  static let welcome = """
    {"welcome":{"version":1,"encoding":"ndjson","clock":"monotonic","now":5000,\
    "session":"00000000000000ab","epoch":1,"rate":60,"roles":["view","control"],\
    "features":["frames"],"pacing":"timer"}}
    """

  static func welcome(session: String, epoch: Int) -> String {
    welcome.replacing("00000000000000ab", with: session)
      .replacing("\"epoch\":1", with: "\"epoch\":\(epoch)")
  }

  init(_ lines: [String] = [welcome]) {
    var pair: [Int32] = [-1, -1]
    socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &pair)
    end = UnixConnection(owning: pair[0])
    clientEnd = pair[1]
    for line in lines { say(line) }
  }

  func say(_ line: String) { send(Array((line + "\n").utf8)) }

  /// Sends a line with descriptors attached.
  func say(_ line: String, with descriptors: [Int32]) {
    let owned = descriptors.map { SharedDescriptor(Descriptor(owning: dup($0))) }
    _ = end.write(Array((line + "\n").utf8), from: 0, with: owned)
  }

  func send(_ bytes: [UInt8]) {
    var written = 0
    while written < bytes.count, case .bytes(let count) = end.write(bytes, from: written) {
      written += count
    }
  }

  /// The number of descriptors that this process has open.
  static var openDescriptors: Int { Files.names(in: "/proc/self/fd").count }

  func hangUp() { end.shutDown() }

  /// Everything that the client has sent so far, as text.
  func heard() -> String { String(decoding: heardBytes(), as: UTF8.self) }

  func heardBytes() -> [UInt8] {
    var all: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    var descriptors: [Int32] = []
    while case .bytes(let count) = end.receive(into: &buffer, descriptors: &descriptors) {
      all += buffer[..<count]
    }
    return all
  }
}
