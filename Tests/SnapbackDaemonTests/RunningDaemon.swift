import Glibc
import SnapbackLinux
import SnapbackTestSupport

/// A daemon as a separate process, with a socket and a log in its own folder. The scene is the name
/// of a bundled one, or a path.
final class RunningDaemon {
  let folder: TemporaryFolder
  let socket: String
  private(set) var process: pid_t = 0

  init(
    scene: String = "card", arguments: [String] = [], in folder: TemporaryFolder? = nil,
    environment: [String] = [], waits: Bool = true
  ) throws {
    let folder = try folder ?? TemporaryFolder()
    self.folder = folder
    socket = folder.path + "/run/snapback.sock"
    let path = Command.path("snapbackd")
    let scenePath =
      scene.hasPrefix("/") ? scene : Fixture.repository + "/configs/scenes/\(scene).json5"
    let words =
      ["/usr/bin/env"] + environment + [
        path, "--scene", scenePath, "--socket", socket, "--log-level", "debug", "--device",
      ]
      + [folder.path + "/no-device"] + arguments
    var pointers: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(
      &actions, 2, folder.path + "/log", O_WRONLY | O_CREAT | O_APPEND, 0o644)
    let result = posix_spawn(&process, "/usr/bin/env", &actions, nil, &pointers, environ)
    guard result == 0 else {
      throw Command.Failed(description: "cannot start \(path): \(result)")
    }
    if waits {
      try wait("the daemon listens") { isListening }
    }
  }

  deinit {
    if process > 0 {
      kill(process, SIGKILL)
      waitpid(process, nil, 0)
    }
  }

  /// Whether the socket accepts connections. Its file exists a moment earlier.
  private var isListening: Bool {
    guard let bytes = try? Files.read("/proc/net/unix") else { return false }
    // The fourth column has the flag of a listening socket, the last one the path.
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").contains {
      $0.hasSuffix(" " + socket) && $0.contains(" 00010000 ")
    }
  }

  /// The daemon's log so far.
  var log: String {
    ((try? Files.read(folder.path + "/log")).map { String(decoding: $0, as: UTF8.self) }) ?? ""
  }

  /// Polls until the condition holds, for at most a minute.
  func wait(_ what: String, _ holds: () -> Bool) throws {
    for _ in 0..<6000 {
      if holds() { return }
      usleep(10_000)
    }
    throw Command.Failed(description: "never: \(what)\n\(log)")
  }

  /// Sends a signal.
  func signal(_ number: Int32) {
    kill(process, number)
  }

  /// Waits for the process to exit. Returns the exit code, or 128 plus the signal.
  func end() -> Int32 {
    var status: Int32 = 0
    waitpid(process, &status, 0)
    process = 0
    return status & 0x7f == 0 ? (status >> 8) & 0xff : 128 + (status & 0x7f)
  }

  /// The number of the daemon's open descriptors.
  var descriptorCount: Int { Files.names(in: "/proc/\(process)/fd").count }
}
