import SnapbackBasics

/// The touches that may trigger actions, and the events of which actions are notified.
///
/// A touch waits, is down, and then lifts or is cancelled. A touch that lifts while it waits is
/// reported as down and lifted together; a touch that is cancelled while it waits is not reported.
struct TouchList: Sendable {
  /// The time that a touch in a scroll view waits, in seconds.
  ///
  /// UIKit's documentation has no number; developers report 150 ms.
  private static let contentDelay = 0.15
  /// The maximum number of touches; further touches trigger no actions.
  private static let limit = 64

  /// For each gesture, whether touches wait while the gesture may become a scroll.
  private let delays: [Bool]
  private var taps: [Tap] = []
  private var events: [TouchEvent] = []
  /// The earliest moment at which a waiting touch is reported as down; nil if none waits.
  private(set) var deadline: Instant?
  /// Whether touches wait, or events have not been drained.
  private(set) var isPending = false

  init(delayedBy gestures: [SceneGesture]) {
    delays = gestures.map(\.delaysTouches)
    taps.reserveCapacity(Self.limit)
  }

  var isEmpty: Bool { taps.isEmpty }

  /// Whether touches wait while a gesture may become a scroll.
  func isDelayed(byGesture index: Int) -> Bool { delays[index] }

  /// Adds a touch at a time. `waits` tells whether a scroll view delays the touch.
  mutating func add(_ tap: Tap, for interest: TouchInterest, waits: Bool, at time: Instant) {
    cancel { $0.contact == tap.contact }
    guard interest != .nothing, taps.count < Self.limit else { return }
    taps.append(tap)
    guard interest == .downs else { return }
    taps[taps.count - 1].downTime =
      waits ? time.advanced(bySeconds: Self.contentDelay) : time
    findDeadline()
  }

  /// Moves the touch of a contact to a point.
  mutating func move(_ contact: UInt64, to point: Point) {
    for index in taps.indices where taps[index].contact == contact { taps[index].move(to: point) }
  }

  /// Removes the touches for which `isMeant` holds; they no longer trigger actions.
  mutating func cancel(where isMeant: (Tap) -> Bool) {
    guard !taps.isEmpty else { return }
    taps.removeAll { tap in
      guard isMeant(tap) else { return false }
      if tap.isDown { events.append(TouchEvent(tap: tap, phase: .cancelled)) }
      return true
    }
    findDeadline()
  }

  /// Removes and returns the touch of a contact that has lifted at a point; nil if there is none.
  mutating func lift(_ contact: UInt64, at point: Point) -> Tap? {
    guard let index = taps.firstIndex(where: { $0.contact == contact }) else { return nil }
    var tap = taps.remove(at: index)
    if tap.downTime != nil { events.append(TouchEvent(tap: tap, phase: .down)) }
    findDeadline()
    tap.move(to: point)
    return tap
  }

  /// Removes and returns the next event up to a time; nil if there is none.
  mutating func nextEvent(at time: Instant) -> TouchEvent? {
    defer { findDeadline() }
    if !events.isEmpty { return events.removeFirst() }
    guard let index = taps.firstIndex(where: { $0.downTime.map { $0 <= time } ?? false })
    else { return nil }
    taps[index].setDown()
    return TouchEvent(tap: taps[index], phase: .down)
  }

  private mutating func findDeadline() {
    deadline = nil
    for tap in taps { deadline = .earlier(deadline, tap.downTime) }
    isPending = deadline != nil || !events.isEmpty
  }
}

/// A finger that may trigger actions.
struct Tap: Sendable {
  /// The distance that a finger may move and still tap, in points; equal to the slop of a pan.
  private static let slop = 10.0

  let contact: UInt64
  /// The view that was hit.
  let view: Int
  private let start: Point
  /// Whether the finger has moved too far for a tap.
  private(set) var hasMoved = false
  /// The time at which actions are notified of the touch; nil if they have been, or if no action
  /// depends on it.
  fileprivate(set) var downTime: Instant?
  /// Whether actions have been notified of the touch.
  private(set) var isDown = false

  init(contact: UInt64, view: Int, start: Point) {
    self.contact = contact
    self.view = view
    self.start = start
  }

  /// Moves the finger to a point.
  mutating func move(to point: Point) {
    if !(point.distance(to: start) <= Self.slop) { hasMoved = true }
  }

  fileprivate mutating func setDown() { (downTime, isDown) = (nil, true) }
}

/// A touch event of which actions are notified.
struct TouchEvent: Sendable {
  enum Phase: Sendable {
    case down, cancelled
  }

  let tap: Tap
  let phase: Phase
}

/// The touch events on which the actions of a scene depend.
enum TouchInterest: Sendable {
  case nothing
  /// Lifts only.
  case lifts
  /// Lifts, and the times at which touches are reported as down.
  case downs
}
