public import SnapbackBasics

/// The pressure, the tilt and the buttons of a pen.
public struct PenState: Hashable, Sendable {
  /// The buttons of a pen.
  public struct Buttons: OptionSet, Hashable, Sendable {
    /// One bit per button.
    public let rawValue: UInt8
    /// `BTN_STYLUS`: the button next to the tip.
    public static let first = Buttons(rawValue: 1)
    /// `BTN_STYLUS2`
    public static let second = Buttons(rawValue: 2)
    /// `BTN_STYLUS3`
    public static let third = Buttons(rawValue: 4)

    /// Creates a set from its bits.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }
  }

  /// The pressure as a fraction of the range, 0…1; nil if the pen does not report it.
  public var pressure: Double?
  /// The tilt in degrees, to the right and toward the user; nil if the pen does not report it.
  public var tilt: Vector?
  /// The buttons that are pressed.
  public var buttons: Buttons = []

  /// Creates the state of a pen without pressure, tilt and pressed buttons.
  public init() {}
}

/// Decodes the pressure, the tilt and the buttons of a pen.
struct PenAxes: Sendable {
  /// The tilt at the ends of an axis that does not report its unit, in degrees. This is libinput's
  /// value, the tilt range of Wacom's pens.
  static let usualTilt = 64.0

  private let ranges: (pressure: AxisRange?, tiltX: AxisRange?, tiltY: AxisRange?)
  private var pressure: Int32
  private var tilt: (x: Int32, y: Int32) = (0, 0)
  private var buttons: PenState.Buttons = []

  init(profile: DeviceProfile) {
    ranges = (
      profile.axis(EventCode.pressure), profile.axis(EventCode.tiltX),
      profile.axis(EventCode.tiltY)
    )
    pressure = ranges.pressure?.minimum ?? 0
  }

  mutating func consume(_ type: UInt16, _ code: UInt16, _ value: Int32) {
    switch (type, code) {
    case (EventCode.absolute, EventCode.pressure): pressure = value
    case (EventCode.absolute, EventCode.tiltX): tilt.x = value
    case (EventCode.absolute, EventCode.tiltY): tilt.y = value
    case (EventCode.key, EventCode.stylus): set(.first, value != 0)
    case (EventCode.key, EventCode.secondStylus): set(.second, value != 0)
    case (EventCode.key, EventCode.thirdStylus): set(.third, value != 0)
    default: break
    }
  }

  private mutating func set(_ button: PenState.Buttons, _ isPressed: Bool) {
    if isPressed { buttons.insert(button) } else { buttons.remove(button) }
  }

  var state: PenState {
    var state = PenState()
    state.buttons = buttons
    if let range = ranges.pressure, range.maximum > range.minimum {
      let share = (Double(pressure) - Double(range.minimum)) / (range.count - 1)
      state.pressure = min(max(share, 0), 1)
    }
    if let x = ranges.tiltX, let y = ranges.tiltY {
      state.tilt = Vector(dx: Self.degrees(tilt.x, x), dy: Self.degrees(tilt.y, y))
    }
    return state
  }

  /// Returns the tilt along an axis in degrees. If the axis has a resolution, that is in units per
  /// radian, and 0 is upright. Otherwise the range of the axis is taken as ±``usualTilt``, as in
  /// libinput.
  private static func degrees(_ value: Int32, _ range: AxisRange) -> Double {
    if range.resolution > 0, range.minimum < 0, range.maximum > 0 {
      return Double(value) / Double(range.resolution) * 180 / Double.pi
    }
    guard range.maximum > range.minimum else { return 0 }
    let share = (Double(value) - Double(range.minimum)) / (range.count - 1)
    return (2 * min(max(share, 0), 1) - 1) * usualTilt
  }
}
