import Glibc

/// The paths of the daemon's socket, in an order that the daemon and its clients share.
public enum SocketPath {
  /// The name of the environment variable that overrides the default paths.
  public static let variable = "SNAPBACK_SOCKET"
  /// The system daemon's socket.
  public static let system = "/run/snapback/snapback.sock"
  /// The longest path that a socket address holds, in bytes.
  public static let lengthLimit = 107

  /// Returns the paths in order. The daemon listens at the first; a client connects to the first at
  /// which a daemon answers.
  ///
  /// - If `explicit` (from `--socket` or the configuration) is given, it is the only path.
  /// - Otherwise, if `$SNAPBACK_SOCKET` is set, its value is the only path.
  /// - Otherwise the paths are `$XDG_RUNTIME_DIR/snapback/snapback.sock`, if that variable is set,
  ///   and `/run/snapback/snapback.sock`; for root, in reverse order.
  public static func candidates(explicit: String? = nil) -> [String] {
    if let explicit { return [explicit] }
    if let path = environment(variable) { return [path] }
    guard let directory = environment("XDG_RUNTIME_DIR") else { return [system] }
    let user = directory + "/snapback/snapback.sock"
    return geteuid() == 0 ? [system, user] : [user, system]
  }

  /// The value of an environment variable; nil if it is unset or empty.
  static func environment(_ name: String) -> String? {
    guard let value = getenv(name) else { return nil }
    let text = String(cString: value)
    return text.isEmpty ? nil : text
  }

  /// The socket address of a path.
  static func address(_ path: String) throws(SystemError) -> sockaddr_un {
    let bytes = Array(path.utf8)
    guard !bytes.isEmpty, bytes.count <= lengthLimit else {
      throw SystemError(
        "the socket's path \"\(path)\" has \(bytes.count) bytes; 1 to \(lengthLimit) are allowed",
        code: bytes.isEmpty ? EINVAL : ENAMETOOLONG)
    }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    return address
  }

  /// Calls bind or connect with an address.
  static func withAddress<Result>(
    _ address: sockaddr_un, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
  ) -> Result {
    withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }
}
