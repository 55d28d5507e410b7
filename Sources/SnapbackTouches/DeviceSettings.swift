public import SnapbackBasics

/// The settings of one device, in addition to its own description.
public struct DeviceSettings: Hashable, Sendable {
  /// The kind that the device is read as; nil for the kind that its description shows.
  public var kind: DeviceKind?
  /// The ranges of its coordinates, where they differ from those that the device reports.
  public var ranges = PositionRanges()
  /// The calibration of its coordinates; nil for none.
  public var calibration: CalibrationSetting?
  /// Its width and height in millimeters; nil for the size that the device reports, if that is
  /// plausible.
  public var size: Size?
  /// The part of the screen that the device covers; nil for all of it.
  public var output: OutputRegion?
  /// The rotation of the picture on the device, in addition to the rotation of the whole picture.
  public var rotation = PanelRotation.none
  /// Whether Snapback ignores the device; nil for the system's default.
  public var isIgnored: Bool?
  /// The speed of cursors, as a factor, 0.01…100.
  ///
  /// A mouse moves the cursor by this many points per device unit. A touchpad moves it by this
  /// factor times ``pointsPerPadMillimeter`` points per millimeter.
  public var pointerSpeed = 1.0
  /// How far one notch of a wheel scrolls, in points, 0…10 000.
  ///
  /// 53 is GTK's value, which Chromium (`MouseWheelEvent::kWheelDelta`) and Flutter's Linux
  /// embedder adopted.
  public var wheelStep = 53.0
  /// How far two fingers on a touchpad scroll, as a factor on ``pointsPerPadMillimeter``, 0…100.
  public var scrollSpeed = 1.0
  /// Whether a tap on a touchpad is a click.
  public var taps = true
  /// The number of seconds without any event after which a contact counts as lost; 0 for never, nil
  /// for the decoder's own rule (``DeviceDecoder/deadline``).
  public var releaseTimeout: Double?
  /// The `ABS_MT_TOUCH_MAJOR` from which a contact is a palm, in device units; nil for never.
  public var palmSize: Int32?
  /// The `ABS_MT_PRESSURE` from which a contact is a palm, in device units; nil for never.
  public var palmPressure: Int32?
  /// The name of the group of devices that it belongs to; nil for the system's group.
  ///
  /// Touches on the surfaces of a group do not count while a pen of the group is near.
  public var group: String?
  /// The filters for the device's input.
  public var filter = FilterSettings()

  /// Creates the default settings.
  public init() {}
}

/// The ranges of a device's coordinates, in device units; nil for the range that it reports.
public struct PositionRanges: Hashable, Sendable {
  /// The greatest magnitude of a value.
  public static let limit: Int32 = 1_000_000_000

  /// The range of x.
  public var x: ClosedRange<Int32>?
  /// The range of y.
  public var y: ClosedRange<Int32>?

  /// Creates ranges.
  public init(x: ClosedRange<Int32>? = nil, y: ClosedRange<Int32>? = nil) {
    self.x = x
    self.y = y
  }
}

/// The settings of a ``ContactFilter``.
public struct FilterSettings: Hashable, Sendable {
  /// Whether positions that jump away for one frame are dropped.
  public var dropsSpikes = true
  /// Whether contacts that end within moments beside others are dropped.
  public var dropsGhosts = true
  /// Whether a contact that breaks off and continues under another id is joined.
  public var mergesSplits = true
  /// The radius within which movements are ignored, in millimeters; 0 for no hysteresis.
  ///
  /// Off by default, because the kernel already applies the axes' fuzz.
  public var hysteresis = 0.0
  /// Whether and how positions are smoothed; for panels with jitter.
  public var smoothing = Smoothing.none

  /// Whether and how positions are smoothed.
  public enum Smoothing: Hashable, Sendable {
    /// No smoothing.
    case none
    /// Smoothing by a ``OneEuroFilter``.
    case oneEuro(OneEuroFilter.Settings)
  }

  /// Creates the default settings.
  public init() {}
}

/// A calibration as given in the configuration.
public enum CalibrationSetting: Hashable, Sendable {
  /// A matrix on coordinates from 0 to 1.
  case matrix(Calibration)
  /// The numbers of tslib's `pointercal`, and the size in pixels of the screen that it was made on.
  case tslib([Double], screen: Size)

  /// Returns the calibration for a device with these axes.
  public func resolved(x: AxisRange, y: AxisRange) throws(CalibrationError) -> Calibration {
    switch self {
    case .matrix(let calibration): calibration
    case .tslib(let numbers, let screen):
      try Calibration(tslib: numbers, screen: screen, x: x, y: y)
    }
  }
}
