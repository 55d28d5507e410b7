public import ArgumentParser
import Logging
public import SnapbackDaemon
import SnapbackLinux
import SnapbackRecording

/// The daemon's command line.
@main
struct Snapbackd: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "snapbackd",
    abstract: "Touch in, layout and motion out, over a Unix socket.",
    discussion: """
      The socket is the first of: --socket, "socket" in the configuration, $SNAPBACK_SOCKET, \
      $XDG_RUNTIME_DIR/snapback/snapback.sock, /run/snapback/snapback.sock (for root the last \
      two change places).

      Signals: SIGTERM and SIGINT stop it, SIGHUP reads configuration and scene again, SIGUSR1 \
      swallows input until SIGUSR2.
      Exit codes: 0 stopped, 64 usage, 65 a file cannot be understood, 66 a file is missing, \
      69 the socket is in use, 71 the system refused.
      """,
    version: SnapbackVersion.text)

  @Option(help: "The configuration, JSON5.")
  var config: String?

  @Option(help: "The scene, JSON5; overrides the configuration's.")
  var scene: String?

  @Option(help: "Where to listen.")
  var socket: String?

  @Option(help: "A device to read, may be given several times. Default: every touch device.")
  var device: [String] = []

  @Option(help: "When devices are taken for this program alone: never, while-connected, always.")
  var grab: Configuration.GrabPolicy?

  @Option(help: "A recording to play instead of devices, from the first client on.")
  var replay: String?

  @Option(help: "How many times as fast the replay and all motion run, or \"max\". Default: 1.")
  var speed: ReplaySpeed?

  @Flag(help: "Play the recording again and again.")
  var loop = false

  @Option(help: "How much is logged: trace, debug, info, warning, error.")
  var logLevel: Configuration.LogLevel?

  @Flag(help: "Check configuration, scene and recording, and stop.")
  var check = false

  func validate() throws {
    for path in device where !path.hasPrefix("/") {
      throw ValidationError("--device \(path): a device is named by its whole path, /dev/input/…")
    }
    guard replay != nil || (speed == nil && !loop) else {
      throw ValidationError("--speed and --loop go with --replay")
    }
    if case .maximum? = speed, loop {
      throw ValidationError("--loop with --speed max would never come to rest; choose one")
    }
  }

  func run() throws {
    do throws(Failure) {
      try serve()
    } catch {
      // By the log, so that it is an error in the journal, too.
      Self.log.error("\(error.description)")
      throw ArgumentParser.ExitCode(error.code.rawValue)
    }
  }

  private static var log: Logger {
    Logger(label: "snapbackd") { StandardErrorLog(label: $0) }
  }

  private func serve() throws(Failure) {
    var options: Daemon.ReplayOptions?
    if let replay {
      let recording = try InputFiles.recording(replay)
      options = Daemon.ReplayOptions(
        recording: recording, speed: (speed ?? .factor(1)).factor, loops: loop)
    }
    if check {
      try Daemon.check(load: load, replay: options)
      print("ok")
      return
    }
    var log = Self.log
    log.logLevel = try settings().logLevel.swiftLogLevel
    let daemon = try Daemon(load: load, replay: options, log: log)
    try daemon.run()
  }

  /// Reads configuration and scene.
  private func load() throws(Failure) -> Daemon.Files {
    let settings = try settings()
    guard let path = settings.scene else {
      throw Failure(.usage, "no scene; give --scene FILE or \"scene\" in the configuration")
    }
    return Daemon.Files(configuration: settings, scene: try InputFiles.scene(path))
  }

  /// The configuration's file with the command line on top.
  private func settings() throws(Failure) -> Configuration {
    var settings = Configuration()
    if let config { settings = try InputFiles.configuration(config) }
    settings.scene = scene ?? settings.scene
    settings.socket = socket ?? settings.socket
    settings.logLevel = logLevel ?? settings.logLevel
    settings.grab = grab ?? settings.grab
    if !device.isEmpty { settings.devices = device }
    return settings
  }
}

/// A factor of time, or none for as fast as the machine goes.
enum ReplaySpeed: ExpressibleByArgument {
  case factor(Double)
  case maximum

  init?(argument: String) {
    if argument == "max" {
      self = .maximum
    } else if let factor = Double(argument), (0.01...100).contains(factor) {
      self = .factor(factor)
    } else {
      return nil
    }
  }

  /// The factor; nil for as fast as the machine goes.
  var factor: Double? {
    if case .factor(let factor) = self { factor } else { nil }
  }
}

extension Configuration.LogLevel: ExpressibleByArgument {}
extension Configuration.GrabPolicy: ExpressibleByArgument {}
