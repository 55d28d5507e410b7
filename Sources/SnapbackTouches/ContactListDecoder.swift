import SnapbackGeometry
import SnapbackTiming

/// Contacts in lists: multitouch protocol type A.
///
/// Each frame lists all contacts. `SYN_MT_REPORT` ends one, `SYN_REPORT` the list; who is missing
/// has lifted, and an empty list lifts all. Tracking ids, where there are any, say who is who; else
/// the nearest places do. Accepted as well: a last contact without `SYN_MT_REPORT`, a contact of
/// size 0 (`ABS_MT_TOUCH_MAJOR`) for one that lifts, and `BTN_TOUCH` 0 for all.
///
/// Per contact: idle → began → moved… → ended; any but idle → cancelled.
///
/// Source: Linux, `Documentation/input/multi-touch-protocol.rst`.
struct ContactListDecoder: Sendable {
  /// A contact while its events come.
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
    /// What was reported of it; its id is 0 for one that is not, such as a palm.
    var reported: SurfaceContact
    var trackingID: Int32?
    /// The place of its entry in the list of this frame.
    var entry: Int?
  }

  /// The most contacts at once; those beyond are ignored.
  static let contactLimit = 32
  /// How far a contact may go between two frames and still be the same one, in millimetres:
  /// 2 m/s, a hard flick, at 60 scans a second.
  static let reach = 32.0
  /// The same as a share of the surface, where its size is not known.
  static let reachShare = 0.25

  private let unit: (x: Double, y: Double)
  private let palms: PalmRule
  private var held: [Held] = []
  private var list: [Entry] = []
  private var entry = Entry()
  private var hasList = false
  /// What `BTN_TOUCH` said last; nil before it has said anything.
  private var touches: Bool?
  private var seesSizes = false
  private var isLost = false
  private var last: (x: Int32, y: Int32)
  private var matcher: ContactMatcher
  /// The places in ``held`` and ``list`` that the matcher looks at.
  private var candidates: [Int] = []
  private var strangers: [Int] = []

  /// `size` is the surface's in millimetres, if it is known.
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

  /// The most contacts of one frame: all lift and as many touch.
  var capacity: Int { 2 * Self.contactLimit }

  var isTouched: Bool { held.contains { $0.reported.id != 0 } }

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

  /// Forgets what has come of an unfinished frame.
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
    for contact in held where contact.reported.id != 0 {
      contacts.append(contact.reported.with(.cancelled))
    }
    held.removeAll(keepingCapacity: true)
    dropFrame()
    isLost = false
  }

  private mutating func closeEntry(_ notes: inout NoteLog) {
    defer { entry = Entry() }
    hasList = true
    guard !entry.isEmpty else { return }
    if let size = entry.size, size > 0 { seesSizes = true }
    // Size 0 is a lift for those who ever send another; some drivers send nothing but 0.
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

  /// Fills in a place that was not sent: the contact's own, else the one before in the stream.
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

  /// Compares the list with what is down. O(n · 2ⁿ) with n ≤ 6 contacts without ids, O(n³) beyond
  /// that up to the limit; no allocation.
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

  /// Takes back who was lost. Where one still touches after all, it begins anew: the next list
  /// of a driver that forgets to release may just as well be the next finger.
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

  /// Moves, ends or takes back who was down.
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

  /// Forgets who has lifted and begins who is new.
  private mutating func announce(
    _ numbers: inout ContactNumbers, _ notes: inout NoteLog,
    into contacts: inout [SurfaceContact]
  ) {
    // A list has no other mark for "seen": whoever was found leaves it.
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
        contact.id = numbers.take()
        contacts.append(contact)
      }
      held.append(Held(reported: contact, trackingID: entry.trackingID))
    }
  }
}

extension SurfaceContact {
  /// The same in another phase.
  func with(_ phase: Contact.Phase) -> SurfaceContact {
    var contact = self
    contact.phase = phase
    return contact
  }
}
