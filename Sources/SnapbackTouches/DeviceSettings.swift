public import SnapbackGeometry

/// What holds for one device besides what it says of itself.
public struct DeviceSettings: Hashable, Sendable {
  /// How its coordinates have to be bent; nil for not at all.
  public var calibration: CalibrationSetting?
  /// Its width and height in millimetres; nil for what the device says, if it can be believed.
  public var size: Size?
  /// The part of the screen that it covers; nil for all of it.
  public var output: OutputRegion?
  /// How the picture is turned on it, besides the turn of the whole picture.
  public var rotation = PanelRotation.none
  /// Whether it is left alone; nil for as the system has it.
  public var isIgnored: Bool?
  /// How fast cursors are, as a factor, 0.01…100.
  ///
  /// A mouse moves the cursor by so many points for each of its units. A touchpad moves it by
  /// ``pointsPerPadMillimetre`` times as much for each millimetre.
  public var pointerSpeed = 1.0
  /// How far one notch of a wheel scrolls, in points, 0…10 000.
  ///
  /// 53 is GTK's amount, which Chromium (`MouseWheelEvent::kWheelDelta`) and Flutter's Linux
  /// embedder took over.
  public var wheelStep = 53.0
  /// How far content goes for two fingers on a touchpad, as a factor on
  /// ``pointsPerPadMillimetre``, 0…100.
  public var scrollSpeed = 1.0
  /// Whether a tap on a touchpad is a click.
  public var taps = true
  /// After how many seconds without any event a contact counts as lost; 0 for never, nil for the
  /// decoder's rule (``DeviceDecoder/deadline``).
  public var releaseTimeout: Double?
  /// From which `ABS_MT_TOUCH_MAJOR` on a contact is a palm, in device units; nil for never.
  public var palmSize: Int32?
  /// From which `ABS_MT_PRESSURE` on a contact is a palm, in device units; nil for never.
  public var palmPressure: Int32?
  /// What is taken out of what it reports.
  public var filter = FilterSettings()

  /// The defaults.
  public init() {}
}

/// What a ``ContactFilter`` takes out.
public struct FilterSettings: Hashable, Sendable {
  /// Whether positions that jump away for one frame are dropped.
  public var dropsSpikes = true
  /// Whether contacts that come and go within moments beside others are dropped.
  public var dropsGhosts = true
  /// Whether a contact that breaks off and goes on under another id is put together.
  public var mergesSplits = true
  /// How far a finger may tremble unseen, in millimetres; 0 for not at all.
  ///
  /// Off by default: the kernel has applied the axes' fuzz already.
  public var hysteresis = 0.0
  /// Whether and how positions are smoothed; for panels that tremble.
  public var smoothing = Smoothing.none

  /// Whether and how positions are smoothed.
  public enum Smoothing: Hashable, Sendable {
    /// They are not.
    case none
    /// By a ``OneEuroFilter``.
    case oneEuro(OneEuroFilter.Settings)
  }

  /// The defaults.
  public init() {}
}

/// Where a calibration's numbers come from.
public enum CalibrationSetting: Hashable, Sendable {
  /// A matrix on coordinates of 0…1.
  case matrix(Calibration)
  /// The numbers of tslib's `pointercal`, and the size of the screen that it was made on in pixels.
  case tslib([Double], screen: Size)

  /// The calibration for a device with these axes.
  public func resolved(x: AxisRange, y: AxisRange) throws(CalibrationError) -> Calibration {
    switch self {
    case .matrix(let calibration): calibration
    case .tslib(let numbers, let screen):
      try Calibration(tslib: numbers, screen: screen, x: x, y: y)
    }
  }
}
