import SnapbackLayout
import SnapbackMotion
import SnapbackTiming

/// What a transaction is while it runs, and when it is over.
extension Engine {
  /// A transaction that is under way.
  struct Transaction {
    let id: UInt64
    /// The channels that it moves, and until when.
    var parts: [(channel: Int, end: Instant)]
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

    /// When its next event is; nil while it stands still or waits.
    var nextEvent: Instant? {
      guard waiting == 0, !isStopped else { return nil }
      return isFinished ? end : logicalEnd
    }
  }

  /// A transaction whose changes are being made.
  struct OpenTransaction {
    let id: UInt64
    /// What its terms belong to: its id if it is controlled, 0 otherwise.
    let owner: UInt64
    /// The channels that it gave a term.
    var channels: [Int] = []
    /// Seconds from its start until it counts as made.
    var logicalDuration = 0.0
    /// The springs that it moves by.
    var springs: [Spring] = []
    var waiting = 0
    /// Views that fade in where they now are.
    var fadingViews: Set<Int> = []
    /// Views that stay drawn until its end although they are hidden.
    var hidingViews: [Int] = []
    var undo: [SceneChange] = []

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
    let parts = openTransaction?.channels ?? []
    openTransaction = nil
    for spring in open.springs { alignEnds(of: spring, owner: open.owner) }
    var transaction = Transaction(
      id: open.id, parts: [], logicalEnd: now, end: now, waiting: open.waiting)
    add(parts, to: &transaction)
    if !transaction.parts.isEmpty {
      let logical = now.advanced(bySeconds: open.logicalDuration / motionRate)
      transaction.logicalEnd = min(logical, transaction.end)
    }
    for view in open.hidingViews where layout.isHidden(ViewID(index: view)) {
      views[view].drawnUntil = max(views[view].drawnUntil, transaction.end)
    }
    if open.owner != 0 {
      transaction.control = Control(
        undo: open.undo, start: now, logicalDuration: open.logicalDuration)
    }
    transactions.append(transaction)
    if open.owner != 0 { restart(transactions.count - 1, isPaused: false) }
    findRestTime()
    return open.id
  }

  /// Puts channels on a transaction's list, with the ends that their terms have now.
  private func add(_ channels: [Int], to transaction: inout Transaction) {
    for index in channels {
      guard let term = self.channels[index].terms.last else { continue }
      transaction.parts.append((index, term.end))
      transaction.end = max(transaction.end, term.end)
    }
  }

  /// Lets the terms by one spring on all edges end at one moment.
  ///
  /// Each ends a fraction of a pixel from zero. Ended one by one, that fraction would tear for an
  /// instant what the layout ties together; ended together it is the same on both sides of every
  /// equation. O(channels).
  private mutating func alignEnds(of spring: Spring, owner: UInt64) {
    func isMeant(_ term: ResidualTerm) -> Bool {
      // One that starts now may be over at once by itself, where its channel hardly changes.
      term.course == .spring(spring) && term.owner == owner && term.isRunning
        && (term.end > now || term.clock.anchor == now)
    }
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

  /// How many curves may overlap on a channel. Springs merge; curves do not, and a program that
  /// starts one every frame would pile them up.
  private static let curveLimit = 8

  /// Where more curves overlap than may, the oldest goes on as a spring, on all channels alike.
  private mutating func collapseCurves() {
    func isCurve(_ term: ResidualTerm) -> Bool {
      if case .animation = term.course { term.owner == 0 && term.isRunning } else { false }
    }
    for index in openTransaction?.channels ?? [] {
      let curves = channels[index].terms.filter(isCurve)
      guard curves.count > Self.curveLimit, let oldest = curves.first else { continue }
      // One and the same for all, so that they merge.
      let spring = Spring.critical(response: 0.5)
      for index in channels.indices where !channels[index].terms.isEmpty {
        channels[index].collapse(to: spring, threshold: threshold(ofChannel: index), at: now) {
          isCurve($0) && $0.course == oldest.course && $0.clock == oldest.clock
        }
      }
      alignEnds(of: spring, owner: 0)
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
      openTransaction?.channels.append(index)
    }
  }

  /// A change that waited for a finger has started on a channel, or another has taken its place.
  mutating func arrive(_ id: UInt64, channel: Int?, logical: Double = 0) {
    guard let index = transactions.firstIndex(where: { $0.id == id }) else { return }
    transactions[index].waiting -= 1
    if let channel {
      var transaction = transactions[index]
      add([channel], to: &transaction)
      transactions[index] = transaction
    }
    let made = now.advanced(bySeconds: logical / motionRate)
    transactions[index].end = max(transactions[index].end, now)
    transactions[index].logicalEnd = min(
      max(transactions[index].logicalEnd, made), transactions[index].end)
  }

  /// The terms of a channel are about to be removed: who had a part in them is interrupted.
  mutating func interrupt(channel: Int) {
    for index in transactions.indices {
      let count = transactions[index].parts.count
      transactions[index].parts.removeAll { $0.channel == channel && $0.end > now }
      guard transactions[index].parts.count != count else { continue }
      transactions[index].isInterrupted = true
      guard transactions[index].parts.isEmpty, transactions[index].waiting == 0 else { continue }
      transactions[index].control?.isPaused = false
      transactions[index].logicalEnd = min(transactions[index].logicalEnd, now)
      transactions[index].end = now
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

  /// Views that these changes hide in a stack stay drawn until the transaction ends.
  mutating func noteHiding(_ changes: [SceneChange]) {
    for change in changes {
      switch change {
      case .hidden(let name, true): noteHiding(viewNamed: name)
      case .toggleHidden(let name): noteHiding(viewNamed: name)
      case .animate(_, let list): noteHiding(list)
      default: break
      }
    }
  }

  private mutating func noteHiding(viewNamed name: String) {
    guard let view = view(named: name), view != 0 else { return }
    let parent = layout.properties(of: ViewID(index: views[view].parent))
    guard parent.stack?.arranged.contains(ViewID(index: view)) == true else { return }
    views[view].drawnUntil = .zero
    openTransaction?.hidingViews.append(view)
  }
}
