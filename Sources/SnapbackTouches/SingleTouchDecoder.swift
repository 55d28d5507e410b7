import SnapbackTiming

/// One contact without slots: `ABS_X`, `ABS_Y` and something that says whether it touches.
///
/// Idle → began → moved… → ended; any but idle → cancelled.
struct SingleTouchDecoder: Sendable {
  /// What says that the surface is touched.
  private enum Sign: Sendable {
    /// `BTN_TOUCH`, or `BTN_LEFT` where there is no other: pressed while it touches.
    case key(UInt16)
    /// A pressure above the axis's least value, as tslib's `pthres` has it (`pmin` 1).
    case pressure(above: Int32)
  }

  private let sign: Sign
  private var x: Int32
  private var y: Int32
  /// Whether it has said where it is; before, nothing begins.
  private var hasPlace = false
  private var touches = false
  /// Whether this touch has been announced, or is never to be.
  private var isAnnounced = false
  /// Whether it lifted within this frame, however it ends.
  private var hasLifted = false
  private var isLost = false
  /// Whether it was taken for lost: where it goes on after all, it begins anew.
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

  /// The most contacts of one frame: one that lifts and one that touches.
  var capacity: Int { 2 }

  var isTouched: Bool { reported.id != 0 }

  /// Sets what was there before the first event. A contact already down is not announced.
  mutating func seed(type: UInt16, code: UInt16, value: Int32) {
    take(type, code, value)
    isAnnounced = touches
    hasLifted = false
  }

  mutating func consume(_ event: InputEvent) {
    take(event.type, event.code, event.value)
  }

  private mutating func take(_ type: UInt16, _ code: UInt16, _ value: Int32) {
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

  /// Gives the contact up with the next report.
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

  /// O(1), no allocation.
  mutating func report(_ numbers: inout ContactNumbers, into contacts: inout [SurfaceContact]) {
    if reported.id != 0 {
      if isLost {
        end(.cancelled, into: &contacts)
        isSilent = touches
      } else if hasLifted {
        // Where it lifts and touches again, the new place is the new contact's.
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
    reported = SurfaceContact(id: numbers.take(), phase: .began, x: x, y: y)
    contacts.append(reported)
  }

  private mutating func end(_ phase: Contact.Phase, into contacts: inout [SurfaceContact]) {
    reported.phase = phase
    contacts.append(reported)
    reported.id = 0
  }
}
