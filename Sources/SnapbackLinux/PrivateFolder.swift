import Glibc

/// A new folder for files of this process, which other users cannot enter. It is removed together
/// with its files when this object is released.
public final class PrivateFolder: Sendable {
  /// The path of the folder.
  public let path: String

  /// Makes a folder whose name starts with `name`, in `$XDG_RUNTIME_DIR` or, if that is impossible,
  /// in /tmp.
  public init(_ name: String) throws(SystemError) {
    path = try Self.make(name)
  }

  deinit {
    for name in Files.names(in: path) { unlink("\(path)/\(name)") }
    rmdir(path)
  }

  private static func make(_ name: String) throws(SystemError) -> String {
    let parents = [SocketPath.environment("XDG_RUNTIME_DIR"), "/tmp"].compactMap { $0 }
    var code: Int32 = 0
    for parent in parents {
      // mkdtemp replaces the last six letters.
      let placeholder = String(repeating: "X", count: 6)
      var template = Array("\(parent)/\(name)-\(placeholder)".utf8CString)
      if mkdtemp(&template) != nil {
        return String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
      }
      code = errno
    }
    throw SystemError(
      "cannot make a folder in \(parents.joined(separator: " or "))", code: code)
  }
}
