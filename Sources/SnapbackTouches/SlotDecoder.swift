import SnapbackBasics

/// Decodes contacts in slots: multitouch protocol type B.
///
/// Per slot: idle → began → moved… → ended; began or moved → cancelled. A slot keeps its position
/// and tool across contacts, because the kernel sends only changes: for a new contact at the old x,
/// the kernel sends no X event. A tracking id never clears a position, for the same reason and for
/// another: after a loss of events, libevdev delivers a new contact's position before its tracking
/// id.
///
/// A contact begins when both coordinates of its slot are known: from an event or from ``seed``.
///
/// Source: Linux, `Documentation/input/multi-touch-protocol.rst`.
struct SlotDecoder: Sendable {
  private struct Slot: Sendable {
    var x = SlotDecoder.unknown
    var y = SlotDecoder.unknown
    /// The kernel's tracking id; −1 when the slot is empty.
    var trackingID: Int32 = -1
    /// Whether this tracking id has already been reported as a contact, or must not be reported.
    var isAnnounced: Bool {
      get { stage == .announced }
      set { stage = newValue ? .announced : .new }
    }
    var stage = Stage.new
    /// The reported contact's id; 0 if there is none.
    var contact: UInt64 = 0
    /// The contact as reported in the last frame.
    var reported = SurfaceContact(id: 0, phase: .moved, x: 0, y: 0)
    /// A contact that another one has replaced within this frame.
    var replaced: SurfaceContact?
    var tool = Contact.Tool.finger
    /// Whether the device reports the contact as a palm.
    var isPalm = false
    /// Whether the tracked finger or pen hovers above the surface.
    var isAbove = false
    var size: Int32?
    var pressure: Int32?
    var doubt: Doubt?
    /// Whether the contact must be cancelled in the next frame.
    var isLost = false
    var assumption = Assumption()
  }

  /// The stages of a tracking id: new → waiting for a coordinate → announced. A note is added on
  /// entering the waiting stage.
  private enum Stage: Sendable {
    case new, waiting, announced
  }

  /// The times at which the device first reports a slot's coordinates; before these times the
  /// coordinates are assumed.
  private struct Assumption: Sendable {
    var x = Instant.zero
    var y = Instant.zero
  }

  /// The doubt whether a contact is still down: when the contact is cancelled if no event arrives
  /// for its slot, and the reason.
  private struct Doubt: Sendable {
    var end: Instant
    var isAfterLoss: Bool
  }

  /// The value of a slot's coordinate before its first event. No device has this value in its
  /// range, because the kernel computes with ranges in 32 bits.
  private static let unknown = Int32.min
  /// The most slots that are tracked; contacts in other slots are ignored.
  static let slotLimit = 64
  /// How long a contact may be without events after `BTN_TOUCH` was released, in seconds.
  ///
  /// Drivers release their slots in the same frame or in the next ones. A tenth of a second is more
  /// than five scans of the slowest panels in use.
  static let releaseGrace = 0.1
  /// How long a contact may be without events after a loss of events, in seconds. Resting fingers
  /// have been observed to cause no events for 0.7 s.
  static let lossGrace = 1.0

  private var slots: [Slot]
  private var currentSlot: Int? = 0
  private var isAllUp = false
  /// Whether the device has failed to report the lift of a contact.
  private(set) var hasLostLift = false
  private let fingersHover: Bool
  private let palms: PalmRule

  /// `fingersHover` is true for touchpads, which track hovering fingers. On a touchpad, a release
  /// of `BTN_TOUCH` while a slot has a contact does not mean that the slot's release was lost.
  init(count: Int, fingersHover: Bool, palms: PalmRule) {
    self.fingersHover = fingersHover
    self.palms = palms
    let count = min(max(1, count), Self.slotLimit)
    slots = Array(repeating: Slot(), count: count)
  }

  /// The most contacts in one frame: an old and a new contact in each slot.
  var capacity: Int { 2 * slots.count }

  var isTouched: Bool { mutating get { slots.contains { $0.contact != 0 } } }

  /// The time at which the first contact in doubt is cancelled; nil if no contact is in doubt.
  /// O(slots).
  var deadline: Instant? {
    mutating get {
      var first: Instant?
      for index in slots.indices where slots[index].contact != 0 {
        guard let doubt = slots[index].doubt else { continue }
        first = min(first ?? doubt.end, doubt.end)
      }
      return first
    }
  }

  /// Sets the value that an axis of a slot had before the first event. Contacts that are already
  /// down are not reported.
  ///
  /// A coordinate is assumed until `assumedUntil`, the time at which the device first reports it.
  mutating func seed(slot: Int, code: UInt16, value: Int32, assumedUntil: Instant) {
    guard slots.indices.contains(slot) else { return }
    switch code {
    case EventCode.multitouchX:
      slots[slot].x = value
      slots[slot].assumption.x = assumedUntil
    case EventCode.multitouchY:
      slots[slot].y = value
      slots[slot].assumption.y = assumedUntil
    case EventCode.toolType: setTool(value, slot: slot)
    case EventCode.contactDistance: slots[slot].isAbove = value > 0
    case EventCode.trackingID:
      slots[slot].trackingID = max(value, -1)
      slots[slot].isAnnounced = value >= 0
    default: break
    }
  }

  mutating func seed(currentSlot slot: Int) {
    currentSlot = slots.indices.contains(slot) ? slot : nil
  }

  mutating func consume(_ event: InputEvent, _ notes: inout NoteLog) {
    if event.type == EventCode.key {
      if event.code == EventCode.touch { setTouch(event.value != 0) }
      return
    }
    guard event.type == EventCode.absolute else { return }
    if event.code == EventCode.slot {
      let slot = Int(event.value)
      currentSlot = slots.indices.contains(slot) ? slot : nil
      if currentSlot == nil { notes.add(.unknownSlot(event.value)) }
      return
    }
    guard let slot = currentSlot, event.code > EventCode.slot else { return }
    slots[slot].doubt = nil
    switch event.code {
    case EventCode.multitouchX: slots[slot].x = event.value
    case EventCode.multitouchY: slots[slot].y = event.value
    case EventCode.trackingID: setTrackingID(event.value, slot: slot, &notes)
    case EventCode.toolType: setTool(event.value, slot: slot)
    case EventCode.contactDistance: slots[slot].isAbove = event.value > 0
    case EventCode.touchMajor: slots[slot].size = event.value
    case EventCode.contactPressure: slots[slot].pressure = event.value
    default: break
    }
  }

  /// Puts all contacts in doubt after events were lost up to `time`. A contact without an event in
  /// the next ``lossGrace`` is cancelled.
  mutating func doubtAll(at time: Instant) {
    let doubt = Doubt(end: time.advanced(bySeconds: Self.lossGrace), isAfterLoss: true)
    for index in slots.indices where slots[index].contact != 0 { slots[index].doubt = doubt }
  }

  /// Marks as lost the contacts whose doubt has expired.
  mutating func expire(at time: Instant, _ notes: inout NoteLog) {
    for index in slots.indices where slots[index].contact != 0 {
      guard let doubt = slots[index].doubt, doubt.end <= time else { continue }
      slots[index].isLost = true
      hasLostLift = true
      let contact = slots[index].contact
      notes.add(
        doubt.isAfterLoss ? .lostWithEvents(contact: contact) : .neverReleased(contact: contact))
    }
  }

  /// Cancels every contact with the next report.
  mutating func loseAll(_ note: (UInt64) -> Void) {
    for index in slots.indices where slots[index].contact != 0 {
      slots[index].isLost = true
      note(slots[index].contact)
    }
  }

  /// Cancels all contacts and empties all slots.
  mutating func cancelAll(into contacts: inout [SurfaceContact]) {
    for index in slots.indices {
      replaceContact(in: index, phase: .cancelled)
      if let replaced = slots[index].replaced { contacts.append(replaced) }
      slots[index].replaced = nil
      slots[index].trackingID = -1
    }
  }

  /// Compares the slots with the reported contacts. O(slots), no allocation.
  mutating func report(
    at time: Instant, _ numbers: inout ContactNumbers, _ notes: inout NoteLog,
    into contacts: inout [SurfaceContact]
  ) {
    for index in slots.indices {
      if let replaced = slots[index].replaced {
        contacts.append(replaced)
        slots[index].replaced = nil
      }
      if slots[index].contact != 0 {
        follow(index, &notes, into: &contacts)
      } else {
        announce(index, at: time, &numbers, &notes, into: &contacts)
      }
      if isAllUp, slots[index].contact != 0, slots[index].doubt == nil {
        slots[index].doubt = Doubt(
          end: time.advanced(bySeconds: Self.releaseGrace), isAfterLoss: false)
      }
    }
    // Applies to this frame only: later position events outweigh `BTN_TOUCH`.
    isAllUp = false
  }

  private mutating func follow(
    _ index: Int, _ notes: inout NoteLog, into contacts: inout [SurfaceContact]
  ) {
    let slot = slots[index]
    let isPalm = isPalm(slot)
    if isPalm { notes.add(.palm(contact: slot.contact)) }
    let phase: Contact.Phase =
      isPalm || slot.isLost
      ? .cancelled : slot.trackingID < 0 || slot.isAbove ? .ended : .moved
    let contact = SurfaceContact(
      id: slot.contact, phase: phase, x: slot.x, y: slot.y, tool: slot.reported.tool)
    contacts.append(contact)
    slots[index].reported = contact
    slots[index].isLost = false
    if phase != .moved {
      // A finger that has only risen from the surface can touch again under the same tracking id.
      if phase == .ended { slots[index].isAnnounced = false }
      slots[index].contact = 0
      slots[index].doubt = nil
    }
  }

  private func isPalm(_ slot: Slot) -> Bool {
    slot.isPalm || palms.isPalm(size: slot.size, pressure: slot.pressure)
  }

  private mutating func announce(
    _ index: Int, at time: Instant, _ numbers: inout ContactNumbers, _ notes: inout NoteLog,
    into contacts: inout [SurfaceContact]
  ) {
    let slot = slots[index]
    guard slot.trackingID >= 0, !slot.isAbove, !slot.isAnnounced else { return }
    let missing = CoordinateSet(x: slot.x == Self.unknown, y: slot.y == Self.unknown)
    guard missing.isEmpty else {
      if slot.stage == .new { notes.add(.waits(slot: index, for: missing)) }
      slots[index].stage = .waiting
      return
    }
    slots[index].isAnnounced = true
    // A palm remains a palm until it lifts, even if the device no longer reports it as one.
    guard !isPalm(slot) else { return }
    let contact = SurfaceContact(
      id: numbers.assign(), phase: .began, x: slot.x, y: slot.y, tool: slot.tool)
    slots[index].contact = contact.id
    slots[index].reported = contact
    slots[index].isLost = false
    slots[index].doubt = nil
    contacts.append(contact)
    let assumed = CoordinateSet(x: time < slot.assumption.x, y: time < slot.assumption.y)
    if !assumed.isEmpty { notes.add(.assumed(assumed, contact: contact.id)) }
  }

  /// Handles `BTN_TOUCH`, which is on while anything touches the surface.
  private mutating func setTouch(_ touches: Bool) {
    isAllUp = !touches && !fingersHover
    guard touches else { return }
    for index in slots.indices where slots[index].doubt?.isAfterLoss == false {
      slots[index].doubt = nil
    }
  }

  private mutating func setTool(_ value: Int32, slot: Int) {
    slots[slot].isPalm = value == EventCode.palm
    slots[slot].tool = value == EventCode.pen ? .pen : .finger
  }

  private mutating func setTrackingID(_ id: Int32, slot: Int, _ notes: inout NoteLog) {
    let previous = slots[slot].trackingID
    guard id != previous else { return }
    if id >= 0 {
      // Either the old contact lifted and another one touched within one frame, or the new id
      // replaces the old id because the lift was lost.
      if previous >= 0, slots[slot].contact != 0 {
        hasLostLift = true
        notes.add(.replaced(contact: slots[slot].contact))
      }
      replaceContact(in: slot, phase: previous < 0 ? .ended : .cancelled)
      slots[slot].isAnnounced = false
    }
    slots[slot].trackingID = max(id, -1)
  }

  /// Ends the slot's reported contact in the next frame, even if the slot has another contact by
  /// then.
  private mutating func replaceContact(in slot: Int, phase: Contact.Phase) {
    guard slots[slot].contact != 0 else { return }
    var last = slots[slot].reported
    last.phase = phase
    slots[slot].replaced = last
    slots[slot].contact = 0
    slots[slot].isLost = false
    slots[slot].doubt = nil
  }
}

/// A contact in device units, as decoded from a surface's protocol.
struct SurfaceContact: Sendable {
  var id: UInt64
  var phase: Contact.Phase
  var x: Int32
  var y: Int32
  var tool: Contact.Tool = .finger
}

/// Assigns contact ids.
struct ContactNumbers: Sendable {
  private(set) var next: UInt64

  init(first: UInt64) {
    next = max(1, first)
  }

  mutating func assign() -> UInt64 {
    defer { next = max(1, next &+ 1) }
    return next
  }
}
