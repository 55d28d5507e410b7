public import SnapbackDocument
public import SnapbackEngine
import SnapbackLinux
public import SnapbackProtocol
public import SnapbackTouches

/// How a daemon runs: what `snapbackd.json5` says, with the command line on top.
public struct Configuration: Sendable {
  /// The path of the scene; needed in the end.
  public var scene: String?
  /// Where to listen; nil leaves it to ``SocketPath``.
  public var socket: String?
  /// The devices to read; empty for every touch device there is.
  public var devices: [String] = []
  /// The kinds of devices that are read when none is named.
  public var kinds = DeviceKind.allCases.filter(\.touches)
  /// What holds for single devices.
  public var deviceRules: [DeviceRule] = []
  /// How the picture is turned on the panels.
  public var rotation = PanelRotation.none
  /// The seat whose devices are read.
  public var seat = "seat0"
  /// When devices are taken for this program alone.
  public var grab = GrabPolicy.never
  /// Frames per second while something moves.
  public var frameRate = 60.0
  /// How the time of motions runs.
  public var motion = Motion()
  /// Where fingers are taken to be when a frame is seen.
  public var resampling = TouchResampling.none
  /// What clients may do.
  public var access = AccessPolicy()
  /// How much is logged.
  public var logLevel = LogLevel.info

  /// How the time of motions runs.
  public struct Motion: Hashable, Sendable {
    /// How fast motions run; 0.1 is slow motion.
    public var rate = 1.0
    /// Whether a person has asked for less motion.
    public var isReduced = false
    /// Whether animations are done at once.
    public var isInstant = false

    /// As ever.
    public init() {}
  }

  /// When devices are taken for this program alone.
  public enum GrabPolicy: String, CaseIterable, Sendable {
    /// Never: other programs see the touches too.
    case never
    /// While a client has said hello.
    case whileConnected = "while-connected"
    /// As long as the daemon runs.
    case always
  }

  /// The levels of the log, from the most to the least that is logged.
  public enum LogLevel: String, CaseIterable, Sendable {
    /// Every step, for development.
    case trace
    /// What is of use when something does not work.
    case debug
    /// What an operator wants to know.
    case info
    /// A fault of a device, a client or a file.
    case warning
    /// A fault of the daemon.
    case error
  }

  /// The defaults.
  public init() {}

  /// Whether `devices` names the device at `path`, itself or by a link.
  public func names(_ path: String) -> Bool {
    devices.contains { DeviceAssessment.leads($0, to: path) }
  }

  /// Reads a configuration; paths in it count from its own folder.
  public static func read(
    _ bytes: [UInt8], file: String
  ) throws(DocumentError) -> Configuration {
    var configuration = Configuration()
    var reader = try ObjectReader(try DocumentNode.parse(bytes, file: file), file: file)
    if let scene = try reader.optionalString("scene") {
      configuration.scene = FilePaths.resolve(scene, besideFile: file)
    }
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
    if let degrees = try reader.optionalInteger("rotation") {
      configuration.rotation = try rotation(degrees, &reader)
    }
    if let kinds = try readKinds(&reader) { configuration.kinds = kinds }
    configuration.deviceRules = try readRules(&reader)
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
