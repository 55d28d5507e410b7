public import SnapbackDocument
public import SnapbackEngine
import SnapbackLinux
public import SnapbackProtocol
import SnapbackReplay
public import SnapbackTouches

/// The daemon's configuration: `snapbackd.json5`, overridden by the command line.
public struct Configuration: Sendable {
  /// The path of the scene file. The daemon cannot start without it.
  public var scene: String?
  /// Whether the daemon reads its files again when the scene file changes.
  public var watchesScene = false
  /// The socket path; nil for the default paths of ``SocketPath``.
  public var socket: String?
  /// The paths of the devices to read. If empty, all devices of ``kinds`` are read.
  public var devices: [String] = []
  /// The kinds of devices to read if `devices` is empty.
  public var kinds = DeviceKind.allCases.filter(\.touches)
  /// The settings for individual devices.
  public var deviceRules: [DeviceRule] = []
  /// The rotation of the picture on the display panel.
  public var rotation = PanelRotation.none
  /// The seat whose devices are read.
  public var seat = "seat0"
  /// The condition under which devices are grabbed, so that no other program receives their events.
  public var grab = GrabPolicy.never
  /// The number of frames sent to clients per second while something moves.
  public var frameRate = 60.0
  /// The settings of all motions: the speed, and whether motions are reduced or skipped.
  public var motion = Motion()
  /// The resampling of finger positions to the time at which a frame sent to clients is displayed.
  public var resampling = TouchResampling.none
  /// Whether the daemon asks for real-time priority; nil if it asks only if the limits of the
  /// process permit it.
  public var isRealTime: Bool?
  /// The access rules for clients.
  public var access = AccessPolicy()
  /// The least severe level that is logged.
  public var logLevel = LogLevel.info

  /// The settings of all motions: the speed, and whether motions are reduced or skipped.
  public struct Motion: Hashable, Sendable {
    /// The speed factor of motions; 0.1 is slow motion.
    public var rate = 1.0
    /// Whether the user prefers reduced motion.
    public var isReduced = false
    /// Whether animations complete instantly.
    public var isInstant = false

    /// Creates the settings for normal speed and unreduced motion.
    public init() {}
  }

  /// The condition under which devices are grabbed, so that no other program receives their events.
  public enum GrabPolicy: String, CaseIterable, Sendable {
    /// Never. Other programs also receive the events.
    case never
    /// While at least one client has completed its hello.
    case whileConnected = "while-connected"
    /// As long as the daemon runs.
    case always
  }

  /// The log levels, from the most to the least verbose.
  public enum LogLevel: String, CaseIterable, Sendable {
    /// All steps, for development.
    case trace
    /// Details for troubleshooting.
    case debug
    /// Events that are relevant to an operator.
    case info
    /// Faults of a device, a client or a file.
    case warning
    /// Faults of the daemon.
    case error
  }

  /// Creates the default configuration.
  public init() {}

  /// Reads a configuration. Relative paths in it are resolved relative to the directory of `file`.
  public static func read(
    _ bytes: [UInt8], file: String
  ) throws(DocumentError) -> Configuration {
    var configuration = Configuration()
    var reader = try ObjectReader(try DocumentNode.parse(bytes, file: file), file: file)
    if let scene = try reader.optionalString("scene") {
      configuration.scene = FilePaths.resolve(scene, besideFile: file)
    }
    configuration.watchesScene = try reader.optionalBoolean("watch") ?? false
    if let socket = try reader.optionalString("socket") {
      configuration.socket = FilePaths.resolve(socket, besideFile: file)
    }
    for node in try reader.optionalArray("devices") ?? [] {
      let path = try node.string(file: file)
      guard path.hasPrefix("/") else {
        throw node.error("a device is named by its whole path, /dev/input/…", file: file)
      }
      configuration.devices.append(path)
    }
    if let rotation = try reader.optionalRotation() { configuration.rotation = rotation }
    let kindCount = configuration.kinds.count
    if let nodes = try reader.optionalArray("kinds", count: 1...kindCount) {
      configuration.kinds = []
      for node in nodes { configuration.kinds.append(try DeviceKind.readable(node, file: file)) }
    }
    configuration.deviceRules = try DeviceRule.list(&reader)
    if let seat = try reader.optionalString("seat") { configuration.seat = seat }
    if let grab = try reader.optionalOneOf("grab", GrabPolicy.self) { configuration.grab = grab }
    if let rate = try reader.optionalNumber("frameRate", in: 1...1000) {
      configuration.frameRate = rate
    }
    if let level = try reader.optionalOneOf("logLevel", LogLevel.self) {
      configuration.logLevel = level
    }
    if let policy = try reader.optionalOneOf("resampling", TouchResampling.self) {
      configuration.resampling = policy
    }
    configuration.isRealTime = try reader.optionalBoolean("realTime")
    if let node = reader.optionalNode("access") {
      configuration.access = try AccessPolicy.read(node, file: file)
    }
    if var motion = try reader.optionalObject("motion") {
      configuration.motion.rate = try motion.optionalNumber("rate", in: Engine.motionRates) ?? 1
      configuration.motion.isReduced = try motion.optionalBoolean("reduced") ?? false
      configuration.motion.isInstant = try motion.optionalBoolean("instant") ?? false
      try motion.finish()
    }
    try reader.finish()
    return configuration
  }
}

extension InputFiles {
  /// Reads a configuration file.
  public static func configuration(_ path: String) throws(Failure) -> Configuration {
    let bytes = try bytes(path)
    do throws(DocumentError) {
      return try Configuration.read(bytes, file: path)
    } catch {
      throw Failure(.data, error.description)
    }
  }
}
