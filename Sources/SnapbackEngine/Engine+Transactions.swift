import SnapbackFrames
import SnapbackLayout
import SnapbackMotion
import SnapbackTiming

/// What a transaction is while it runs, and when it is over.
extension Engine {
  /// A transaction that is under way.
  struct Transaction {
    let id: UInt64
    /// The channels that it moves, and until when.
    var parts: [Part]
    /// Views in stacks that it hides; they are drawn until it is over.
    var hidingViews: [Int] = []
    var logicalEnd: Instant
    var end: Instant
    /// How many of its changes wait for a finger to let go.
    var waiting = 0
    var isInterrupted = false
    var isFinished = false
    /// The action that it belongs to, if any.
    var action: Int?
    /// What makes it one that can be paused, scrubbed and reversed.
    var control: Control?
    /// Whether its time stands still.
    var isStopped: Bool { control?.isPaused ?? false }

    /// Whether some of it is still to come; at its end a paused one is over, too.
    func isUnderWay(at now: Instant) -> Bool {
      guard let control, control.isPaused else { return end > now }
      return control.clock.seconds(at: now) < control.duration
    }

    /// When its next event is; nil while it stands still or waits.
    var nextEvent: Instant? {
      guard waiting == 0, !isStopped else { return nil }
      return isFinished ? end : logicalEnd
    }
  }

  /// A channel that a transaction moves, and until when.
  struct Part {
    var channel: Int
    var end: Instant
  }

  /// A transaction whose changes are being made.
  struct OpenTransaction {
    let id: UInt64
    /// What its terms belong to: its id if it is controlled, 0 otherwise.
    let owner: UInt64
    /// The channels that it gave a term.
    var parts: [Part] = []
    /// Seconds from its start until it counts as made.
    var logicalDuration = 0.0
    /// The springs that it moves by.
    var springs: [Spring] = []
    var waiting = 0
    /// Views that fade in where they now are.
    var fadingViews: Set<Int> = []
    /// Views in stacks that it hides.
    var hidingViews: [Int] = []
    var undo: [Undo] = []

    /// Regards the animation of a block.
    mutating func note(_ animation: Animation?) {
      guard let animation else { return }
      logicalDuration = max(logicalDuration, animation.logicalDuration)
      guard animation.isSimple, case .spring(let spring, _) = animation.timing else { return }
      if !springs.contains(spring) { springs.append(spring) }
    }
  }

  mutating func begin(isControlled: Bool, hasAnimation: Bool) {
    guard hasAnimation else { return }
    let id = nextTransactionID
    nextTransactionID += 1
    openTransaction = OpenTransaction(id: id, owner: isControlled ? id : 0)
  }

  /// Closes the transaction that is open: all it moves by one spring is over at one moment.
  mutating func endTransaction() -> UInt64? {
    guard let open = openTransaction else { return nil }
    fadeIn(open)
    collapseCurves()
    let parts = openTransaction?.parts ?? []
    openTransaction = nil
    alignEnds(of: open.springs, owner: open.owner)
    var transaction = Transaction(
      id: open.id, parts: [], logicalEnd: now, end: now, waiting: open.waiting)
    // What fades in at its end has no way to go, and none to be seen on.
    transaction.hidingViews = open.hidingViews.filter { !open.fadingViews.contains($0) }
    add(parts, to: &transaction, springs: open.springs, owner: open.owner)
    if !transaction.parts.isEmpty {
      let logical = now.advanced(bySeconds: open.logicalDuration / motionRate)
      transaction.logicalEnd = min(logical, transaction.end)
    }
    if open.owner != 0 {
      transaction.control = Control(
        undo: open.undo, start: now, logicalDuration: open.logicalDuration, springs: open.springs)
    }
    transactions.append(transaction)
    if open.owner != 0 { restart(transactions.count - 1, isPaused: false) }
    findRestTime()
    return open.id
  }

  /// Puts channels on a transaction's list; the terms by its springs may have been made to last
  /// longer than when they began.
  private func add(
    _ parts: [Part], to transaction: inout Transaction, springs: [Spring], owner: UInt64
  ) {
    for var part in parts {
      for term in channels[part.channel].terms where term.owner == owner {
        guard case .spring(let spring) = term.course, springs.contains(spring) else { continue }
        part.end = max(part.end, term.end)
      }
      transaction.parts.append(part)
      transaction.end = max(transaction.end, part.end)
    }
  }

  /// Lets the terms by each of the springs on all edges end at one moment.
  ///
  /// Each ends a fraction of a pixel from zero. Ended one by one, that fraction would tear for an
  /// instant what the layout ties together; ended together it is the same on both sides of every
  /// equation. O(springs × views).
  mutating func alignEnds(of springs: [Spring], owner: UInt64) {
    for spring in springs {
      // What stands still has no end, but is over where it is scrubbed to its end.
      if owner != 0 { alignLengths { $0.course == .spring(spring) && $0.owner == owner } }
      let now = now
      alignEnds {
        // One that starts now may be over at once by itself, where its channel hardly changes.
        $0.course == .spring(spring) && $0.owner == owner && $0.isRunning
          && ($0.end > now || $0.clock.anchor == now)
      }
    }
  }

  private mutating func alignEnds(where isMeant: (ResidualTerm) -> Bool) {
    var latest = Instant.zero
    for view in views.indices {
      for channel in Channel.edges {
        for term in channels[channel.index(view: view)].terms where isMeant(term) {
          latest = max(latest, term.end)
        }
      }
    }
    for view in views.indices {
      for channel in Channel.edges {
        channels[channel.index(view: view)].extendTerms(to: latest, where: isMeant)
      }
    }
  }

  private mutating func alignLengths(where isMeant: (ResidualTerm) -> Bool) {
    var left = -Double.infinity
    for view in views.indices {
      for channel in Channel.edges {
        left = max(
          left, channels[channel.index(view: view)].secondsLeft(at: now, where: isMeant))
      }
    }
    for view in views.indices {
      for channel in Channel.edges {
        channels[channel.index(view: view)].extendTerms(bySeconds: left, at: now, where: isMeant)
      }
    }
  }

  /// How many curves may overlap on a channel. Springs merge; curves do not, and a program that
  /// starts one every frame would pile them up.
  private static let curveLimit = 8

  /// Where more curves overlap than may, the oldest goes on as a spring, on all channels alike.
  private mutating func collapseCurves() {
    func isCurve(_ term: ResidualTerm) -> Bool {
      if case .animation = term.course { term.owner == 0 && term.isRunning } else { false }
    }
    for part in openTransaction?.parts ?? [] {
      let curves = channels[part.channel].terms.filter(isCurve)
      guard curves.count > Self.curveLimit, let oldest = curves.first else { continue }
      // One and the same for all, so that they merge.
      let spring = Spring.critical(response: 0.5)
      for index in channels.indices where !channels[index].terms.isEmpty {
        channels[index].collapse(to: spring, threshold: threshold(ofChannel: index), at: now) {
          isCurve($0) && $0.course == oldest.course && $0.clock == oldest.clock
        }
      }
      alignEnds(of: [spring], owner: 0)
      let parts = transactions.flatMap { $0.parts.filter { $0.end == oldest.end } }
      for index in Set(parts.map(\.channel)).sorted() {
        moveEnds(onChannel: index, from: oldest.end, to: spring)
      }
    }
  }

  /// Terms of a channel that would have been over at `end`, or never, go on as a spring: so do the
  /// parts that transactions have in them, the oldest first, as the terms were.
  private mutating func moveEnds(onChannel channel: Int, from end: Instant, to spring: Spring) {
    func isMeant(_ part: Part) -> Bool { part.channel == channel && part.end == end }
    let (terms, open) = (channels[channel].terms, openTransaction?.parts ?? [])
    var gone = open.count(where: isMeant) - terms.count { $0.end == end && $0.owner == 0 }
    for transaction in transactions where transaction.control == nil {
      gone += transaction.parts.count(where: isMeant)
    }
    let later = terms.last { $0.course == .spring(spring) && $0.owner == 0 }?.end ?? now
    for index in transactions.indices where transactions[index].control == nil && gone > 0 {
      for part in transactions[index].parts.indices
      where gone > 0 && isMeant(transactions[index].parts[part]) {
        transactions[index].parts[part].end = later
        gone -= 1
      }
      transactions[index].end = transactions[index].parts.reduce(now) { max($0, $1.end) }
      transactions[index].logicalEnd = min(transactions[index].logicalEnd, transactions[index].end)
    }
  }

  /// Views that moved without motion appear where they are.
  private mutating func fadeIn(_ open: OpenTransaction) {
    for view in open.fadingViews.sorted() {
      let index = Channel.alpha.index(view: view)
      let fade = Animation.curve(.easeInOut, duration: 0.2)
      channels[index].add(
        ResidualTerm(
          .animation(fade), from: MotionState(value: -channels[index].model),
          clock: MotionClock(anchor: now, rate: motionRate), duration: fade.duration,
          owner: open.owner),
        threshold: threshold(of: .alpha, view: view), at: now)
      openTransaction?.parts.append(
        Part(channel: index, end: now.advanced(bySeconds: fade.duration / motionRate)))
    }
  }

  /// A change that waited for a finger has started on a channel, or another has taken its place.
  mutating func arrive(_ id: UInt64, part: Part?, logical: Double = 0) {
    guard let index = transactions.firstIndex(where: { $0.id == id }) else { return }
    transactions[index].waiting -= 1
    if let part {
      transactions[index].parts.append(part)
      transactions[index].end = max(transactions[index].end, part.end)
    }
    let made = now.advanced(bySeconds: logical / motionRate)
    transactions[index].end = max(transactions[index].end, now)
    transactions[index].logicalEnd = min(
      max(transactions[index].logicalEnd, made), transactions[index].end)
    if part != nil { lengthen(index, logical: logical) }
  }

  /// The terms of a channel are about to be removed: who had a part in them is interrupted.
  mutating func interrupt(channel: Int) {
    for index in transactions.indices {
      let count = transactions[index].parts.count
      transactions[index].parts.removeAll { $0.channel == channel && $0.end > now }
      guard transactions[index].parts.count != count else { continue }
      transactions[index].isInterrupted = true
      let left = transactions[index].parts.reduce(now) { max($0, $1.end) }
      transactions[index].end = min(transactions[index].end, left)
      transactions[index].logicalEnd = min(
        transactions[index].logicalEnd, transactions[index].end)
      guard transactions[index].parts.isEmpty, transactions[index].waiting == 0 else { continue }
      transactions[index].control?.isPaused = false
    }
  }

  /// When the next transaction comes to an end; nil when none does by itself.
  var nextTransactionEvent: Instant? {
    var earliest: Instant?
    for transaction in transactions {
      guard let moment = transaction.nextEvent, moment != .distantFuture else { continue }
      earliest = min(earliest ?? moment, moment)
    }
    return earliest
  }

  /// Reports what has come to an end by now, in the order of the transactions, and starts the
  /// actions that wait for it.
  mutating func reportTransactions() {
    var index = 0
    while index < transactions.count {
      guard let moment = transactions[index].nextEvent, moment <= now else {
        index += 1
        continue
      }
      let transaction = transactions[index]
      transactionEvents.append(
        TransactionEvent(
          id: transaction.id, moment: transaction.isFinished ? .settled : .finished,
          isInterrupted: transaction.isInterrupted, time: max(moment, transaction.logicalEnd)))
      if transaction.isFinished {
        transactions.remove(at: index)
        guard transaction.control != nil else { continue }
        for channel in channels.indices {
          channels[channel].dropFinishedTerms(of: transaction.id, at: now)
        }
      } else {
        transactions[index].isFinished = true
        if let action = transaction.action { finishAction(action) }
      }
    }
  }

  /// Takes the ends of transactions since the last call, in order.
  public mutating func takeTransactionEvents() -> [TransactionEvent] {
    defer { transactionEvents.removeAll(keepingCapacity: true) }
    return transactionEvents
  }

  /// Regards the views that a pass finds hidden and the last one did not: in a stack they stay
  /// drawn until the transaction at work is over.
  mutating func noteHiding(isAnimated: Bool) {
    for view in views.indices.dropFirst() {
      let isHidden = layout.isHidden(ViewID(index: view))
      guard isHidden != views[view].isHidden else { continue }
      views[view].isHidden = isHidden
      hasNewlyHidden = hasNewlyHidden || isHidden
      for index in transactions.indices {
        transactions[index].hidingViews.removeAll { $0 == view }
      }
      if isHidden, isAnimated, isArranged(view) { openTransaction?.hidingViews.append(view) }
    }
  }

  /// Whether a view's parent is a stack that arranges it.
  func isArranged(_ view: Int) -> Bool {
    let parent = layout.properties(of: ViewID(index: views[view].parent))
    return parent.stack?.arranged.contains(ViewID(index: view)) == true
  }
}
