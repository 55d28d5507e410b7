public import SnapbackBasics

/// The settings of one device, in addition to the profile that the device reports.
public struct DeviceSettings: Hashable, Sendable {
  /// The kind as which the device is decoded; nil for the kind that its profile implies.
  public var kind: DeviceKind?
  /// The ranges of the device's coordinates, where the reported ranges are wrong.
  public var ranges = PositionRanges()
  /// The calibration of the device's coordinates; nil for none.
  public var calibration: CalibrationSetting?
  /// The device's width and height in millimeters; nil for the reported size, if that size is
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
  /// The default of 53 is GTK's value, which Chromium (`MouseWheelEvent::kWheelDelta`) and
  /// Flutter's Linux embedder adopted.
  public var wheelStep = 53.0
  /// How far two fingers on a touchpad scroll, as a factor on ``pointsPerPadMillimeter``, 0…100.
  public var scrollSpeed = 1.0
  /// Whether a tap on a touchpad is a click.
  public var taps = true
  /// The number of seconds without any event after which a contact is cancelled as lost; 0 for
  /// never, nil for the decoder's own rule (``DeviceDecoder/deadline``).
  public var releaseTimeout: Double?
  /// The least `ABS_MT_TOUCH_MAJOR` of a palm, in device units; nil if no size makes a contact a
  /// palm.
  public var palmSize: Int32?
  /// The least `ABS_MT_PRESSURE` of a palm, in device units; nil if no pressure makes a contact a
  /// palm.
  public var palmPressure: Int32?
  /// The name of the device group that the device belongs to; nil for the group in the system's
  /// device database or, without one there, ``DeviceProfile/usualGroup``.
  ///
  /// While a pen of a group is near, touches on the surfaces of that group are ignored.
  public var group: String?
  /// The filters for the device's input.
  public var filter = FilterSettings()

  /// Creates the default settings.
  public init() {}
}

/// The ranges of a device's coordinates, in device units; nil for the range that the device
/// reports.
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
  /// Whether positions that jump away for one touch frame are dropped.
  public var dropsSpikes = true
  /// Whether very short contacts are dropped if they begin while another contact is down.
  public var dropsGhosts = true
  /// Whether contacts that break off and continue under another id are joined.
  public var mergesSplits = true
  /// The radius within which movements are ignored, in millimeters; 0 for no hysteresis.
  ///
  /// Off by default, because the kernel already filters noise by the `fuzz` of each axis.
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
  /// The numbers of tslib's `pointercal`, and the size in pixels of the screen on which that
  /// calibration was made.
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
