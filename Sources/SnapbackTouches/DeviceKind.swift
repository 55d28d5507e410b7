/// What sort of device a profile describes, judged from its axes, buttons and properties.
public enum DeviceKind: String, Hashable, Sendable, CaseIterable {
  /// Fingers on what they touch.
  case touchscreen
  /// Fingers beside what they touch, with a cursor.
  case touchpad
  /// A pen or its tablet.
  case pen
  /// A mouse with relative axes.
  case mouse
  /// An absolute pointer with a button: virtual machines' tablets and some kiosk panels.
  case absolutePointer
  /// Keys of a keyboard; Snapback refuses to read these.
  case keyboard
  /// Nothing that Snapback can use.
  case other

  /// Whether it points at something: its events become contacts, scrolls or hovering pointers.
  ///
  /// These are also the kinds that are read when nobody chooses.
  public var touches: Bool { self != .keyboard && self != .other }
}

extension DeviceProfile {
  /// The device's kind, by the rules that udev's `input_id` uses for the same question.
  ///
  /// Letter keys make a keyboard whatever else there is, so that nothing ever reads what
  /// somebody types.
  public var kind: DeviceKind {
    let letters: ClosedRange<UInt16> = 0x10...0x32  // KEY_Q … KEY_M
    return keys.contains(where: letters.contains) ? .keyboard : pointingKind
  }

  /// The kind, whatever keys there are.
  ///
  /// A device that calls itself direct, or has contacts and no pointer property, is a touchscreen:
  /// several real panels set no property at all. A mouse whose back is a touch surface is a mouse.
  var pointingKind: DeviceKind {
    if usablePositionAxes != nil, !isForGames, let kind = absoluteKind { return kind }
    return hasRelativePosition ? .mouse : .other
  }

  /// The axes of positions that can be mapped: both are there, and have more than one value.
  ///
  /// A resolution on one axis only is no reason to refuse a device; it only has no size then.
  var usablePositionAxes: (x: AxisRange, y: AxisRange)? {
    guard let (x, y) = positionAxes, x.maximum > x.minimum, y.maximum > y.minimum else {
      return nil
    }
    return (x, y)
  }

  /// Whether it moves by steps in both directions.
  var hasRelativePosition: Bool {
    relativeCodes.contains(EventCode.relativeX) && relativeCodes.contains(EventCode.relativeY)
  }

  /// Joysticks and accelerometers have axes like a tablet's.
  private var isForGames: Bool {
    if properties.contains(EventCode.accelerometerProperty) { return true }
    return keys.contains(where: EventCode.gameButtons.contains)
      && !keys.contains(EventCode.touch) && !isPen
  }

  private var isPen: Bool {
    keys.contains(EventCode.toolPen) || keys.contains(EventCode.toolEraser)
      || keys.contains(EventCode.stylus)
  }

  /// The kind of a device with positions.
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
