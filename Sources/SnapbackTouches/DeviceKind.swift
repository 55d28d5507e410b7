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

  /// Whether its events become contacts.
  public var touches: Bool { self == .touchscreen || self == .absolutePointer }
}

extension DeviceProfile {
  /// The device's kind, by the rules that udev's `input_id` uses for the same question.
  ///
  /// Letter keys make a keyboard whatever else there is, so that nothing ever reads what
  /// somebody types. A device that calls itself direct, or has contacts and no pointer
  /// property, is a touchscreen: several real panels set no property at all.
  public var kind: DeviceKind {
    let letters: ClosedRange<UInt16> = 0x10...0x32  // KEY_Q … KEY_M
    if keys.contains(where: letters.contains) { return .keyboard }
    let direct = properties.contains(EventCode.directProperty)
    let pointer = properties.contains(EventCode.pointerProperty)
    if positionAxes != nil {
      if keys.contains(EventCode.toolPen) && !hasSlots { return .pen }
      if direct { return .touchscreen }
      if pointer { return .touchpad }
      if keys.contains(EventCode.touch) || hasSlots {
        return keys.contains(EventCode.toolFinger) && keys.contains(EventCode.leftButton)
          ? .touchpad : .touchscreen
      }
      if keys.contains(EventCode.leftButton) { return .absolutePointer }
    }
    if relativeCodes.contains(0) && relativeCodes.contains(1) { return .mouse }
    return .other
  }
}
