import SnapbackBasics

/// Decodes contacts that a device sends as lists: multitouch protocol type A.
///
/// Each frame lists all contacts. `SYN_MT_REPORT` ends a contact and `SYN_REPORT` ends the list. A
/// contact missing from the list has lifted; an empty list lifts all contacts. Contacts are matched
/// across frames by tracking id if the device sends one, otherwise by distance. Also accepted: a
/// last contact without `SYN_MT_REPORT`, a contact of size 0 (`ABS_MT_TOUCH_MAJOR`) as a lift, and
/// `BTN_TOUCH` 0 as a lift of all contacts.
///
/// Per contact: idle → began → moved… → ended; began or moved → cancelled.
///
/// Source: Linux, `Documentation/input/multi-touch-protocol.rst`.
struct ContactListDecoder: Sendable {
  /// A contact whose events are being collected.
  private struct Entry: Sendable {
    var x: Int32?
    var y: Int32?
    var trackingID: Int32?
    var size: Int32?
    var pressure: Int32?
    var distance: Int32?
    var tool: Int32?
    var isEmpty: Bool {
      x == nil && y == nil && trackingID == nil && size == nil && pressure == nil
        && distance == nil && tool == nil
    }
  }

  /// A contact that is down.
  private struct Held: Sendable {
    /// The contact as last reported; its id is 0 if it is not reported, as for a palm.
    var reported: SurfaceContact
    var trackingID: Int32?
    /// The index of its entry in this frame's list.
    var entry: Int?
  }

  /// The most contacts at once; further ones are ignored.
  static let contactLimit = 32
  /// The largest distance that one contact moves between two frames, in millimeters: a hard flick
  /// at 2 m/s with 60 scans per second.
  static let reach = 32.0
  /// ``reach`` for surfaces of unknown size, as a fraction of the surface's width and height.
  static let reachShare = 0.25

  private let unit: (x: Double, y: Double)
  private let palms: PalmRule
  private var held: [Held] = []
  private var list: [Entry] = []
  private var entry = Entry()
  private var hasList = false
  /// The last value of `BTN_TOUCH`; nil before the first.
  private var touches: Bool?
  private var seesSizes = false
  private var isLost = false
  private var last: (x: Int32, y: Int32)
  private var matcher: ContactMatcher
  /// The indices in ``held`` and ``list`` that the matcher compares.
  private var candidates: [Int] = []
  private var strangers: [Int] = []

  /// `size` is the size of the surface in millimeters, if known.
  init(x: AxisRange, y: AxisRange, size: Size?, palms: PalmRule) {
    self.palms = palms
    last = (x.minimum, y.minimum)
    let limit: Double
    if let size {
      unit = (size.width / x.count, size.height / y.count)
      limit = Self.reach
    } else {
      unit = (1 / x.count, 1 / y.count)
      limit = Self.reachShare
    }
    matcher = ContactMatcher(capacity: Self.contactLimit, limit: limit)
    held.reserveCapacity(2 * Self.contactLimit)
    list.reserveCapacity(Self.contactLimit)
    candidates.reserveCapacity(Self.contactLimit)
    strangers.reserveCapacity(Self.contactLimit)
  }

  /// The most contacts in one frame: all contacts lift, and as many new ones begin.
  var capacity: Int { 2 * Self.contactLimit }

  var isTouched: Bool { mutating get { held.contains { $0.reported.id != 0 } } }

  mutating func seed(type: UInt16, code: UInt16, value: Int32) {
    if type == EventCode.key, code == EventCode.touch { touches = value != 0 }
  }

  mutating func consume(_ event: InputEvent, _ notes: inout NoteLog) {
    switch (event.type, event.code) {
    case (EventCode.synchronization, EventCode.multitouchReport): closeEntry(&notes)
    case (EventCode.absolute, EventCode.multitouchX): entry.x = event.value
    case (EventCode.absolute, EventCode.multitouchY): entry.y = event.value
    case (EventCode.absolute, EventCode.trackingID): entry.trackingID = event.value
    case (EventCode.absolute, EventCode.touchMajor): entry.size = event.value
    case (EventCode.absolute, EventCode.contactPressure): entry.pressure = event.value
    case (EventCode.absolute, EventCode.contactDistance): entry.distance = event.value
    case (EventCode.absolute, EventCode.toolType): entry.tool = event.value
    case (EventCode.key, EventCode.touch): touches = event.value != 0
    default: break
    }
  }

  /// Discards the events of an unfinished frame.
  mutating func dropFrame() {
    list.removeAll(keepingCapacity: true)
    entry = Entry()
    hasList = false
  }

  mutating func loseAll(_ note: (UInt64) -> Void) {
    for contact in held where contact.reported.id != 0 { note(contact.reported.id) }
    isLost = true
  }

  mutating func cancelAll(into contacts: inout [SurfaceContact]) {
    for index in held.indices where held[index].reported.id != 0 {
      contacts.append(held[index].reported.with(.cancelled))
      held[index].reported.id = 0
    }
    dropFrame()
    isLost = false
  }

  private mutating func closeEntry(_ notes: inout NoteLog) {
    defer { entry = Entry() }
    hasList = true
    guard !entry.isEmpty else { return }
    if let size = entry.size, size > 0 { seesSizes = true }
    // Size 0 means a lift only if the device has ever sent a positive size: some drivers always
    // send 0.
    if entry.size == 0, seesSizes { return }
    if let id = entry.trackingID, id < 0 { return }
    if let distance = entry.distance, distance > 0 { return }
    guard list.count < Self.contactLimit else {
      notes.add(.tooManyContacts(limit: Self.contactLimit))
      return
    }
    completeEntry()
    guard entry.x != nil, entry.y != nil else { return }
    list.append(entry)
  }

  /// Fills in missing coordinates: from the contact with the same tracking id, otherwise from the
  /// previous entry in the stream.
  private mutating func completeEntry() {
    if entry.x == nil || entry.y == nil {
      let id = entry.trackingID
      let known = held.first { $0.trackingID != nil && $0.trackingID == id }
      if let known {
        entry.x = entry.x ?? known.reported.x
        entry.y = entry.y ?? known.reported.y
      } else if entry.x != nil || entry.y != nil {
        entry.x = entry.x ?? last.x
        entry.y = entry.y ?? last.y
      }
    }
    last = (entry.x ?? last.x, entry.y ?? last.y)
  }

  /// Compares the list with the contacts that are down. O(n · 2ⁿ) for n ≤ 6 contacts without ids,
  /// O(n³) for more, up to the limit; no allocation.
  mutating func report(
    _ numbers: inout ContactNumbers, _ notes: inout NoteLog,
    into contacts: inout [SurfaceContact]
  ) {
    if !entry.isEmpty { closeEntry(&notes) }
    if touches == false {
      list.removeAll(keepingCapacity: true)
      hasList = true
    }
    defer { dropFrame() }
    if isLost { loseHeld(into: &contacts) }
    guard hasList else {
      for contact in held where contact.reported.id != 0 {
        contacts.append(contact.reported.with(.moved))
      }
      return
    }
    findByID()
    findByPlace()
    followHeld(&notes, into: &contacts)
    announce(&numbers, &notes, into: &contacts)
  }

  /// Cancels all contacts that are down, after events have been lost. A release may be among the
  /// lost events, so the same entry of the next list may be another finger. A finger that is still
  /// down therefore becomes a new contact.
  private mutating func loseHeld(into contacts: inout [SurfaceContact]) {
    isLost = false
    for contact in held where contact.reported.id != 0 {
      contacts.append(contact.reported.with(.cancelled))
    }
    held.removeAll(keepingCapacity: true)
  }

  private mutating func findByID() {
    for place in list.indices {
      guard let id = list[place].trackingID,
        let index = held.firstIndex(where: { $0.trackingID == id && $0.entry == nil })
      else { continue }
      held[index].entry = place
    }
  }

  private mutating func findByPlace() {
    matcher.removeAll()
    candidates.removeAll(keepingCapacity: true)
    strangers.removeAll(keepingCapacity: true)
    for index in held.indices where held[index].trackingID == nil {
      candidates.append(index)
      matcher.addOld(
        x: Double(held[index].reported.x) * unit.x, y: Double(held[index].reported.y) * unit.y)
    }
    for place in list.indices where list[place].trackingID == nil {
      guard let x = list[place].x, let y = list[place].y else { continue }
      strangers.append(place)
      matcher.addNew(x: Double(x) * unit.x, y: Double(y) * unit.y)
    }
    guard !candidates.isEmpty, !strangers.isEmpty else { return }
    matcher.solve()
    for (number, partner) in matcher.partners.enumerated() where partner >= 0 {
      held[candidates[partner]].entry = strangers[number]
    }
  }

  /// Moves, ends or cancels the contacts that are down.
  private mutating func followHeld(
    _ notes: inout NoteLog, into contacts: inout [SurfaceContact]
  ) {
    for index in held.indices {
      let id = held[index].reported.id
      guard let place = held[index].entry else {
        if id != 0 { contacts.append(held[index].reported.with(.ended)) }
        continue
      }
      held[index].reported.x = list[place].x ?? held[index].reported.x
      held[index].reported.y = list[place].y ?? held[index].reported.y
      guard id != 0 else { continue }
      if isPalm(list[place]) {
        notes.add(.palm(contact: id))
        contacts.append(held[index].reported.with(.cancelled))
        held[index].reported.id = 0
      } else {
        contacts.append(held[index].reported.with(.moved))
      }
    }
  }

  private func isPalm(_ entry: Entry) -> Bool {
    entry.tool == EventCode.palm || palms.isPalm(size: entry.size, pressure: entry.pressure)
  }

  /// Removes contacts that have lifted and begins new ones.
  private mutating func announce(
    _ numbers: inout ContactNumbers, _ notes: inout NoteLog,
    into contacts: inout [SurfaceContact]
  ) {
    // Clear `x` to mark entries as matched; list entries have no other flag for that.
    for contact in held {
      if let place = contact.entry { list[place].x = nil }
    }
    held.removeAll { $0.entry == nil }
    for index in held.indices { held[index].entry = nil }
    for entry in list {
      guard let x = entry.x, let y = entry.y else { continue }
      var contact = SurfaceContact(
        id: 0, phase: .began, x: x, y: y, tool: entry.tool == EventCode.pen ? .pen : .finger)
      if !isPalm(entry) {
        contact.id = numbers.assign()
        contacts.append(contact)
      }
      held.append(Held(reported: contact, trackingID: entry.trackingID))
    }
  }
}

extension SurfaceContact {
  /// Returns a copy of the contact in `phase`.
  func with(_ phase: Contact.Phase) -> SurfaceContact {
    var contact = self
    contact.phase = phase
    return contact
  }
}
