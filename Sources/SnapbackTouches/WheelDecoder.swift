import SnapbackBasics

/// Decodes the wheels of a mouse, in notches.
///
/// A device with high-resolution codes also sends the low-resolution codes, one notch at a time.
/// The low-resolution codes are ignored once the device has declared or sent a high-resolution
/// code.
///
/// Source: Linux, `Documentation/input/event-codes.rst`: a notch is 120 units of
/// `REL_WHEEL_HI_RES`.
struct WheelDecoder: Sendable {
  private var isFine: (horizontal: Bool, vertical: Bool)
  private var coarse = Vector.zero
  private var fine = Vector.zero

  init(profile: DeviceProfile) {
    isFine = (
      profile.relativeCodes.contains(EventCode.fineHorizontalWheel),
      profile.relativeCodes.contains(EventCode.fineWheel)
    )
  }

  mutating func consume(_ event: InputEvent) {
    guard event.type == EventCode.relative else { return }
    let value = Double(event.value)
    switch event.code {
    case EventCode.wheel: coarse.dy += value
    case EventCode.horizontalWheel: coarse.dx += value
    case EventCode.fineWheel:
      fine.dy += value / 120
      isFine.vertical = true
    case EventCode.fineHorizontalWheel:
      fine.dx += value / 120
      isFine.horizontal = true
    default: break
    }
  }

  /// Discards the events of an unfinished frame.
  mutating func dropFrame() {
    coarse = .zero
    fine = .zero
  }

  /// Returns how far the content moves since the last report, in notches; nil if it does not move.
  ///
  /// Turning the wheel away from the user moves the content down; turning it to the right moves the
  /// content to the left.
  mutating func consumeNotches() -> Vector? {
    let notches = Vector(
      dx: -(isFine.horizontal ? fine.dx : coarse.dx), dy: isFine.vertical ? fine.dy : coarse.dy)
    dropFrame()
    return notches.dx == 0 && notches.dy == 0 ? nil : notches
  }
}
