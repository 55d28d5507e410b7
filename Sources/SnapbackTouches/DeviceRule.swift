public import SnapbackGeometry

/// What a person says of some devices: settings for those that match.
///
/// All rules that match a device apply, in their order; what a later one says counts.
public struct DeviceRule: Hashable, Sendable {
  /// The devices that it is about.
  public var match: DeviceMatch
  /// What it says; nil where it says nothing.
  public var calibration: CalibrationSetting?
  /// Width and height in millimetres.
  public var size: Size?
  /// The part of the screen that the device covers.
  public var output: OutputRegion?
  /// How the picture is turned on the device.
  public var rotation: PanelRotation?
  /// Whether the device is left alone.
  public var isIgnored: Bool?
  /// How far a pointer goes for one unit, as a factor.
  public var pointerSpeed: Double?
  /// How far one notch of a wheel scrolls, in points.
  public var wheelStep: Double?
  /// How far two fingers on a touchpad scroll, as a factor.
  public var scrollSpeed: Double?
  /// Whether a tap on a touchpad is a click.
  public var taps: Bool?
  /// After how many seconds without an event a contact is lost.
  public var releaseTimeout: Double?
  /// From which size on a contact is a palm, in device units.
  public var palmSize: Int32?
  /// From which pressure on a contact is a palm, in device units.
  public var palmPressure: Int32?
  /// Whether positions that jump away for one frame are dropped.
  public var dropsSpikes: Bool?
  /// Whether contacts of moments beside others are dropped.
  public var dropsGhosts: Bool?
  /// Whether contacts that break off and go on are put together.
  public var mergesSplits: Bool?
  /// How far a finger may tremble unseen, in millimetres.
  public var hysteresis: Double?
  /// Whether and how positions are smoothed.
  public var smoothing: FilterSettings.Smoothing?

  /// A rule that says nothing yet.
  public init(match: DeviceMatch = DeviceMatch()) {
    self.match = match
  }

  /// Writes what it says over settings.
  public func apply(to settings: inout DeviceSettings) {
    if let calibration { settings.calibration = calibration }
    if let size { settings.size = size }
    if let output { settings.output = output }
    if let rotation { settings.rotation = rotation }
    if let isIgnored { settings.isIgnored = isIgnored }
    if let pointerSpeed { settings.pointerSpeed = pointerSpeed }
    if let wheelStep { settings.wheelStep = wheelStep }
    if let scrollSpeed { settings.scrollSpeed = scrollSpeed }
    if let taps { settings.taps = taps }
    if let releaseTimeout { settings.releaseTimeout = releaseTimeout }
    if let palmSize { settings.palmSize = palmSize }
    if let palmPressure { settings.palmPressure = palmPressure }
    if let dropsSpikes { settings.filter.dropsSpikes = dropsSpikes }
    if let dropsGhosts { settings.filter.dropsGhosts = dropsGhosts }
    if let mergesSplits { settings.filter.mergesSplits = mergesSplits }
    if let hysteresis { settings.filter.hysteresis = hysteresis }
    if let smoothing { settings.filter.smoothing = smoothing }
  }
}
