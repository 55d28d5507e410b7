import Glibc
import SnapbackClient
import SnapbackDocument
import SnapbackLinux
import SnapbackProtocol

/// The names in the scene of the running daemon, for completions. If no daemon answers, there are
/// none.
struct RunningScene {
  /// The number of seconds after which the tool ends, because the shell waits for it.
  private static let patience: UInt32 = 2

  private let socket: String?

  /// Uses the socket that the words of an unfinished command line name, or the default sockets.
  init(_ words: [String]) {
    var socket: String?
    for (index, word) in words.enumerated() {
      if word == "--socket", index + 1 < words.count { socket = words[index + 1] }
      if word.hasPrefix("--socket=") { socket = String(word.dropFirst("--socket=".count)) }
    }
    self.socket = socket
  }

  /// The names of the views, without the root.
  var views: [String] {
    alarm(Self.patience)
    guard var client = try? LineClient(candidates: SocketPath.candidates(explicit: socket)) else {
      return []
    }
    client.hello(name: "snapback completion", want: [])
    var mirror = SceneMirror()
    while let line = client.nextLine(), let update = try? mirror.apply(line) {
      if update == .snapshot { return mirror.views.dropFirst().map(\.name) }
    }
    return []
  }

  /// The states with each of their values, as in `sheet=open`.
  var states: [String] {
    inspected("states").flatMap { state in
      guard case .array(let values)? = state.member("values")?.value else { return [String]() }
      return values.map { "\(SendReply.name(state, "state"))=\(SendReply.plain($0))" }
    }
  }

  /// The names of the constraints. Leaves out constraints that have only their rule as a name.
  var constraints: [String] {
    inspected("constraints").map { SendReply.name($0, "id") }.filter { !$0.contains(" ") }
  }

  /// A list in the reply to `inspect`.
  private func inspected(_ key: String) -> [DocumentNode] {
    alarm(Self.patience)
    guard let client = try? ToolClient.connect(socket, "snapback completion", features: []),
      let reply = try? client.inspect(),
      case .array(let items)? = reply.body.member("inspect")?.member(key)?.value
    else { return [] }
    return items
  }
}
