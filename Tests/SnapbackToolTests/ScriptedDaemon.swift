import Glibc
import SnapbackLinux
import SnapbackTestSupport
import Synchronization

/// A socket at which a thread answers one client according to a script.
final class ScriptedDaemon: @unchecked Sendable {
  let folder: TemporaryFolder
  let path: String
  private let listener: Descriptor
  private let reply: String
  private let heard = Mutex<[String]>([])

  static let welcome = """
    {"welcome":{"version":1,"encoding":"ndjson","clock":"monotonic","now":1,\
    "session":"00000000000000ab","epoch":1,"rate":60,"roles":["view","control"],\
    "features":[],"pacing":"timer"}}
    """

  /// Answers every command with its `id` followed by `reply`.
  init(reply: String = "\"ok\":true") throws {
    folder = try TemporaryFolder()
    path = folder.path + "/s"
    self.reply = reply
    listener = Descriptor(owning: socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0))
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener.raw, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard result == 0, listen(listener.raw, 1) == 0 else {
      throw Command.Failed(description: "no socket at \(path)")
    }
    var thread = pthread_t()
    pthread_create(
      &thread, nil,
      { context in
        guard let context else { return nil }
        Unmanaged<ScriptedDaemon>.fromOpaque(context).takeRetainedValue().serve()
        return nil
      }, Unmanaged.passRetained(self).toOpaque())
    pthread_detach(thread)
  }

  /// The lines that the client has sent after its hello.
  var lines: [String] { heard.withLock { $0 } }

  private func serve() {
    let accepted = accept(listener.raw, nil, nil)
    guard accepted >= 0 else { return }
    let connection = UnixConnection(owning: accepted)
    say(Self.welcome, connection)
    var buffer = [UInt8](repeating: 0, count: 65536)
    var text: [UInt8] = []
    while case .bytes(let count) = connection.read(into: &buffer) {
      text += buffer[..<count]
      while let end = text.firstIndex(of: UInt8(ascii: "\n")) {
        answer(String(decoding: text[..<end], as: UTF8.self), connection)
        text.removeFirst(end + 1)
      }
    }
  }

  private func answer(_ line: String, _ connection: borrowing UnixConnection) {
    guard !line.hasPrefix("{\"hello\"") else { return }
    heard.withLock { $0.append(line) }
    guard let match = line.firstMatch(of: /"id":(\d+)/) else { return }
    let kind = line.hasPrefix("{\"ping\"") ? "pong" : "reply"
    let rest = kind == "pong" ? "\"now\":5" : reply
    say("{\"\(kind)\":{\"id\":\(match.1),\(rest)}}", connection)
  }

  private func say(_ line: String, _ connection: borrowing UnixConnection) {
    _ = connection.write(Array((line + "\n").utf8), from: 0)
  }
}
