import SnapbackBasics

/// Recognizes whether several fingers on a touchpad scroll or become contacts on the screen.
///
/// States: none → waiting → scrolling → none; waiting or scrolling → touching → none. Two fingers
/// that move in the same direction scroll. Two fingers that move in different directions, and three
/// or more fingers, become contacts around the cursor. From these contacts the scene's recognizers
/// recognize pinches, rotations, pans and swipes. The rules and numbers are libinput's
/// (`tp_gesture_detect_motion_gestures`).
struct PadGesture: Sendable {
  private enum State: Sendable {
    case none
    case waiting(since: Instant)
    case scrolling(since: Instant)
    case touching
  }

  private enum Verdict {
    case undecided
    case scroll
    case touch
    /// The lower finger is a resting thumb.
    case rests
  }

  /// The thresholds by which movements are classified.
  ///
  /// Lengths are in millimeters and times in seconds. Below `unclear` no movement is classified.
  /// `least` is how far both outermost fingers must move, `most` how far one of them must move
  /// alone. `leastMore` and `mostMore` are added for each finger beyond two. Fingers within `row`
  /// of each other are taken to move in the same direction once `rowTime` is over.
  private static let limits = (
    unclear: 1.0, least: 1.5, leastMore: 0.5, most: 4.0, mostMore: 2.0,
    row: Vector(dx: 40, dy: 7), rowTime: 0.15
  )
  /// The time within which a scroll can still turn into contacts, in seconds after a gesture of
  /// these fingers could first begin.
  static let switchTime = 0.3

  /// Points per millimeter of finger travel, for contacts and for scrolls.
  private let speeds: (touch: Double, scroll: Double)
  private let canTouch: Bool
  private var state = State.none
  /// The contacts in the last touch frame; the contacts of untracked fingers are last.
  private var contacts: [Contact] = []
  private var tracked = 0

  init(profile: DeviceProfile, settings: DeviceSettings) {
    let points = DeviceSettings.pointsPerPadMillimeter
    speeds = (points * settings.pointerSpeed, points * settings.scrollSpeed)
    // The positions of other pads are too unreliable.
    canTouch =
      !profile.properties.contains(EventCode.semiMultitouchProperty)
      && (profile.contactProtocol == .lists || profile.slotCount > 1)
    contacts.reserveCapacity(SlotDecoder.slotLimit)
  }

  /// Whether the fingers scroll or are contacts.
  var isDecided: Bool {
    switch state {
    case .none, .waiting: false
    case .scrolling, .touching: true
    }
  }

  /// Cancels the scroll or the contacts that are under way.
  mutating func cancel(at cursor: Point, into frame: inout TouchFrame) {
    switch state {
    case .none, .waiting: break
    case .scrolling: scroll(.cancelled, .zero, cursor, &frame)
    case .touching: report(.cancelled, &frame)
    }
    state = .none
  }

  /// Adds the changes since the last report to `frame`; `mayBegin` is false while the cursor's own
  /// contact is down. O(fingers²), no allocation.
  mutating func report(
    _ fingers: inout PadFingers, at time: Instant, cursor: Point, mayBegin: Bool,
    _ numbers: inout ContactNumbers, into frame: inout TouchFrame
  ) {
    let may = mayBegin && fingers.count > 1
    switch state {
    case .none:
      if may { wait(&fingers, at: time) }
    case .waiting(let since):
      if !may {
        state = .none
      } else if fingers.isRegrouped {
        wait(&fingers, at: time)
      } else {
        begin(&fingers, since: since, at: time, cursor, &numbers, &frame)
      }
    case .scrolling(let since):
      if !may || fingers.count > 2 || fingers.isCancelled {
        scroll(fingers.isCancelled ? .cancelled : .ended, .zero, cursor, &frame)
        state = .none
      } else if canTouch, fingers.isApart, time < since.advanced(bySeconds: Self.switchTime) {
        scroll(.cancelled, .zero, cursor, &frame)
        touch(&fingers, cursor, &numbers, &frame)
      } else if case let step = fingers.meanStep, step != .zero {
        scroll(.changed, step, cursor, &frame)
      }
    case .touching:
      if !may || fingers.isCancelled || !follows(fingers) {
        report(fingers.isCancelled ? .cancelled : .ended, &frame)
        fingers.dropContacts()
        state = .none
      } else {
        report(.moved, &frame)
      }
    }
  }

  private mutating func wait(_ fingers: inout PadFingers, at time: Instant) {
    fingers.mark()
    state = .waiting(since: time)
  }

  private mutating func begin(
    _ fingers: inout PadFingers, since: Instant, at time: Instant, _ cursor: Point,
    _ numbers: inout ContactNumbers, _ frame: inout TouchFrame
  ) {
    switch verdict(fingers, seconds: time.seconds(since: since)) {
    case .undecided: break
    case .scroll:
      state = .scrolling(since: since)
      scroll(.began, fingers.meanStep, cursor, &frame)
    case .touch: touch(&fingers, cursor, &numbers, &frame)
    case .rests:
      fingers.suppressLowest()
      state = .none
    }
  }

  private func verdict(_ fingers: PadFingers, seconds: Double) -> Verdict {
    guard let (top, low) = fingers.outermost else { return .undecided }
    let limits = Self.limits
    let more = Double(fingers.count - 2)
    let together: Verdict = fingers.count == 2 ? .scroll : canTouch ? .touch : .undecided
    let (least, most) = (
      limits.least + more * limits.leastMore, limits.most + more * limits.mostMore
    )
    let (topWay, lowWay) = (top.moved.length, low.moved.length)
    guard max(topWay, lowWay) >= limits.unclear else { return .undecided }
    let distance = low.place - top.place
    let isRow = abs(distance.dx) < limits.row.dx && abs(distance.dy) < limits.row.dy
    if isRow || !canTouch, seconds > limits.rowTime { return together }
    if max(topWay, lowWay) >= most {
      if fingers.hasThumbs, lowWay < least { return .rests }
      if topWay < least || !canTouch { return together }
    }
    guard min(topWay, lowWay) >= least else { return .undecided }
    let isSame = PadDirection(of: top.moved).isSame(as: PadDirection(of: low.moved))
    return isSame || !canTouch ? together : .touch
  }

  private func scroll(
    _ phase: ScrollInput.Phase, _ step: Vector, _ cursor: Point, _ frame: inout TouchFrame
  ) {
    frame.scroll = ScrollInput(phase: phase, position: cursor, delta: speeds.scroll * step)
  }

  // MARK: Contacts

  /// Begins a contact for each finger; their center is at the cursor.
  private mutating func touch(
    _ fingers: inout PadFingers, _ cursor: Point, _ numbers: inout ContactNumbers,
    _ frame: inout TouchFrame
  ) {
    contacts.removeAll(keepingCapacity: true)
    fingers.beginContacts { place in
      let id = numbers.assign()
      contacts.append(
        Contact(
          id: id, phase: .began, position: .zero + speeds.touch * (place - .zero),
          tool: .touchpadFinger))
      return id
    }
    tracked = contacts.count
    let top = (fingers.outermost?.top.position ?? .zero) - Point.zero
    for _ in 0..<fingers.untracked where contacts.count < SlotDecoder.slotLimit {
      contacts.append(
        Contact(
          id: numbers.assign(), phase: .began, position: .zero + speeds.touch * top,
          tool: .touchpadFinger))
    }
    let way = cursor - TouchFrame.center(of: contacts)
    for index in contacts.indices { contacts[index].position = contacts[index].position + way }
    frame.contacts += contacts
    state = .touching
  }

  /// Moves the contacts with their fingers; returns false if the fingers are no longer the same.
  private mutating func follows(_ fingers: PadFingers) -> Bool {
    guard fingers.count == contacts.count, fingers.hasContacts(tracked) else { return false }
    let top = fingers.outermost?.top.step ?? .zero
    for index in contacts.indices {
      let step = index < tracked ? fingers.step(ofContact: contacts[index].id) : top
      contacts[index].position = contacts[index].position + speeds.touch * step
    }
    return true
  }

  private mutating func report(_ phase: Contact.Phase, _ frame: inout TouchFrame) {
    for index in contacts.indices {
      contacts[index].phase = phase
      frame.contacts.append(contacts[index])
    }
    if phase != .moved { contacts.removeAll(keepingCapacity: true) }
  }
}
