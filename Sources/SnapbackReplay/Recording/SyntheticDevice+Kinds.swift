import SnapbackTouches

/// Provides synthetic devices by name.
extension SyntheticDevice {
  /// The kinds of synthetic devices.
  public enum Kind: String, CaseIterable, Sendable {
    /// A surface that fingers touch directly, such as a display.
    case touchscreen
    /// A separate surface on which fingers move a cursor.
    case touchpad
    /// A pen on its tablet.
    case pen
    /// An absolute pointer with a button and a wheel.
    case absolutePointer
    /// A mouse with two wheels.
    case mouse
  }

  /// The protocol by which a touchscreen or touchpad reports contacts.
  public enum ContactProtocol: String, CaseIterable, Sendable {
    /// Contacts in slots; only changes are sent.
    case b = "B"
    /// All contacts are sent in each scan.
    case a = "A"
    /// One position and one key.
    case single
  }

  /// A phone's panel: 1080 × 2340 units at 16 units per millimeter, ten fingers, 120 Hz with a
  /// little jitter and noise.
  public static var phone: SyntheticDevice {
    var profile = DeviceProfile(
      name: "Snapback synthetic touchscreen", identity: [0x18, 0x5bac, 0x0001, 0x0100],
      keys: [EventCode.touch], properties: [EventCode.directProperty])
    let axes = axes(
      AxisRange(minimum: 0, maximum: 1079, resolution: 16),
      AxisRange(minimum: 0, maximum: 2339, resolution: 16), slots: 10)
    for (code, range) in axes { profile.setAxis(code, range: range) }
    return SyntheticDevice(profile, rate: 120, jitter: 0.024, noise: 0.4)
  }

  /// Returns a typical device of a kind.
  public static func standard(_ kind: Kind) -> SyntheticDevice {
    let name = "Snapback synthetic \(kind.rawValue)"
    switch kind {
    case .touchscreen:
      return phone
    case .touchpad:
      return described(
        kind, name: name, x: AxisRange(minimum: 0, maximum: 2000, resolution: 20),
        y: AxisRange(minimum: 0, maximum: 1200, resolution: 20), slots: 5)
    case .pen:
      return described(
        kind, name: name, x: AxisRange(minimum: 0, maximum: 20000, resolution: 100),
        y: AxisRange(minimum: 0, maximum: 12000, resolution: 100),
        pressure: AxisRange(minimum: 0, maximum: 1023))
    case .absolutePointer:
      let range = AxisRange(minimum: 0, maximum: 32767)
      return described(kind, name: name, x: range, y: range)
    case .mouse:
      return described(kind, name: name)
    }
  }

  /// Returns a device of a kind; axes that the kind does not have are ignored.
  static func described(
    _ kind: Kind, name: String, contactProtocol: ContactProtocol = .b,
    x: AxisRange = AxisRange(minimum: 0, maximum: 4095),
    y: AxisRange = AxisRange(minimum: 0, maximum: 4095), slots: Int = 10,
    pressure: AxisRange? = nil
  ) -> SyntheticDevice {
    var profile = DeviceProfile(name: name, identity: [0x06, 0x5bac, 0x0002, 0x0100])
    let single = [(EventCode.x, x), (EventCode.y, y)]
    var axes: [(UInt16, AxisRange)] = []
    let buttons: Set<UInt16> = [
      EventCode.leftButton, EvdevCode.rightButton, EvdevCode.middleButton,
    ]
    switch kind {
    case .touchscreen, .touchpad:
      profile.properties = [EventCode.directProperty]
      profile.keys = [EventCode.touch]
      if kind == .touchpad {
        profile.properties = [EventCode.pointerProperty, EvdevCode.buttonPad]
        profile.keys.formUnion(EvdevCode.fingerTools)
        profile.keys.insert(EventCode.leftButton)
      }
      axes = single
      if let pressure { axes.append((EvdevCode.pressure, pressure)) }
      if contactProtocol != .single {
        axes += Self.axes(x, y, slots: contactProtocol == .b ? slots : nil)
        if let pressure { axes.append((EvdevCode.contactPressure, pressure)) }
      }
    case .pen:
      profile.properties = [EventCode.directProperty]
      profile.keys = [EventCode.toolPen, EventCode.touch, EvdevCode.stylus]
      axes = single
      if let pressure { axes.append((EvdevCode.pressure, pressure)) }
    case .absolutePointer:
      profile.keys = buttons
      profile.relativeCodes = [EvdevCode.wheel, EvdevCode.fineWheel]
      axes = single
    case .mouse:
      profile.keys = buttons
      profile.relativeCodes = [
        0, 1, EvdevCode.wheel, EvdevCode.sidewaysWheel, EvdevCode.fineWheel,
        EvdevCode.fineSidewaysWheel,
      ]
    }
    for (code, range) in axes { profile.setAxis(code, range: range) }
    return SyntheticDevice(profile)
  }

  /// Returns the axes of contacts for protocol B with `slots` slots, or for protocol A if `slots`
  /// is nil.
  private static func axes(
    _ x: AxisRange, _ y: AxisRange, slots: Int?
  ) -> [(UInt16, AxisRange)] {
    var axes = [(EventCode.multitouchX, x), (EventCode.multitouchY, y)]
    if let slots {
      axes.append(
        (EventCode.slot, AxisRange(minimum: 0, maximum: Int32(clamping: max(1, slots) - 1))))
      axes.append((EventCode.trackingID, AxisRange(minimum: 0, maximum: 65535)))
    }
    return axes
  }
}
