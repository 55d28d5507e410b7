public import SnapbackGeometry
public import SnapbackTiming
public import SnapbackTouches

/// What a scene says of one recogniser: what it looks for, and how it stands to the others.
public struct GestureDescription: Hashable, Sendable {
  /// What it looks for.
  public var settings: GestureSettings
  /// The recognisers that may be recognised together with it, by their places; it is enough that
  /// one of two names the other.
  public var simultaneous: [Int]
  /// The recognisers that have to fail before it is recognised, by their places.
  public var requiredFailures: [Int]

  /// A recogniser that is exclusive and waits for nobody.
  public init(
    _ settings: GestureSettings, simultaneous: [Int] = [], requiredFailures: [Int] = []
  ) {
    self.settings = settings
    self.simultaneous = simultaneous
    self.requiredFailures = requiredFailures
  }
}

/// One thing that happened to a recogniser.
public struct GestureStep: Hashable, Sendable {
  /// What happened.
  public enum Outcome: Hashable, Sendable {
    /// A contact that has just begun is one of its own.
    case touched
    /// It was recognised: a discrete gesture is over, a continuous one runs.
    case recognized
    /// It runs on.
    case changed
    /// The fingers let go.
    case ended
    /// It was taken away while it ran.
    case cancelled
    /// It will not be recognised before its fingers have lifted.
    case failed(GestureFailure)
    /// It would be recognised, but waits for another to fail; by its place among all.
    case waits(for: Int)
  }

  /// The recogniser, by its place among all.
  public var recognizer: Int
  /// What happened.
  public var outcome: Outcome
  /// When: the time of the touch frame, or of the deadline that was reached.
  public var time: Instant
}

/// All recognisers of a scene, and who of them gets the fingers.
///
/// **Exclusive** by default: of the recognisers that share a finger the first to be recognised
/// makes the others fail; in one frame it is the deepest view's. One that runs is not taken away
/// by another. **Simultaneous** ones do not disturb each other. **Required failures** make a
/// recogniser wait until the other has failed; if the other is recognised, it fails. Recognisers
/// without a common finger know nothing of each other.
/// One that waits and loses a finger to a palm fails.
/// A recogniser that has ended or failed ignores its fingers until all of them have lifted.
/// A deadline comes before what is said of the same moment.
/// Source: the documented behaviour of `UIGestureRecognizer`.
public struct GestureArena: Sendable {
  /// Where a recogniser is.
  public enum State: Hashable, Sendable {
    /// Fingers may be down, but it is not decided.
    case possible
    /// It would be recognised, but waits for another to fail.
    case waiting
    /// It was recognised and runs.
    case active
    /// It was recognised and is over; its fingers may still be down.
    case ended
    /// It will not be recognised before its fingers have lifted.
    case failed
  }

  struct Entry: Sendable {
    var recognizer: GestureRecognizer {
      didSet { stopMoment = recognizer.stopMoment(after: .zero) }
    }
    /// When the fingers of the recogniser count as still. Cached: the loop reads it several times a
    /// report, and a read through ``recognizer`` copies the recogniser.
    private(set) var stopMoment: Instant?
    /// What it looks for the next time; it may be finishing what another scene's began.
    let settings: GestureSettings
    var state = State.possible
    var isEnabled = true
    /// The contacts that it has had since it began to look.
    var seen: [UInt64] = []
    /// Those of them that are down.
    var down: [UInt64] = []
    /// The recognisers that do not disturb it, and those that have to fail first.
    let simultaneous: [Int]
    let required: [Int]
    /// Whether it waited when the present frame came, so that it is told after all others.
    var isLate = false
  }

  /// How many contacts a recogniser remembers of one sequence: ten taps of ten fingers.
  static let memory = 100

  var entries: [Entry]
  /// The order in which recognisers are asked: the deepest views first.
  let order: [Int]
  /// The same with those that wait behind all that they wait for.
  private let lateOrder: [Int]
  private var screen = Size(width: 0, height: 0)
  /// What happened since it was last taken.
  public private(set) var steps: [GestureStep] = []
  /// Contacts of one frame that are for one recogniser; storage that is used again.
  private var own: [Contact] = []

  /// An arena of recognisers, asked in `order`; by default in the order in which they are given.
  ///
  /// Nil when a relation names a recogniser that is not there, or required failures go in a circle.
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
    for place in (order ?? []) + places where places.contains(place) && !asked.contains(place) {
      asked.append(place)
    }
    self.order = asked
    lateOrder = Self.sorted(asked, descriptions)
    for index in entries.indices {
      entries[index].seen.reserveCapacity(Self.memory)
      entries[index].down.reserveCapacity(FingerSet.limit)
    }
    steps.reserveCapacity(64 + 4 * entries.count)
    own.reserveCapacity(64)
  }

  /// An arena without recognisers.
  public static var empty: GestureArena { GestureArena(order: []) }

  private init(order: [Int]) {
    entries = []
    self.order = order
    lateOrder = order
  }

  /// The places of recognisers that wait for themselves by way of others, in order; nil when none.
  ///
  /// O(recognisers² × required failures).
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

  /// The same places with each behind those that it waits for, and else in their order.
  private static func sorted(_ order: [Int], _ descriptions: [GestureDescription]) -> [Int] {
    var left = order
    var sorted: [Int] = []
    while let next = left.firstIndex(where: { place in
      descriptions[place].requiredFailures.allSatisfy(sorted.contains)
    }) {
      sorted.append(left.remove(at: next))
    }
    return sorted + left
  }

  /// How many recognisers there are.
  public var count: Int { entries.count }

  /// A recogniser by its place.
  public subscript(index: Int) -> GestureRecognizer { entries[index].recognizer }

  /// Where a recogniser is.
  public func state(of index: Int) -> State { entries[index].state }

  /// When the fingers of a recogniser that runs count as still, as its own `stopMoment(after:)`.
  public func stopMoment(of index: Int, after now: Instant) -> Instant? {
    guard let moment = entries[index].stopMoment, moment > now else { return nil }
    return moment
  }

  /// Whether a recogniser was recognised and runs.
  public func isActive(_ index: Int) -> Bool { entries[index].state == .active }

  /// Whether fingers are down on a recogniser that has not failed or ended.
  public func hasFingers(_ index: Int) -> Bool {
    !entries[index].down.isEmpty && entries[index].state != .failed
      && entries[index].state != .ended
  }

  /// Whether a recogniser is switched on.
  public func isEnabled(_ index: Int) -> Bool { entries[index].isEnabled }

  /// Whether a contact is, or was since it began to look, one of a recogniser's.
  public func hasSeen(_ contact: UInt64, _ index: Int) -> Bool {
    entries[index].seen.contains(contact)
  }

  /// Whether a contact with this id or a higher one is, or was since it began to look, one of a
  /// recogniser's.
  public func hasSeen(atLeast contact: UInt64, _ index: Int) -> Bool {
    for seen in entries[index].seen where seen >= contact { return true }
    return false
  }

  /// Goes on with a recogniser where one of another arena is, if that one is at something.
  public mutating func takeOver(_ index: Int, from other: GestureArena, _ old: Int) {
    guard entries.indices.contains(index), other.entries.indices.contains(old),
      !other.entries[old].down.isEmpty || other.entries[old].isUndecided
        || other.entries[old].state == .active
    else { return }
    entries[index].recognizer = other.entries[old].recognizer
    entries[index].state = other.entries[old].state
    entries[index].seen = other.entries[old].seen
    entries[index].down = other.entries[old].down
  }

  /// Whether a contact is down on a recogniser that runs.
  public func isClaimed(_ contact: UInt64) -> Bool {
    entries.contains { $0.state == .active && $0.down.contains(contact) }
  }

  /// Whether nothing is undecided and no recogniser runs.
  public var isAtRest: Bool {
    entries.allSatisfy {
      $0.state != .active && $0.state != .waiting
        && ($0.state != .possible || $0.seen.isEmpty)
    }
  }

  /// The first moment at which a recogniser decides something if nothing comes. O(recognisers).
  public var deadline: Instant? {
    var earliest: Instant?
    // By their places: an entry that is taken out is copied.
    for index in entries.indices
    where entries[index].state == .possible && !entries[index].seen.isEmpty {
      guard let moment = entries[index].recognizer.deadline else { continue }
      earliest = min(earliest ?? moment, moment)
    }
    return earliest
  }

  /// Takes the steps since the last call, in order, and hands each to `body`.
  public mutating func takeSteps(_ body: (GestureStep) -> Void) {
    for step in steps { body(step) }
    steps.removeAll(keepingCapacity: true)
  }

  /// Forgets the steps since the last call, and keeps their storage.
  public mutating func discardSteps() {
    if !steps.isEmpty { steps.removeAll(keepingCapacity: true) }
  }

  /// Tells pans from edges where the edges are.
  public mutating func setScreen(_ size: Size) {
    screen = size
    for index in entries.indices { entries[index].recognizer.setScreen(size) }
  }

  /// Gives a contact that begins in the next frame to a recogniser; false when it takes none now.
  ///
  /// What waits for a moment up to `time` happens before. Recognisers of scrolls and of hovering
  /// take no contacts, and of rivals that run only the first gets one that both could join.
  @discardableResult
  public mutating func give(_ contact: UInt64, to index: Int, at time: Instant) -> Bool {
    advance(to: time)
    guard entries.indices.contains(index), entries[index].isEnabled,
      !entries[index].recognizer.kind.isPointer, !isTaken(contact, from: index)
    else { return false }
    renew(index)
    if entries[index].state == .active, entries[index].seen.count >= Self.memory {
      // Nobody else wants fingers that have lifted.
      let down = entries[index].down
      entries[index].seen.removeAll { !down.contains($0) }
    }
    guard !entries[index].down.contains(contact), entries[index].down.count < FingerSet.limit,
      entries[index].seen.count < Self.memory
    else { return false }
    // Also one that has failed counts its fingers: it waits until they have lifted.
    entries[index].down.append(contact)
    guard isFed(index) else { return false }
    entries[index].seen.append(contact)
    note(index, .touched, at: time)
    return true
  }

  /// A recogniser whose fingers have all lifted after a decision begins anew.
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

  /// Takes the contacts of one device at one moment. O(recognisers × contacts²), no allocation.
  ///
  /// Contacts that begin have to be given to recognisers before.
  public mutating func handle(_ frame: TouchFrame) {
    advance(to: frame.time)
    dropTaken(by: frame)
    for index in order { entries[index].isLate = entries[index].state == .waiting }
    for index in order where !entries[index].isLate { feed(frame, to: index) }
    // A finger that lifts from both ends what is waited for before it ends who waits.
    for index in lateOrder where entries[index].isLate { feed(frame, to: index) }
    for contact in frame.contacts where contact.phase == .ended || contact.phase == .cancelled {
      for index in entries.indices {
        guard let place = entries[index].down.firstIndex(of: contact.id) else { continue }
        entries[index].down.remove(at: place)
      }
    }
    for index in order where entries[index].down.isEmpty { finish(index, at: frame.time) }
  }

  /// A recogniser that no finger is on any more cannot stay undecided unless it waits for a moment
  /// or for another: its fingers may have been too many for it to follow.
  private mutating func finish(_ index: Int, at time: Instant) {
    guard entries[index].recognizer.fingers.isEmpty, !entries[index].seen.isEmpty else { return }
    switch entries[index].state {
    case .possible:
      if entries[index].recognizer.deadline == nil { fail(index, .lifted, at: time) }
    case .active: cancel(index, at: time)
    case .waiting, .ended, .failed: break
    }
  }

  /// Whether a recogniser receives its contacts.
  private func isFed(_ index: Int) -> Bool {
    switch entries[index].state {
    case .possible, .active: true
    // One that is over as soon as it is recognised has all that it needs.
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
      own, at: frame.time, scale: frame.pointsPerMillimetre)
    take(step, of: index, at: frame.time)
  }

  /// Lets the time pass: what waits for it happens, each at its own moment.
  ///
  /// Who has nobody left to wait for, since it was taken over from an arena with other relations,
  /// is recognised.
  public mutating func advance(to time: Instant) {
    askWaiting(at: time)
    while let moment = deadline, moment <= time {
      for index in order
      where entries[index].state == .possible && !entries[index].seen.isEmpty {
        guard let due = entries[index].recognizer.deadline, due <= moment else { continue }
        let step = entries[index].recognizer.reachDeadline()
        // A deadline that changes nothing would come for ever.
        take(step == .nothing ? .failed(.lifted) : step, of: index, at: moment)
      }
    }
  }

  mutating func note(_ index: Int, _ outcome: GestureStep.Outcome, at time: Instant) {
    steps.append(GestureStep(recognizer: index, outcome: outcome, time: time))
  }
}
