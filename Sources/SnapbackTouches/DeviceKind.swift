/// The kind of a device, derived from its axes, buttons and properties.
public enum DeviceKind: String, Hashable, Sendable, CaseIterable {
  /// A surface that fingers touch directly, such as a display.
  case touchscreen
  /// A separate surface on which fingers move a cursor.
  case touchpad
  /// A pen or a pen tablet.
  case pen
  /// A mouse with relative axes.
  case mouse
  /// An absolute pointer with a button: virtual machines' tablets and some kiosk panels.
  case absolutePointer
  /// A keyboard; Snapback refuses to read it.
  case keyboard
  /// A device that Snapback cannot use.
  case other

  /// Whether devices of this kind point: their events become contacts, scrolls or hovering
  /// pointers.
  ///
  /// By default, Snapback reads devices that point.
  public var touches: Bool { self != .keyboard && self != .other }
}

extension DeviceProfile {
  /// The device's kind, by the rules of udev's `input_id`.
  ///
  /// A device with letter keys is always a keyboard, so that Snapback never reads what users type.
  public var kind: DeviceKind {
    let letters: ClosedRange<UInt16> = 0x10...0x32  // KEY_Q … KEY_M
    return keys.contains(where: letters.contains) ? .keyboard : pointingKind
  }

  /// The kind, ignoring letter keys.
  ///
  /// A device with `INPUT_PROP_DIRECT` is a touchscreen. A device with contacts and no pointer
  /// property is one, too, because several real panels set no property at all. A mouse with a touch
  /// surface on its back is a mouse.
  var pointingKind: DeviceKind {
    if usablePositionAxes != nil, !isForGames, let kind = absoluteKind { return kind }
    return hasRelativePosition ? .mouse : .other
  }

  /// The position axes, if both exist and have more than one value.
  ///
  /// A device with a resolution on only one axis is accepted; its size is then unknown.
  var usablePositionAxes: (x: AxisRange, y: AxisRange)? {
    guard let (x, y) = positionAxes, x.maximum > x.minimum, y.maximum > y.minimum else {
      return nil
    }
    return (x, y)
  }

  /// Whether the device has relative axes in both directions.
  var hasRelativePosition: Bool {
    relativeCodes.contains(EventCode.relativeX) && relativeCodes.contains(EventCode.relativeY)
  }

  /// Whether the device is a joystick, gamepad or accelerometer, whose axes look like a tablet's.
  private var isForGames: Bool {
    if properties.contains(EventCode.accelerometerProperty) { return true }
    return keys.contains(where: EventCode.gameButtons.contains)
      && !keys.contains(EventCode.touch) && !isPen
  }

  private var isPen: Bool {
    keys.contains(EventCode.toolPen) || keys.contains(EventCode.toolEraser)
      || keys.contains(EventCode.stylus)
  }

  /// The kind of a device with absolute position axes; nil if it cannot point.
  private var absoluteKind: DeviceKind? {
    let isDirect = properties.contains(EventCode.directProperty)
    let hasButton = keys.contains(EventCode.leftButton)
    let hasTouch = keys.contains(EventCode.touch) || contactProtocol != .single
    if isPen, contactProtocol == .single { return .pen }
    if isDirect { return .touchscreen }
    if hasRelativePosition, hasButton, !keys.contains(EventCode.touch) { return .mouse }
    if hasTouch {
      let isPad =
        properties.contains(EventCode.pointerProperty)
        || properties.contains(EventCode.buttonPadProperty)
        || properties.contains(EventCode.semiMultitouchProperty)
        || keys.contains(EventCode.toolFinger) && hasButton
      return isPad ? .touchpad : .touchscreen
    }
    if hasButton { return .absolutePointer }
    return axis(EventCode.pressure) != nil ? .touchscreen : nil
  }
}
