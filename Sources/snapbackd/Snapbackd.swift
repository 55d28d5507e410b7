import Glibc
import Logging
import SnapbackBasics
import SnapbackDaemon
import SnapbackFiles
import SnapbackLinux
import SnapbackReplay

/// The daemon's command line.
@main
struct Snapbackd {
  private static let options: [OptionReader.Option] = [
    .init(name: "config", value: "FILE", help: "The configuration, JSON5."),
    .init(name: "scene", value: "FILE", help: "The scene, JSON5; overrides the configuration's."),
    .init(name: "watch", value: nil, help: "Read the scene again whenever its file changes."),
    .init(name: "socket", value: "PATH", help: "Where to listen."),
    .init(
      name: "device", value: "PATH",
      help: "A device to read, may be given several times. Default: every one."),
    .init(
      name: "grab", value: "WHEN",
      help: "When devices are grabbed for exclusive use: "
        + names(Configuration.GrabPolicy.self) + "."),
    .init(
      name: "replay", value: "FILE",
      help: "A recording to play instead of devices, once a client connects."),
    .init(
      name: "speed", value: "FACTOR",
      help: "The speed of the replay and all motion, or \"max\". Default: 1."),
    .init(name: "loop", value: nil, help: "Play the recording in a loop."),
    .init(
      name: "log-level", value: "LEVEL",
      help: "The log level: " + names(Configuration.LogLevel.self) + "."),
    .init(
      name: "check", value: nil, help: "Check configuration, scene and recording, and stop."),
    .init(name: "version", value: nil, help: "Show the version."),
    .init(name: "help", value: nil, help: "Show this."),
  ]

  private static func names<Choice: CaseIterable & RawRepresentable>(
    _ type: Choice.Type
  ) -> String where Choice.RawValue == String {
    type.allCases.map(\.rawValue).joined(separator: ", ")
  }

  private static var help: String {
    """
    snapbackd: touch in, layout and motion out, over a Unix socket.

    Usage: snapbackd [OPTIONS]

    \(OptionReader.help(options))

    The socket is the first of: --socket, "socket" in the configuration, $SNAPBACK_SOCKET,
    $XDG_RUNTIME_DIR/snapback/snapback.sock, /run/snapback/snapback.sock (for root the last two
    are swapped).

    Signals: SIGTERM and SIGINT stop it, SIGHUP reads configuration and scene again, SIGUSR1
    swallows input until SIGUSR2.
    Exit codes: 0 stopped, 64 usage, 65 a file cannot be understood, 66 a file is missing, 69 the
    socket is in use, 71 the system refused.
    """
  }

  static func main() {
    do throws(Failure) {
      let arguments = CommandLine.arguments.dropFirst().map { $0 == "-h" ? "--help" : $0 }
      let given = try OptionReader(arguments, options: options)
      if given.has("help") { return print(help) }
      if given.has("version") { return print(SnapbackVersion.text) }
      try Snapbackd(given).serve()
    } catch {
      // Write the error through the log, so that the journal marks it as an error.
      log.error("\(error.description)")
      exit(error.code.rawValue)
    }
  }

  private let given: OptionReader
  private let grab: Configuration.GrabPolicy?
  private let logLevel: Configuration.LogLevel?
  private let speed: ReplaySpeed?

  private init(_ given: OptionReader) throws(Failure) {
    self.given = given
    grab = try given.choice("grab")
    logLevel = try given.choice("log-level")
    speed = try given.value("speed").map { text throws(Failure) in
      guard let speed = ReplaySpeed(text) else {
        throw Failure(.usage, "--speed \(text): expected a number from 0.01 to 100, or max")
      }
      return speed
    }
    for path in given.all("device") where !path.hasPrefix("/") {
      throw Failure(
        .usage, "--device \(path): give the device's full path, /dev/input/…")
    }
    guard given.has("replay") || (speed == nil && !given.has("loop")) else {
      throw Failure(.usage, "--speed and --loop go with --replay")
    }
    if case .maximum? = speed, given.has("loop") {
      throw Failure(.usage, "--loop with --speed max would never come to rest; choose one")
    }
  }

  private static var log: Logger {
    Logger(label: "snapbackd") { StandardErrorLog(label: $0) }
  }

  private func serve() throws(Failure) {
    var options: Daemon.ReplayOptions?
    if let replay = given.value("replay") {
      let file = try InputFiles.recording(replay)
      for warning in file.warnings { Self.log.warning("\(replay) \(warning)") }
      options = Daemon.ReplayOptions(
        recording: file.recording, speed: (speed ?? .factor(1)).factor, loops: given.has("loop"))
    }
    if given.has("check") {
      try Daemon.check(load: load, replay: options)
      print("ok")
      return
    }
    var log = Self.log
    log.logLevel = try settings().logLevel.swiftLogLevel
    let daemon = try Daemon(load: load, replay: options, log: log)
    try daemon.run()
  }

  /// Reads the configuration and the scene.
  private func load() throws(Failure) -> Daemon.Files {
    let settings = try settings()
    guard let path = settings.scene else {
      throw Failure(.usage, "no scene; give --scene FILE or \"scene\" in the configuration")
    }
    let (scene, document) = try InputFiles.sceneWithDocument(path)
    return Daemon.Files(
      configuration: settings, scene: scene, document: document, sceneFile: path)
  }

  /// The settings of the configuration file, overridden by options of the command line.
  private func settings() throws(Failure) -> Configuration {
    var settings = Configuration()
    if let path = given.value("config") { settings = try InputFiles.configuration(path) }
    settings.scene = given.value("scene") ?? settings.scene
    if given.has("watch") { settings.watchesScene = true }
    settings.socket = given.value("socket") ?? settings.socket
    settings.logLevel = logLevel ?? settings.logLevel
    settings.grab = grab ?? settings.grab
    if given.has("device") { settings.devices = given.all("device") }
    return settings
  }
}

/// The speed of a replay: a factor of time, or as fast as possible.
enum ReplaySpeed {
  case factor(Double)
  case maximum

  init?(_ text: String) {
    if text == "max" {
      self = .maximum
    } else if let factor = Double(text), (0.01...100).contains(factor) {
      self = .factor(factor)
    } else {
      return nil
    }
  }

  /// The factor; nil for as fast as possible.
  var factor: Double? {
    if case .factor(let factor) = self { factor } else { nil }
  }
}
