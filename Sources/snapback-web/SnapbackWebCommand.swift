import ArgumentParser
import Glibc
import Logging
import SnapbackBasics
import SnapbackDaemon
import SnapbackFiles
import SnapbackLinux
import SnapbackWeb

/// `snapback-web`: serves a page to browsers on this machine.
@main
struct SnapbackWebCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "snapback-web",
    abstract: "Shows the running daemon in a browser of this machine.",
    discussion: """
      It listens on 127.0.0.1 only and prints one line, the address of the page with its token. \
      Opening that address gives the daemon access of the user who started snapback-web; see \
      docs/web.md. SIGINT and SIGTERM stop it.
      """,
    version: SnapbackVersion.text)

  @Option(
    help: "The daemon's socket; by default the paths that the daemon uses.", completion: .file())
  var socket: String?

  @Option(help: "The port to listen on; 0 picks a free one.")
  var port = 0

  @Option(
    help: "The token, instead of a new one. Other users of this machine can see the command line.")
  var token: String?

  @Option(
    help: "The daemon's scene, JSON5, to show and tune.",
    completion: .file(extensions: ["json5"]))
  var scene: String?

  @Option(parsing: .upToNextOption, help: "Folders of scenes.", completion: .directory)
  var scenes: [String] = []

  @Option(
    parsing: .upToNextOption, help: "Folders of recordings that can be replayed.",
    completion: .directory)
  var recordings: [String] = []

  @Option(
    name: .customLong("page"), help: "Serve the page from this folder, for development.",
    completion: .directory)
  var pageFolder: String?

  @Option(
    name: .customLong("client"), help: "Serve the client from this folder, for development.",
    completion: .directory)
  var clientFolder: String?

  func validate() throws {
    guard (0...65535).contains(port) else { throw ValidationError("--port is 0 to 65535") }
    if let token, WebToken(token) == nil {
      throw ValidationError(
        "--token has \(WebToken.lengths.lowerBound) to \(WebToken.lengths.upperBound) letters, "
          + "digits, - or _")
    }
  }

  func run() throws {
    do throws(Failure) {
      try serve()
    } catch {
      Files.writeError("snapback-web: error: \(error.description)\n")
      throw ArgumentParser.ExitCode(error.code.rawValue)
    }
  }

  private func serve() throws(Failure) {
    for path in scenes + recordings + [scene, pageFolder, clientFolder].compactMap({ $0 }) {
      guard access(path, R_OK) == 0 else {
        throw Failure(.noInput, SystemError("cannot read \(path)", code: errno).description)
      }
    }
    // Block signals before any thread is created, so that all threads inherit the mask.
    let signals = StopSignals()
    var random = SystemRandomNumberGenerator()
    let token = self.token.flatMap(WebToken.init) ?? WebToken(using: &random)
    var options = WebOptions(
      sockets: SocketPath.candidates(explicit: socket), port: port, token: token)
    options.scene = scene
    options.scenes = scenes
    options.recordings = recordings
    options.pageFolder = pageFolder
    options.clientFolder = clientFolder
    let log = Logger(label: "snapback-web") { StandardErrorLog(label: $0) }
    let server = try WebServer(options, log: log)
    print(server.address(token))
    guard fflush(nil) == 0 else {
      throw Failure(.output, SystemError("cannot write the output", code: errno).description)
    }
    log.info("listening on 127.0.0.1:\(server.port); the daemon's socket is \(options.sockets[0])")
    signals.wait()
    log.info("stopping")
    server.stop()
  }
}

/// The signals that end the program, blocked so that they can be awaited.
struct StopSignals {
  private var set = sigset_t()

  init() {
    sigemptyset(&set)
    sigaddset(&set, SIGINT)
    sigaddset(&set, SIGTERM)
    pthread_sigmask(SIG_BLOCK, &set, nil)
    signal(SIGPIPE, SIG_IGN)
  }

  /// Waits until one of the signals arrives.
  func wait() {
    var set = set
    var number: Int32 = 0
    while sigwait(&set, &number) != 0 {}
  }
}
