import SnapbackBasics

/// The fingers on a touchpad, in millimeters, and their movement since the last report.
struct PadFingers: Sendable {
  private struct Finger: Sendable {
    var id: UInt64
    var position: Point
    var step = Vector.zero
  }

  /// The size of a touchpad that reports none, in millimeters; libinput's value.
  static let usualSize = Size(width: 69, height: 50)

  private let x: AxisRange
  private let y: AxisRange
  private let size: Size
  private var fingers: [Finger] = []
  /// The `BTN_TOOL_…` keys that are on, as one bit per finger count.
  private var tools: UInt8 = 0
  private var touches: Bool?
  private var lastCount = 0

  /// The number of fingers: the tracked ones, or more if the device says so.
  private(set) var count = 0
  /// Whether fingers began or lifted since the last report; steps are ignored then.
  private(set) var isChanged = false
  /// Whether a finger was cancelled since the last report, because it was a palm or was lost.
  private(set) var isCancelled = false

  init(x: AxisRange, y: AxisRange, size: Size?, capacity: Int) {
    self.x = x
    self.y = y
    self.size = size ?? Self.usualSize
    fingers.reserveCapacity(capacity)
  }

  /// Consumes a key event. `BTN_TOOL_…` keys give the number of fingers where slots do not.
  mutating func consumeKey(_ code: UInt16, _ value: Int32) {
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

  private func millimeters(_ contact: SurfaceContact) -> Point {
    Point(
      x: (Double(contact.x) - Double(x.minimum)) / x.count * size.width,
      y: (Double(contact.y) - Double(y.minimum)) / y.count * size.height)
  }

  /// Updates the fingers from the contacts of a frame. O(fingers²), no allocation.
  mutating func update(_ contacts: [SurfaceContact]) {
    isChanged = false
    isCancelled = false
    for index in fingers.indices { fingers[index].step = .zero }
    for contact in contacts {
      let known = fingers.firstIndex { $0.id == contact.id }
      switch (contact.phase, known) {
      case (.began, nil):
        fingers.append(Finger(id: contact.id, position: millimeters(contact)))
        isChanged = true
      case (.moved, let index?):
        let position = millimeters(contact)
        fingers[index].step = position - fingers[index].position
        fingers[index].position = position
      case (.ended, let index?), (.cancelled, let index?):
        if contact.phase == .cancelled { isCancelled = true }
        fingers.remove(at: index)
        isChanged = true
      default: break
      }
    }
    // Hovering fingers are tracked too; `BTN_TOUCH` says whether any finger presses.
    count = touches == false ? 0 : max(fingers.count, toolCount)
    if fingers.isEmpty { count = 0 }
    if count != lastCount { isChanged = true }
    lastCount = count
  }

  private var toolCount: Int { 7 - (tools | 1).leadingZeroBitCount }

  /// The center of all tracked fingers; nil if there are none.
  var middle: Point? {
    guard !fingers.isEmpty else { return nil }
    var sum = Vector.zero
    for finger in fingers { sum = sum + (finger.position - .zero) }
    return .zero + (1 / Double(fingers.count)) * sum
  }

  /// The movement of the center since the last report.
  var meanStep: Vector {
    guard !isChanged, !fingers.isEmpty else { return .zero }
    var sum = Vector.zero
    for finger in fingers { sum = sum + finger.step }
    return (1 / Double(fingers.count)) * sum
  }

  /// The longest step of a single finger since the last report.
  var longestStep: Vector {
    guard !isChanged else { return .zero }
    var longest = Vector.zero
    for finger in fingers where finger.step.length > longest.length { longest = finger.step }
    return longest
  }

  /// Whether the lowest finger is in the lower right corner: 10 mm of the height, as high as
  /// libinput's software buttons, and the right half of the width.
  var isOnRightButton: Bool {
    guard let lowest = fingers.max(by: { $0.position.y < $1.position.y }) else { return false }
    return lowest.position.y > size.height - 10 && lowest.position.x > size.width / 2
  }
}
