public import SnapbackBasics

/// Turns the events of a device into touch frames, for any kind of device.
///
/// - A **touchscreen** reports its contacts in slots (type B) or in lists (type A), or reports a
///   single contact.
/// - A **pen** touches with its tip or its eraser, and hovers while it is near.
/// - An **absolute pointer** and a **mouse** touch while their first button is pressed, hover while
///   the button is up, and scroll with their wheels.
/// - A **touchpad** moves a cursor, which touches by a press of the button or by a tap. Two fingers
///   scroll, or become contacts around the cursor, as do more than two.
///
/// On touchscreens, a ``ContactFilter`` then removes input that no finger can have caused.
///
/// Per contact: idle → began → moved… → ended; began or moved → cancelled. Every contact that began
/// ends or is cancelled exactly once, for any sequence of events.
///
/// The decoder reads no clock. For changes without an event, the caller calls ``advance(to:)`` at
/// the ``deadline``; after a late call, the next frame catches up.
public struct DeviceDecoder: Sendable {
  /// The kind as which the device is decoded.
  public let kind: DeviceKind

  /// How long a device that sends lists (type A) may be silent while a contact is down, in seconds,
  /// unless the settings override this limit. Such a device sends all contacts in every scan, so
  /// even a short silence means that the driver did not send the last list.
  static let listTimeout = 2.0
  /// How long any other device may be silent while a contact is down, in seconds, once that device
  /// has lost a lift or events. The settings can override this limit.
  ///
  /// Before the first loss there is no limit: these devices send only changes, so a resting finger
  /// causes no events, and the kernel keeps the contact until the driver reports the lift.
  static let faultTimeout = 30.0

  private var mapping: SurfaceMapping?
  private var surface: SurfaceDecoder?
  private var pad: TouchpadDecoder?
  private var pen: PenDecoder?
  private var pointer: PointerDecoder?
  /// The contact filter. Only touchscreens have one; nil if the settings turn all filters off.
  private var filter: ContactFilter?
  private var numbers: ContactNumbers
  private var fingerNumbers = ContactNumbers(first: 1)
  private var notes = NoteLog()
  private var isDropping = false
  private var clock: FrameClock
  private var frame = TouchFrame(time: .zero)
  private var contacts: [SurfaceContact] = []

  /// Creates a decoder for the device that `profile` describes, on a screen of `screen` points.
  ///
  /// `firstContact` is the id of the device's first contact; with several devices, the caller makes
  /// sure that their ids differ. `kind` overrides the kind in `settings`, which overrides the
  /// detected kind. A keyboard is decoded as the pointing device that it also contains. Returns nil
  /// if the device cannot point because it lacks a position axis, or a position axis has only one
  /// value.
  public init?(
    profile: DeviceProfile, settings: DeviceSettings = DeviceSettings(), screen: Size,
    rotation: PanelRotation = .none, firstContact: UInt64 = 1, kind: DeviceKind? = nil
  ) {
    let settings = settings.bounded
    let profile = profile.ranged(by: settings.ranges)
    let kind = kind ?? settings.kind ?? profile.pointingKind
    self.kind = kind
    numbers = ContactNumbers(first: firstContact)
    let usual = profile.contactProtocol == .lists ? Self.listTimeout : 0
    clock = FrameClock(
      timeout: settings.releaseTimeout ?? usual,
      faultTimeout: settings.releaseTimeout == nil ? Self.faultTimeout : nil)
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
    frame.pointsPerMillimeter = scale
    if kind == .touchscreen, settings.filter != .off {
      filter = ContactFilter(settings: settings.filter)
    }
  }

  /// Creates the decoder of a device with absolute positions.
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
      let fingers = PadFingers(
        profile: profile, x: x, y: y, size: mapping.size, capacity: surface.capacity)
      pad = TouchpadDecoder(
        profile: profile, fingers: fingers, screen: mapping.screen, settings: settings)
    }
  }

  /// Points per millimeter of a surface that is touched directly; nil for surfaces that move a
  /// cursor.
  private var scale: Double? {
    kind == .mouse || kind == .touchpad ? nil : mapping?.pointsPerMillimeter
  }

  /// Maps positions onto a screen of another size or rotation from the next frame on.
  ///
  /// The cursor of a mouse or touchpad keeps its relative position on the new screen; the panel
  /// rotation does not affect it.
  public mutating func map(onto screen: Size, rotation: PanelRotation) {
    mapping?.screen = screen
    mapping?.rotation = rotation
    pointer?.map(onto: screen)
    pad?.map(onto: screen)
    filter?.forgetPositions()
    frame.pointsPerMillimeter = scale
  }

  /// The id of the next contact.
  public var nextContactID: UInt64 { numbers.next }

  /// The pressure, the tilt and the buttons of a pen after the last event; nil for other devices.
  public var penState: PenState? { pen?.state }

  /// Whether the device is a pen that is near its surface.
  ///
  /// If the device does not report proximity, the value is whether the pen touches.
  public var isPenNear: Bool { pen?.isNearOrTouches ?? false }

  /// Returns and removes the notes since the last call, at most 32 from the decoder and 16 from the
  /// filter.
  public mutating func drainNotes() -> [DecoderNote] {
    // Nearly always there is nothing to drain.
    guard !notes.isEmpty || filter?.hasNotes == true else { return [] }
    let filtered = filter?.drainNotes() ?? []
    return filtered.isEmpty ? notes.drain() : notes.drain() + filtered.map { .filtered($0) }
  }

  /// Sets whether the notes also report everything that the filter delays; false at the start.
  ///
  /// Meant for examining a recording; on most devices, delays are normal.
  public mutating func setExplains(_ explains: Bool) {
    filter?.explainsDelays = explains
  }

  /// Sets the value that an axis or key had before the first event. `slot` is the slot of a
  /// contact's axis, and nil for everything else.
  ///
  /// Contacts that are already down are not reported, because their start was not seen.
  /// `assumedUntil` is the time at which the device first reports a coordinate whose initial value
  /// is a guess. Each contact that begins before that time gets a note.
  public mutating func seed(
    slot: Int32? = nil, type: UInt16, code: UInt16, value: Int32, assumedUntil: Instant = .zero
  ) {
    surface?.seed(slot: slot, type: type, code: code, value: value, assumedUntil: assumedUntil)
    guard slot == nil else { return }
    pad?.seed(type: type, code: code, value: value)
    pen?.seed(type: type, code: code, value: value)
    pointer?.seed(type: type, code: code, value: value)
  }

  /// Consumes one event. At the end of a frame, returns that frame unless it is empty; otherwise
  /// returns nil.
  ///
  /// O(1), and O(slots) at the end of a frame; no allocation as long as the caller does not keep
  /// the previous frame.
  public mutating func consume(_ event: InputEvent) -> TouchFrame? {
    guard event.type == EventCode.synchronization else {
      if !isDropping { decode(event) }
      return nil
    }
    switch event.code {
    case EventCode.dropped:
      // On a live device libevdev recovers from the loss and sends the state again. In a recording
      // the state is lost: events up to the next report belong to no frame. Contacts keep their
      // state, but are cancelled if no event for them follows soon.
      if !isDropping { notes.add(.eventsLost) }
      isDropping = true
      clock.noteFault()
      surface?.dropFrame()
      pointer?.dropFrame()
    case EventCode.report where isDropping:
      isDropping = false
      noteActivity(at: event.time)
      surface?.resume(at: clock.now)
    case EventCode.report:
      noteActivity(at: event.time)
      return report(at: clock.now)
    case EventCode.multitouchReport where !isDropping: decode(event)
    default: break
    }
    return nil
  }

  private mutating func decode(_ event: InputEvent) {
    clock.open()
    surface?.consume(event, &notes)
    pad?.consume(event)
    pen?.consume(event)
    pointer?.consume(event)
  }

  private mutating func noteActivity(at time: Instant) {
    if let back = clock.report(at: time) { notes.add(.clockWentBack(seconds: back)) }
  }

  /// The next time at which the state changes without an event; nil if there is none.
  ///
  /// Four things have a deadline. A tap on a touchpad ends. A contact in doubt is cancelled 0.1 s
  /// after `BTN_TOUCH` was released, or 1 s after events were lost. A contact is also cancelled
  /// when its device has been silent for too long: 2 s if the device sends lists, 30 s if the
  /// device has lost a lift or events before. The filter reports events that it has held back.
  ///
  /// A pressed mouse button never times out. The deadline is nil within a frame whose report has
  /// not arrived yet. O(slots).
  public var deadline: Instant? {
    var copy = self
    return copy.findDeadline()
  }

  /// Returns the ``deadline`` without changing any state.
  ///
  /// The method and the getters that it calls are `mutating` so that the compiler reads the
  /// decoders in place instead of copying them.
  public mutating func findDeadline() -> Instant? {
    guard !clock.isInFrame else { return nil }
    return Self.first(ownDeadline, filter?.deadline)
  }

  /// The deadline of the decoder without its filter.
  private var ownDeadline: Instant? {
    mutating get { Self.first(silenceEnd, Self.first(surface?.deadline, pad?.deadline)) }
  }

  private static func first(_ one: Instant?, _ other: Instant?) -> Instant? {
    guard let one, let other else { return one ?? other }
    return min(one, other)
  }

  /// The time at which the device has been silent for too long; nil while nothing touches, or
  /// without a limit.
  private var silenceEnd: Instant? {
    mutating get {
      if surface?.hasLostLift ?? false { clock.noteFault() }
      guard let end = clock.silenceEnd, surface?.isTouched ?? pen?.isTouched ?? false
      else { return nil }
      return end
    }
  }

  /// Advances to the ``deadline`` if that is at or before `time`, and returns the frame of the
  /// deadline, if any.
  ///
  /// The next deadline may also be at or before `time`.
  public mutating func advance(to time: Instant) -> TouchFrame? {
    guard let deadline = findDeadline(), deadline <= time else { return nil }
    clock.advance(to: deadline)
    guard let own = ownDeadline, own <= deadline else { return filter?.advance(to: clock.now) }
    if let timeout = clock.timeout, let end = silenceEnd, end <= clock.now {
      surface?.loseAll(after: timeout, &notes)
      pen?.loseAll { notes.add(.timedOut(contact: $0, seconds: timeout)) }
    }
    surface?.expire(at: clock.now, &notes)
    return report(at: clock.now)
  }

  /// Cancels all contacts, because the device has gone or its touches must be ignored. Returns nil
  /// if nothing is down. Contacts that are still down are ignored until they lift.
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
      pad?.report(contacts, at: time, &numbers, &notes, into: &frame)
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
