import Glibc
import SnapbackLinux
import Testing

/// Programs that this process starts, and their end.
@Suite struct ChildProcessTests {
  /// Starts a script of the shell with a listening socket in `folder`.
  private static func start(_ script: String, in folder: String) throws -> ChildProcess {
    let socket = try UnixListener.makeSocket(at: folder + "/socket")
    return try ChildProcess("/bin/sh", ["-c", script], listening: socket)
  }

  /// The words of a file, once it ends with a line break.
  private static func words(_ path: String) throws -> [String] {
    var text = ""
    try wait("\(path) is written") {
      text = (try? Files.read(path)).map { String(decoding: $0, as: UTF8.self) } ?? ""
      return text.hasSuffix("\n")
    }
    return text.split { $0 == " " || $0 == "\n" }.map(String.init)
  }

  private static func wait(_ what: String, _ holds: () -> Bool) throws {
    for _ in 0..<3000 {
      if holds() { return }
      usleep(10_000)
    }
    throw SystemError("never: \(what)", code: ETIMEDOUT)
  }

  /// Whether a process runs. A process that nothing waits for remains as a zombie, in the state Z.
  private static func isRunning(_ id: pid_t) -> Bool {
    guard let bytes = try? Files.read("/proc/\(id)/stat") else { return false }
    return !String(decoding: bytes, as: UTF8.self).contains(") Z ")
  }

  private static func isOpen(_ path: String) -> Bool {
    (try? UnixConnection(connectingTo: path)) != nil
  }

  @Test func theProgramHasTheSocketAndTheVariablesOfSystemdAndNoOtherDescriptor() throws {
    let folder = try ScratchFolder()
    let list = folder.path + "/list"
    // A descriptor that exec does not close by itself.
    let open = dup(STDERR_FILENO)
    defer { close(open) }
    let child = try Self.start(
      "echo $$ $LISTEN_PID $LISTEN_FDS $(readlink /proc/$$/fd/0 /proc/$$/fd/1) > \(list).new;"
        + " mv \(list).new \(list); exec ls /proc/self/fd > \(folder.path)/fds",
      in: folder.path)
    let words = try Self.words(list)
    #expect(words[0] == words[1])
    #expect(words[2...] == ["1", "/dev/null", "/dev/null"])
    // ls opens the folder that it lists as its fifth descriptor.
    #expect(try Self.words(folder.path + "/fds") == ["0", "1", "2", "3", "4"])
    try Self.wait("the program ends") { child.hasEnded }
  }

  @Test func theProgramListensAtThePathUntilItIsStopped() throws {
    let folder = try ScratchFolder()
    let child = try Self.start(
      "readlink /proc/$$/fd/3 > \(folder.path)/link; echo $$ > \(folder.path)/id; exec sleep 60",
      in: folder.path)
    let id = try #require(pid_t(try Self.words(folder.path + "/id")[0]))
    #expect(try Self.words(folder.path + "/link")[0].hasPrefix("socket:"))
    #expect(Self.isRunning(id) && !child.hasEnded)
    #expect(Self.isOpen(folder.path + "/socket"))
    child.stop()
    #expect(child.hasEnded)
    #expect(!Self.isRunning(id))
    // A process that another test starts now has the socket until it executes its program.
    try Self.wait("the socket is closed") { !Self.isOpen(folder.path + "/socket") }
    // Stopping twice is harmless, although the kernel may have reused the number.
    child.stop()
  }

  @Test func aReleasedProgramIsStopped() throws {
    let folder = try ScratchFolder()
    var child: ChildProcess? = try Self.start(
      "echo $$ > \(folder.path)/id; exec sleep 60", in: folder.path)
    let id = try #require(pid_t(try Self.words(folder.path + "/id")[0]))
    #expect(Self.isRunning(id) && child?.hasEnded == false)
    child = nil
    #expect(!Self.isRunning(id))
  }

  @Test func aProgramThatCannotBeStartedIsAnError() throws {
    let folder = try ScratchFolder()
    let socket = try UnixListener.makeSocket(at: folder.path + "/socket")
    for (path, code) in [(folder.path + "/nothing", ENOENT), (folder.path, EACCES)] {
      do throws(SystemError) {
        _ = try ChildProcess(path, [], listening: socket)
        Issue.record("\(path) was started")
      } catch {
        #expect(error == SystemError("cannot start \(path)", code: code))
      }
    }
  }

  @Test func aProgramEndsWithAProcessThatIsKilled() async throws {
    let path = "/tmp/snapback-child-\(getpid())"
    defer { for name in ["/socket", "/id", ""] { remove(path + name) } }
    mkdir(path, 0o700)
    await #expect(processExitsWith: .signal(SIGKILL)) {
      let path = "/tmp/snapback-child-\(getppid())"
      let child = try Self.start("echo $$ > \(path)/id; exec sleep 60", in: path)
      _ = try Self.words(path + "/id")
      kill(getpid(), SIGKILL)
      withExtendedLifetime(child) {}
    }
    let id = try #require(pid_t(try Self.words(path + "/id")[0]))
    try Self.wait("the program has ended") { !Self.isRunning(id) }
  }
}
