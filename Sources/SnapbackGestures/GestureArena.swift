public import SnapbackBasics
public import SnapbackTouches

/// A scene's description of one recognizer: its settings and its relations to other recognizers.
public struct GestureDescription: Hashable, Sendable {
  /// The settings of the gesture.
  public var settings: GestureSettings
  /// The indices of the recognizers that may be recognized together with this one. It suffices that
  /// either description lists the other.
  public var simultaneous: [Int]
  /// The indices of the recognizers that must fail before this one is recognized.
  public var requiredFailures: [Int]

  /// Creates a description; by default exclusive and without required failures.
  public init(
    _ settings: GestureSettings, simultaneous: [Int] = [], requiredFailures: [Int] = []
  ) {
    self.settings = settings
    self.simultaneous = simultaneous
    self.requiredFailures = requiredFailures
  }
}

/// An event of a recognizer.
public struct GestureStep: Hashable, Sendable {
  /// The kind of event.
  public enum Outcome: Hashable, Sendable {
    /// A contact that has just begun was assigned to the recognizer.
    case touched
    /// The gesture was recognized: a discrete one is over, a continuous one is active.
    case recognized
    /// An active gesture changed.
    case changed
    /// The fingers lifted.
    case ended
    /// The gesture was cancelled while active.
    case cancelled
    /// The recognizer failed and ignores its fingers until all of them have lifted.
    case failed(GestureFailure)
    /// The gesture was detected, but waits for the recognizer with this index to fail.
    case waits(for: Int)
  }

  /// The index of the recognizer.
  public var recognizer: Int
  /// The event.
  public var outcome: Outcome
  /// The time of the touch frame or of the deadline that was reached.
  public var time: Instant
}

/// All recognizers of a scene; decides which of them receive the fingers.
///
/// **Exclusive** is the default: among recognizers that share a finger, the first one to be
/// recognized makes the others fail; within one touch frame, `order` determines which is first.
/// Exception: a tap does not make taps with larger tap counts fail. A recognizer does not displace
/// an active one. **Simultaneous** recognizers do not affect each other. A recognizer with
/// **required failures** waits until those recognizers have failed; if one of them is recognized,
/// the waiting recognizer fails. Recognizers that share no finger do not affect each other. A
/// waiting recognizer that loses a finger to a palm fails. A recognizer that has ended or failed
/// ignores its fingers until all of them have lifted. A deadline is handled before input of the
/// same time. Source: the documented behavior of `UIGestureRecognizer`.
public struct GestureArena: Sendable {
  /// The state of a recognizer.
  public enum State: Hashable, Sendable {
    /// Undecided; fingers may be down.
    case possible
    /// Detected, but waiting for another recognizer to fail.
    case waiting
    /// Recognized and active.
    case active
    /// Recognized and over; its fingers may still be down.
    case ended
    /// Failed; ignores its fingers until all of them have lifted.
    case failed
  }

  struct Entry: Sendable {
    var recognizer: GestureRecognizer {
      didSet { stopMoment = recognizer.stopMoment(after: .zero) }
    }
    /// The moment at which the recognizer's fingers are considered still. Cached: the loop reads it
    /// several times per report, and each read through ``recognizer`` copies the recognizer.
    private(set) var stopMoment: Instant?
    /// The settings for the next gesture. ``recognizer`` may still have the settings of another
    /// scene, in which its gesture began.
    let settings: GestureSettings
    var state = State.possible
    var isEnabled = true
    var mayBegin = true
    /// All contacts since the recognizer started tracking.
    var seen: [UInt64] = []
    /// The contacts that are down, including those that a failed recognizer ignores.
    var down: [UInt64] = []
    /// The indices of the recognizers that may be active at the same time, and of those that must
    /// fail first.
    let simultaneous: [Int]
    let required: [Int]
    /// Whether the recognizer was waiting when the current touch frame arrived. It then processes
    /// the frame after all recognizers that were not waiting.
    var isLate = false
  }

  /// The maximum number of contacts remembered in one sequence: ten taps of ten fingers.
  static let memory = 100

  var entries: [Entry]
  /// The order in which recognizers process a touch frame: edge pans, then the deepest views first.
  let order: [Int]
  /// ``order``, with each recognizer after all recognizers that it waits for.
  private let lateOrder: [Int]
  /// The position of each recognizer in ``order``.
  let ranks: [Int]
  /// The positions in ``order``, ascending, of the recognizers that take part in something: all
  /// that have contacts, are undecided, waiting or active, and possibly others. A scene can have a
  /// recognizer for each of many views, of which few take part.
  var engaged: [Int] = []
  private var screen = Size(width: 0, height: 0)
  /// The events since the last call of ``drainSteps(_:)`` or ``discardSteps()``.
  public private(set) var steps: [GestureStep] = []
  /// The contacts of one touch frame for one recognizer; a reused buffer.
  private var own: [Contact] = []

  /// Creates an arena whose recognizers run in `order`, by default the order of `descriptions`.
  ///
  /// Returns nil if a relation has an invalid index or the required failures form a cycle.
  public init?(_ descriptions: [GestureDescription], order: [Int]? = nil) {
    let places = descriptions.indices
    var mutual = places.map { Set(descriptions[$0].simultaneous) }
    for (place, description) in descriptions.enumerated() {
      guard
        (description.simultaneous + description.requiredFailures).allSatisfy(places.contains)
      else { return nil }
      for other in description.simultaneous { mutual[other].insert(place) }
    }
    guard Self.circle(in: descriptions) == nil else { return nil }
    entries = zip(descriptions, mutual).map { description, mutual in
      Entry(
        recognizer: GestureRecognizer(description.settings), settings: description.settings,
        simultaneous: mutual.sorted(),
        required: description.requiredFailures)
    }
    var asked: [Int] = []
    var isAsked = Array(repeating: false, count: places.count)
    for place in (order ?? []) + places where places.contains(place) && !isAsked[place] {
      isAsked[place] = true
      asked.append(place)
    }
    self.order = asked
    lateOrder = Self.sorted(asked, descriptions)
    ranks = Self.ranks(in: asked)
    for index in entries.indices {
      entries[index].seen.reserveCapacity(Self.memory)
      entries[index].down.reserveCapacity(FingerSet.limit)
    }
    engaged.reserveCapacity(entries.count)
    steps.reserveCapacity(64 + 4 * entries.count)
    own.reserveCapacity(64)
  }

  /// An arena without recognizers.
  public static var empty: GestureArena { GestureArena(order: []) }

  private init(order: [Int]) {
    entries = []
    self.order = order
    lateOrder = order
    ranks = Self.ranks(in: order)
  }

  private static func ranks(in order: [Int]) -> [Int] {
    var ranks = Array(repeating: 0, count: order.count)
    for (rank, index) in order.enumerated() { ranks[index] = rank }
    return ranks
  }

  /// Returns the indices of recognizers that form a cycle of required failures; nil if there is
  /// none.
  ///
  /// O(recognizers² × required failures).
  public static func circle(in descriptions: [GestureDescription]) -> [Int]? {
    let circle = descriptions.indices.filter { place in
      var reached: Set<Int> = []
      var open = descriptions[place].requiredFailures
      while let next = open.popLast() {
        guard descriptions.indices.contains(next), reached.insert(next).inserted else { continue }
        open += descriptions[next].requiredFailures
      }
      return reached.contains(place)
    }
    return circle.isEmpty ? nil : circle
  }

  /// Returns `order`, changed only so that each recognizer comes after those that it waits for.
  private static func sorted(_ order: [Int], _ descriptions: [GestureDescription]) -> [Int] {
    guard descriptions.contains(where: { !$0.requiredFailures.isEmpty }) else { return order }
    var left = order
    var sorted: [Int] = []
    while let next = left.firstIndex(where: { place in
      descriptions[place].requiredFailures.allSatisfy(sorted.contains)
    }) {
      sorted.append(left.remove(at: next))
    }
    return sorted + left
  }

  /// The number of recognizers.
  public var count: Int { entries.count }

  /// The recognizer at an index.
  public subscript(index: Int) -> GestureRecognizer { entries[index].recognizer }

  /// Returns the state of a recognizer.
  public func state(of index: Int) -> State { entries[index].state }

  /// Returns the moment at which the fingers of an active recognizer are considered still, as the
  /// recognizer's `stopMoment(after:)` does.
  public func stopMoment(of index: Int, after now: Instant) -> Instant? {
    guard let moment = entries[index].stopMoment, moment > now else { return nil }
    return moment
  }

  /// Whether a recognizer is active.
  public func isActive(_ index: Int) -> Bool { entries[index].state == .active }

  /// Whether fingers are down on a recognizer that has not failed or ended.
  public func hasFingers(_ index: Int) -> Bool {
    !entries[index].down.isEmpty && entries[index].state != .failed
      && entries[index].state != .ended
  }

  /// Whether a recognizer has received this contact since it started tracking.
  public func hasSeen(_ contact: UInt64, _ index: Int) -> Bool {
    entries[index].seen.contains(contact)
  }

  /// Whether a recognizer has received a contact with at least this id since it started tracking.
  public func hasSeen(atLeast contact: UInt64, _ index: Int) -> Bool {
    for seen in entries[index].seen where seen >= contact { return true }
    return false
  }

  /// Passes the steps since the last call to `body` in order, and removes them.
  public mutating func drainSteps(_ body: (GestureStep) -> Void) {
    for step in steps { body(step) }
    steps.removeAll(keepingCapacity: true)
  }

  /// Removes the steps since the last call and keeps their storage.
  public mutating func discardSteps() {
    if !steps.isEmpty { steps.removeAll(keepingCapacity: true) }
  }

  /// Sets the size of the screen, which edge pans use to find the edges.
  public mutating func setScreen(_ size: Size) {
    screen = size
    for index in entries.indices { entries[index].recognizer.setScreen(size) }
  }

  /// Assigns a contact that begins in the next touch frame; returns false if it is not accepted.
  ///
  /// Deadlines up to `time` are handled first. Scroll and hover recognizers accept no contacts. If
  /// several active rivals could accept a contact, only the first of them gets it.
  @discardableResult
  public mutating func give(_ contact: UInt64, to index: Int, at time: Instant) -> Bool {
    advance(to: time)
    guard entries.indices.contains(index), entries[index].isEnabled,
      !entries[index].recognizer.kind.isPointer, !isTaken(contact, from: index)
    else { return false }
    renew(index)
    if entries[index].state == .active, entries[index].seen.count >= Self.memory {
      // An active recognizer no longer needs contacts that have lifted.
      let down = entries[index].down
      entries[index].seen.removeAll { !down.contains($0) }
    }
    guard !entries[index].down.contains(contact), entries[index].down.count < FingerSet.limit,
      entries[index].seen.count < Self.memory
    else { return false }
    // A failed recognizer also records its contacts, because it waits until they have lifted.
    entries[index].down.append(contact)
    engage(index)
    guard isFed(index) else { return false }
    entries[index].seen.append(contact)
    note(index, .touched, at: time)
    return true
  }

  /// Resets an ended or failed recognizer whose fingers have all lifted.
  private mutating func renew(_ index: Int) {
    guard entries[index].down.isEmpty else { return }
    switch entries[index].state {
    case .ended, .failed:
      if entries[index].recognizer.settings == entries[index].settings {
        entries[index].recognizer.reset()
      } else {
        entries[index].recognizer = GestureRecognizer(entries[index].settings)
        entries[index].recognizer.setScreen(screen)
      }
      entries[index].seen.removeAll(keepingCapacity: true)
      entries[index].state = .possible
    case .possible, .waiting, .active: break
    }
  }

  /// Processes the contacts of one device at one time. O(recognizers with contacts × contacts²), no
  /// allocation.
  ///
  /// Contacts that begin must first be assigned with ``give(_:to:at:)``.
  public mutating func handle(_ frame: TouchFrame) {
    advance(to: frame.time)
    dropTaken(by: frame)
    var isAnyLate = false
    for rank in engaged {
      let isLate = entries[order[rank]].state == .waiting
      entries[order[rank]].isLate = isLate
      if isLate { isAnyLate = true }
    }
    for rank in engaged where !entries[order[rank]].isLate { feed(frame, to: order[rank]) }
    // If a finger of both lifts, the awaited recognizer must end before the one that waits for it.
    if isAnyLate {
      for index in lateOrder where entries[index].isLate { feed(frame, to: index) }
    }
    for contact in frame.contacts where contact.phase == .ended || contact.phase == .cancelled {
      for rank in engaged {
        let index = order[rank]
        guard let place = entries[index].down.firstIndex(of: contact.id) else { continue }
        entries[index].down.remove(at: place)
      }
    }
    for rank in engaged where entries[order[rank]].down.isEmpty {
      finish(order[rank], at: frame.time)
    }
    releaseIdle()
  }

  /// Makes a recognizer without fingers fail, or cancels it if it is active, unless it waits for a
  /// deadline or for another recognizer. Such a recognizer may have had more fingers than it can
  /// track.
  private mutating func finish(_ index: Int, at time: Instant) {
    guard entries[index].recognizer.fingers.isEmpty, !entries[index].seen.isEmpty else { return }
    switch entries[index].state {
    case .possible:
      if entries[index].recognizer.deadline == nil { fail(index, .lifted, at: time) }
    case .active: cancel(index, at: time)
    case .waiting, .ended, .failed: break
    }
  }

  /// Whether a recognizer processes its contacts in its present state.
  private func isFed(_ index: Int) -> Bool {
    switch entries[index].state {
    case .possible, .active: true
    // A waiting discrete recognizer needs no further input.
    case .waiting: !entries[index].recognizer.kind.isDiscrete
    case .ended, .failed: false
    }
  }

  private mutating func feed(_ frame: TouchFrame, to index: Int) {
    guard isFed(index) else { return }
    own.removeAll(keepingCapacity: true)
    for contact in frame.contacts where entries[index].down.contains(contact.id) {
      own.append(contact)
    }
    guard !own.isEmpty else { return }
    let step = entries[index].recognizer.consume(
      own, at: frame.time, scale: frame.pointsPerMillimeter)
    apply(step, of: index, at: frame.time)
  }

  /// Advances to `time` and handles all deadlines up to it, each at its own time.
  ///
  /// A waiting recognizer that was taken over from another arena and has nothing left to wait for
  /// is recognized.
  public mutating func advance(to time: Instant) {
    askWaiting(at: time)
    while let moment = deadline, moment <= time {
      for rank in engaged {
        let index = order[rank]
        guard entries[index].state == .possible, !entries[index].seen.isEmpty else { continue }
        guard let due = entries[index].recognizer.deadline, due <= moment else { continue }
        let step = entries[index].recognizer.reachDeadline()
        // A deadline that changes nothing would repeat forever.
        apply(step == .nothing ? .failed(.lifted) : step, of: index, at: moment)
      }
    }
  }

  mutating func note(_ index: Int, _ outcome: GestureStep.Outcome, at time: Instant) {
    steps.append(GestureStep(recognizer: index, outcome: outcome, time: time))
  }
}
