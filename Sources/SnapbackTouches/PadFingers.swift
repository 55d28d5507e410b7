import SnapbackBasics

/// The fingers on a touchpad and their movements since the last report, in millimeters.
///
/// Palms at the edges and resting thumbs are tracked, but have no effect. A finger continues when
/// the device splits its contact in two. A movement that no finger can have made is discarded.
struct PadFingers: Sendable {
  /// The assumed size of a touchpad that reports none, in millimeters; libinput's value.
  static let usualSize = Size(width: 69, height: 50)
  /// The time between two reports to which ``jumpLength`` and ``jumpGrowth`` refer, in seconds. All
  /// four jump limits are libinput's (`tp_detect_jumps`).
  static let jumpInterval = 0.012
  /// The longest time between two reports, in seconds, after which the second report can be a jump.
  static let jumpTime = 0.03
  /// The longest movement within ``jumpInterval`` that is not a jump, in millimeters.
  static let jumpLength = 20.0
  /// The greatest increase from one movement to the next that is not a jump, in millimeters per
  /// ``jumpInterval``.
  static let jumpGrowth = 7.0
  /// The largest distance, in millimeters, between a contact's extrapolated position and the
  /// contact that continues it. The length of the last step is added to this limit.
  static let splitDistance = ContactFilter.splitDistance

  private let surface: PadSurface
  private let edges: PadEdges?
  var thumbs: PadThumbs?
  private let jumps: Bool
  var fingers: [PadFinger] = []
  private var keys = PadKeys()
  private var lastTime = Instant.zero
  private var lastCount = 0
  private var wasChanged = false

  /// The number of fingers that scroll and take part in gestures, including those that the device
  /// counts without tracking them.
  private(set) var count = 0
  /// The number of fingers that can tap, including those that the device counts without tracking
  /// them.
  private(set) var tapCount = 0
  /// Whether fingers began or lifted since the last report; if so, all steps are zero.
  private(set) var isChanged = false
  /// Whether ``isChanged`` is true or ``count`` has changed, for example because a finger became a
  /// thumb.
  private(set) var isRegrouped = false
  /// Whether a finger that can tap has touched since the last report.
  private(set) var hasNewTap = false
  /// Whether a finger was cancelled since the last report, because it is a palm or was lost.
  private(set) var isCancelled = false

  init(profile: DeviceProfile, x: AxisRange, y: AxisRange, size: Size?, capacity: Int) {
    let size = size ?? Self.usualSize
    surface = PadSurface(x: x, y: y, size: size)
    jumps = !profile.isWacoms
    edges = profile.isWacoms ? nil : PadEdges(size: size, isBuiltIn: profile.isBuiltInPad)
    thumbs = PadThumbs(
      size: size, isButtonPad: profile.properties.contains(EventCode.buttonPadProperty))
    fingers.reserveCapacity(capacity)
  }

  /// Consumes a key event. The `BTN_TOOL_…` keys report the number of fingers, which can exceed the
  /// number of slots.
  mutating func consumeKey(_ code: UInt16, _ value: Int32) {
    keys.consume(code, value)
  }

  /// Removes all fingers.
  mutating func removeAll() {
    fingers.removeAll(keepingCapacity: true)
    (count, tapCount, lastCount) = (0, 0, 0)
    (isChanged, isCancelled) = (false, false)
  }

  /// Updates the fingers from the contacts of a report. O(fingers²), no allocation.
  ///
  /// `isDecided` is whether a scroll or another gesture is under way.
  mutating func update(
    _ contacts: [SurfaceContact], at time: Instant, isDecided: Bool, _ notes: inout NoteLog
  ) {
    let seconds = max(0, time.seconds(since: lastTime))
    lastTime = time
    wasChanged = isChanged
    isChanged = false
    isCancelled = false
    joinSplits(contacts)
    for index in fingers.indices {
      fingers[index].step = .zero
      fingers[index].isNew = false
    }
    for contact in contacts { follow(contact) }
    for index in fingers.indices { fingers[index].setPresses(keys.touches ?? true, at: time) }
    countTracked()
    dropJumps(seconds, &notes)
    for index in fingers.indices {
      if isChanged { fingers[index].step = .zero }
      fingers[index].travel = fingers[index].travel + fingers[index].step
      fingers[index].countSpeed(seconds, isChanged: isChanged)
    }
    thumbs?.update(&fingers, isDecided: isDecided)
    findPalms(at: time)
    countFingers()
  }

  /// Joins splits: gives a finger whose contact ends the id of the contact that continues it in
  /// this report.
  private mutating func joinSplits(_ contacts: [SurfaceContact]) {
    for leaving in contacts where leaving.phase == .ended || leaving.phase == .cancelled {
      guard let index = fingers.firstIndex(where: { $0.id == leaving.id }) else { continue }
      let step = fingers[index].step
      var nearest = Self.splitDistance + step.length
      var heir: UInt64?
      for contact in contacts where contact.phase == .began {
        guard !fingers.contains(where: { $0.id == contact.id }) else { continue }
        let distance = surface.place(of: contact).distance(to: fingers[index].place + step)
        guard distance <= nearest else { continue }
        (nearest, heir) = (distance, contact.id)
      }
      if let heir { fingers[index].id = heir }
    }
  }

  private mutating func follow(_ contact: SurfaceContact) {
    let known = fingers.firstIndex { $0.id == contact.id }
    switch (contact.phase, known) {
    case (.began, nil):
      fingers.append(PadFinger(id: contact.id, at: surface.place(of: contact)))
      isChanged = true
    case (.began, let index?), (.moved, let index?):
      let place = surface.place(of: contact)
      fingers[index].step = place - fingers[index].place
      fingers[index].place = place
    case (.ended, let index?), (.cancelled, let index?):
      if contact.phase == .cancelled, fingers[index].gestures || fingers[index].taps {
        isCancelled = true
      }
      fingers.remove(at: index)
      isChanged = true
    default: break
    }
  }

  /// Sets ``isChanged`` if the number of pressing fingers has changed, including fingers that the
  /// device counts without tracking them.
  private mutating func countTracked() {
    var tracked = 0
    for index in fingers.indices where fingers[index].presses { tracked += 1 }
    let all = tracked == 0 ? 0 : max(tracked, keys.count)
    if all != lastCount { isChanged = true }
    lastCount = all
  }

  /// Discards the steps that no finger can have made in `seconds`. The report with a change of the
  /// fingers and the one after it are not examined, because a pad may then shift the fingers'
  /// positions.
  private mutating func dropJumps(_ seconds: Double, _ notes: inout NoteLog) {
    guard jumps else { return }
    for index in fingers.indices {
      guard !isChanged, !wasChanged else {
        fingers[index].lastLength = 0
        continue
      }
      let length = fingers[index].step.length
      guard length > 0, seconds > 0, seconds <= Self.jumpTime else { continue }
      let pace = length * Self.jumpInterval / seconds
      let growth = pace - fingers[index].lastLength
      fingers[index].lastLength = pace
      guard pace > Self.jumpLength || growth > Self.jumpGrowth else { continue }
      fingers[index].step = .zero
      if fingers[index].presses { notes.add(.jumped(distance: length)) }
    }
  }

  private mutating func findPalms(at time: Instant) {
    guard let edges else { return }
    for index in fingers.indices where fingers[index].presses {
      let hasOther = fingers.indices.contains { $0 != index && fingers[$0].moves }
      if fingers[index].isPalm {
        guard hasOther || edges.releases(fingers[index], at: time) else { continue }
        fingers[index].isPalm = false
        fingers[index].mayTap = false
        fingers[index].mark = fingers[index].travel
      } else if fingers[index].isNew, !hasOther, edges.contains(fingers[index].place) {
        fingers[index].isPalm = true
      }
    }
  }

  private mutating func countFingers() {
    var (tracked, gesturing, tapping) = (0, 0, 0)
    hasNewTap = false
    for index in fingers.indices where fingers[index].presses {
      tracked += 1
      if fingers[index].gestures { gesturing += 1 }
      guard fingers[index].taps else { continue }
      tapping += 1
      if fingers[index].isNew { hasNewTap = true }
    }
    let untracked = max(0, lastCount - tracked)
    let before = count
    count = gesturing == 0 ? 0 : gesturing + untracked
    tapCount = tapping == 0 ? 0 : tapping + untracked
    isRegrouped = isChanged || count != before
  }

  /// The number of fingers that the device counts without tracking them.
  var untracked: Int {
    var tracked = 0
    for index in fingers.indices where fingers[index].gestures { tracked += 1 }
    return max(0, count - tracked)
  }

  /// The center of the fingers that tap; nil if there are none.
  var tapMiddle: Point? { center { $0.taps } }

  /// The center of the fingers that scroll and take part in gestures; nil if there are none.
  var middle: Point? { center { $0.gestures } }

  private func center(where isIncluded: (PadFinger) -> Bool) -> Point? {
    var (sum, count) = (Vector.zero, 0.0)
    for index in fingers.indices where isIncluded(fingers[index]) {
      sum = sum + (fingers[index].position - .zero)
      count += 1
    }
    return count == 0 ? nil : .zero + (1 / count) * sum
  }

  /// The movement since the last report of the center of the fingers that scroll.
  var meanStep: Vector {
    var (sum, count) = (Vector.zero, 0.0)
    for index in fingers.indices where fingers[index].gestures {
      sum = sum + fingers[index].step
      count += 1
    }
    return count == 0 ? .zero : (1 / count) * sum
  }

  /// The longest of the steps since the last report of the fingers that move the cursor.
  var longestStep: Vector {
    var longest = Vector.zero
    for index in fingers.indices where fingers[index].moves {
      if fingers[index].step.length > longest.length { longest = fingers[index].step }
    }
    return longest
  }

  /// Whether the lowest finger is in the lower right corner: the lowest 10 mm, as high as
  /// libinput's software buttons, and the right half of the width.
  var isOnRightButton: Bool {
    guard let lowest = fingers.max(by: { $0.place.y < $1.place.y }) else { return false }
    return lowest.place.y > surface.size.height - 10
      && lowest.place.x > surface.size.width / 2
  }
}

/// The surface of a touchpad.
struct PadSurface: Sendable {
  let x: AxisRange
  let y: AxisRange
  /// Its size in millimeters.
  let size: Size

  /// The position of a contact in millimeters from the upper left corner.
  func place(of contact: SurfaceContact) -> Point {
    Point(
      x: (Double(contact.x) - Double(x.minimum)) / x.count * size.width,
      y: (Double(contact.y) - Double(y.minimum)) / y.count * size.height)
  }
}

/// The keys with which a touchpad reports the number of its fingers.
struct PadKeys: Sendable {
  /// The `BTN_TOOL_…` keys that are on, as one bit per finger count.
  private var tools: UInt8 = 0
  /// Whether any finger presses the pad, by `BTN_TOUCH`; nil before the first `BTN_TOUCH` event. A
  /// touchpad also tracks hovering fingers.
  private(set) var touches: Bool?

  /// The number of fingers.
  var count: Int { 7 - (tools | 1).leadingZeroBitCount }

  mutating func consume(_ code: UInt16, _ value: Int32) {
    let fingers: UInt8
    switch code {
    case EventCode.touch:
      touches = value != 0
      return
    case EventCode.toolFinger: fingers = 1
    case EventCode.twoFingers: fingers = 2
    case EventCode.threeFingers: fingers = 3
    case EventCode.fourFingers: fingers = 4
    case EventCode.fiveFingers: fingers = 5
    default: return
    }
    if value != 0 { tools |= 1 << fingers } else { tools &= ~(1 << fingers) }
  }
}
