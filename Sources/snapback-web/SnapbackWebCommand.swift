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
      docs/web.md. Without a daemon, --demo or a button of the page starts one that plays a \
      bundled recording. With --site it serves your own pages, which draw the scene; see \
      docs/own-pages.md. SIGINT and SIGTERM stop snapback-web.
      """,
    version: SnapbackVersion.text)

  @Option(
    help: "The daemon's socket; by default the paths that the daemon uses.", completion: .file())
  var socket: String?

  @Flag(
    help: """
      Start a daemon that plays a bundled recording on a bundled scene, without devices. It ends \
      with snapback-web.
      """)
  var demo = false

  @Option(help: "The port to listen on; 0 picks a free one.")
  var port = 0

  @Option(
    help: "The token, instead of a new one. Other users of this machine can see the command line.")
  var token: String?

  @Option(
    help: """
      The token, in a file that only its owner may read; made if it does not exist. The printed \
      address then has no token.
      """,
    completion: .file())
  var tokenFile: String?

  @Option(
    help: "The folder of your own pages; its index.html replaces the page at /.",
    completion: .directory)
  var site: String?

  @Option(
    help: """
      An origin, scheme://host:port, whose pages may open the WebSocket, with the token. Can be \
      repeated.
      """,
    transform: { text in try WebOrigin(text) })
  var allowOrigin: [WebOrigin] = []

  @Option(
    help: "The daemon's scene, JSON5, to show and tune.",
    completion: .file(extensions: ["json5"]))
  var scene: String?

  @Option(
    help: """
      A file of a scene, JSON5, that the page may change. Without --scene, it is the daemon's scene.
      """,
    completion: .file(extensions: ["json5"]))
  var edit: String?

  @Option(
    parsing: .upToNextOption, help: "Folders of scenes; by default the bundled scenes.",
    completion: .directory)
  var scenes: [String] = []

  @Option(
    parsing: .upToNextOption,
    help: "Folders of recordings that can be replayed; by default the bundled recordings.",
    completion: .directory)
  var recordings: [String] = []

  @Option(
    help: """
      The folder with the bundled scenes and recordings; by default share/snapback beside the \
      folder of the program, or a clone of Snapback that is the current folder.
      """, completion: .directory)
  var data: String?

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
    if demo, socket != nil || scene != nil {
      throw ValidationError("--demo starts its own daemon; leave out --socket and --scene")
    }
    if let token, WebToken(token) == nil {
      throw ValidationError(
        "--token has \(WebToken.lengths.lowerBound) to \(WebToken.lengths.upperBound) letters, "
          + "digits, - or _")
    }
    guard token == nil || tokenFile == nil else {
      throw ValidationError("--token and --token-file exclude each other")
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
    let files = [scene, edit, site, data, pageFolder, clientFolder].compactMap { $0 }
    for path in scenes + recordings + files {
      guard access(path, R_OK) == 0 else {
        throw Failure(.noInput, SystemError("cannot read \(path)", code: errno).description)
      }
    }
    // Block signals before any thread is created, so that all threads inherit the mask.
    let signals = StopSignals()
    let options = try options()
    let log = Logger(label: "snapback-web") { StandardErrorLog(label: $0) }
    let server = try WebServer(options, log: log)
    print(server.address(tokenFile == nil ? options.token : nil))
    guard fflush(nil) == 0 else {
      throw Failure(.output, SystemError("cannot write the output", code: errno).description)
    }
    let daemon =
      options.demo?.socket.map { "the demo's socket is \($0)" }
      ?? "the daemon's socket is \(options.sockets[0])"
    log.info("listening on 127.0.0.1:\(server.port); \(daemon)")
    if let tokenFile { log.info("the token is in \(tokenFile)") }
    let manager = ServiceManager()
    manager.ready("listening on 127.0.0.1:\(server.port)")
    signals.wait()
    manager.stopping()
    log.info("stopping")
    server.stop()
    options.demo?.stop()
  }

  /// The options of the server. With `--demo`, the demo has started.
  private func options() throws(Failure) -> WebOptions {
    var options = WebOptions(
      sockets: SocketPath.candidates(explicit: socket), port: port, token: try chosenToken())
    let files = BundledFiles(folder: data)
    if demo {
      options.demo = try DemoDaemon(files)
      try options.demo?.start()
    } else {
      // Without the files, the page offers no demo.
      options.demo = try? DemoDaemon(files)
    }
    options.origins = allowOrigin
    options.site = site
    options.scene = scene ?? edit
    options.edited = edit.map(EditedFile.init)
    options.scenes = scenes.isEmpty ? [files.sceneFolder].compactMap { $0 } : scenes
    options.recordings =
      recordings.isEmpty ? [files.recordingFolder].compactMap { $0 } : recordings
    options.pageFolder = pageFolder
    options.clientFolder = clientFolder
    return options
  }

  private func chosenToken() throws(Failure) -> WebToken {
    var random = SystemRandomNumberGenerator()
    if let tokenFile { return try TokenFile.token(at: tokenFile, using: &random) }
    return token.flatMap(WebToken.init) ?? WebToken(using: &random)
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
