public import SnapbackGeometry
public import SnapbackTiming

/// Turns the events of a device of any kind into touch frames.
///
/// - A **touchscreen** reports its contacts in slots (type B), in lists (type A), or one at all.
/// - A **pen** touches with its tip or its eraser, and hovers before.
/// - An **absolute pointer** and a **mouse** touch with their first button, hover without it, and
///   scroll with their wheels.
/// - A **touchpad** moves a cursor that touches by the button or a tap, and scrolls with two
///   fingers.
///
/// What no finger on a touchscreen can have done is taken out last, by a ``ContactFilter``.
///
/// Per contact: idle → began → moved… → ended; began or moved → cancelled. Every contact that began
/// ends or is cancelled exactly once, whatever the events are.
///
/// It knows no clock. What happens without an event happens when ``advance(to:)`` is called for
/// the ``deadline``; where that comes late, the next frame makes up for it.
public struct DeviceDecoder: Sendable {
  /// What the device is read as.
  public let kind: DeviceKind

  /// How long a device may be silent with a contact down, in seconds, unless the settings say.
  ///
  /// A list holds all contacts in every scan, so silence soon means that a driver forgot to send
  /// the last one. Everything else says only what changes, and a finger that rests may say nothing
  /// for long: 0.7 s have been seen, on an optical panel. Half a minute is past any rest in which
  /// somebody would be surprised, and sets free what a broken panel holds.
  static let listTimeout = 2.0
  static let silenceTimeout = 30.0

  private var mapping: SurfaceMapping?
  private var surface: SurfaceDecoder?
  private var pad: TouchpadDecoder?
  private var pen: PenDecoder?
  private var pointer: PointerDecoder?
  /// For touchscreens, unless the settings take nothing out.
  private var filter: ContactFilter?
  private var numbers: ContactNumbers
  private var fingerNumbers = ContactNumbers(first: 1)
  private var notes = NoteLog()
  private var isDropping = false
  private var clock: FrameClock
  private var frame = TouchFrame(time: .zero)
  private var contacts: [SurfaceContact] = []

  /// A decoder for the device that `profile` describes, on a screen of `screen` points.
  ///
  /// `firstContact` is the id of its first contact; the caller keeps ids apart when there are
  /// several devices. `kind` says what to read it as, by default what it is; keyboards are read as
  /// what else is in them. Nil when the device has nothing to point with: no axes, only one, or
  /// axes with one value.
  public init?(
    profile: DeviceProfile, settings: DeviceSettings = DeviceSettings(), screen: Size,
    rotation: PanelRotation = .none, firstContact: UInt64 = 1, kind: DeviceKind? = nil
  ) {
    let kind = kind ?? profile.pointingKind
    let settings = settings.bounded
    self.kind = kind
    numbers = ContactNumbers(first: firstContact)
    let usual = profile.contactProtocol == .lists ? Self.listTimeout : Self.silenceTimeout
    clock = FrameClock(timeout: settings.releaseTimeout ?? usual)
    if kind == .mouse {
      guard profile.hasRelativePosition else { return nil }
      pointer = PointerDecoder(
        profile: profile, isRelative: true, x: 0, y: 0, screen: screen, settings: settings)
    } else {
      guard let (x, y) = profile.usablePositionAxes else { return nil }
      let mapping = SurfaceMapping(
        x: x, y: y, screen: screen, rotation: rotation, settings: settings,
        size: profile.size(with: settings).size)
      self.mapping = mapping
      add(profile, x, y, mapping, settings)
    }
    frame.contacts.reserveCapacity(max(2, surface?.capacity ?? 2))
    contacts.reserveCapacity(surface?.capacity ?? 0)
    frame.pointsPerMillimetre = scale
    if kind == .touchscreen, settings.filter != .off {
      filter = ContactFilter(settings: settings.filter)
    }
  }

  /// Adds what decodes a device with positions.
  private mutating func add(
    _ profile: DeviceProfile, _ x: AxisRange, _ y: AxisRange, _ mapping: SurfaceMapping,
    _ settings: DeviceSettings
  ) {
    switch kind {
    case .pen: pen = PenDecoder(profile: profile, x: x.minimum, y: y.minimum)
    case .absolutePointer:
      pointer = PointerDecoder(
        profile: profile, isRelative: false, x: x.minimum, y: y.minimum, screen: mapping.screen,
        settings: settings)
    case .touchscreen, .touchpad, .keyboard, .other, .mouse:
      let surface = SurfaceDecoder(
        profile: profile, x: x, y: y, size: mapping.size, fingersHover: kind == .touchpad,
        palms: PalmRule(settings))
      self.surface = surface
      guard kind == .touchpad else { return }
      let fingers = PadFingers(x: x, y: y, size: mapping.size, capacity: surface.capacity)
      pad = TouchpadDecoder(
        profile: profile, fingers: fingers, screen: mapping.screen, settings: settings)
    }
  }

  /// The scale of what is touched directly; a cursor's surface has none on the screen.
  private var scale: Double? {
    kind == .mouse || kind == .touchpad ? nil : mapping?.pointsPerMillimetre
  }

  /// Maps positions onto a screen of another size or turn from the next frame on.
  ///
  /// Cursors of mice and touchpads go to the same share of the new screen; the turn of a panel is
  /// nothing to them.
  public mutating func map(onto screen: Size, rotation: PanelRotation) {
    mapping?.screen = screen
    mapping?.rotation = rotation
    pointer?.map(onto: screen)
    pad?.map(onto: screen)
    filter?.forgetPositions()
    frame.pointsPerMillimetre = scale
  }

  /// The id that the next contact will get.
  public var nextContactID: UInt64 { numbers.next }

  /// Takes what was noted since the last call; at most 32 notes of the decoder are kept, and 16 of
  /// the filter.
  public mutating func takeNotes() -> [DecoderNote] {
    let filtered = filter?.takeNotes() ?? []
    return filtered.isEmpty ? notes.take() : notes.take() + filtered.map { .filtered($0) }
  }

  /// Sets what the device held before the first event: an axis or a key, `slot` for a contact's.
  ///
  /// What is down already is not announced: nobody saw it begin.
  public mutating func seed(slot: Int32? = nil, type: UInt16, code: UInt16, value: Int32) {
    surface?.seed(slot: slot, type: type, code: code, value: value)
    guard slot == nil else { return }
    pad?.seed(type: type, code: code, value: value)
    pen?.seed(type: type, code: code, value: value)
    pointer?.seed(type: type, code: code, value: value)
  }

  /// Takes one event; at the end of a frame that says anything, the frame.
  ///
  /// O(1), O(slots) at the end of a frame; no allocation, as long as the frame before is not kept.
  public mutating func consume(_ event: InputEvent) -> TouchFrame? {
    guard event.type == EventCode.synchronization else {
      if !isDropping { take(event) }
      return nil
    }
    switch event.code {
    case EventCode.dropped:
      // Live, libevdev handles the loss and sends the state again. In a recording the state is
      // gone: what follows up to the next report is of no frame, and contacts stay as they are,
      // but those that are not heard of soon are given up.
      if !isDropping { notes.add(.eventsLost) }
      isDropping = true
      surface?.dropFrame()
      pointer?.dropFrame()
    case EventCode.report where isDropping:
      isDropping = false
      hear(at: event.time)
      surface?.resume(at: clock.now)
    case EventCode.report:
      hear(at: event.time)
      return report(at: clock.now)
    case EventCode.multitouchReport where !isDropping: take(event)
    default: break
    }
    return nil
  }

  private mutating func take(_ event: InputEvent) {
    clock.open()
    surface?.consume(event, &notes)
    pad?.consume(event)
    pen?.consume(event)
    pointer?.consume(event)
  }

  private mutating func hear(at time: Instant) {
    if let back = clock.report(at: time) { notes.add(.clockWentBack(seconds: back)) }
  }

  /// When something happens without an event; nil when nothing will.
  ///
  /// A tap on a touchpad is over. A contact in doubt is given up: 0.1 s after `BTN_TOUCH` said that
  /// nothing touches, 1 s after events were lost. A device is silent with a contact down, for 2 s
  /// where contacts come in lists and 30 s elsewhere; held buttons of mice may be silent for ever.
  /// The filter lets go of what it has held back.
  /// Nothing happens within a frame whose report is still to come. O(slots).
  public var deadline: Instant? {
    guard !clock.isInFrame else { return nil }
    return Self.first(ownDeadline, filter?.deadline)
  }

  /// The deadline of the decoder without its filter.
  private var ownDeadline: Instant? {
    Self.first(silenceEnd, Self.first(surface?.deadline, pad?.deadline))
  }

  private static func first(_ one: Instant?, _ other: Instant?) -> Instant? {
    guard let one, let other else { return one ?? other }
    return min(one, other)
  }

  /// When the device has been silent for too long.
  private var silenceEnd: Instant? {
    guard surface?.isTouched ?? pen?.isTouched ?? false else { return nil }
    return clock.silenceEnd
  }

  /// Goes on to `time`; where that reaches the ``deadline``, the frame of that moment.
  ///
  /// There may be another deadline up to `time` afterwards.
  public mutating func advance(to time: Instant) -> TouchFrame? {
    guard let deadline, deadline <= time else { return nil }
    clock.advance(to: deadline)
    guard let own = ownDeadline, own <= deadline else { return filter?.advance(to: clock.now) }
    if let timeout = clock.timeout, let end = silenceEnd, end <= clock.now {
      surface?.loseAll(after: timeout, &notes)
      pen?.loseAll { notes.add(.timedOut(contact: $0, seconds: timeout)) }
    }
    surface?.expire(at: clock.now, &notes)
    return report(at: clock.now)
  }

  /// Takes everything back: the device has gone, or its events stop. Nil when nothing is down.
  public mutating func cancelAll(at time: Instant) -> TouchFrame? {
    clock.stop(at: time)
    begin(at: clock.now)
    surface?.cancelAll(into: &contacts)
    if pad == nil { appendContacts() } else { pad?.cancelAll(into: &frame) }
    if let report = pen?.cancelAll() { append(report) }
    pointer?.cancelAll(mapping, into: &frame)
    let last = frame.isEmpty ? nil : frame
    return filter == nil ? last : filter?.close(last, at: clock.now)
  }

  private mutating func begin(at time: Instant) {
    frame.time = time
    frame.contacts.removeAll(keepingCapacity: true)
    frame.scroll = nil
    frame.hover = nil
    contacts.removeAll(keepingCapacity: true)
  }

  private mutating func report(at time: Instant) -> TouchFrame? {
    begin(at: time)
    if pad != nil {
      surface?.report(at: time, &fingerNumbers, &notes, into: &contacts)
      pad?.report(contacts, at: time, &numbers, into: &frame)
    } else {
      surface?.report(at: time, &numbers, &notes, into: &contacts)
      appendContacts()
    }
    if let report = pen?.report(&numbers, &notes) { append(report) }
    pointer?.report(mapping, &numbers, into: &frame)
    guard !frame.isEmpty else { return nil }
    guard let filtered = filter?.apply(frame) else { return frame }
    return filtered.isEmpty ? nil : filtered
  }

  private mutating func appendContacts() {
    for contact in contacts { append(contact) }
  }

  private mutating func append(_ contact: SurfaceContact) {
    guard let place = mapping?.point(x: contact.x, y: contact.y) else { return }
    frame.contacts.append(
      Contact(id: contact.id, phase: contact.phase, position: place, tool: contact.tool))
  }

  private mutating func append(_ report: PenDecoder.Report) {
    if let ended = report.ended { append(ended) }
    if let contact = report.contact { append(contact) }
    if let (x, y) = report.hover, let place = mapping?.point(x: x, y: y) {
      frame.hover = .at(place)
    }
    if report.isGone { frame.hover = .gone }
  }
}
