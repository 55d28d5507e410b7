public import SnapbackBasics

/// The size of a device's surface, and where that size comes from.
public enum DeviceSize: Hashable, Sendable {
  /// A plausible size reported by the device, in millimeters.
  case told(Size)
  /// A size from the configuration, in millimeters.
  case configured(Size)
  /// The device reports no size.
  case unknown
  /// An implausible size reported by the device, in millimeters.
  case unbelievable(Size)

  /// The plausible lengths of a side, in millimeters.
  ///
  /// The range covers everything from the smallest touch display to a display wall. A plausibility
  /// test is needed because some panels claim one unit per millimeter over a range of 32767.
  public static let sides: ClosedRange<Double> = 10...2500
  /// The plausible ratios of width to height.
  public static let aspects: ClosedRange<Double> = 0.2...5

  /// Width and height in millimeters; nil if they are unknown or implausible.
  public var size: Size? {
    switch self {
    case .told(let size), .configured(let size): size
    case .unknown, .unbelievable: nil
    }
  }

  /// Whether a size is plausible for a device.
  public static func isBelievable(_ size: Size) -> Bool {
    sides.contains(size.width) && sides.contains(size.height)
      && aspects.contains(size.width / size.height)
  }

  /// Classifies the size in millimeters that a device reports as plausible, implausible or unknown.
  init(claimed: Size?) {
    guard let claimed else {
      self = .unknown
      return
    }
    self = Self.isBelievable(claimed) ? .told(claimed) : .unbelievable(claimed)
  }
}

extension DeviceProfile {
  /// Width and height in millimeters; nil if the device reports no size or an implausible one.
  public var physicalSize: Size? { size(with: DeviceSettings()).size }

  /// Returns the device's size with `settings`, and where that size comes from.
  public func size(with settings: DeviceSettings) -> DeviceSize {
    if let size = settings.size { return .configured(size) }
    guard let (x, y) = ranged(by: settings.ranges).positionAxes, let width = x.millimeters,
      let height = y.millimeters
    else { return .unknown }
    return DeviceSize(claimed: Size(width: width, height: height))
  }
}
