import SnapbackBasics

/// Decodes a touchpad. One finger moves a cursor; the button or a tap touches at the cursor. Two
/// fingers that move in the same direction scroll. Two fingers that move in different directions,
/// and three or more fingers, become contacts around the cursor.
///
/// Button: up → began → moved… → ended. Tap: idle → touched → pressed (began) → idle (ended); or
/// pressed → again → dragging (moved…) → idle (ended) if a finger touches again soon.
/// ``PadGesture`` recognizes what several fingers do; ``PadFingers`` detects palms and thumbs. The
/// right button has no effect. On a pad whose whole surface is the button, a press with a finger in
/// the lower right corner has no effect either. The limits for taps are libinput's
/// (`evdev-mt-touchpad-tap.c`).
struct TouchpadDecoder: Sendable {
  /// The state of a tap.
  private enum Tap: Sendable {
    case idle
    /// One finger is down and may still tap.
    case touched(since: Instant, from: Point)
    /// The fingers that are down cannot become a tap.
    case failed
    /// The finger has tapped; the contact remains down in case a drag follows.
    case pressed(until: Instant)
    /// A finger has touched again soon after a tap.
    case again(since: Instant, from: Point)
    /// The finger that touched again drags.
    case dragging
  }

  /// The longest duration of a tap, in seconds.
  static let tapTime = 0.18
  /// The longest distance that a finger moves during a tap, in millimeters.
  static let tapTravel = 1.3
  /// How long the contact of a tap remains down in case a drag follows, in seconds: libinput's 160
  /// ms plus 20 ms per finger.
  static let dragTime = 0.18

  private var fingers: PadFingers
  private var cursor: Cursor
  private var tap = Tap.idle
  private var gesture: PadGesture
  private var contact: UInt64 = 0
  private var isPressed = false
  private var wasReleased = false
  private var isAnnounced = false
  private var hovers = false
  private let isButtonPad: Bool
  private let settings: DeviceSettings

  init(profile: DeviceProfile, fingers: PadFingers, screen: Size, settings: DeviceSettings) {
    self.fingers = fingers
    self.settings = settings
    gesture = PadGesture(profile: profile, settings: settings)
    cursor = Cursor(screen: screen)
    isButtonPad = profile.properties.contains(EventCode.buttonPadProperty)
  }

  mutating func map(onto screen: Size) {
    cursor.move(to: screen)
  }

  /// Sets the value that a key had before the first event. A button that is already pressed is not
  /// reported.
  mutating func seed(type: UInt16, code: UInt16, value: Int32) {
    guard type == EventCode.key else { return }
    consumeKey(code, value)
    isAnnounced = isPressed
    wasReleased = false
  }

  mutating func consume(_ event: InputEvent) {
    if event.type == EventCode.key { consumeKey(event.code, event.value) }
  }

  private mutating func consumeKey(_ code: UInt16, _ value: Int32) {
    guard code == EventCode.leftButton else {
      fingers.consumeKey(code, value)
      return
    }
    guard (value != 0) != isPressed else { return }
    isPressed = value != 0
    if isPressed { isAnnounced = false } else { wasReleased = true }
  }

  /// The time at which the contact of a tap ends unless a drag follows; nil if no such contact is
  /// down.
  var deadline: Instant? {
    mutating get { if case .pressed(let end) = tap { end } else { nil } }
  }

  mutating func cancelAll(into frame: inout TouchFrame) {
    if contact != 0 { end(.cancelled, &frame) }
    gesture.cancel(at: cursor.position, into: &frame)
    if hovers { frame.hover = .gone }
    tap = .idle
    (isPressed, wasReleased, hovers) = (false, false, false)
    fingers.removeAll()
  }

  /// Adds the changes since the last report to `frame`. O(fingers²), no allocation.
  mutating func report(
    _ contacts: [SurfaceContact], at time: Instant, _ numbers: inout ContactNumbers,
    _ notes: inout NoteLog, into frame: inout TouchFrame
  ) {
    fingers.update(contacts, at: time, isDecided: gesture.isDecided, &notes)
    let wasDown = contact != 0
    let from = cursor.position
    moveCursor(at: time)
    followButton(&numbers, &frame)
    // End an expired tap before this frame's fingers are processed.
    if case .pressed(let end) = tap, time >= end { finishTap(&frame) }
    followTap(at: time, &numbers, &frame)
    gesture.report(
      &fingers, at: time, cursor: cursor.position, mayBegin: contact == 0 && !isPressed, &numbers,
      into: &frame)
    if contact != 0, !frame.contacts.contains(where: { $0.id == contact }) {
      append(.moved, &frame)
    }
    if contact == 0, wasDown || cursor.position != from {
      frame.hover = .at(cursor.position)
      hovers = true
    }
  }

  private mutating func moveCursor(at time: Instant) {
    let step: Vector
    switch (fingers.count, contact != 0) {
    case (1, _) where mayTap(at: time): return
    case (1, _): step = fingers.meanStep
    case (2..., true): step = fingers.longestStep
    default: return
    }
    let speed = settings.pointerSpeed * DeviceSettings.pointsPerPadMillimeter
    cursor.move(by: speed * step)
  }

  /// Whether the finger may still tap: its time and distance are within the limits. While the
  /// finger may tap, the cursor does not move.
  private func mayTap(at time: Instant) -> Bool {
    switch tap {
    case .touched(let since, let from), .again(let since, let from):
      isSoon(time, after: since) && !hasTraveled(from)
    default: false
    }
  }

  private func isSoon(_ time: Instant, after start: Instant) -> Bool {
    time <= start.advanced(bySeconds: Self.tapTime)
  }

  private func hasTraveled(_ from: Point) -> Bool {
    guard let middle = fingers.tapMiddle else { return false }
    return middle.distance(to: from) > Self.tapTravel
  }

  private mutating func followButton(
    _ numbers: inout ContactNumbers, _ frame: inout TouchFrame
  ) {
    let isTapping = isTapContact
    if wasReleased, contact != 0, !isTapping { end(.ended, &frame) }
    wasReleased = false
    guard isPressed else { return }
    if isTapping { end(.ended, &frame) }
    tap = fingers.tapCount == 0 ? .idle : .failed
    guard !isAnnounced else { return }
    isAnnounced = true
    guard !(isButtonPad && fingers.isOnRightButton) else { return }
    begin(&numbers, &frame)
  }

  /// Whether the contact belongs to a tap.
  private var isTapContact: Bool {
    switch tap {
    case .pressed, .again, .dragging: true
    case .idle, .touched, .failed: false
    }
  }

  private mutating func finishTap(_ frame: inout TouchFrame) {
    end(.ended, &frame)
    tap = .idle
  }

  private mutating func followTap(
    at time: Instant, _ numbers: inout ContactNumbers, _ frame: inout TouchFrame
  ) {
    switch tap {
    case .idle, .pressed: touch(at: time, &frame)
    case .touched(let since, let from):
      if fingers.tapCount == 0 {
        let isTap =
          !fingers.isCancelled && settings.taps && isSoon(time, after: since)
        tap = .idle
        if isTap { hold(at: time, &numbers, &frame) }
      } else if fingers.tapCount == 1, fingers.hasNewTap, let middle = fingers.tapMiddle {
        // The finger that touched before is a thumb.
        tap = .touched(since: time, from: middle)
      } else if fingers.tapCount > 1 || hasTraveled(from) {
        tap = .failed
      }
    case .failed:
      if fingers.tapCount == 0 { tap = .idle }
    case .again(let since, let from):
      if fingers.tapCount == 0 {
        let isTap = !fingers.isCancelled && isSoon(time, after: since)
        end(fingers.isCancelled ? .cancelled : .ended, &frame)
        tap = .idle
        if isTap { hold(at: time, &numbers, &frame) }
      } else if fingers.tapCount > 1 {
        end(.ended, &frame)
        tap = .failed
      } else if hasTraveled(from) || !isSoon(time, after: since) {
        tap = .dragging
      }
    case .dragging:
      guard fingers.tapCount == 0 || fingers.isCancelled else { return }
      end(fingers.isCancelled ? .cancelled : .ended, &frame)
      tap = fingers.tapCount == 0 ? .idle : .failed
    }
  }

  /// Updates the tap after a finger has touched, possibly soon after a tap.
  private mutating func touch(at time: Instant, _ frame: inout TouchFrame) {
    guard fingers.tapCount > 0, let middle = fingers.tapMiddle else { return }
    let isFirst = contact == 0
    if fingers.tapCount == 1, !isPressed {
      tap = isFirst ? .touched(since: time, from: middle) : .again(since: time, from: middle)
    } else {
      if !isFirst, isTapContact { end(.ended, &frame) }
      tap = .failed
    }
  }

  /// Begins the contact of a tap, which remains down for ``dragTime``.
  private mutating func hold(
    at time: Instant, _ numbers: inout ContactNumbers, _ frame: inout TouchFrame
  ) {
    begin(&numbers, &frame)
    tap = .pressed(until: time.advanced(bySeconds: Self.dragTime))
  }

  private mutating func begin(_ numbers: inout ContactNumbers, _ frame: inout TouchFrame) {
    contact = numbers.assign()
    append(.began, &frame)
  }

  private mutating func end(_ phase: Contact.Phase, _ frame: inout TouchFrame) {
    guard contact != 0 else { return }
    append(phase, &frame)
    contact = 0
  }

  private func append(_ phase: Contact.Phase, _ frame: inout TouchFrame) {
    frame.contacts.append(
      Contact(id: contact, phase: phase, position: cursor.position, tool: .button))
  }
}
