import SnapbackBasics

/// Decodes one contact without slots: `ABS_X`, `ABS_Y` and a key or axis for the touch state.
///
/// States: idle → began → moved… → ended; began or moved → cancelled.
struct SingleTouchDecoder: Sendable {
  /// The signal that the surface is touched.
  private enum Sign: Sendable {
    /// A key that is pressed while the surface is touched: `BTN_TOUCH`, or `BTN_LEFT` if the device
    /// has neither `BTN_TOUCH` nor a pressure axis.
    case key(UInt16)
    /// A pressure above the axis's minimum, like tslib's `pthres` (`pmin` 1).
    case pressure(above: Int32)
  }

  private let sign: Sign
  private var x: Int32
  private var y: Int32
  /// Whether a position has been received; no contact begins before that.
  private var hasPlace = false
  private var touches = false
  /// Whether the present touch has already been reported, or must not be reported.
  private var isAnnounced = false
  /// Whether the contact lifted within this touch frame, even if it touches again at the end of the
  /// frame.
  private var hasLifted = false
  private var isLost = false
  /// Whether the contact was cancelled as lost. If it then moves, it begins as a new contact.
  private var isSilent = false
  private var reported = SurfaceContact(id: 0, phase: .moved, x: 0, y: 0)

  init(profile: DeviceProfile, x: Int32, y: Int32) {
    self.x = x
    self.y = y
    if profile.keys.contains(EventCode.touch) {
      sign = .key(EventCode.touch)
    } else if let pressure = profile.axis(EventCode.pressure) {
      sign = .pressure(above: pressure.minimum)
    } else {
      sign = .key(
        profile.keys.contains(EventCode.leftButton) ? EventCode.leftButton : EventCode.touch)
    }
  }

  /// The most contacts in one frame: one that lifts and one that begins.
  var capacity: Int { 2 }

  var isTouched: Bool { mutating get { reported.id != 0 } }

  /// Sets the value that an axis or key had before the first event. A contact that is already down
  /// is not reported.
  mutating func seed(type: UInt16, code: UInt16, value: Int32) {
    consume(type, code, value)
    isAnnounced = touches
    hasLifted = false
  }

  mutating func consume(_ event: InputEvent) {
    consume(event.type, event.code, event.value)
  }

  private mutating func consume(_ type: UInt16, _ code: UInt16, _ value: Int32) {
    switch (type, code) {
    case (EventCode.absolute, EventCode.x): move(x: value, y: y)
    case (EventCode.absolute, EventCode.y): move(x: x, y: value)
    case (EventCode.absolute, EventCode.pressure):
      if case .pressure(let least) = sign { set(touches: value > least) }
    case (EventCode.key, _):
      if case .key(code) = sign { set(touches: value != 0) }
    default: break
    }
  }

  private mutating func move(x: Int32, y: Int32) {
    (self.x, self.y) = (x, y)
    hasPlace = true
    if isSilent { isAnnounced = false }
    isSilent = false
  }

  private mutating func set(touches value: Bool) {
    guard value != touches else { return }
    touches = value
    isSilent = false
    if !value { hasLifted = true }
    if value { isAnnounced = false }
  }

  /// Cancels the contact with the next report.
  mutating func loseAll(_ note: (UInt64) -> Void) {
    guard reported.id != 0 else { return }
    isLost = true
    note(reported.id)
  }

  mutating func cancelAll(into contacts: inout [SurfaceContact]) {
    if reported.id != 0 { end(.cancelled, into: &contacts) }
    touches = false
    hasLifted = false
  }

  /// Reports the contact's changes since the last report. O(1), no allocation.
  mutating func report(_ numbers: inout ContactNumbers, into contacts: inout [SurfaceContact]) {
    if reported.id != 0 {
      if isLost {
        end(.cancelled, into: &contacts)
        isSilent = touches
      } else if hasLifted {
        // If a finger lifted and touched again within the frame, the new position belongs to the
        // new contact.
        if !touches { (reported.x, reported.y) = (x, y) }
        end(.ended, into: &contacts)
      } else {
        (reported.x, reported.y) = (x, y)
        reported.phase = .moved
        contacts.append(reported)
      }
    }
    hasLifted = false
    isLost = false
    guard touches, hasPlace, !isAnnounced else { return }
    isAnnounced = true
    reported = SurfaceContact(id: numbers.assign(), phase: .began, x: x, y: y)
    contacts.append(reported)
  }

  private mutating func end(_ phase: Contact.Phase, into contacts: inout [SurfaceContact]) {
    reported.phase = phase
    contacts.append(reported)
    reported.id = 0
  }
}
