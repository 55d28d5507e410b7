import SnapbackClient
import SnapbackLinux
import SnapbackProtocol
import SnapbackTestSupport

/// A client that has completed the handshake and mirrors what it receives.
final class TestClient {
  private var client: LineClient
  private(set) var mirror = SceneMirror()

  init(_ daemon: RunningDaemon) throws {
    client = try LineClient(candidates: [daemon.socket])
    client.hello(name: "test")
  }

  /// Waits for the next line and applies it.
  @discardableResult
  func next() throws -> SceneMirror.Update {
    guard let line = client.nextLine() else {
      throw Command.Failed(description: "the daemon has gone")
    }
    return try mirror.apply(line)
  }

  /// The state of the scene's last view.
  var transform: ViewState? { mirror.views.last?.state }
}
