import SnapbackBasics
import SnapbackGestures

/// The touches that may trigger actions, and the events of which actions are notified.
///
/// A touch waits, is down, and then lifts or is cancelled. A touch that lifts while it waits for
/// the delay of a scroll view is reported as down and lifted together. A gesture may hold touches,
/// or their lifts, as long as it may be recognized. A touch that is cancelled while it waits is not
/// reported.
struct TouchList: Sendable {
  /// The delays that a gesture causes.
  private struct Delays: Sendable {
    /// Whether touches wait while the gesture may become a scroll.
    let content: Bool
    /// Whether the gesture holds touches and their lifts.
    let began: Bool
    /// Whether the gesture holds the lifts of touches.
    let ended: Bool
  }

  /// The time that a touch in a scroll view waits, in seconds.
  ///
  /// UIKit's documentation has no number; developers report 150 ms.
  private static let contentDelay = 0.15
  /// The maximum number of touches; further touches trigger no actions.
  private static let limit = 64

  /// The delays of each gesture.
  private let delays: [Delays]
  /// Whether any gesture holds touches or lifts.
  private let hasHolds: Bool
  private var taps: [Tap] = []
  private var cancelled: [TouchEvent] = []
  /// The latest time of a touch or of an event.
  private var now = Instant.zero
  /// The earliest moment after ``now`` at which a waiting touch is reported as down; nil if there
  /// is none.
  private(set) var deadline: Instant?
  /// Whether touches or lifts wait, or events have not been drained.
  private(set) var isPending = false

  init(delayedBy gestures: [SceneGesture]) {
    delays = gestures.map {
      Delays(
        content: $0.delaysContentTouches, began: $0.delaysTouchesBegan,
        ended: $0.delaysTouchesEnded)
    }
    hasHolds = delays.contains { $0.began || $0.ended }
    taps.reserveCapacity(Self.limit)
  }

  var isEmpty: Bool { taps.isEmpty }

  /// Whether touches wait while a gesture may become a scroll.
  func isDelayed(byGesture index: Int) -> Bool { delays[index].content }

  /// Adds a touch at a time. `waits` tells whether a scroll view delays the touch.
  mutating func add(_ tap: Tap, for interest: TouchInterest, waits: Bool, at time: Instant) {
    cancel { $0.contact == tap.contact }
    guard interest != .nothing, taps.count < Self.limit else { return }
    taps.append(tap)
    guard interest == .downs else { return }
    now = max(now, time)
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
      if tap.isDown { cancelled.append(TouchEvent(tap: tap, phase: .cancelled)) }
      return true
    }
    findDeadline()
  }

  /// Lifts the touch of a contact at a point.
  mutating func lift(_ contact: UInt64, at point: Point) {
    guard let index = taps.firstIndex(where: { $0.contact == contact }) else { return }
    taps[index].lift(at: point)
    findDeadline()
  }

  /// Removes and returns the next event up to a time; nil if there is none. `arena` tells which
  /// gestures may still be recognized.
  mutating func nextEvent(at time: Instant, _ arena: GestureArena) -> TouchEvent? {
    now = max(now, time)
    defer { findDeadline() }
    if !cancelled.isEmpty { return cancelled.removeFirst() }
    for index in taps.indices {
      if let downTime = taps[index].downTime {
        guard downTime <= now || taps[index].liftPoint != nil,
          !isHeld(taps[index], isLift: false, arena)
        else { continue }
        taps[index].setDown()
        return TouchEvent(tap: taps[index], phase: .down)
      }
      if let point = taps[index].liftPoint, !isHeld(taps[index], isLift: true, arena) {
        return TouchEvent(tap: taps.remove(at: index), phase: .lifted(point))
      }
    }
    return nil
  }

  /// Whether a gesture that may still be recognized holds a touch, or its lift.
  private func isHeld(_ tap: Tap, isLift: Bool, _ arena: GestureArena) -> Bool {
    guard hasHolds else { return false }
    return delays.indices.contains { index in
      (delays[index].began || isLift && delays[index].ended)
        && arena.mayRecognize(tap.contact, index)
    }
  }

  private mutating func findDeadline() {
    deadline = nil
    isPending = !cancelled.isEmpty
    for tap in taps where tap.isWaiting {
      isPending = true
      // A touch whose time has passed is held by a gesture, and the arena has that deadline.
      if let downTime = tap.downTime, downTime > now { deadline = .earlier(deadline, downTime) }
    }
  }
}

/// A finger that may trigger actions.
struct Tap: Sendable {
  /// The distance that a finger may move in a tap, in points. It equals the default slop of a pan.
  private static let slop = 10.0

  let contact: UInt64
  /// The view that was hit.
  let view: Int
  private let start: Point
  /// Whether the finger has moved too far for a tap.
  private(set) var hasMoved = false
  /// The time from which actions may be notified of the touch; nil if they have been, or if no
  /// action depends on it.
  fileprivate(set) var downTime: Instant?
  /// Whether actions have been notified of the touch.
  private(set) var isDown = false
  /// The point at which the finger has lifted; nil while it is down.
  private(set) var liftPoint: Point?

  /// Whether actions have not been notified of the touch or of its lift.
  fileprivate var isWaiting: Bool { downTime != nil || liftPoint != nil }

  init(contact: UInt64, view: Int, start: Point) {
    self.contact = contact
    self.view = view
    self.start = start
  }

  /// Moves the finger to a point.
  mutating func move(to point: Point) {
    if !(point.distance(to: start) <= Self.slop) { hasMoved = true }
  }

  fileprivate mutating func lift(at point: Point) {
    move(to: point)
    liftPoint = point
  }

  fileprivate mutating func setDown() { (downTime, isDown) = (nil, true) }
}

/// A touch event of which actions are notified.
struct TouchEvent: Sendable {
  enum Phase: Sendable {
    case down, cancelled
    /// The finger has lifted at a point on the screen.
    case lifted(Point)
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
