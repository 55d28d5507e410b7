public import SnapbackGeometry

/// How large a device is, and how that is known.
public enum DeviceSize: Hashable, Sendable {
  /// The device says so, and can be believed; millimetres.
  case told(Size)
  /// The configuration says so; millimetres.
  case configured(Size)
  /// The device does not say.
  case unknown
  /// The device says something that cannot be; millimetres.
  case unbelievable(Size)

  /// The sides that are believed, in millimetres.
  ///
  /// From the smallest touch display to a wall. Panels exist that claim one unit per millimetre
  /// over a range of 32767.
  public static let sides: ClosedRange<Double> = 10...2500
  /// The shares of width in height that are believed.
  public static let aspects: ClosedRange<Double> = 0.2...5

  /// Width and height in millimetres; nil when they are not known.
  public var size: Size? {
    switch self {
    case .told(let size), .configured(let size): size
    case .unknown, .unbelievable: nil
    }
  }

  /// Whether a size can be that of a device.
  public static func isBelievable(_ size: Size) -> Bool {
    sides.contains(size.width) && sides.contains(size.height)
      && aspects.contains(size.width / size.height)
  }

  /// What a device makes of the millimetres that it claims.
  init(claimed: Size?) {
    guard let claimed else {
      self = .unknown
      return
    }
    self = Self.isBelievable(claimed) ? .told(claimed) : .unbelievable(claimed)
  }
}

extension DeviceProfile {
  /// Width and height in millimetres; nil when the device does not say or cannot be believed.
  public var physicalSize: Size? { size(with: DeviceSettings()).size }

  /// How large the device is with these settings, and how that is known.
  public func size(with settings: DeviceSettings) -> DeviceSize {
    if let size = settings.size { return .configured(size) }
    guard let (x, y) = positionAxes, let width = x.millimetres, let height = y.millimetres
    else { return .unknown }
    return DeviceSize(claimed: Size(width: width, height: height))
  }
}
