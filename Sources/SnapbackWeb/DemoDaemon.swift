import Glibc
public import SnapbackFiles
import SnapbackLinux
import Synchronization

/// A daemon that plays a bundled recording on a bundled scene, for users without a daemon.
///
/// The daemon is a child process, and reads no devices. It is killed when this object is released,
/// and when this process ends, even by SIGKILL. Its socket is in a folder that other users cannot
/// enter.
public final class DemoDaemon: Sendable {
  private struct Run: Sendable {
    let child: ChildProcess
    let folder: PrivateFolder
    let socket: String
  }

  /// The path of the scene.
  public let scene: String
  private let recording: String
  private let program: String
  private let run = Mutex<Run?>(nil)

  /// Finds the files and the daemon's program, by default snapbackd in the folder of the running
  /// program. Throws if one of them is missing.
  public init(_ files: BundledFiles, program: String? = nil) throws(Failure) {
    let program = program ?? FilePaths.parent(FilePaths.program) + "/snapbackd"
    guard access(program, X_OK) == 0 else {
      let error = SystemError("cannot run \(program)", code: errno)
      throw Failure(
        .noInput, "\(error.description); for the demo, install snapbackd beside snapback-web")
    }
    self.program = program
    scene = try files.scene("card.json5")
    recording = try files.recording("catch-in-flight.evemu")
  }

  /// Starts the daemon unless it runs. Clients can connect as soon as this method returns.
  ///
  /// The kernel kills the daemon when the calling thread ends. So call this method on a thread that
  /// lasts as long as the server.
  public func start() throws(Failure) {
    try run.withLock { run throws(Failure) in
      if let run, !run.child.hasEnded { return }
      do throws(SystemError) {
        run = try launch()
      } catch {
        throw Failure(.system, "the demo does not start: \(error.description)")
      }
    }
  }

  private func launch() throws(SystemError) -> Run {
    let folder = try PrivateFolder("snapback-web")
    let path = folder.path + "/demo.sock"
    let socket = try UnixListener.makeSocket(at: path)
    let arguments = [
      "--scene", scene, "--replay", recording, "--loop", "--log-level", "warning",
    ]
    // The child has the socket from now on. If the daemon ends, connections are refused.
    let child = try ChildProcess(program, arguments, listening: socket)
    return Run(child: child, folder: folder, socket: path)
  }

  /// The path of the daemon's socket; nil if the daemon does not run.
  public var socket: String? {
    run.withLock { run in
      if let current = run, current.child.hasEnded { run = nil }
      return run?.socket
    }
  }

  /// Kills the daemon if it runs.
  public func stop() {
    run.withLock { $0 = nil }
  }
}
