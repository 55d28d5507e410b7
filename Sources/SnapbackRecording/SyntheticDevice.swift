import SnapbackTiming
public import SnapbackTouches

/// A device that synthetic recordings come from: what it says of itself, and how it scans.
public struct SyntheticDevice: Hashable, Sendable {
  /// What it says of itself; it decides by which protocol contacts are told.
  public var profile: DeviceProfile
  /// Scans per second.
  public var rate: Double
  /// The width of the range in which a scan's time lies, as a share of the time between scans.
  public var jitter: Double
  /// The standard deviation of a position, in device units.
  public var noise: Double

  /// A device by its parts.
  public init(_ profile: DeviceProfile, rate: Double = 120, jitter: Double = 0, noise: Double = 0) {
    self.profile = profile
    self.rate = rate
    self.jitter = jitter
    self.noise = noise
  }

  /// The rates that a device may have, in scans per second.
  public static let rates: ClosedRange<Double> = 1...1000

  /// How contacts are told.
  enum Manner {
    /// In slots, only what changed: protocol B.
    case slots
    /// All in each scan, an end mark behind each: protocol A.
    case marks
    /// One position and a key.
    case single
    /// Steps of a pointer and a key.
    case relative
  }

  var manner: Manner {
    if profile.hasSlots { return .slots }
    if profile.axis(EventCode.multitouchX) != nil, profile.axis(EventCode.multitouchY) != nil {
      return .marks
    }
    return profile.axis(EventCode.x) == nil ? .relative : .single
  }

  /// The axes that hold positions; nil for a device that reports steps only.
  var positionAxes: (x: AxisRange, y: AxisRange)? {
    let hasContacts = manner == .slots || manner == .marks
    guard let x = profile.axis(hasContacts ? EventCode.multitouchX : EventCode.x),
      let y = profile.axis(hasContacts ? EventCode.multitouchY : EventCode.y)
    else { return nil }
    return (x, y)
  }

  /// How many contacts it can tell at once.
  public var contactLimit: Int {
    switch manner {
    case .slots: profile.slotCount
    case .marks: Self.markLimit
    case .single, .relative: 1
    }
  }

  /// The most contacts of a device without slots.
  static let markLimit = 16

  /// Whether it can tell anything at all: it has usable positions, or steps and a button.
  public var isUsable: Bool {
    if let (x, y) = positionAxes {
      return x.maximum > x.minimum && y.maximum > y.minimum
    }
    return profile.relativeCodes.isSuperset(of: [0, 1])
      && profile.keys.contains(EventCode.leftButton)
  }

  /// Whether it has a wheel, upright or sideways.
  public func hasWheel(isHorizontal: Bool) -> Bool {
    profile.relativeCodes.contains(isHorizontal ? EvdevCode.sidewaysWheel : EvdevCode.wheel)
  }
}

/// Codes of Linux, `input-event-codes.h`, that only synthetic devices send.
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
  /// `BTN_TOOL_FINGER`, `BTN_TOOL_DOUBLETAP` and so on: that many fingers.
  static let fingerTools: [UInt16] = [EventCode.toolFinger, 0x14d, 0x14e, 0x14f, 0x148]
  /// A wheel's notch in the units of its fine axis.
  static let notch: Int32 = 120
}
