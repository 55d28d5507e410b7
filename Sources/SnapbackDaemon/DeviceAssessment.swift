import Glibc
public import SnapbackEvdev
public import SnapbackFiles
public import SnapbackTouches

/// The assessment of a device: whether the daemon reads it, its settings, and the sources of the
/// settings.
public struct DeviceAssessment: Sendable {
  /// The reason for which a device is not read.
  public enum Refusal: Hashable, Sendable, CustomStringConvertible {
    /// The device has letter keys.
    case keyboard
    /// The device reports no positions.
    case noPositions
    /// The device's kind is not among the configured kinds.
    case kind(DeviceKind)
    /// `LIBINPUT_IGNORE_DEVICE` is set for the device.
    case system
    /// A rule of the configuration ignores the device. Rules are numbered from 1.
    case rule(Int)
    /// The device belongs to another seat.
    case seat(String, wanted: String)

    /// A hint how to make the daemon read the device; nil if this is not possible.
    public var remedy: String? {
      switch self {
      case .keyboard, .noPositions: nil
      case .kind(let kind):
        kind.touches ? "add it, or name the device in \"devices\"" : nil
      case .system: "a rule with \"ignore: false\" overrides it"
      case .rule: "remove it, or name the device in \"devices\""
      case .seat: "set \"seat\", or name the device in \"devices\""
      }
    }

    /// The reason in words.
    public var description: String {
      switch self {
      case .keyboard: "a keyboard is never read"
      case .noPositions: "it reports no positions"
      case .kind(let kind):
        kind.touches
          ? "\"kinds\" has no \"\(kind.rawValue)\"" : "it is neither a touch nor a pointing device"
      case .system:
        "LIBINPUT_IGNORE_DEVICE is set"
      case .rule(let number): "rule \(number) has \"ignore: true\""
      case .seat(let seat, let wanted):
        "it belongs to seat \"\(seat)\", not \"\(wanted)\""
      }
    }
  }

  /// The source of a calibration.
  public enum Source: Hashable, Sendable, CustomStringConvertible {
    /// The udev property `LIBINPUT_CALIBRATION_MATRIX`.
    case system
    /// A rule of the configuration. Rules are numbered from 1.
    case rule(Int)

    /// The source in words.
    public var description: String {
      switch self {
      case .system: "LIBINPUT_CALIBRATION_MATRIX"
      case .rule(let number): "rule \(number)"
      }
    }
  }

  /// The settings that apply to the device.
  public var settings = DeviceSettings()
  /// The numbers of the matching rules, from 1.
  public var rules: [Int] = []
  /// The source of the calibration; nil if there is none.
  public var calibrationSource: Source?
  /// The kind that the device is read as.
  public var kind = DeviceKind.other
  /// The physical size of the device, with its source.
  public var size = DeviceSize.unknown
  /// The group of devices that the device belongs to: the rule's, else that of
  /// `LIBINPUT_DEVICE_GROUP`, else that of devices with equal bus, vendor and product.
  public var group = ""
  /// The reason for which the device is not read; nil if it is read.
  public var refusal: Refusal?
  /// Warnings about settings that could not be applied, one line each.
  public var warnings: [String] = []

  /// Assesses the device at `path` by the configuration and by its udev properties (`entry`).
  ///
  /// A device that the configuration names is always read, unless it is a keyboard or reports no
  /// positions.
  public init(
    _ profile: DeviceProfile, path: String, entry: DeviceDatabase.Entry,
    configuration: Configuration, isNamed: Bool
  ) {
    if let text = entry.calibration { calibrate(by: text) }
    var ignoringRule: Int?
    for (index, rule) in configuration.deviceRules.enumerated()
    where rule.match.matches(profile, leads: { Self.leads($0, to: path) }) {
      let number = index + 1
      rules.append(number)
      rule.apply(to: &settings)
      if rule.calibration != nil { calibrationSource = .rule(number) }
      if let isIgnored = rule.isIgnored { ignoringRule = isIgnored ? number : nil }
    }
    checkCalibration(profile)
    size = profile.size(with: settings)
    group = settings.group ?? entry.group ?? profile.usualGroup
    kind = settings.kind ?? profile.kind
    refusal = Self.refusal(
      profile, as: kind, entry: entry, configuration: configuration, isNamed: isNamed,
      isKept: settings.isIgnored == false, ignoringRule: ignoringRule)
  }

  private static func refusal(
    _ profile: DeviceProfile, as kind: DeviceKind, entry: DeviceDatabase.Entry,
    configuration: Configuration, isNamed: Bool, isKept: Bool, ignoringRule: Int?
  ) -> Refusal? {
    if profile.kind == .keyboard { return .keyboard }
    if profile.positionAxes == nil, !kind.touches { return .noPositions }
    if isNamed { return nil }
    if let ignoringRule { return .rule(ignoringRule) }
    if entry.isIgnored, !isKept { return .system }
    if entry.seat != configuration.seat {
      return .seat(entry.seat, wanted: configuration.seat)
    }
    return configuration.kinds.contains(kind) ? nil : .kind(kind)
  }

  private mutating func calibrate(by text: String) {
    do throws(CalibrationError) {
      let calibration = try Calibration(parsing: text)
      guard calibration != .none else { return }
      settings.calibration = .matrix(calibration)
      calibrationSource = .system
    } catch {
      warnings.append("LIBINPUT_CALIBRATION_MATRIX: \(error); it is ignored")
    }
  }

  private mutating func checkCalibration(_ profile: DeviceProfile) {
    guard let calibration = settings.calibration, let (x, y) = profile.positionAxes
    else { return }
    do throws(CalibrationError) {
      _ = try calibration.resolved(x: x, y: y)
    } catch {
      warnings.append(
        "the calibration of \(calibrationSource?.description ?? "it"): \(error); "
          + "it is ignored")
      settings.calibration = nil
      calibrationSource = nil
    }
  }

  /// Whether `path`, which may be a link, refers to the same device node as `device`.
  static func leads(_ path: String, to device: String) -> Bool {
    if path == device { return true }
    var (one, other) = (stat(), stat())
    return stat(path, &one) == 0 && stat(device, &other) == 0 && one.st_ino == other.st_ino
      && one.st_dev == other.st_dev
  }
}

extension Configuration {
  /// Whether `devices` contains `path` or a link to the same device.
  public func names(_ path: String) -> Bool {
    devices.contains { DeviceAssessment.leads($0, to: path) }
  }
}
