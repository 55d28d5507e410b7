import SnapbackGeometry

/// The fingers on a touchpad, in millimetres, and how far they went since the last report.
struct PadFingers: Sendable {
  private struct Finger: Sendable {
    var id: UInt64
    var position: Point
    var step = Vector.zero
  }

  /// libinput's size of a touchpad that does not say, in millimetres.
  static let usualSize = Size(width: 69, height: 50)

  private let x: AxisRange
  private let y: AxisRange
  private let size: Size
  private var fingers: [Finger] = []
  /// Which `BTN_TOOL_…` are on, as a bit for each count of fingers.
  private var tools: UInt8 = 0
  private var touches: Bool?
  private var lastCount = 0

  /// How many fingers there are: those that are tracked, or more if the device says so.
  private(set) var count = 0
  /// Whether fingers came or went since the last report; steps do not count then.
  private(set) var isChanged = false
  /// Whether a finger was taken back since the last report: it was a palm, or was lost.
  private(set) var isCancelled = false

  init(x: AxisRange, y: AxisRange, size: Size?, capacity: Int) {
    self.x = x
    self.y = y
    self.size = size ?? Self.usualSize
    fingers.reserveCapacity(capacity)
  }

  /// Takes a key; how many fingers there are where slots cannot tell.
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

  private func millimetres(_ contact: SurfaceContact) -> Point {
    Point(
      x: (Double(contact.x) - Double(x.minimum)) / x.count * size.width,
      y: (Double(contact.y) - Double(y.minimum)) / y.count * size.height)
  }

  /// Takes the contacts of a frame. O(fingers²), no allocation.
  mutating func take(_ contacts: [SurfaceContact]) {
    isChanged = false
    isCancelled = false
    for index in fingers.indices { fingers[index].step = .zero }
    for contact in contacts {
      let known = fingers.firstIndex { $0.id == contact.id }
      switch (contact.phase, known) {
      case (.began, nil):
        fingers.append(Finger(id: contact.id, position: millimetres(contact)))
        isChanged = true
      case (.moved, let index?):
        let position = millimetres(contact)
        fingers[index].step = position - fingers[index].position
        fingers[index].position = position
      case (.ended, let index?), (.cancelled, let index?):
        if contact.phase == .cancelled { isCancelled = true }
        fingers.remove(at: index)
        isChanged = true
      default: break
      }
    }
    // Fingers that hover are tracked as well; BTN_TOUCH says whether they press.
    count = touches == false ? 0 : max(fingers.count, toolCount)
    if fingers.isEmpty { count = 0 }
    if count != lastCount { isChanged = true }
    lastCount = count
  }

  private var toolCount: Int { 7 - (tools | 1).leadingZeroBitCount }

  /// The middle of all tracked fingers.
  var middle: Point? {
    guard !fingers.isEmpty else { return nil }
    var sum = Vector.zero
    for finger in fingers { sum = sum + (finger.position - .zero) }
    return .zero + (1 / Double(fingers.count)) * sum
  }

  /// How far the middle went since the last report.
  var meanStep: Vector {
    guard !isChanged, !fingers.isEmpty else { return .zero }
    var sum = Vector.zero
    for finger in fingers { sum = sum + finger.step }
    return (1 / Double(fingers.count)) * sum
  }

  /// How far the finger went that went farthest.
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
