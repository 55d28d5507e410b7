import SnapbackBasics
public import SnapbackTouches

/// The device of a synthetic recording: a profile and the properties of its scans.
public struct SyntheticDevice: Hashable, Sendable {
  /// The device's profile, which determines the protocol for contacts.
  public var profile: DeviceProfile
  /// Scans per second.
  public var rate: Double
  /// The width of the range over which scan times vary, as a fraction of the interval between
  /// scans.
  public var jitter: Double
  /// The standard deviation of the position noise, in device units.
  public var noise: Double

  /// Creates a device from its parts.
  public init(_ profile: DeviceProfile, rate: Double = 120, jitter: Double = 0, noise: Double = 0) {
    self.profile = profile
    self.rate = rate
    self.jitter = jitter
    self.noise = noise
  }

  /// The valid rates, in scans per second.
  public static let rates: ClosedRange<Double> = 1...1000

  /// How contacts are reported.
  enum Manner {
    /// Contacts in slots, changes only: protocol B.
    case slots
    /// All contacts in each scan, with an end mark after each contact: protocol A.
    case marks
    /// One position and a key.
    case single
    /// Relative pointer movements and a key.
    case relative
  }

  var manner: Manner {
    if profile.hasSlots { return .slots }
    if profile.axis(EventCode.multitouchX) != nil, profile.axis(EventCode.multitouchY) != nil {
      return .marks
    }
    return profile.axis(EventCode.x) == nil ? .relative : .single
  }

  /// The position axes; nil for a device that reports only relative movements.
  var positionAxes: (x: AxisRange, y: AxisRange)? {
    let hasContacts = manner == .slots || manner == .marks
    guard let x = profile.axis(hasContacts ? EventCode.multitouchX : EventCode.x),
      let y = profile.axis(hasContacts ? EventCode.multitouchY : EventCode.y)
    else { return nil }
    return (x, y)
  }

  /// The largest number of contacts that the device can report at once.
  public var contactLimit: Int {
    switch manner {
    case .slots: profile.slotCount
    case .marks: Self.markLimit
    case .single, .relative: 1
    }
  }

  /// The largest number of contacts of a device with protocol A.
  static let markLimit = 16

  /// Whether the device can report input: it has usable position axes, or relative axes and a
  /// button.
  public var isUsable: Bool {
    if let (x, y) = positionAxes {
      return x.maximum > x.minimum && y.maximum > y.minimum
    }
    return profile.relativeCodes.isSuperset(of: [0, 1])
      && profile.keys.contains(EventCode.leftButton)
  }

  /// Whether the device has a vertical or horizontal wheel.
  public func hasWheel(isHorizontal: Bool) -> Bool {
    profile.relativeCodes.contains(isHorizontal ? EvdevCode.sidewaysWheel : EvdevCode.wheel)
  }
}

/// Codes from Linux's `input-event-codes.h` that only synthetic devices use.
enum EvdevCode {
  static let sidewaysWheel: UInt16 = 0x06
  static let wheel: UInt16 = 0x08
  static let fineWheel: UInt16 = 0x0b
  static let fineSidewaysWheel: UInt16 = 0x0c
  static let pressure: UInt16 = 0x18
  static let touchMajor: UInt16 = 0x30
  static let contactPressure: UInt16 = 0x3a
  static let rightButton: UInt16 = 0x111
  static let middleButton: UInt16 = 0x112
  static let stylus: UInt16 = 0x14b
  static let buttonPad: UInt16 = 0x02
  /// `BTN_TOOL_FINGER`, `BTN_TOOL_DOUBLETAP` and so on, by number of fingers.
  static let fingerTools: [UInt16] = [EventCode.toolFinger, 0x14d, 0x14e, 0x14f, 0x148]
  /// The length of a wheel's notch, in units of the high-resolution axis.
  static let notch: Int32 = 120
}
