import SnapbackBasics

/// Decodes the contacts of a surface that uses any of the three contact protocols.
struct SurfaceDecoder: Sendable {
  // Separate optionals instead of an enum, so that each decoder can be mutated in place.
  private var slots: SlotDecoder?
  private var list: ContactListDecoder?
  private var single: SingleTouchDecoder?

  /// `size` is the size of the surface in millimeters, if known.
  init(
    profile: DeviceProfile, x: AxisRange, y: AxisRange, size: Size?, fingersHover: Bool,
    palms: PalmRule
  ) {
    switch profile.contactProtocol {
    case .slots:
      slots = SlotDecoder(
        count: profile.slotCount, fingersHover: fingersHover, palms: palms)
    case .lists: list = ContactListDecoder(x: x, y: y, size: size, palms: palms)
    case .single:
      single = SingleTouchDecoder(profile: profile, x: x.minimum, y: y.minimum)
    }
  }

  /// The most contacts in one frame.
  var capacity: Int { slots?.capacity ?? list?.capacity ?? single?.capacity ?? 0 }

  /// Whether a contact is down.
  var isTouched: Bool {
    mutating get { slots?.isTouched ?? list?.isTouched ?? single?.isTouched ?? false }
  }

  /// Whether the device has failed to report a lift.
  var hasLostLift: Bool { mutating get { slots?.hasLostLift ?? false } }

  /// The time at which the first contact in doubt is cancelled; nil if no contact is in doubt.
  var deadline: Instant? { mutating get { slots?.deadline } }

  mutating func seed(
    slot: Int32?, type: UInt16, code: UInt16, value: Int32, assumedUntil: Instant
  ) {
    if let slot {
      slots?.seed(slot: Int(slot), code: code, value: value, assumedUntil: assumedUntil)
    } else if type == EventCode.absolute, code == EventCode.slot {
      slots?.seed(currentSlot: Int(clamping: value))
    } else {
      list?.seed(type: type, code: code, value: value)
      single?.seed(type: type, code: code, value: value)
    }
  }

  mutating func consume(_ event: InputEvent, _ notes: inout NoteLog) {
    slots?.consume(event, &notes)
    list?.consume(event, &notes)
    single?.consume(event)
  }

  /// Puts all contacts in doubt after events were lost up to `time`.
  mutating func resume(at time: Instant) {
    slots?.doubtAll(at: time)
  }

  /// Discards the events of an unfinished frame.
  mutating func dropFrame() {
    list?.dropFrame()
  }

  mutating func expire(at time: Instant, _ notes: inout NoteLog) {
    slots?.expire(at: time, &notes)
  }

  /// Cancels every contact with the next report, because the device has been silent for `seconds`.
  mutating func loseAll(after seconds: Double, _ notes: inout NoteLog) {
    func note(_ contact: UInt64) { notes.add(.timedOut(contact: contact, seconds: seconds)) }
    slots?.loseAll(note)
    list?.loseAll(note)
    single?.loseAll(note)
  }

  mutating func cancelAll(into contacts: inout [SurfaceContact]) {
    slots?.cancelAll(into: &contacts)
    list?.cancelAll(into: &contacts)
    single?.cancelAll(into: &contacts)
  }

  mutating func report(
    at time: Instant, _ numbers: inout ContactNumbers, _ notes: inout NoteLog,
    into contacts: inout [SurfaceContact]
  ) {
    slots?.report(at: time, &numbers, &notes, into: &contacts)
    list?.report(&numbers, &notes, into: &contacts)
    single?.report(&numbers, into: &contacts)
  }
}
