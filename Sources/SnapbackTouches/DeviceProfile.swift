/// The range of an absolute axis, in device units.
public struct AxisRange: Hashable, Sendable {
  /// The lowest value.
  public var minimum: Int32
  /// The highest value.
  public var maximum: Int32
  /// The width of the kernel's noise filter, in device units; the kernel applies the filter before
  /// it delivers events.
  public var fuzz: Int32
  /// The size of the dead zone around the center, in device units.
  public var flat: Int32
  /// Units per millimeter; 0 if the device does not report a resolution.
  public var resolution: Int32

  /// Creates a range from its five numbers.
  public init(
    minimum: Int32, maximum: Int32, fuzz: Int32 = 0, flat: Int32 = 0, resolution: Int32 = 0
  ) {
    self.minimum = minimum
    self.maximum = maximum
    self.fuzz = fuzz
    self.flat = flat
    self.resolution = resolution
  }

  /// The number of values of the axis, both ends included; at least 1.
  public var count: Double { max(1, Double(maximum) - Double(minimum) + 1) }

  /// The length in millimeters; nil if the resolution is unknown.
  public var millimeters: Double? {
    resolution > 0 ? (Double(maximum) - Double(minimum)) / Double(resolution) : nil
  }
}

/// A device's description of itself: identity, axes, buttons and properties.
public struct DeviceProfile: Hashable, Sendable {
  /// The name that the device reports.
  public var name: String
  /// Bus, vendor, product and version, as reported by evdev.
  public var identity: [UInt16]
  /// The absolute axes by code, in ascending order of codes.
  public private(set) var axes: [(code: UInt16, range: AxisRange)]
  /// The codes of relative axes.
  public var relativeCodes: Set<UInt16>
  /// The codes of keys and buttons.
  public var keys: Set<UInt16>
  /// The `INPUT_PROP_…` bits that are set.
  public var properties: Set<UInt16>
  /// The codes of all other event types, by type: switches, LEDs, scan codes and the like.
  public var otherCodes: [UInt16: Set<UInt16>] = [:]

  /// Creates a profile without axes; add them with ``setAxis(_:range:)``.
  public init(
    name: String, identity: [UInt16] = [0, 0, 0, 0], keys: Set<UInt16> = [],
    relativeCodes: Set<UInt16> = [], properties: Set<UInt16> = []
  ) {
    self.name = name
    self.identity = identity
    self.keys = keys
    self.relativeCodes = relativeCodes
    self.properties = properties
    axes = []
  }

  /// Adds an axis, or replaces its range.
  public mutating func setAxis(_ code: UInt16, range: AxisRange) {
    if let index = axes.firstIndex(where: { $0.code >= code }) {
      if axes[index].code == code {
        axes[index].range = range
      } else {
        axes.insert((code, range), at: index)
      }
    } else {
      axes.append((code, range))
    }
  }

  /// The range of an axis; nil when the device does not have it.
  public func axis(_ code: UInt16) -> AxisRange? {
    axes.first { $0.code == code }?.range
  }

  /// The codes of one event type that the device can send; none for `EV_SYN`.
  public func codes(ofType type: UInt16) -> Set<UInt16> {
    switch type {
    case EventCode.synchronization: []
    case EventCode.key: keys
    case EventCode.relative: relativeCodes
    case EventCode.absolute: Set(axes.map(\.code))
    default: otherCodes[type] ?? []
    }
  }

  /// Adds codes of an event type. Ignores `EV_SYN`, and `EV_ABS`, whose codes are those of
  /// ``axes``.
  public mutating func add(codes: some Sequence<UInt16>, ofType type: UInt16) {
    switch type {
    case EventCode.synchronization, EventCode.absolute: break
    case EventCode.key: keys.formUnion(codes)
    case EventCode.relative: relativeCodes.formUnion(codes)
    default:
      let all = otherCodes[type, default: []].union(codes)
      otherCodes[type] = all.isEmpty ? nil : all
    }
  }

  /// The protocol by which a device reports contacts.
  public enum ContactProtocol: String, Hashable, Sendable {
    /// Contacts in slots: multitouch protocol type B.
    case slots
    /// A list of all contacts in every frame: multitouch protocol type A.
    case lists
    /// One contact, at `ABS_X` and `ABS_Y`.
    case single
  }

  /// The protocol by which the device reports contacts.
  ///
  /// A joystick that declares every axis also has `ABS_MT_SLOT`. Like libevdev, this property
  /// recognizes such a joystick by the code before `ABS_MT_SLOT`, which no multitouch device has.
  public var contactProtocol: ContactProtocol {
    guard axis(EventCode.multitouchX) != nil, axis(EventCode.multitouchY) != nil,
      axis(EventCode.beforeSlot) == nil
    else { return .single }
    guard let slot = axis(EventCode.slot) else { return .lists }
    return slot.maximum >= 0 ? .slots : .single
  }

  /// Whether the device tracks several contacts in slots (multitouch protocol type B).
  public var hasSlots: Bool { contactProtocol == .slots }

  /// The number of slots, at least 1.
  public var slotCount: Int {
    hasSlots ? max(1, Int(axis(EventCode.slot)?.maximum ?? 0) + 1) : 1
  }

  /// The position axes: `ABS_MT_POSITION_X` and `…_Y` of a device with contacts, otherwise `ABS_X`
  /// and `ABS_Y`.
  public var positionAxes: (x: AxisRange, y: AxisRange)? {
    let codes =
      contactProtocol == .single
      ? (EventCode.x, EventCode.y) : (EventCode.multitouchX, EventCode.multitouchY)
    guard let x = axis(codes.0), let y = axis(codes.1) else { return nil }
    return (x, y)
  }

  /// Returns the profile with `ranges` as the ranges of the position axes.
  ///
  /// If the device declares no axis for a coordinate, the profile gets one: a multitouch axis if
  /// the other coordinate has one, otherwise `ABS_X` or `ABS_Y`.
  public func ranged(by ranges: PositionRanges) -> DeviceProfile {
    var profile = self
    let isMultitouch = axis(EventCode.multitouchX) != nil || axis(EventCode.multitouchY) != nil
    func set(_ range: ClosedRange<Int32>?, _ code: UInt16, _ contactCode: UInt16) {
      guard let range else { return }
      var codes = [code, contactCode].filter { axis($0) != nil }
      if codes.isEmpty { codes = [isMultitouch ? contactCode : code] }
      for code in codes {
        var changed = axis(code) ?? AxisRange(minimum: 0, maximum: 0)
        (changed.minimum, changed.maximum) = (range.lowerBound, range.upperBound)
        profile.setAxis(code, range: changed)
      }
    }
    set(ranges.x, EventCode.x, EventCode.multitouchX)
    set(ranges.y, EventCode.y, EventCode.multitouchY)
    return profile
  }

  /// Whether two profiles are equal in all fields.
  public static func == (left: DeviceProfile, right: DeviceProfile) -> Bool {
    left.name == right.name && left.identity == right.identity && left.keys == right.keys
      && left.relativeCodes == right.relativeCodes && left.properties == right.properties
      && left.otherCodes == right.otherCodes
      && left.axes.elementsEqual(right.axes) { $0.code == $1.code && $0.range == $1.range }
  }

  /// Hashes the name and the identity.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(identity)
  }
}
