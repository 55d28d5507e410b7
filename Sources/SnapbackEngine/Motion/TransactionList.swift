import SnapbackBasics
import SnapbackMotion
import SnapbackProtocol

/// The running transactions, in the order in which they began. The open transaction, whose changes
/// are being made, is kept separately.
struct TransactionList: Sendable {
  private var list: [Transaction] = []
  private(set) var open: OpenTransaction?
  private(set) var nextID: UInt64 = 1
  /// The ends of transactions that have not been drained yet.
  private var events: [TransactionEvent] = []

  init() { events.reserveCapacity(64) }

  var isEmpty: Bool { list.isEmpty }
  var count: Int { list.count }
  /// The number of channels that the transactions move. A channel is counted once per transaction
  /// that moves it.
  var partCount: Int { list.reduce(0) { $0 + $1.parts.count } }
  var ids: [UInt64] { list.map(\.id) }

  subscript(id: UInt64) -> Transaction? { list.first { $0.id == id } }

  // MARK: The open transaction

  /// Opens a transaction. All changes until it is closed belong to it.
  mutating func begin(isControlled: Bool) {
    open = OpenTransaction(id: nextID, isControlled: isControlled)
    nextID += 1
  }

  /// Updates the open transaction's durations and springs for the animation of a block.
  mutating func note(_ animation: Animation?) { open?.note(animation) }

  /// Records the animation of a layout pass in the open transaction.
  mutating func notePass(_ animation: Animation?) {
    open?.note(animation)
    if let animation { open?.passAnimation = animation }
  }

  /// Adds a channel to which the open transaction added a term.
  mutating func add(_ part: Transaction.Part) { open?.parts.append(part) }

  /// Records that a view fades in at its new position.
  mutating func fade(_ view: Int) { open?.fadingViews.insert(view) }

  /// Keeps a view in a stack drawn until the open transaction ends.
  mutating func hide(_ view: Int) { open?.hidingViews.append(view) }

  /// Adds `count` to the number of changes that wait for a release.
  mutating func wait(_ count: Int) { open?.waiting += count }

  /// Records that a change no longer waits for a release. `part` has begun; nil means that the
  /// change was dropped.
  mutating func arrive(
    _ change: WaitingChange, _ part: Transaction.Part?, rate: Double,
    _ channels: inout ChannelTable, at now: Instant
  ) {
    if change.transaction == open?.id, part == nil { return wait(-1) }
    guard let place = index(of: change.transaction) else { return }
    let logical = part == nil ? 0 : change.animation.logicalDuration
    list[place].arrive(part, logical: logical, rate: rate, at: now)
    guard part != nil else { return }
    list[place].lengthen(logical: logical, rate: rate, &channels, at: now)
  }

  mutating func setUndo(_ undo: [Undo]) { open?.undo = undo }

  /// Closes the open transaction and returns its id.
  mutating func close(rate: Double, _ channels: inout ChannelTable, at now: Instant) -> UInt64? {
    guard let open else { return nil }
    self.open = nil
    channels.alignEnds(of: open.springs, owner: open.owner, at: now)
    list.append(Transaction(open, rate: rate, &channels, at: now))
    return open.id
  }

  // MARK: Events

  /// The moment of the next event of a transaction; nil if none is scheduled.
  var nextEvent: Instant? {
    var earliest: Instant?
    for transaction in list {
      guard let moment = transaction.nextEvent, moment != .distantFuture else { continue }
      earliest = min(earliest ?? moment, moment)
    }
    return earliest
  }

  /// Reports the transactions that have reached one of their ends, in order. Returns the actions
  /// whose transactions finished, and the reports of these ends.
  mutating func report(
    _ channels: inout ChannelTable, at now: Instant
  ) -> [(action: Int, end: TransactionEvent)] {
    var actions: [(action: Int, end: TransactionEvent)] = []
    var index = 0
    while index < list.count {
      guard let moment = list[index].nextEvent, moment <= now else {
        index += 1
        continue
      }
      let transaction = list[index]
      let event = TransactionEvent(
        id: transaction.id, moment: transaction.isFinished ? .settled : .finished,
        isInterrupted: transaction.isInterrupted, time: max(moment, transaction.logicalEnd))
      events.append(event)
      guard transaction.isFinished else {
        list[index].noteFinish()
        if let action = transaction.action { actions.append((action, event)) }
        continue
      }
      list.remove(at: index)
      guard transaction.control != nil else { continue }
      channels.dropFinishedTerms(of: transaction.id, at: now)
    }
    return actions
  }

  /// Removes and returns the events since the last call, in order.
  mutating func drainEvents() -> [TransactionEvent] {
    defer { events.removeAll(keepingCapacity: true) }
    return events
  }

  // MARK: Changes of transactions

  /// The index of the transaction with an id; valid until a transaction is added or removed.
  func index(of id: UInt64) -> Int? { list.firstIndex { $0.id == id } }

  subscript(at place: Int) -> Transaction {
    _read { yield list[place] }
    _modify { yield &list[place] }
  }

  /// Changes the transaction with an id, if there is one.
  mutating func modify(_ id: UInt64, _ change: (inout Transaction) -> Void) {
    if let place = index(of: id) { change(&list[place]) }
  }

  /// Changes all transactions, in order.
  mutating func modifyAll(_ change: (inout Transaction) -> Void) {
    for index in list.indices { change(&list[index]) }
  }

  /// Ends the endless parts of a channel, including those of the open transaction. Exception:
  /// controlled transactions keep their endless parts.
  mutating func interruptEndless(channel: Int, at now: Instant) {
    modifyAll { $0.interruptEndless(channel: channel, at: now) }
    if open?.owner == 0 {
      open?.parts.removeAll { $0.channel == channel && $0.end == .distantFuture }
    }
  }

  /// Takes over another scene's transactions.
  ///
  /// - Parameters:
  ///   - successors: the indices of the views in this scene, by their indices in the other scene.
  ///   - action: maps the index of an action in the other scene to that in this scene.
  mutating func adopt(
    _ others: TransactionList, successors: [Int: Int], action: (Int) -> Int?, at now: Instant
  ) {
    for var transaction in others.list {
      transaction.move(to: successors, at: now)
      transaction.action = transaction.action.flatMap(action)
      list.append(transaction)
    }
  }

  /// The last transaction whose layout pass is still being animated, and an animation for the
  /// remaining time; nil if there is none.
  func lastPass(at now: Instant, rate: Double) -> (id: UInt64, animation: Animation)? {
    for transaction in list.reversed() {
      guard let animation = transaction.restOfPass(at: now, rate: rate) else { continue }
      return (transaction.id, animation)
    }
    return nil
  }

  /// Merges a transaction into another one. Exception: if the other one is controlled, the
  /// transaction is only removed, without being reported.
  mutating func join(_ id: UInt64, to other: UInt64) {
    guard let place = index(of: id) else { return }
    let joined = list.remove(at: place)
    if id + 1 == nextID { nextID = id }
    modify(other) { transaction in
      if transaction.control == nil { transaction.join(joined) }
    }
  }

  /// Removes a transaction, so that it is not reported.
  mutating func forget(_ id: UInt64) { list.removeAll { $0.id == id } }

  /// Takes over the ids and events of another scene's transactions.
  mutating func continueIDs(of other: TransactionList) {
    nextID = other.nextID
    events = other.events
  }

  // MARK: Views

  /// Whether a transaction hides a view in a stack. O(transactions).
  var hidesViews: Bool { list.indices.contains { !list[$0].hidingViews.isEmpty } }

  /// Appends the views in stacks that transactions hide.
  func addHidingViews(to views: inout [Int]) {
    for place in list.indices { views += list[place].hidingViews }
  }

  /// The moment until which transactions keep a hidden view drawn: ``Instant/zero`` if none keeps
  /// it drawn, ``Instant/distantFuture`` if one that does is paused before its end.
  /// O(transactions).
  func drawnUntil(_ view: Int, at now: Instant) -> Instant {
    var latest = Instant.zero
    for transaction in list where transaction.hidingViews.contains(view) {
      if !transaction.isStopped {
        latest = max(latest, transaction.end)
      } else if transaction.isUnderWay(at: now) {
        return .distantFuture
      }
    }
    return latest
  }

  /// Whether a transaction keeps a hidden view drawn at a moment.
  func keepsDrawn(_ view: Int, at moment: Instant) -> Bool {
    list.contains { $0.hidingViews.contains(view) && $0.isUnderWay(at: moment) }
  }

  // MARK: Curves

  /// The maximum number of overlapping curves on a channel. Springs merge, but curves do not. A
  /// program that starts a curve in every display frame would accumulate them without limit.
  private static let curveLimit = 8

  private static func isCurve(_ term: ResidualTerm) -> Bool {
    guard case .animation = term.course else { return false }
    return term.owner == 0 && term.isRunning && !term.isEndless
  }

  /// Whether a channel of the open transaction has more overlapping curves than the limit.
  func hasPile(_ channels: ChannelTable) -> Bool {
    (open?.parts ?? []).contains { part in
      channels[part.channel].terms.count(where: Self.isCurve) > Self.curveLimit
    }
  }

  /// Replaces the oldest curve by a spring, on all channels alike, if more than the limit overlap.
  mutating func collapseCurves(
    _ channels: inout ChannelTable, at now: Instant, thresholds: [RestThreshold]
  ) {
    for part in open?.parts ?? [] {
      let curves = channels[part.channel].terms.filter(Self.isCurve)
      guard curves.count > Self.curveLimit, let oldest = curves.first else { continue }
      // One spring is used for all channels, so that the terms merge.
      let spring = Spring.critical(response: 0.5)
      for index in Array(channels.moving) {
        channels[index].collapse(to: spring, threshold: thresholds[index], at: now) {
          Self.isCurve($0) && $0.course == oldest.course && $0.clock == oldest.clock
        }
      }
      channels.alignEnds(of: [spring], owner: 0, at: now)
      let parts = list.flatMap { $0.parts.filter { $0.end == oldest.end } }
      for index in Set(parts.map(\.channel)).sorted() {
        moveEnds(onChannel: index, from: oldest.end, to: spring, channels[index], at: now)
      }
    }
  }

  /// Adjusts the ends of the parts whose terms were replaced by a spring, oldest term first.
  private mutating func moveEnds(
    onChannel channel: Int, from end: Instant, to spring: Spring, _ value: AnimatedValue,
    at now: Instant
  ) {
    func isMeant(_ part: Transaction.Part) -> Bool { part.channel == channel && part.end == end }
    var gone =
      (open?.parts ?? []).count(where: isMeant)
      - value.terms.count { $0.end == end && $0.owner == 0 }
    for transaction in list where transaction.control == nil {
      gone += transaction.parts.count(where: isMeant)
    }
    let later = value.terms.last { $0.course == .spring(spring) && $0.owner == 0 }?.end ?? now
    for index in list.indices where list[index].control == nil && gone > 0 {
      let moved = list[index].moveEnds(where: isMeant, to: later, limit: gone, at: now)
      gone -= moved
    }
  }
}
