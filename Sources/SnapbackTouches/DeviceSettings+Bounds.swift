import SnapbackBasics

/// The limits of device settings, applied to values from any source.
extension DeviceSettings {
  /// How far a touchpad moves the cursor, in points per millimeter of finger travel.
  ///
  /// libinput treats a touchpad as a mouse of 1000 dpi and then slows the cursor by the factor
  /// `TP_MAGIC_SLOWDOWN`, 0.2968. libinput's flat profile applies no further factor.
  public static let pointsPerPadMillimeter = 1000 / 25.4 * 0.2968

  /// The settings with every number clamped to its range and NaN replaced by the default.
  var bounded: DeviceSettings {
    func held(_ value: Double, _ range: ClosedRange<Double>, _ usual: Double) -> Double {
      value.isNaN ? usual : min(max(value, range.lowerBound), range.upperBound)
    }
    let usual = DeviceSettings()
    var settings = self
    settings.pointerSpeed = held(pointerSpeed, 0.01...100, usual.pointerSpeed)
    settings.wheelStep = held(wheelStep, 0...10_000, usual.wheelStep)
    settings.scrollSpeed = held(scrollSpeed, 0...100, usual.scrollSpeed)
    settings.releaseTimeout = releaseTimeout.flatMap { $0.isNaN ? nil : max(0, $0) }
    if let size, !(size.width > 0 && size.height > 0 && size.width + size.height < 1e6) {
      settings.size = nil
    }
    return settings
  }
}

extension FilterSettings {
  /// Settings with every filter turned off.
  public static let off: FilterSettings = {
    var settings = FilterSettings()
    settings.dropsSpikes = false
    settings.dropsGhosts = false
    settings.mergesSplits = false
    settings.hysteresis = 0
    settings.smoothing = .none
    return settings
  }()
}

/// The size and pressure from which a contact counts as a palm, in device units.
struct PalmRule: Sendable {
  let size: Int32?
  let pressure: Int32?

  init(_ settings: DeviceSettings) {
    size = settings.palmSize
    pressure = settings.palmPressure
  }

  /// Whether a contact of this size and pressure is a palm; values that are nil are ignored.
  func isPalm(size: Int32?, pressure: Int32?) -> Bool {
    if let least = self.size, let size, size >= least { return true }
    if let least = self.pressure, let pressure, pressure >= least { return true }
    return false
  }
}
