import SnapbackGeometry

/// The wheels of a mouse, in notches.
///
/// A device with high resolution codes sends the low ones as well, a notch at a time, so those are
/// ignored from the moment one of the high ones is known of.
///
/// Source: Linux, `Documentation/input/event-codes.rst`: 120 of `REL_WHEEL_HI_RES` are a notch.
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

  /// Forgets what has come of an unfinished frame.
  mutating func dropFrame() {
    coarse = .zero
    fine = .zero
  }

  /// How far the content is to go since the last report, in notches; nil when nowhere.
  ///
  /// A wheel that turns away from its user takes the content down, and one that turns to the right
  /// takes it to the left.
  mutating func takeNotches() -> Vector? {
    let notches = Vector(
      dx: -(isFine.horizontal ? fine.dx : coarse.dx), dy: isFine.vertical ? fine.dy : coarse.dy)
    dropFrame()
    return notches.dx == 0 && notches.dy == 0 ? nil : notches
  }
}
