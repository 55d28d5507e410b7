import Glibc
public import SnapbackEvdev
public import SnapbackTouches

/// What is made of a device: the settings that apply to it, where they come from, and whether it
/// is read.
public struct DeviceAssessment: Sendable {
  /// Why a device is not read.
  public enum Refusal: Hashable, Sendable, CustomStringConvertible {
    /// It has letter keys.
    case keyboard
    /// It reports no positions.
    case noPositions
    /// Devices of its kind are not asked for.
    case kind(DeviceKind)
    /// `LIBINPUT_IGNORE_DEVICE` is set.
    case system
    /// A rule of the configuration, by its number from 1.
    case rule(Int)
    /// It belongs to another seat.
    case seat(String, wanted: String)

    /// What could be done about it; nil when nothing can.
    public var remedy: String? {
      switch self {
      case .keyboard, .noPositions: nil
      case .kind(let kind):
        kind.touches ? "add it, or name the device in \"devices\"" : nil
      case .system: "a rule with \"ignore: false\" overrides it"
      case .rule: "take it out, or name the device in \"devices\""
      case .seat: "set \"seat\", or name the device in \"devices\""
      }
    }

    /// Why.
    public var description: String {
      switch self {
      case .keyboard: "a keyboard is never read"
      case .noPositions: "it reports no positions"
      case .kind(let kind):
        kind.touches
          ? "\"kinds\" has no \"\(kind.rawValue)\"" : "it is nothing that touches or points"
      case .system:
        "LIBINPUT_IGNORE_DEVICE is set"
      case .rule(let number): "rule \(number) has \"ignore: true\""
      case .seat(let seat, let wanted):
        "it belongs to seat \"\(seat)\", not \"\(wanted)\""
      }
    }
  }

  /// Where a calibration comes from.
  public enum Source: Hashable, Sendable, CustomStringConvertible {
    /// `LIBINPUT_CALIBRATION_MATRIX`.
    case system
    /// A rule of the configuration, by its number from 1.
    case rule(Int)

    /// For people.
    public var description: String {
      switch self {
      case .system: "LIBINPUT_CALIBRATION_MATRIX"
      case .rule(let number): "rule \(number)"
      }
    }
  }

  /// What holds for it.
  public var settings = DeviceSettings()
  /// The numbers of the rules that match it, from 1.
  public var rules: [Int] = []
  /// Where its calibration comes from; nil when it has none.
  public var calibrationSource: Source?
  /// How large it is, and how that is known.
  public var size = DeviceSize.unknown
  /// Why it is not read; nil when it is.
  public var refusal: Refusal?
  /// What cannot be as it was asked for, a line each.
  public var warnings: [String] = []

  /// What a configuration and the system make of the device at `path`.
  ///
  /// A device that was named is read unless it is a keyboard.
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
    refusal = Self.refusal(
      profile, entry: entry, configuration: configuration, isNamed: isNamed,
      isKept: settings.isIgnored == false, ignoringRule: ignoringRule)
  }

  private static func refusal(
    _ profile: DeviceProfile, entry: DeviceDatabase.Entry, configuration: Configuration,
    isNamed: Bool, isKept: Bool, ignoringRule: Int?
  ) -> Refusal? {
    if profile.kind == .keyboard { return .keyboard }
    if profile.positionAxes == nil, !profile.kind.touches { return .noPositions }
    if isNamed { return nil }
    if let ignoringRule { return .rule(ignoringRule) }
    if entry.isIgnored, !isKept { return .system }
    if entry.seat != configuration.seat {
      return .seat(entry.seat, wanted: configuration.seat)
    }
    return configuration.kinds.contains(profile.kind) ? nil : .kind(profile.kind)
  }

  private mutating func calibrate(by text: String) {
    do throws(CalibrationError) {
      let calibration = try Calibration(parsing: text)
      guard calibration != .none else { return }
      settings.calibration = .matrix(calibration)
      calibrationSource = .system
    } catch {
      warnings.append("LIBINPUT_CALIBRATION_MATRIX: \(error); it is left out")
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
          + "it is left out")
      settings.calibration = nil
      calibrationSource = nil
    }
  }

  /// Whether a path, which may be a link, leads to the device at another one.
  static func leads(_ path: String, to device: String) -> Bool {
    if path == device { return true }
    var (one, other) = (stat(), stat())
    return stat(path, &one) == 0 && stat(device, &other) == 0 && one.st_ino == other.st_ino
      && one.st_dev == other.st_dev
  }
}
