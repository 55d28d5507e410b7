public import SnapbackBasics

/// A rule in the configuration: settings for the devices that match it.
///
/// All rules that match a device apply in order; later rules override earlier ones.
public struct DeviceRule: Hashable, Sendable {
  /// The devices that the rule applies to.
  public var match: DeviceMatch
  /// The kind as which the device is decoded. Here and in every setting below, nil leaves the value
  /// unchanged.
  public var kind: DeviceKind?
  /// The ranges of the device's coordinates.
  public var ranges = PositionRanges()
  /// The calibration.
  public var calibration: CalibrationSetting?
  /// Width and height in millimeters.
  public var size: Size?
  /// The part of the screen that the device covers.
  public var output: OutputRegion?
  /// The rotation of the picture on the device.
  public var rotation: PanelRotation?
  /// Whether Snapback does not read the device.
  public var isIgnored: Bool?
  /// The pointer speed, as a factor.
  public var pointerSpeed: Double?
  /// How far one notch of a wheel scrolls, in points.
  public var wheelStep: Double?
  /// The speed of two-finger scrolling on a touchpad, as a factor.
  public var scrollSpeed: Double?
  /// Whether a tap on a touchpad is a click.
  public var taps: Bool?
  /// The number of seconds without an event after which a contact is lost.
  public var releaseTimeout: Double?
  /// The least size of a contact that counts as a palm, in device units.
  public var palmSize: Int32?
  /// The least pressure of a contact that counts as a palm, in device units.
  public var palmPressure: Int32?
  /// The name of the device group that the device belongs to.
  public var group: String?
  /// Whether positions that jump away for one touch frame are dropped.
  public var dropsSpikes: Bool?
  /// Whether very short contacts are dropped if they begin while another contact is down.
  public var dropsGhosts: Bool?
  /// Whether contacts that break off and continue under another id are joined.
  public var mergesSplits: Bool?
  /// The radius within which movements are ignored, in millimeters.
  public var hysteresis: Double?
  /// Whether and how positions are smoothed.
  public var smoothing: FilterSettings.Smoothing?

  /// Creates a rule without settings.
  public init(match: DeviceMatch = DeviceMatch()) {
    self.match = match
  }

  /// Replaces the settings for which the rule has a value.
  public func apply(to settings: inout DeviceSettings) {
    if let kind { settings.kind = kind }
    if let x = ranges.x { settings.ranges.x = x }
    if let y = ranges.y { settings.ranges.y = y }
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
    if let group { settings.group = group }
    if let dropsSpikes { settings.filter.dropsSpikes = dropsSpikes }
    if let dropsGhosts { settings.filter.dropsGhosts = dropsGhosts }
    if let mergesSplits { settings.filter.mergesSplits = mergesSplits }
    if let hysteresis { settings.filter.hysteresis = hysteresis }
    if let smoothing { settings.filter.smoothing = smoothing }
  }
}
