import Glibc
import SnapbackLinux

/// Runs the built commands from the folder of this test's own binary.
public enum Command {
  /// The exit code and the output of a command.
  public struct Result {
    /// The exit code.
    public var code: Int32
    /// The standard output.
    public var output: String
    /// The standard error.
    public var error: String
  }

  /// A failure of the test's own preparations.
  public struct Failed: Error, CustomStringConvertible {
    /// The reason.
    public var description: String

    /// Creates the error.
    public init(description: String) { self.description = description }
  }

  /// The path of a built command.
  public static func path(_ name: String) -> String {
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    let own = String(
      decoding: buffer[..<max(0, count)].map(UInt8.init(bitPattern:)), as: UTF8.self)
    // The test runner is in the folder of the commands, or is the toolchain's and was told where to
    // look.
    let beside = FilePaths.parent(own) + "/" + name
    if access(beside, X_OK) == 0 { return beside }
    #if DEBUG
      return Fixture.repository + "/.build/debug/" + name
    #else
      return Fixture.repository + "/.build/release/" + name
    #endif
  }

  /// Runs a built command and waits until it ends.
  public static func run(_ name: String, _ arguments: [String]) throws -> Result {
    let quoted = ([path(name)] + arguments).map { "'" + $0 + "'" }.joined(separator: " ")
    return try shell(quoted)
  }

  /// Runs a shell command line with a timeout of a minute, since a build may run at the same time.
  public static func shell(_ line: String) throws -> Result {
    let folder = try TemporaryFolder()
    let (output, error) = (folder.path + "/out", folder.path + "/err")
    let script = "{ \(line) ; } > \(output) 2> \(error)"
    try Files.write(Array(script.utf8), to: folder.path + "/script")
    let status = system("timeout -s KILL 60 sh \(folder.path)/script")
    return Result(
      code: (status >> 8) & 0xff,
      output: String(decoding: try Files.read(output), as: UTF8.self),
      error: String(decoding: try Files.read(error), as: UTF8.self))
  }
}

/// A folder that is deleted together with this value.
public final class TemporaryFolder {
  /// The path of the folder.
  public let path: String

  /// Creates an empty folder in /tmp.
  public init() throws {
    var template = Array("/tmp/snapback-test-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw Command.Failed(description: "mkdtemp: \(String(cString: strerror(errno)))")
    }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit {
    _ = system("rm -rf '\(path)'")
  }
}
